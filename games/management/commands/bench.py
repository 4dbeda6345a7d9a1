"""Measure what we promise about speed, each figure beside its floor, in one run."""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.bench.figure import Figure, as_json, as_page, as_table
from games.bench.replay import MEMORY_LOGS, replay_figures

BAD_USAGE = 2
ALL = "all"
PATIENCE = 1800
"""Seconds after which a group of `all` is given up; what it measured until then is kept."""


class Command(BaseCommand):
    help = "Measure and compare with what must hold. Exit code 1 if a limit is missed."
    requires_system_checks = ()
    groups: dict[str, Callable[..., Iterator[Figure]]] = {"replay": replay_figures}
    apart: frozenset[str] = frozenset()
    """Groups that `all` leaves out."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "group", choices=[*sorted(self.groups), ALL], help="all: one after another, but for reliability"
        )
        parser.add_argument(
            "--write",
            type=Path,
            metavar="FILE",
            help="keep the figures as a page (docs/performance.md, docs/reliability.md)",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a line for each figure")
        parser.add_argument("--logs", type=Path, metavar="FOLDER", help="recorded logs (default: those of the tests)")
        parser.add_argument("--repeat", type=int, default=7, metavar="N", help="runs of each log; the best counts")
        parser.add_argument("--memory-logs", type=int, default=MEMORY_LOGS, metavar="N", help="0 leaves memory out")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["logs"] or settings.BASE_DIR / "tests" / "golden" / "alhambra" / "bga"
        if not list(folder.glob("*.json.gz")):
            raise CommandError(f"--logs: no .json.gz files in {folder}", returncode=BAD_USAGE)
        figures = []
        self.failed: dict[str, str] = {}
        for figure in self._measured(folder, options):
            figures.append(figure)
            if options["json"]:
                self.stdout.write(json.dumps(as_json(figure)))
        self._tell("")
        if not options["json"]:
            self.stdout.write(as_table(figures))
        if options["write"]:
            options["write"].write_text(as_page(figures, connection.vendor, self.failed, options["group"]))
        for group, why in self.failed.items():
            self.stderr.write(f"bench {group} did not come to its end: {why}")
        if self.failed or any(figure.holds is False for figure in figures):
            sys.exit(1)

    def _measured(self, folder: Path, options: dict[str, Any]) -> Iterator[Figure]:
        repeat, memory_logs = max(1, options["repeat"]), options["memory_logs"]
        if options["group"] != ALL:
            yield from self.groups[options["group"]](folder, repeat, memory_logs, self._tell)
            return
        for group in sorted(self.groups.keys() - self.apart):
            self._tell(group)
            yield from self._apart(group, f"--logs={folder}", f"--repeat={repeat}", f"--memory-logs={memory_logs}")

    def _apart(self, group: str, *options: str) -> Iterator[Figure]:
        """One group in a process of its own, so that none weighs on another; one that fails costs no other its figures."""
        command = [sys.executable, "manage.py", "bench", group, "--json", *options]
        env = os.environ | {"PYTHONUNBUFFERED": "1"}
        try:
            done = subprocess.run(
                command, cwd=settings.BASE_DIR, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE
            )
            out, words = done.stdout, done.stderr.strip()
            if done.returncode not in (0, 1) or "Traceback" in words or "CommandError" in words:
                self.failed[group] = words.splitlines()[-1] if words else f"it ended with {done.returncode}"
        except subprocess.TimeoutExpired as late:
            out = (late.stdout or b"").decode()
            self.failed[group] = f"it took more than {PATIENCE} s"
        for line in out.splitlines():
            if line.startswith("{"):
                yield msgspec.json.decode(line, type=Figure)

    def _tell(self, words: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{words}")
            sys.stderr.flush()
