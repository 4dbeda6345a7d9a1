from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import User
from games.services.errors import NotAllowed, PersonRefused
from ladder.people_texts import player_asked
from ladder.people_words import refused
from ladder.services.leaving import person_anonymise


class Command(KeeperCommand):
    help = "Replace a player's names and ids by neutral ones everywhere, at once and for good. No number changes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("player", metavar="P", help="address of the player")
        parser.add_argument("--reason", default="", help="kept in the history; do not write the name there")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        player = player_asked(options["player"])
        try:
            left = person_anonymise(player, by=actor, reason=options["reason"])
        except PersonRefused as problem:
            raise CommandError(refused(problem)) from problem
        except NotAllowed as problem:
            raise CommandError("this account may not do that") from problem
        player.refresh_from_db()
        self.stdout.write(f"{options['player']} is {player.name} from now on.")
        for submission in left:
            self.stdout.write(
                f"The stored file {submission.sha256} still holds the name: without it, it says otherwise."
            )
