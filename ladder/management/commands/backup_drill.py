from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from games.management.keeper import EnglishCommand
from ladder.backup.drill import drill
from ladder.backup.layout import BackupRefused, newest
from ladder.backup.words import said

BAD_USAGE = 2


class Command(EnglishCommand):
    help = "Restore a backup into a scratch database, compare every ranking, run doctor there. The site itself is not touched."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, nargs="?", help="a backup, or a folder of them: its last one (default: BACKUP_DIR)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        named = options["file"] or settings.BACKUP_DIR
        if not named:
            raise CommandError("name a backup, or set BACKUP_DIR", returncode=BAD_USAGE)
        try:
            path = newest(Path(named))
            outcome = drill(path)
        except BackupRefused as problem:
            raise CommandError(said(problem)) from problem
        except OSError as problem:
            raise CommandError(str(problem)) from problem
        if outcome.problem:
            raise CommandError(f"{path.name}, after {outcome.seconds} s: {outcome.problem}")
        self.stdout.write(
            f"{path.name} came back whole: every ranking equal, every invariant holds ({outcome.seconds} s)."
        )
