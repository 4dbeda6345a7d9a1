from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from games import limits, storage
from games.management.keeper import EnglishCommand, account
from games.models import AuditEntry
from games.services.audit import acting
from ladder.backup.layout import BackupRefused
from ladder.backup.nightly import backup_make
from ladder.backup.words import said

BAD_USAGE = 2


class Command(EnglishCommand):
    help = "Write the whole site into one file: database and uploaded files as they are now, with checksums. It goes on serving."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("dir", type=Path, nargs="?", help="the folder of backups (default: BACKUP_DIR)")
        parser.add_argument("--keep", type=int, metavar="N", help="drop all but the last N (default: BACKUP_KEEP)")
        parser.add_argument("--dry-run", action="store_true", help="say what would be written")
        parser.add_argument("--as", dest="actor", metavar="EMAIL", help="the account that the history names")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["dir"] or settings.BACKUP_DIR
        keep = settings.BACKUP_KEEP if options["keep"] is None else options["keep"]
        if not folder or keep < 1:
            raise CommandError("name a folder, or set BACKUP_DIR; keep at least one", returncode=BAD_USAGE)
        if options["dry_run"]:
            files, size = storage.total()
            self.stdout.write(
                f"The database and {files} uploaded files ({size / limits.MB:.1f} MB) would be in {folder}."
            )
            return
        actor = account(options["actor"]) if options["actor"] else None
        try:
            with acting(AuditEntry.Origin.COMMAND):
                made = backup_make(Path(folder), keep, by=actor)
        except BackupRefused as problem:
            raise CommandError(said(problem)) from problem
        except OSError as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(
            f"{made} ({made.stat().st_size / limits.MB:.1f} MB). It holds addresses and passwords in encrypted form: "
            "keep it to yourself, and the keys of the site in another place."
        )
