"""The README's examples: every event occurs, all can be read, and the first turn can be played."""

import re
from pathlib import Path
from typing import Any

import msgspec

from games.engine.events import Event
from games.rules.alhambra.events import RecordEvent
from games.rules.alhambra.rules import RULES
from games.rules.alhambra.state import RULE_SETS, Options
from tests.rules.alhambra.table import do, new_game

README = (Path(__file__).parents[3] / "games/rules/alhambra/README.md").read_text()
BLOCKS = re.findall(r"```json\n(.*?)```", README, re.DOTALL)


def events(block: str) -> list[Event]:
    return [msgspec.json.decode(line, type=RecordEvent) for line in block.splitlines()]


def test_there_is_an_example_of_every_event() -> None:
    kinds = {type(event) for block in BLOCKS[:2] for event in events(block)}
    assert kinds == set(RecordEvent.__args__)


def test_the_first_turn_can_be_played() -> None:
    state = do(new_game(3), *events(BLOCKS[2]))
    assert RULES.to_move(state) == {2}


def test_every_option_and_rule_set_is_told() -> None:
    for field in msgspec.structs.fields(Options):
        assert f"| `{field.name}` | `{_json(field.default)}`" in README
    for rules, options in RULE_SETS.items():
        told = ", ".join(f"`{name} = {_json(value)}`" for name, value in options.items()) or "nothing"
        assert f"| `{rules}` | {told} |" in README


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
