from argparse import ArgumentParser
from typing import Any

from games.management.keeper import EnglishCommand
from games.selectors.duplicates import duplicates
from ladder.people_words import REASONS


class Command(EnglishCommand):
    help = "List players who may be one person, the likeliest first, with score and reasons. Changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--most", type=int, default=50)

    def handle(self, *args: Any, **options: Any) -> None:
        found = duplicates(options["most"])
        for one in found:
            reasons = ", ".join(str(REASONS[code]) for code in one.reasons)
            self.stdout.write(f"{one.score:>3}  {one.source.slug} -> {one.target.slug}: {reasons}")
        self.stdout.write(f"{len(found)} pairs.")
