from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ladder.models import Ladder
from ladder.publishing.copy import copy_of, stamp_of
from ladder.publishing.targets.base import Failed
from ladder.publishing.targets.folder import FolderSession


class Command(BaseCommand):
    help = "Write the static copy into a folder: of one league, or of all, each into a folder of its own. Changes nothing here."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("dir", type=Path, help="the folder; it is made if it is not there")
        parser.add_argument("--league", metavar="SLUG")
        parser.add_argument("--dry-run", action="store_true", help="only list the files")

    def handle(self, *args: Any, **options: Any) -> None:
        ladders = Ladder.objects.all()
        if options["league"]:
            ladders = ladders.filter(slug=options["league"])
        if not ladders:
            raise CommandError(
                f"no league is called {options['league']}" if options["league"] else "there is no league"
            )
        try:
            staticfiles_storage.url("ladder/classifica.css")
        except ValueError as problem:
            raise CommandError(
                "the style sheets were not collected yet: run “.venv/bin/python manage.py collectstatic” first"
            ) from problem
        for ladder in ladders:
            self.write(
                ladder, options["dir"] if options["league"] else options["dir"] / ladder.slug, options["dry_run"]
            )

    def write(self, ladder: Ladder, folder: Path, dry_run: bool) -> None:
        now = timezone.now()
        files = copy_of(ladder, now=now)
        if not dry_run:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                session = FolderSession(folder)
                for made in files:
                    session.put(made.path, made.stamped(stamp_of(ladder, now)))
            except (OSError, Failed) as problem:
                raise CommandError(f"{folder}: {problem}") from problem
        for made in files if dry_run else ():
            self.stdout.write(made.path)
        self.stdout.write(
            f"{ladder.name}: {len(files)} files {'would be written' if dry_run else 'written'} to {folder}"
        )
