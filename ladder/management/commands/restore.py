from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import connection, transaction

from games.management.keeper import EnglishCommand, account
from games.models import AuditEntry
from games.services.audit import acting, audit
from ladder.backup.layout import BackupRefused, newest
from ladder.backup.read import manifest_checked, refuse_unfit, restore
from ladder.backup.words import said
from ladder.backup.write import key_mark
from ladder.models import Community
from ladder.moving.layout import schema


class Command(EnglishCommand):
    help = "Bring a backup back into an empty database. Every byte of the file is checked before anything is written."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `backup` wrote, or a folder of backups: its last one")
        parser.add_argument("--dry-run", action="store_true", help="only check the file and the site")
        parser.add_argument("--as", dest="actor", metavar="EMAIL", help="the account that the history names")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            path = newest(options["file"])
            manifest = manifest_checked(path)
            refuse_unfit(path, manifest)
            if options["dry_run"]:
                self.stdout.write(f"{path} is whole, and this site is empty. Dry run: nothing was changed.")
                return
            restore(path, manifest)
        except BackupRefused as problem:
            raise CommandError(said(problem)) from problem
        except OSError as problem:
            raise CommandError(
                f"{problem}. Nothing is in the database; what is unpacked needs room in TMPDIR."
            ) from problem
        older = manifest.schema != schema()
        if not older:
            self.note(path, options["actor"])
        files = len(manifest.members) - 1
        self.stdout.write(f"The database of {manifest.made_at} and {files} uploaded files are here.")
        if manifest.key != key_mark():
            self.stdout.write(
                self.style.WARNING("SECRETS_KEYS (or SECRET_KEY) are others: passwords of targets are asked for again.")
            )
        self.stdout.write("It was made by an older release. Next: migrate, then doctor." if older else "Next: doctor.")

    def note(self, path: Path, email: str | None) -> None:
        """Into the history: from here on things are as they were."""
        connection.close()
        with acting(AuditEntry.Origin.COMMAND), transaction.atomic():
            actor = account(email) if email else None
            if community := Community.objects.first():
                audit("community.restored", community, actor=actor, name=path.name)
