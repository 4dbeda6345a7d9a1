from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder import translations

SHOWN = 20


class Command(BaseCommand):
    help = "Compile the catalogues of translated texts."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        choice = parser.add_mutually_exclusive_group()
        choice.add_argument("--update", action="store_true", help="bring the texts of the source into the catalogues")
        choice.add_argument("--check", action="store_true", help="list what is missing or left over; exit 1 if any")

    def handle(self, *args: Any, update: bool, check: bool, **options: Any) -> None:
        if check:
            found = list(translations.problems())
            if found:
                more = f"{len(found)} to mend; `translations --update` brings new texts in."
                raise CommandError("\n".join([*found[:SHOWN], more]))
            return
        if update:
            translations.update_all()
        for path in translations.compile_all():
            self.stdout.write(f"Written: {path}")
