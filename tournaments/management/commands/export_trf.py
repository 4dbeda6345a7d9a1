"""Write a stage of a tournament as a FIDE report file."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Stage
from tournaments.selectors.board import board_of
from tournaments.selectors.trf_files import trf_text


class Command(BaseCommand):
    help = "Write a Swiss or a round robin for two as a FIDE report file to standard output."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", help="its name in addresses")
        parser.add_argument("--stage", type=int, default=1, metavar="N")
        parser.add_argument("--edition", choices=["TRF16", "TRF26"], default="TRF26")

    def handle(self, *args: Any, **options: Any) -> None:
        stage = Stage.objects.filter(tournament__slug=options["tournament"], number=options["stage"]).first()
        if stage is None:
            raise CommandError("There is no such tournament or stage.")
        try:
            self.stdout.write(trf_text(board_of(stage.pk), options["edition"]), ending="")
        except ValueError as problem:
            raise CommandError(f"{problem}") from None
