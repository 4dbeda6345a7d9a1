"""Judge logs on disk: files, folders, zips or standard input. Needs no database and no broker."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.errors import BadComponents
from games.registry import ENGINES
from games.verify_files import SUFFIXES, Judged, Wanted, files_in, judge_files

BAD_USAGE = 2
GOOD = ("verified", "consistent")


class Command(BaseCommand):
    help = "Judge logs. Exit code 0: all verified or consistent; 1: some not; 2: bad usage."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="file, folder, zip, or - for standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object a line for each document")
        parser.add_argument("--game", choices=sorted(ENGINES), help="which game it must be")
        parser.add_argument("--rules", metavar="R", help="judge under this rule set")
        parser.add_argument("--components", type=Path, metavar="FILE", help="another component set (needs --game)")
        parser.add_argument("--jobs", type=int, default=1, metavar="N", help="number of processes (default: 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = wanted_by(options)
        words: Counter[str] = Counter()
        try:
            files = list(files_in(options["paths"]))
            if not files:
                raise CommandError("No log in there: looked for " + ", ".join(SUFFIXES), returncode=BAD_USAGE)
            for done, judged in enumerate(judge_files(files, wanted, options["jobs"]), start=1):
                self._progress(done, len(files))
                for one in judged:
                    words[one.verdict.verdict] += 1
                    self.stdout.write(json.dumps(one.line(), ensure_ascii=False) if options["json"] else in_words(one))
        except OSError as error:
            raise CommandError(str(error), returncode=BAD_USAGE) from None
        self._progress_end()
        if not options["json"]:
            self.stdout.write(f"{sum(words.values())} judged: " + ", ".join(f"{words[word]} {word}" for word in words))
        if any(word not in GOOD for word in words):
            sys.exit(1)

    def _progress(self, done: int, total: int) -> None:
        if sys.stderr.isatty():
            filled = 30 * done // total
            sys.stderr.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{total} ")
            sys.stderr.write("\r\x1b[K" if sys.stdout.isatty() else "")

    def _progress_end(self) -> None:
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")


def wanted_by(options: dict[str, Any]) -> Wanted:
    """The options as they go to every process; a `CommandError` for what cannot be meant."""
    game, rules, path = options["game"], options["rules"], options["components"]
    engines = [ENGINES[game]] if game else list(ENGINES.values())
    if rules is not None and not any(rules in engine.rule_sets for engine in engines):
        known = sorted({name for engine in engines for name in engine.rule_sets})
        raise CommandError(f"--rules: one of {', '.join(known)}, not {rules}", returncode=BAD_USAGE)
    if options["jobs"] < 1:
        raise CommandError("--jobs: at least 1", returncode=BAD_USAGE)
    if path is None:
        return Wanted(game, rules)
    if game is None:
        raise CommandError("--components needs --game", returncode=BAD_USAGE)
    try:
        raw = path.read_bytes()
        ENGINES[game].load_components(raw, str(path))
    except (OSError, BadComponents) as error:
        raise CommandError(f"--components: {error}", returncode=BAD_USAGE) from None
    return Wanted(game, rules, raw)


def in_words(one: Judged) -> str:
    """One line for people."""
    verdict = one.verdict
    words = f"{one.path}: {verdict.verdict}"
    if verdict.code is not None:
        words += f" {verdict.code}{_place(verdict.at)}"
        known = {"expected": verdict.expected, "found": verdict.found}
        words += "".join(f", {name} {value}" for name, value in known.items() if value is not None)
    if verdict.scores is not None:
        by_rank = sorted(
            zip(verdict.ranks or (), verdict.players, verdict.scores, strict=False), key=lambda line: line[0]
        )
        words += " · " + ", ".join(f"{rank}. {player.name} {score}" for rank, player, score in by_rank)
    return words


def _place(at: Any) -> str:
    if at is None:
        return ""
    if at.packet is None:
        return f" at event {at.event}"
    return f" at move {at.move_id} (packet {at.packet}, notification {at.notification})"
