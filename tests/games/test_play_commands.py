"""The commands play_random and record_schema (games/README 3)."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.registry import ENGINES
from games.verify import verify_log


def played(*args: str) -> str:
    out = StringIO()
    call_command("play_random", *args, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("game", sorted(ENGINES))
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_played_match_is_verified(game: str, bot: str) -> None:
    record = played(game, "--players", "3", "--seed", "1", "--bot", bot)
    assert verify_log(record.encode()).verdict == "verified"


def test_the_same_arguments_give_the_same_bytes() -> None:
    one, two, other = (played("alhambra", "--players", "2", "--seed", seed) for seed in ("7", "7", "8"))
    assert one == two != other


def test_rule_set_and_options_stand_in_the_record() -> None:
    options = ["--rules", "seed", "--option", "end_trigger=bag_empty", "--option", "two_player_full_deck=true"]
    record = json.loads(played("alhambra", "--players", "2", "--seed", "1", *options))
    assert record["rules"] == "seed"
    assert record["options"] == {"end_trigger": "bag_empty", "two_player_full_deck": True}


def test_the_view_of_a_seat_hides_the_others_start_money() -> None:
    record = json.loads(played("alhambra", "--players", "3", "--seed", "1", "--view", "1"))
    deals = {event["seat"]: event["cards"] for event in record["events"] if event["type"] == "deal"}
    assert record["view"] == 1
    assert set(deals[0]) == set(deals[2]) == {"?"}
    assert "?" not in deals[1]


def test_the_record_is_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    assert played("alhambra", "--players", "2", "--seed", "1", "--out", str(path)) == ""
    assert path.read_text() == played("alhambra", "--players", "2", "--seed", "1")


def test_another_component_set_is_played_with(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "games/rules/alhambra/components.toml"
    path = tmp_path / "house.toml"
    path.write_bytes(b'set_id = "alhambra-house"\nversion = 2\n' + source.read_bytes())
    record = json.loads(played("alhambra", "--players", "2", "--seed", "1", "--components", str(path)))
    assert (record["components"]["set"], record["components"]["version"]) == ("alhambra-house", 2)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--players", "7"], "--players: 2 to 6, not 7"),
        (["--players", "3", "--view", "3"], "--view: a seat from 0 to 2, not 3"),
        (["--players", "3", "--rules", "house"], "--rules: one of official, bga, seed, not house"),
        (["--players", "3", "--option", "hands=3"], "--option: hands=3 is none of start_player=…"),
        (["--players", "3", "--option", "end_trigger"], "--option: end_trigger is none of"),
        (["--players", "3", "--option", "end_trigger=x"], "the value is cannot_refill or bag_empty"),
        (["--players", "3", "--option", "no_superfluous_cards=x"], "the value is true or false"),
        (["--players", "3", "--components", "/nowhere.toml"], "--components: [Errno 2]"),
        (["--players", "3", "--out", "/nowhere/match.json"], "--out: [Errno 2]"),
    ],
)
def test_wrong_arguments_are_named_with_exit_code_2(args: list[str], said: str) -> None:
    with pytest.raises(CommandError) as caught:
        played("alhambra", "--seed", "1", *args)
    assert said in str(caught.value)
    assert caught.value.returncode == 2


def test_a_component_file_with_a_fault_is_named_with_key_and_reason(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "games/rules/alhambra/components.toml"
    path = tmp_path / "house.toml"
    path.write_text(source.read_text().replace('id = "PAV02"', 'id = "PAV01"'))
    with pytest.raises(CommandError, match=r"house.toml: building_tiles.list\[1\].id: PAV01 occurs twice"):
        played("alhambra", "--players", "2", "--seed", "1", "--components", str(path))


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_the_schema_is_written(game: str) -> None:
    out = StringIO()
    call_command("record_schema", game, stdout=out)
    schema = json.loads(out.getvalue())
    jsonschema.Draft202012Validator.check_schema(schema)
    record = json.loads(played(game, "--players", "3", "--seed", "2"))
    jsonschema.Draft202012Validator(schema).validate(record)


def test_a_record_becomes_a_golden_one_with_its_judgement(tmp_path: Path, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    record = played("arctica", "--players", "2", "--seed", "3")
    (tmp_path / "mine.json").write_text(json.dumps(json.loads(record), indent=7))
    call_command("add_golden", tmp_path / "mine.json", dry_run=True, stdout=StringIO())
    folder = tmp_path / "tests/golden/arctica/records"
    assert not folder.exists()
    call_command("add_golden", tmp_path / "mine.json", stdout=StringIO())
    assert (folder / "mine.json").read_text() == record
    expected = json.loads((folder / "mine.expected.json").read_text())
    judged = json.loads(msgspec.json.encode(verify_log(record.encode())))
    assert expected["verdict"] == "verified"
    assert {key: judged[key] for key in expected} == expected
    (tmp_path / "no.json").write_text("{}")
    with pytest.raises(CommandError, match=r"no\.json"):
        call_command("add_golden", tmp_path / "no.json")
