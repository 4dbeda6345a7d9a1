"""The command bench: every figure with its floor, as a table and as JSON. The figures themselves are not tested."""

import io
import json
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.bench.figure import Figure, as_page, as_table
from games.management.commands import bench
from games.registry import ENGINES
from ladder.benches import reliability
from ladder.benches.promises import PROMISES, Promise
from ladder.benches.reliability import Ran
from ladder.management.commands.bench import Command
from tests.bga.recorded import FOLDER


def run(*arguments: Any) -> str:
    out = io.StringIO()
    with suppress(SystemExit):  # a limit may be missed on a busy machine
        call_command("bench", "replay", *map(str, arguments), stdout=out)
    return out.getvalue()


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    shutil.copy(FOLDER / "024-2p.json.gz", tmp_path)
    return tmp_path


def test_every_figure_is_printed_as_json(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.bench.replay.MATCHES", 1)
    figures = [
        json.loads(line) for line in run("--json", "--logs", logs, "--repeat", 1, "--memory-logs", 20).splitlines()
    ]
    assert [figure["name"] for figure in figures] == [
        "intake",
        "whole verification of a BGA log",
        "events of BGA logs",
        *(f"events of random matches, {game}" for game in ENGINES),
        "import of all engines",
        "growth of memory over 20 logs",
    ]
    intake, whole = figures[:2]
    assert (intake["floor_name"], whole["floor_name"]) == ("json.loads", "typed decode")
    assert intake["ratio"] == pytest.approx(intake["value"] / intake["floor"], abs=0.01)
    assert all(isinstance(figure["holds"], bool) for figure in figures)


def test_a_folder_without_logs_is_bad_usage(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        run("--logs", tmp_path)
    assert refused.value.returncode == 2


@pytest.mark.parametrize(
    ("figure", "holds"),
    [
        (Figure(group="g", name="n", value=2, unit="ms", limit=3), True),
        (Figure(group="g", name="n", value=4, unit="ms", limit=3), False),
        (Figure(group="g", name="n", value=9, unit="ms", floor=4, ratio=2.25, limit=3), True),
        (Figure(group="g", name="n", value=9, unit="/s", limit=10, at_least=True), False),
        (Figure(group="g", name="n", value=9, unit="ms"), None),
    ],
)
def test_a_figure_knows_whether_its_limit_holds(figure: Figure, holds: bool | None) -> None:
    assert figure.holds is holds


def test_the_table_shows_value_floor_ratio_and_limit() -> None:
    figure = Figure(
        group="replay", name="intake", value=9.65, unit="ms", floor_name="json.loads", floor=5.5, ratio=1.75, limit=2
    )
    head, line = as_table([figure]).splitlines()
    assert head.split() == ["figure", "value", "floor", "ratio", "limit"]
    assert " ".join(line.split()) == "replay: intake 9.65 ms 5.5 ms (json.loads) 1.75 ≤ 2 ok"


def test_a_very_small_limit_is_not_shown_as_nothing() -> None:
    figure = Figure(group="ratings", name="difference", value=0.0, unit="μ", limit=1e-9)

    assert as_table([figure]).splitlines()[1].split()[-2:] == ["1e-09", "ok"]


def test_all_groups_are_measured_one_after_another_and_kept_as_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def apart(_self: Any, group: str, *_options: str) -> Any:
        asked.append(group)
        yield Figure(group=group, name="a|b", value=3, unit="ms", limit=2)

    monkeypatch.setattr("games.management.commands.bench.Command._apart", apart)
    page = tmp_path / "performance.md"
    with pytest.raises(SystemExit):
        call_command("bench", "all", write=page, stdout=io.StringIO())
    assert asked == sorted(Command.groups.keys() - Command.apart)
    lines = page.read_text().splitlines()
    assert "| figure | value | floor | ratio | limit |  |" in lines
    assert lines.count(r"| a\|b | 3 ms |  |  | ≤ 2 | MISSED |") == len(asked)
    assert {"## Service", "- missed: service: a|b"} <= set(lines)
    assert as_page([], "sqlite").startswith("# Performance")


def test_a_group_that_fails_costs_no_other_its_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = json.dumps({"group": "people", "name": "n", "value": 1, "unit": "ms"})

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        group = command[3]
        if group == "pages":
            raise subprocess.TimeoutExpired(command, 1, output=line.encode())
        code, words = {"people": (1, "Traceback\nValueError: no such thing"), "months": (-9, "")}.get(group, (0, ""))
        return subprocess.CompletedProcess(command, code, f"{line}\n", words)

    monkeypatch.setattr(bench.subprocess, "run", run)
    page = tmp_path / "performance.md"
    with pytest.raises(SystemExit):
        call_command("bench", "all", write=page, stdout=io.StringIO(), stderr=io.StringIO())
    text = page.read_text()
    assert f"{len(Command.groups.keys() - Command.apart)} figures." in text
    assert "- not measured to its end: people (ValueError: no such thing)" in text
    assert "- not measured to its end: months (it ended with -9)" in text
    assert f"- not measured to its end: pages (it took more than {bench.PATIENCE} s)" in text


def test_every_promise_names_tests_that_there_are() -> None:
    for promise in PROMISES:
        for test in promise.tests:
            assert (settings.BASE_DIR / "tests" / test.partition("::")[0]).exists(), test
            assert reliability.nodes((test,)), test
    assert {promise.section.split()[0] for promise in PROMISES} == {str(number) for number in range(1, 12)}


def test_a_promise_is_kept_missed_or_not_tried() -> None:
    promise, figure = Promise("2 queue", "words", ()), Figure(group="reliability", name="n", value=1, unit="s", limit=2)
    passed, failed = Ran("a", "passed", (figure,)), Ran("b", "failed", ())
    assert [one.holds for one in reliability.kept(promise, [passed])] == [True, True]
    missed, _measured = reliability.kept(promise, [passed, failed])
    assert (missed.holds, missed.name) == (False, "2 queue: words (2 tests; b)")
    for ran, words in (([], "only by night"), ([Ran("c", "skipped", ())], "not run here")):
        [told] = reliability.kept(promise, ran)
        assert (told.holds, words in told.name) == (None, True)


def test_promises_are_tried_with_the_settings_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """`manage.py` names those of the site, under which half of the pages look broken."""
    seen: list[dict[str, str]] = []

    def run(_command: list[str], env: dict[str, str], **_: Any) -> subprocess.CompletedProcess[str]:
        seen.append(env)
        return subprocess.CompletedProcess([], 0)

    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "ladder.settings")
    monkeypatch.setattr(reliability.subprocess, "run", run)
    reliability.run(("test_bench.py::a_test_may_measure",))
    assert "PATH" in seen[0]
    assert "DJANGO_SETTINGS_MODULE" not in seen[0]


@pytest.mark.night
def test_figures_of_tests_come_with_how_they_ended() -> None:
    [ran] = reliability.run(("test_bench.py::a_test_may_measure",))
    assert reliability.of(Promise("", "", ("test_bench.py",)), ran)
    assert reliability.of(Promise("", "", ("test_bench.py::a_test_may", "test_intake.py")), ran)
    assert not reliability.of(Promise("", "", ("test_bench.py::a_figure_knows",)), ran)
    assert ran.outcome == "passed"
    assert {figure.name: figure.holds for figure in ran.figures} == {"a figure of a test": True, "too much": False}
    [ran] = reliability.run(("no_such_file.py",))
    assert ran.outcome == "failed"


def test_a_test_may_measure(measured: Any) -> None:
    measured("a figure of a test", 1.5, "s", 2)
    measured("a figure of a test", 1.5, "s", 1.6, slack=2)
    with pytest.raises(AssertionError):
        measured("too much", 2.5, "s", 2)
