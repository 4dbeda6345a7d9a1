"""The command verify_log: what it tries, what it prints, how it exits (decisions.md 3)."""

import io
import json
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.registry import ENGINES
from games.rules.alhambra.components import base_components
from tests.bga.recorded import FOLDER, body, raw

KEYS = "path verdict code at expected found game rules players scores ranks breakdown events notes intake_ms ms".split()
GOOD, REFUSED = "024-2p", FOLDER / "corrupt" / "c04-score_off_by_one.json.gz"
RECORD = FOLDER.parent / "records" / "official-2p.json"


def run(*arguments: Any) -> tuple[int, str]:
    """Exit code and what was printed."""
    out = io.StringIO()
    try:
        call_command("verify_log", *map(str, arguments), stdout=out)
    except CommandError as error:
        return error.returncode, str(error)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue()
    return 0, out.getvalue()


def lines(*arguments: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("--json", *arguments)[1].splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a good log, a refused one deeper down, a zip of both, and something else."""
    (tmp_path / "more").mkdir()
    (tmp_path / "a.json.gz").write_bytes(raw(GOOD))
    shutil.copy(REFUSED, tmp_path / "more" / "b.json.gz")
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("one.json", body(GOOD))
        archive.writestr("two.json.gz", REFUSED.read_bytes())
    (tmp_path / "README.md").write_text("not a log")
    (tmp_path / "d.html").write_bytes(b"<html>g_gamelogs = " + json.dumps(json.loads(body(GOOD))["data"]).encode())
    return tmp_path


@pytest.mark.parametrize("path", [FOLDER / f"{GOOD}.json.gz", RECORD])
def test_all_good_is_exit_code_0(path: Path) -> None:
    assert run(path)[0] == 0


def test_some_not_good_is_exit_code_1() -> None:
    assert run(FOLDER / f"{GOOD}.json.gz", REFUSED)[0] == 1


def test_a_path_that_is_not_there_is_exit_code_2(tmp_path: Path) -> None:
    code, words = run(FOLDER / f"{GOOD}.json.gz", tmp_path / "nothing.json")
    assert code == 2
    assert "nothing.json" in words


def test_a_folder_is_searched_for_what_may_be_a_log(folder: Path) -> None:
    found = [(line["path"], line["verdict"]) for line in lines(folder)]
    assert found == [
        (f"{folder}/a.json.gz", "verified"),
        (f"{folder}/c.zip/one.json", "verified"),
        (f"{folder}/c.zip/two.json.gz", "refused"),
        (f"{folder}/d.html", "verified"),
        (f"{folder}/more/b.json.gz", "refused"),
    ]


def test_a_file_that_is_named_is_always_tried(folder: Path) -> None:
    (line,) = lines(folder / "README.md")
    assert (line["verdict"], line["code"]) == ("unreadable", "malformed.not_json")
    odd = folder / "log.txt"
    odd.write_bytes(raw(GOOD))
    assert lines(odd)[0]["verdict"] == "verified"


def test_each_line_has_every_key_in_the_order_of_the_arguments(folder: Path) -> None:
    found = lines(REFUSED, folder / "README.md", folder / "a.json.gz")
    assert [list(line) for line in found] == [KEYS] * 3
    assert [line["verdict"] for line in found] == ["refused", "unreadable", "verified"]
    refused, unreadable, verified = found
    assert refused["at"] == {
        "event": refused["at"]["event"],
        "path": "",
        "packet": 89,
        "move_id": 89,
        "notification": 5,
    }
    assert (refused["expected"], refused["found"], refused["scores"], refused["ranks"]) == (5, 6, None, None)
    assert (unreadable["at"], unreadable["players"], unreadable["breakdown"], unreadable["game"]) == (
        None,
        [],
        [],
        None,
    )
    assert (verified["code"], verified["at"], verified["game"], verified["rules"]) == (None, None, "alhambra", "bga")
    assert verified["players"][0] == {"seat": 0, "name": "señor_k", "id": "bga:90069205"}
    assert list(verified["breakdown"][0]) == ["round", "move_id", "seats", "dirk"]
    assert verified["notes"][0]["kind"] == "stale_wall"
    assert verified["events"] > 50
    assert verified["ms"] > 0


def test_several_processes_print_the_same_in_the_same_order(folder: Path) -> None:
    def told(*arguments: Any) -> list[dict[str, Any]]:
        return [{**line, "ms": 0, "intake_ms": 0} for line in lines(*arguments)]

    assert told("--jobs", 2, folder) == told(folder)


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(raw(GOOD))

    monkeypatch.setattr(sys, "stdin", Input())
    (line,) = lines("-")
    assert (line["path"], line["verdict"]) == ("-", "verified")


def test_people_read_verdict_place_and_result() -> None:
    _, words = run(FOLDER / f"{GOOD}.json.gz", REFUSED)
    good, refused, total = words.splitlines()
    assert good.endswith("024-2p.json.gz: verified · 1. Lucertola 7, 2. señor_k 5")
    assert refused.endswith(
        "score_off_by_one.json.gz: refused claim.score at move 89 (packet 89, notification 5), expected 5, found 6"
    )
    assert total == "2 judged: 1 verified, 1 refused"


def test_another_rule_set_can_be_asked_for() -> None:
    (line,) = lines("--rules", "official", FOLDER / f"{GOOD}.json.gz")
    assert (line["rules"], line["verdict"], line["code"]) == ("official", "refused", "claim.walls")


def test_a_log_of_another_game_than_asked_for_is_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "chess", ENGINES["alhambra"])
    (line,) = lines("--game", "chess", RECORD)
    assert (line["verdict"], line["code"]) == ("unreadable", "malformed.wrong_game")


def test_a_bga_log_of_another_game_than_asked_for_is_unreadable() -> None:
    (line,) = lines("--game", "revive", FOLDER / f"{GOOD}.json.gz")
    assert (line["verdict"], line["code"]) == ("unreadable", "malformed.wrong_game")
    assert (line["expected"], line["found"]) == ("revive", "alhambra")


def test_a_folder_without_a_log_is_bad_usage(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("nothing here")
    code, words = run(tmp_path)
    assert code == 2
    assert words.startswith("No log")


def test_another_component_set_can_be_given(tmp_path: Path) -> None:
    text = FOLDER.parents[3] / "games" / "rules" / "alhambra" / "components.toml"
    other = tmp_path / "other.toml"
    other.write_text('set_id = "house"\nversion = 3\nofficial = false\n' + text.read_text())
    assert lines("--game", "alhambra", "--components", other, FOLDER / f"{GOOD}.json.gz")[0]["verdict"] == "verified"
    assert base_components().id == "alhambra-base"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rules", "house", "x"], "official"),
        (["--components", "x.toml", "x"], "--game"),
        (["--jobs", "0", "x"], "--jobs"),
        (["--game", "alhambra", "--components", "nothing.toml", "x"], "nothing.toml"),
    ],
)
def test_bad_usage_is_exit_code_2_in_words(arguments: list[str], words: str) -> None:
    code, said = run(*arguments)
    assert code == 2
    assert words in said


def test_a_component_file_that_is_wrong_is_named_with_key_and_reason(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("schema = 2\n")
    code, said = run("--game", "alhambra", "--components", wrong, "x")
    assert code == 2
    assert "wrong.toml: schema" in said


def test_a_fault_of_ours_is_told_and_leaves_the_others_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: Any, **options: Any) -> None:
        raise KeyError("ours")

    monkeypatch.setattr("games.verify_files.verify_log", broken)
    found = lines(FOLDER / f"{GOOD}.json.gz", REFUSED)
    assert [(line["verdict"], line["code"]) for line in found] == [("errored", "errored.KeyError")] * 2


def test_a_hostile_name_in_a_zip_cannot_speak_to_the_terminal(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("\x1b[31m\u202ered.json", b"{}")
    _, words = run(tmp_path / "x.zip")
    assert "\x1b" not in words
    assert "\u202e" not in words
