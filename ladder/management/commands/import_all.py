from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.management.keeper import KeeperCommand
from games.models import User
from games.services.audit import audit
from games.storage import StorageFull
from ladder.models import Community
from ladder.moving.layout import MovingRefused
from ladder.moving.read import community_read, index_checked, raw_read
from ladder.moving.words import refused


class Command(KeeperCommand):
    help = "Read a whole community that export_all wrote into this site, which must be empty (after migrate)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("dir", type=Path, help="the folder that export_all wrote")

    def change(self, actor: User | None, options: dict[str, Any]) -> None:
        try:
            index = index_checked(options["dir"])
            community_read(options["dir"], index)
            if not options["dry_run"]:
                raw_read(options["dir"], index)
        except MovingRefused as problem:
            raise CommandError(refused(problem)) from problem
        except StorageFull as problem:
            raise CommandError("there is no room for the uploaded files") from problem
        rows = sum(table.rows for table in index.tables)
        if community := Community.objects.first():
            audit("community.imported", community, actor=actor, rows=rows, files=len(index.raw))
        self.stdout.write(f"{rows} rows and {len(index.raw)} uploaded files are here. Next: doctor.")
