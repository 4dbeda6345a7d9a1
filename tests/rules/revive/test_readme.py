"""The README's examples: every event occurs and can be read; every option and rule set is told."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from games.engine.events import Event
from games.rules.revive.events import RecordEvent
from games.rules.revive.handlers.guards import ANSWERS, FORCED
from games.rules.revive.options import RULE_SETS, Options

README = (Path(__file__).parents[3] / "games/rules/revive/README.md").read_text()
LINES = [line for block in re.findall(r"```json\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]


def event(line: str) -> Event:
    decoded: Event = msgspec.json.decode(line, type=RecordEvent)
    return decoded


def test_there_is_an_example_of_every_event() -> None:
    """19.10, 19.2, games/README 2: each decision and each chance event once."""
    assert {type(event(line)) for line in LINES} == set(get_args(RecordEvent))


@pytest.mark.parametrize("line", LINES)
def test_an_example_is_written_as_records_write_it(line: str) -> None:
    """19.1.7, 19.10: absent parameters are absent, not null; names and values as they stand."""
    assert msgspec.json.decode(msgspec.json.encode(event(line))) == msgspec.json.decode(line)


@pytest.mark.parametrize(
    "line",
    [
        '{"type": "explore", "seat": 0, "slot": "S14", "turn": 1}',
        '{"type": "switch_copy", "seat": 0, "owner": 1, "slot": "CT1", "card": "A1", "half": "top"}',
        '{"type": "pick_resource", "seat": 0, "choices": ["food"]}',
        '{"type": "build", "player": 0, "size": "small", "space": [0, 0]}',
        '{"type": "build", "seat": 0, "size": "huge", "space": [0, 0]}',
        '{"type": "build", "seat": 0, "size": "small", "space": ["0", "0"]}',
        '{"type": "explore", "seat": 0, "slot": "S14", "pay": {"food": 0}}',
        '{"type": "explore", "seat": 0, "slot": "S14", "pay": {"coin": 1}}',
        '{"type": "move_falcon", "seat": 0, "space": [0, 0]}',
        '{"type": "do_trade", "seat": 0, "times": 0}',
    ],
)
def test_what_does_not_exist_is_not_read(line: str) -> None:
    """19.1.3, 19.1.4, 19.10: no other parameters, types or numbers."""
    with pytest.raises(msgspec.ValidationError):
        event(line)


def test_every_option_and_rule_set_is_told() -> None:
    """14: with its default first."""
    for field in msgspec.structs.fields(Options):
        values = [value for value in get_args(field.type) if value is not None]
        row = next(line for line in README.splitlines() if line.startswith(f"| `{field.name}` |"))
        assert all(f"`{msgspec.json.encode(value).decode()}`" in row for value in values)
    for rules, options in RULE_SETS.items():
        told = ", ".join(f'`{name} = "{value}"`' for name, value in options.items()) or "nothing"
        assert f"| `{rules}` | {told} |" in README


def test_every_name_for_decline_is_told() -> None:
    """19.5: as the table has them."""
    for name in {*ANSWERS, "extra_action"} - FORCED:
        assert f"`{name}`" in README
