"""README.md shows an example of every event, and every example can be read (games/README 7)."""

import re
from pathlib import Path

import msgspec

from games.rules.res_arcana import components
from games.rules.res_arcana.events import ResArcanaEvent
from games.rules.res_arcana.state import RULE_SETS, Options

TEXT = (Path(components.__file__).parent / "README.md").read_text()
EXAMPLES = [line for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]


def test_every_event_has_an_example_and_every_example_can_be_read() -> None:
    events = [msgspec.json.decode(line, type=ResArcanaEvent) for line in EXAMPLES]
    assert {type(event) for event in events} == set(ResArcanaEvent.__args__)  # type: ignore[attr-defined]


def test_every_option_is_in_the_table() -> None:
    rows = {cells[1].strip(" `"): cells for cells in (line.split("|") for line in TEXT.splitlines()) if len(cells) > 5}
    for field in msgspec.structs.fields(Options):
        cells = rows[field.name]
        assert cells[2].strip(" `") == msgspec.json.encode(field.default).decode()
        seed = RULE_SETS["seed"].get(field.name)
        assert cells[5].strip(" `") == ("" if seed is None else msgspec.json.encode(seed).decode())
