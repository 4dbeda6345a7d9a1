"""Matches of any game in the registry, played by themselves for the tests."""

import random
from copy import deepcopy
from typing import Annotated, Any, get_args, get_origin

import msgspec

from games.engine.events import Setup
from games.engine.game import Script
from games.play import self_play
from games.registry import Engine


def any_setup(engine: Engine, seats: int, rng: random.Random) -> tuple[str, Setup]:
    """A rule set, and over it now and then another value of an option."""
    rules = rng.choice(list(engine.rule_sets))
    options = {
        field.name: rng.choice(get_args(field.type) or (False, True))
        for field in msgspec.structs.fields(engine.options)
        if get_origin(field.type) is not Annotated and rng.random() < 0.2
    }
    return rules, engine.setup(seats, rules, options)


def any_match(engine: Engine, seed: int, bot: str = "random") -> Script:
    """The match of this seed; numbers of players follow each other."""
    fewest, most = engine.seats
    rng = random.Random(seed)
    rules, setup = any_setup(engine, fewest + seed % (most - fewest + 1), rng)
    return self_play(engine, setup, rng, rules=rules, bot=bot)


def snapshot(state: Any) -> Any:
    """A copy that compares equal as long as nothing changes; component sets are shared."""
    return deepcopy(state, {id(state.components): state.components})
