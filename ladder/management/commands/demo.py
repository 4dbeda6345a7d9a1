from argparse import ArgumentParser
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import CommandError

from games.management.keeper import EnglishCommand
from ladder import refusals
from ladder.demo import years
from ladder.demo.steps import MERGED, PLAYED, STEPS, go_on, month
from ladder.demo.story import CLAIMED, KEEPERS, PASSWORD, load
from ladder.models import Ladder
from ladder.services.months import MonthRefused

LOOPBACK = {"127.0.0.1", "localhost", "::1"}


class Command(EnglishCommand):
    help = "Load the demo community Torre, or what is missing of it. Everybody knows its passwords."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--force", action="store_true", help="also on a site that others can reach")

        parser.add_argument(
            "--step",
            type=int,
            choices=range(PLAYED, max(STEPS) + 1),
            default=PLAYED,
            metavar="N",
            help=f"how far: {PLAYED} October is played, 21 a double player is made one, 23 October is closed, 24 corrected",
        )

        parser.add_argument(
            "--five-years",
            action="store_true",
            help=f"instead, on a site without leagues, one of {years.PEOPLE} players, {years.MATCHES} matches and {years.LOGS} logs; it takes minutes",
        )

        parser.add_argument(
            "--shown",
            action="store_true",
            help="what /about/ points at: October closed and corrected, and the double player left for a look",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if urlsplit(settings.SITE_URL).hostname not in LOOPBACK and not options["force"]:
            raise CommandError(f"{settings.SITE_URL} can be reached by others, and the demo's passwords are public")
        if options["five_years"] and Ladder.objects.exclude(slug=years.SLUG).exists():
            raise CommandError("there are leagues already, and what is played would count in them as well")
        try:
            if options["five_years"]:
                years.load(self.say)
            else:
                self.tell(options)
        except MonthRefused as problem:
            raise CommandError(refusals.month(problem)) from problem
        self.stdout.write("\nTo log in: ADDRESS@torre.example with the password “" + PASSWORD + "”")
        for name, role in KEEPERS.items():
            self.stdout.write(f"  {name:<8}{role or 'an account without a role'}")
        for name, player in ({} if options["five_years"] else CLAIMED).items():
            self.stdout.write(f"  {name:<8}the player {player}")

    def tell(self, options: dict[str, Any]) -> None:
        """The story of Torre."""
        load(self.say)
        go_on(options["step"], self.say)
        if options["shown"]:
            self.show()

    def show(self) -> None:
        """Close and correct October once; what people did with it since stays, and so does a month that is not over."""
        try:
            if not month(10).is_closed:
                go_on(max(STEPS), self.say, but=[MERGED])
        except MonthRefused as problem:
            self.say(str(refusals.month(problem)))

    def say(self, text: str) -> None:
        self.stdout.write(f"{text} …")
