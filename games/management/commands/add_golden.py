"""Keep a record among the golden ones, with the judgement that it must always get."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.engine.errors import LogProblem
from games.intake import intake
from games.record import read_record, write_record
from games.verify import verify_log

TOLD = ("verdict", "code", "game", "rules", "scores", "ranks", "breakdown", "events", "claims", "notes")
"""What of a judgement must never change; times, names and sentences may."""


class Command(BaseCommand):
    help = (
        "Keep records, whatever is judged of them, as golden ones of the tests: the canonical record and its judgement."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record; its name is kept")
        parser.add_argument("--dry-run", action="store_true", help="say what would be kept, and keep nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        for path in options["files"]:
            game, record, judged = judged_record(path)
            folder = Path(settings.BASE_DIR) / "tests" / "golden" / game / "records"
            target = folder / f"{path.name.partition('.')[0]}.json"
            if not options["dry_run"]:
                folder.mkdir(parents=True, exist_ok=True)
                target.write_bytes(record)
                target.with_suffix(".expected.json").write_text(json.dumps(judged, indent=1))
            self.stdout.write(f"{target}: {judged['verdict']} {judged['code'] or ''}".rstrip())


def judged_record(path: Path) -> tuple[str, bytes, dict[str, Any]]:
    """The game of a record, its canonical bytes, and what is judged of it. Raises `CommandError`."""
    try:
        script = read_record(intake(path.read_bytes()))
        record = write_record(script)
    except (OSError, LogProblem) as problem:
        raise CommandError(f"{path}: {problem}") from None
    verdict = msgspec.to_builtins(verify_log(record))
    return script.game, record, {name: verdict[name] for name in TOLD}
