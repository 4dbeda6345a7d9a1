"""Reliability: every promise of it, with the tests that show it and the figures that they measured.

The figures of load stand in their section. BENCH_NIGHT=1 runs the long forms as well (hours); without it a promise that
only the night shows is named so.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from django.conf import settings

from games.bench.figure import Figure
from ladder.benches.load import load_figures
from ladder.benches.promises import LOAD, PROMISES, Promise

GROUP = "reliability"
NIGHT = "BENCH_NIGHT"
BROKE_OFF = "broke off"
NAMED = 5
"""So many tests that failed are told by name."""


class Ran(NamedTuple):
    """One test that was run: how it ended, and what it measured. `name` is as pytest names it, from `tests` on."""

    name: str
    outcome: str
    figures: tuple[Figure, ...]


def reliability_figures(folder: Path, repeat: int, memory_logs: int, tell: Callable[[str], None]) -> Iterator[Figure]:
    """Every figure of the group; `tell` hears what is being measured."""
    for section, promises in groupby(PROMISES, lambda promise: promise.section):
        tell(section)
        some = list(promises)
        ran = run(tuple(dict.fromkeys(test for promise in some for test in promise.tests)))
        for promise in some:
            yield from kept(promise, [one for one in ran if of(promise, one)])
        if section == LOAD:
            yield from load_figures(folder, repeat, memory_logs, tell)


def of(promise: Promise, ran: Ran) -> bool:
    """Whether a test is one of those that show a promise; a run that broke off showed none."""
    wanted = nodes(promise.tests)
    return ran.name == BROKE_OFF or ran.name.partition("[")[0] in wanted or ran.name.partition("::")[0] in wanted


def kept(promise: Promise, ran: list[Ran]) -> Iterator[Figure]:
    """How many of its tests failed, and which; then what they measured."""
    name = f"{promise.section}: {promise.words}"
    tried = [one for one in ran if one.outcome != "skipped"]
    failed = [one.name.rpartition("::")[2] for one in tried if one.outcome == "failed"]
    which = f"; {', '.join(failed[:NAMED])}" if failed else ""
    if not ran:
        yield Figure(group=GROUP, name=f"{name} (only by night: {NIGHT}=1)", value=0, unit="tests")
    elif not tried:
        yield Figure(group=GROUP, name=f"{name} (not run here: what it needs is missing)", value=0, unit="tests")
    else:
        yield Figure(group=GROUP, name=f"{name} ({len(tried)} tests{which})", value=len(failed), unit="failed", limit=0)
    for one in tried:
        yield from one.figures


def run(tests: tuple[str, ...]) -> list[Ran]:
    """Run the tests in a process of their own, one after another, for some of them look at the clock."""
    night = bool(os.environ.get(NIGHT))
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        options = ["-q", "-n", "0", "-p", "no:cacheprovider", f"--junitxml={report}"]
        options += [f"--hypothesis-profile={'night' if night else 'quick'}"]
        options += [] if night else ["-m", "not night"]
        command = [sys.executable, "-m", "pytest", *options, *nodes(tests)]
        env = {
            name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"
        }  # tests have theirs
        done = subprocess.run(command, cwd=settings.BASE_DIR, env=env, capture_output=True, text=True, check=False)
        if not report.exists():
            return [Ran(BROKE_OFF, "failed", ())]
        found = [_ran(case) for case in ElementTree.parse(report).iter("testcase")]  # noqa: S314 (pytest wrote it)
        return found or ([Ran(BROKE_OFF, "failed", ())] if done.returncode not in (0, 5) else [])


def nodes(tests: tuple[str, ...]) -> list[str]:
    """As pytest names them; a beginning stands for every test of the file that begins so."""
    found = []
    for test in tests:
        path, colons, beginning = test.partition("::")
        names = _names(settings.BASE_DIR / "tests" / path) if colons else []
        found += [f"tests/{path}::{name}" for name in names if name.startswith(f"test_{beginning}")]
        found += [] if colons else [f"tests/{path}"]
    return found


def _names(path: Path) -> list[str]:
    lines = path.read_text().splitlines()
    return [line[4 : line.index("(")] for line in lines if line.startswith("def test_")]


def _ran(case: ElementTree.Element) -> Ran:
    ends = {child.tag for child in case}
    outcome = "failed" if ends & {"failure", "error"} else "skipped" if "skipped" in ends else "passed"
    told = [json.loads(each.get("value", "{}")) for each in case.iter("property") if each.get("name") == "figure"]
    path = case.get("classname", "").replace(".", "/")
    return Ran(f"{path}.py::{case.get('name')}", outcome, tuple(Figure(group=GROUP, **figure) for figure in told))
