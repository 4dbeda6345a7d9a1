from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import Player, User
from games.services.audit import audit
from ladder.people_texts import player_asked
from ladder.services.person_export import person_zip


class Command(KeeperCommand):
    help = "Write all that is kept about a player, and about the account if there is one, to a zip."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("player", metavar="P", help="address of the player")
        parser.add_argument("--to", type=Path, metavar="FILE", help="where to write it; P.zip without it")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        player: Player = player_asked(options["player"])
        path = options["to"] or Path(f"{player.slug}.zip")
        content = person_zip(player.user, player)
        try:
            if not options["dry_run"]:
                path.write_bytes(content)
        except OSError as problem:
            raise CommandError(f"{path}: {problem.strerror}") from problem
        audit("player.exported", player, actor=actor)
        self.stdout.write(f"{path}: {len(content)} bytes about {player.known_as}.")
