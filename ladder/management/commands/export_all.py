from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import User
from games.services.audit import audit
from ladder.models import Community
from ladder.moving.layout import MovingRefused, models_moved
from ladder.moving.words import refused
from ladder.moving.write import community_write


class Command(KeeperCommand):
    help = "Write the whole community into a new folder, to move it to another server: rows as JSON, uploaded files, checksums."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("dir", type=Path, help="a folder that is not there yet, or empty")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        if options["dry_run"]:
            rows = sum(model._base_manager.count() for model in models_moved())
            self.stdout.write(f"{rows} rows would be written to {options['dir']}.")
            return
        try:
            index = community_write(options["dir"])
        except (MovingRefused, OSError) as problem:
            raise CommandError(refused(problem) if isinstance(problem, MovingRefused) else str(problem)) from problem
        rows = sum(table.rows for table in index.tables)
        if community := Community.objects.first():
            audit("community.exported", community, actor=actor, rows=rows, files=len(index.raw))
        self.stdout.write(
            f"{rows} rows and {len(index.raw)} uploaded files are in {options['dir']}. It holds addresses and "
            "passwords in encrypted form: keep it to yourself."
        )
