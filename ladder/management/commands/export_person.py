from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Player
from ladder.people_texts import player_asked
from ladder.services.person_export import person_zip


class Command(BaseCommand):
    help = "Write all that is kept about a player, and about the account if there is one, to a zip. Changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("player", metavar="P", help="address of the player")
        parser.add_argument("--to", type=Path, metavar="FILE", help="where to write it; P.zip without it")

    def handle(self, *args: Any, **options: Any) -> None:
        player: Player = player_asked(options["player"])
        path = options["to"] or Path(f"{player.slug}.zip")
        try:
            path.write_bytes(person_zip(player.user, player))
        except OSError as problem:
            raise CommandError(f"{path}: {problem.strerror}") from problem
        self.stdout.write(f"{path}: {path.stat().st_size} bytes about {player.known_as}.")
