"""Make a tournament of a FIDE report file."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import Game, User
from tournaments.management.commands.pair_trf import BAD_USAGE
from tournaments.services.trf_import import Problem, trf_import, trf_preview
from tournaments.trf import decoded


class Command(KeeperCommand):
    help = (
        "Make a running tournament of a FIDE report file (TRF16, TRF26): players, rounds, results. Prints what is wrong"
        " with it by line. --as names who directs it; --dry-run only looks."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", metavar="FILE", help="the report file, or - for standard input")
        parser.add_argument("--game", required=True, metavar="KEY", help="of which game; add one with create_game")
        parser.add_argument("--name", default="", help="instead of the name in the file")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        game = Game.objects.filter(key=options["game"]).first()
        if game is None:
            raise CommandError(f"no game has the key {options['game']}", returncode=BAD_USAGE)
        if actor is None:
            raise CommandError("--as: whoever is to direct the tournament", returncode=BAD_USAGE)
        try:
            raw = sys.stdin.buffer.read() if options["file"] == "-" else Path(options["file"]).read_bytes()
        except OSError as error:
            raise CommandError(str(error), returncode=BAD_USAGE) from None
        text = decoded(raw)
        preview = trf_preview(text)
        for problem in preview.problems:
            self.stderr.write(line_of(problem))
        if not preview.is_possible:
            raise CommandError("Nothing was done.")
        new = sum(player is None for _start, _name, player in preview.players)
        self.stdout.write(
            f"{options['name'] or preview.name or game.name}: {len(preview.players)} players ({new} new),"
            f" {preview.played} of {preview.rounds} rounds, {preview.matches} tables."
        )
        tournament = trf_import(text, game=game, by=actor, name=options["name"])
        self.stdout.write(f"/tournaments/{tournament.slug}/")


def line_of(problem: Problem) -> str:
    """A problem as it is printed."""
    at = f"line {problem.line}: " if problem.line else ""
    kind = "" if problem.blocking else "note: "
    return f"{at}{kind}{problem.code} {problem.found}".strip()
