import re
from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import Game, User
from games.services.errors import NotAllowed
from ladder.services.games import game_add

SEATS = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", re.ASCII)


class Command(KeeperCommand):
    help = "Add a game whose matches nobody can replay, so that people can enter its results. One that exists stays as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("key", help="its name in addresses and files, such as azul")
        parser.add_argument("name", help="its name on pages")
        parser.add_argument("--seats", default="2-6", metavar="2-4", help="how many play it")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        game = Game.objects.filter(key=options["key"]).first()
        if game is not None:
            self.stdout.write(f"{game.name} ({game.key}): is there.")
            return
        seats = SEATS.fullmatch(options["seats"])
        if not seats:
            raise CommandError("--seats: two numbers such as 2-4")
        fewest, most = int(seats[1]), int(seats[2] or seats[1])
        try:
            game, _is_new = game_add(
                key=options["key"], name=options["name"], seats_min=fewest, seats_max=most, by=actor
            )
        except ValidationError as problem:
            raise CommandError("; ".join(problem.messages)) from problem
        except NotAllowed as problem:
            raise CommandError("Only who keeps a league, or the site, adds games.") from problem
        self.stdout.write(f"{game.name} ({game.key}): created.")
