"""The README's examples: every event and step occurs, all can be read, and the first turn can be played."""

import re
from pathlib import Path

import msgspec

from games.rules.arctica.events import CHANCES, DECISIONS, ArcticaEvent, Nested, Step
from games.rules.arctica.options import RULE_SETS, Options
from games.rules.arctica.rules import RULES
from tests.rules.arctica.table import a_setup, play

README = (Path(__file__).parents[3] / "games/rules/arctica/README.md").read_text()
EVENTS, STEPS, START = (block.splitlines() for block in re.findall(r"```json\n(.*?)```", README, re.DOTALL))


def test_there_is_an_example_of_every_event():
    kinds = {type(msgspec.json.decode(line, type=ArcticaEvent)) for line in EVENTS}
    assert kinds == set(ArcticaEvent.__args__)


def test_there_is_an_example_of_every_step_and_nested_choice():
    steps = [msgspec.json.decode(line, type=Step) for line in STEPS]
    names = {step.do if isinstance(step.do, str) else step.chance for step in steps}
    assert names == {*DECISIONS, *CHANCES}
    assert {type(answer) for step in steps for answer in step.sub} == set(Nested.__args__)


def test_the_start_can_be_played():
    state = RULES.new_game(a_setup(2))
    for line in START:
        play(state, msgspec.json.decode(line, type=ArcticaEvent))
    assert (state.turn, state.active) == (1, 0)


def test_every_option_and_rule_set_is_told():
    for field in msgspec.structs.fields(Options):
        assert f"| `{field.name}` | `{_json(field.default)}`" in README
    for rules, options in RULE_SETS.items():
        told = ", ".join(f"`{name} = {_json(value)}`" for name, value in options.items()) or "nothing"
        assert f"| `{rules}` | {told} |" in README


def _json(value):
    return msgspec.json.encode(value).decode()
