from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games import registry
from games.management.keeper import account
from games.models import AuditEntry, Game
from games.services.audit import acting
from games.services.reverification import Rejudged, rejudge, rejudged_apply
from games.services.submissions import revision_for


class Command(BaseCommand):
    help = (
        "Judge again what was judged under an older rules revision. Lists what comes out otherwise first; with --apply "
        "the new judgements are stored, except where a counted match would change: that is for an arbiter."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", required=True, choices=sorted(registry.ENGINES))
        parser.add_argument("--apply", action="store_true", help="store the new judgements")
        parser.add_argument("--dry-run", action="store_true", help="store nothing, also with --apply")
        parser.add_argument("--as", dest="actor", metavar="EMAIL", help="the account that asks for it")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["actor"]:
            account(options["actor"])
        apply = options["apply"] and not options["dry_run"]
        with acting(AuditEntry.Origin.COMMAND):
            self.reverify(options["game"], apply=apply)
        if options["dry_run"]:
            self.stdout.write("Dry run: nothing was changed.")

    def reverify(self, key: str, *, apply: bool) -> None:
        game = Game.objects.filter(key=key).first()
        if game is None:
            self.stdout.write("No log of this game was ever uploaded.")
            return
        count, counted, flips = 0, 0, 0
        for again in rejudge(game):
            count += 1
            if again.flips:
                flips += 1
                counted += again.counted
                self.stdout.write(self.line(again))
        stored = sum(rejudged_apply(again) for again in rejudge(game)) if apply else 0
        self.stdout.write(
            f"{count} logs judged under revision {revision_for(game)}: {flips} come out otherwise, "
            f"{counted} of them on counted matches. {stored} judgements stored."
        )

    def line(self, again: Rejudged) -> str:
        verdict = again.judged.verdict
        match = again.submission.match
        what = f"{again.before.verdict} {again.before.ranks or ''} -> {verdict.verdict} {verdict.code or ''}"
        where = f"match {match.slug} ({match.state})" if match else "no match"
        return f"{again.submission.sha256[:12]} {where}: {what}{' [proposed only]' if again.counted else ''}"
