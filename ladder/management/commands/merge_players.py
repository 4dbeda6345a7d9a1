from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import User
from games.services.errors import NotAllowed, PersonRefused
from ladder.people_texts import player_asked, preview_lines
from ladder.people_words import refused
from ladder.selectors.merging import merge_preview
from ladder.services.people import players_merge


class Command(KeeperCommand):
    help = "Merge player A into player B, who stays. Prints what moves in each month; with --dry-run only that."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("source", metavar="A", help="address of the player who goes, such as livio_lupo1")
        parser.add_argument("target", metavar="B", help="address of the player who stays")
        parser.add_argument("--reason", required=True)
        parser.add_argument("--two-accounts", action="store_true", help="it is one person with two ids on one platform")
        parser.add_argument("--two-entrants", action="store_true", help="both stay in tournaments that both entered")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        source, target = player_asked(options["source"]), player_asked(options["target"])
        if source == target:
            raise CommandError(refused(PersonRefused("same_player")))
        preview = merge_preview(source, target)
        for line in preview_lines(preview):
            self.stdout.write(line)
        try:
            merge = players_merge(
                source,
                target,
                by=actor,
                reason=options["reason"],
                two_accounts=options["two_accounts"],
                two_entrants=options["two_entrants"],
            )
        except PersonRefused as problem:
            raise CommandError(refused(problem)) from problem
        except NotAllowed as problem:
            raise CommandError("this account may not merge players") from problem
        self.stdout.write(f"Merged. Undo: unmerge_player {source.slug}, or merge {merge.pk} on the page.")
