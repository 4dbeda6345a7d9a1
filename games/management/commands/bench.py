"""Measure what we promise about speed, each figure beside its floor, in one run."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.bench.figure import Figure, as_json, as_table
from games.bench.replay import MEMORY_LOGS, replay_figures

BAD_USAGE = 2


class Command(BaseCommand):
    help = "Measure and compare with what must hold. Exit code 1 if a limit is missed."
    requires_system_checks = ()
    groups: dict[str, Callable[..., Iterator[Figure]]] = {"replay": replay_figures}

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("group", choices=sorted(self.groups))
        parser.add_argument("--json", action="store_true", help="one JSON object a line for each figure")
        parser.add_argument("--logs", type=Path, metavar="FOLDER", help="recorded logs (default: those of the tests)")
        parser.add_argument("--repeat", type=int, default=7, metavar="N", help="runs of each log; the best counts")
        parser.add_argument("--memory-logs", type=int, default=MEMORY_LOGS, metavar="N", help="0 leaves memory out")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["logs"] or settings.BASE_DIR / "tests" / "golden" / "alhambra" / "bga"
        if not list(folder.glob("*.json.gz")):
            raise CommandError(f"--logs: no .json.gz files in {folder}", returncode=BAD_USAGE)
        figures = []
        for figure in self.groups[options["group"]](
            folder, max(1, options["repeat"]), options["memory_logs"], self._tell
        ):
            figures.append(figure)
            if options["json"]:
                self.stdout.write(json.dumps(as_json(figure)))
        self._tell("")
        if not options["json"]:
            self.stdout.write(as_table(figures))
        if any(figure.holds is False for figure in figures):
            sys.exit(1)

    def _tell(self, words: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{words}")
            sys.stderr.flush()
