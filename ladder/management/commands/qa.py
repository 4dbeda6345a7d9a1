"""Every check that runs no test."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ladder.supply import NoAnswer, known_holes, pins

TOOLS = Path(sys.executable).parent
MANAGE = [sys.executable, "manage.py"]
CHECKS: dict[str, list[str | Path]] = {
    "lint": [TOOLS / "ruff", "check", "--quiet"],
    "format": [TOOLS / "ruff", "format", "--check", "--quiet"],
    "types of the pure part": [TOOLS / "mypy", "--no-error-summary"],
    "import contracts": [TOOLS / "lint-imports", "--no-logo"],
    "settings": [*MANAGE, "check", "--fail-level", "WARNING"],
    "migrations": [*MANAGE, "makemigrations", "--check", "--dry-run"],
    "translations": [*MANAGE, "translations", "--check"],
}


class Command(BaseCommand):
    help = "Run ruff, mypy, import-linter and the checks of migrations and translations, with times."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--audit", action="store_true", help="also ask OSV for known holes in what is pinned")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = []
        for name, command in CHECKS.items():
            start = time.monotonic()
            done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
            verdict = "FAILED" if done.returncode else "ok"
            self.stdout.write(f"{name:<24}{verdict:<8}{time.monotonic() - start:5.1f} s")
            if done.returncode:
                failed.append(name)
                self.stdout.write(done.stdout + done.stderr)
        if options["audit"] and self.has_holes():
            failed.append("audit")
        if failed:
            raise CommandError(f"failed: {', '.join(failed)}")

    def has_holes(self) -> bool:
        """Name what is known of what is pinned; where the list does not answer that is said, and is no failure."""
        root = settings.BASE_DIR
        try:
            holes = known_holes(pins(root / "requirements.txt") | pins(root / "tests/requirements.txt"))
        except NoAnswer as problem:
            self.stdout.write(f"{'audit':<24}not run: OSV does not answer ({problem})")
            return False
        self.stdout.write(f"{'audit':<24}{'FAILED' if holes else 'ok'}")
        for name, identifiers in holes.items():
            self.stdout.write(f"  {name}: {', '.join(identifiers)}")
        return bool(holes)
