from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import EnglishCommand
from games.models import Name, Player
from games.models.player import fold
from games.selectors.players import formerly, near


class Command(EnglishCommand):
    help = "List every player who ever bore a name, with all names of each and when they were seen. Changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")

    def handle(self, *args: Any, **options: Any) -> None:
        folded = fold(options["name"])
        players = Player.objects.filter(names__folded=folded).distinct().order_by("pk")
        if not players:
            others = ", ".join(player.known_as for player in near(folded))
            raise CommandError(f"nobody was ever seen as {options['name']}" + (f"; near: {others}" if others else ""))
        for player in players:
            self.stdout.write(f"{player.known_as} ({player.slug}, {player.state})")
            for part in formerly(player):
                self.stdout.write(f"  formerly {part.known_as} ({part.slug})")
            for name in Name.objects.filter(player=player).order_by("first_seen", "pk"):
                self.stdout.write(
                    f"  {name.first_seen:%Y-%m-%d} to {name.last_seen:%Y-%m-%d}  {name.text} ({name.source})"
                )
