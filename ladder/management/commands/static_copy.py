from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management.base import CommandError
from django.utils import timezone

from games.management.keeper import KeeperCommand
from games.models import User
from games.services.audit import audit
from ladder.models import Ladder
from ladder.publishing.copy import copy_of, stamp_of
from ladder.publishing.targets.base import Failed
from ladder.publishing.targets.folder import FolderSession


class Command(KeeperCommand):
    help = "Write the static copy into a folder: of one league, or of all, each into a folder of its own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("dir", type=Path, help="the folder; it is made if it is not there")
        parser.add_argument("--league", metavar="SLUG")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
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
            folder = options["dir"] if options["league"] else options["dir"] / ladder.slug
            files = self.write(ladder, folder, options["dry_run"])
            audit("ladder.copied", ladder, actor=actor, files=files)

    def write(self, ladder: Ladder, folder: Path, dry_run: bool) -> int:
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
        return len(files)
