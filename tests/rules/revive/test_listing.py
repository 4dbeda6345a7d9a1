"""What is listed can be done, and what can be done is listed (games/README 1.5).

That listed actions pass and actions of other positions fail is tested for every game in test_every_game.py; here every
single parameter is varied.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from games.engine.errors import LogProblem
from games.engine.events import Action
from games.registry import ENGINES
from games.rules.revive import events as e
from games.rules.revive.rules import RULES
from games.rules.revive.state import State
from tests.rules.matches import any_match, snapshot
from tests.rules.revive.pieces import STANDS_FOR_OTHERS
from tests.rules.revive.table import Table

VALUES: dict[str, Any] = {
    "res": ("gear", "book", "food", "crystal"),
    "track": ("gray", "green", "yellow"),
    "slot": ("CT1", "CT2", "CB1", "CB2", "CSD", "S10", "S20", "S43", "S41", "S23"),
    "half": (None, "top", "bottom"),
    "turn": (0, 1),
    "size": ("small", "large"),
    "space": ((-1, 0), (0, 2), (3, 0), (2, -2), (0, -2), 0, 1, 2, "W04"),
    "location": ((-2, 0), (-1, -2), (1, -2), "S00", "S64", "extra"),
    "recruit": (None, "none", "deck"),
    "step": ("wake", "rest", "switch", "energy", "track"),
    "row": (None, 1, 2, 3, 4),
    "choice": ("gear", "book", "food", "crystal", "gray", "pay", "skip", "row", 0, 1, 2),
    "what": ("basic", "module", "tribe", "trade", "gray", "extra_action", "hibernate", "cost"),
    "level": (1, 2, 3),
    "seat": (0, 1, 2, 3),
}


def varied(action: Any, rng: random.Random) -> Iterator[Action]:
    """The action with one parameter changed, as far as a record can hold it."""
    for name in action.__struct_fields__:
        for value in VALUES.get(name, ()):
            if value != getattr(action, name) and rng.random() < 0.7:
                with suppress(msgspec.ValidationError):
                    other = msgspec.structs.replace(action, **{name: value})
                    yield msgspec.json.decode(msgspec.json.encode(other), type=e.RecordEvent)


def passes(state: State, action: Action) -> bool:
    try:
        RULES.check(state, action)
    except LogProblem:
        return False
    return True


@pytest.mark.parametrize("seed", range(12))
def test_a_varied_action_passes_only_if_it_is_listed(seed: int) -> None:
    """16, 19.4: sound and complete, parameter by parameter."""
    rng = random.Random(seed)
    script = any_match(ENGINES["revive"], seed, "greedy" if seed % 3 else "random")
    state = RULES.new_game(script.setup)
    for entry in script.entries:
        action = entry.event
        if isinstance(action, Action) and rng.random() < 0.3:
            listed = [each for seat in RULES.to_move(state) for each in RULES.legal_actions(state, seat)]
            before = snapshot(state)
            unlisted = [other for other in varied(action, rng) if passes(state, other) and other not in listed]
            assert all(isinstance(other, STANDS_FOR_OTHERS) for other in unlisted), unlisted
            assert bool(state == before)
        RULES.apply(state, action)


@pytest.mark.parametrize("seed", range(8))
def test_what_happens_is_listed_or_one_of_what_is_not_listed_whole(seed: int) -> None:
    """16: the decisions of greedy matches come out of the list."""
    script = any_match(ENGINES["revive"], seed, "greedy")
    state = RULES.new_game(script.setup)
    for entry in script.entries:
        if isinstance(entry.event, Action):
            listed = list(RULES.legal_actions(state, entry.event.seat))
            assert entry.event in listed
        RULES.apply(state, entry.event)


@pytest.mark.parametrize("seed", range(30))
def test_any_way_to_pay_that_is_legal_gives_the_same_as_the_listed_one_or_differs_by_crystals(seed: int) -> None:
    """19.1.4: in free mode crystals are mixed in one for one."""
    rng = random.Random(seed)
    table = Table(crystal_mode="free").give(gear=rng.randint(0, 6), food=rng.randint(0, 3), crystal=rng.randint(0, 3))
    res = table.player().res
    for gear in range(6):
        crystal = 3 - gear
        pay = {name: units for name, units in (("gear", gear), ("crystal", crystal)) if units > 0}
        legal = 0 <= crystal <= res["crystal"] and gear <= min(3, res["gear"])
        assert passes(table.state, e.Build(0, "small", (-1, 0), pay)) is legal
