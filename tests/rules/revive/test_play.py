"""Whole matches: every component, effect, technology, ability, ending and option occurs (games/README 3).

That matches replay and the box adds up is tested for every game in test_every_game.py.
"""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec
import pytest

from games.engine.events import Event, Setup
from games.engine.replay import replay
from games.play import self_play
from games.registry import ENGINES
from games.rules.revive import events as e
from games.rules.revive import vocabulary as words
from games.rules.revive.effects import OPS
from games.rules.revive.flow import LAPSES
from games.rules.revive.handlers.guards import ANSWERS
from games.rules.revive.options import Options
from games.rules.revive.rules import RULES
from games.rules.revive.sets import reference_components
from games.rules.revive.state import Ask, State

ENGINE = ENGINES["revive"]
BOX = reference_components()
SEEDS = range(40)


def setup_of(seed: int) -> tuple[str, Setup]:
    """Players, rule set and options go round."""
    rng = random.Random(seed)
    rules = list(ENGINE.rule_sets)[seed // 4 % 3]
    options = {"expansion": ("on", "off")[seed % 3 == 0]}
    for field in msgspec.structs.fields(Options):
        if rng.random() < 0.25 and field.name != "expansion":
            options[field.name] = rng.choice([value for value in get_args(field.type) if value is not None])
    return rules, ENGINE.setup(1 + seed % 4, rules, options)


def occurred(setup: Setup, events: list[Event]) -> Iterator[str]:
    """Names of all that happened in a match."""
    state = RULES.new_game(setup)
    for event in events:
        yield str(type(event).__struct_config__.tag)
        yield from _named(state, event)
        stack = state.stack
        yield from (f"decision {item.name}" for item in stack if isinstance(item, Ask))
        RULES.apply(state, event)
    yield from _at_the_end(state)
    yield from (f"{name}={value}" for name, value in msgspec.structs.asdict(state.options).items() if value is not None)


def _named(state: State, event: Any) -> Iterator[str]:
    """Pieces that were used, and how."""
    if isinstance(event, e.PlayCard):
        half = event.half or BOX.card_slots[event.slot].half
        yield f"{event.card} {half}"
        yield from (name for name in event.order or ())
    elif isinstance(event, e.UseMachine):
        yield event.machine
    elif isinstance(event, e.OpenCrate):
        yield event.crate
    elif isinstance(event, e.Populate):
        yield event.technology
        yield f"populate {event.location}" if isinstance(event.location, str) else "populate a location"
    elif isinstance(event, e.UseTribe):
        yield f"ability {state.players[event.seat].tribe}"
    elif isinstance(event, e.RevealTile):
        yield event.tile
    elif isinstance(event, e.TakeModule):
        yield event.module
    elif isinstance(event, e.HibernateStep) and event.step == "track":
        yield f"row {event.row}"
        yield "artifact removed" if event.remove else "nothing removed"
    elif isinstance(event, e.OrderRewards):
        yield event.choice.partition(":")[0]
    elif isinstance(event, e.Build):
        yield f"build {event.size}"


def _at_the_end(state: State) -> Iterator[str]:
    for player in state.players:
        yield from (f"taken {name}" for name in player.majors)
        yield from (f"unlocked {name}" for name in player.unlocked)
        yield from (f"water {tile}" for tile in player.waters)
        yield from (f"journey {name}" for name, flipped in player.journeys.items() if flipped)
        yield f"card {player.artifact_card or state.common_card}"
        if player.end_tile:
            yield "end tile"
        if player.minors:
            yield "minor artifact"
    yield from (f"lake {name}" for name in state.lakes.values())
    yield from (f"large {name}{state.large[place].side}" for place, name in state.large_names.items())
    yield f"players {state.seats}"


@cache
def all_that_occurred() -> frozenset[str]:
    found: set[str] = set()
    for seed in SEEDS:
        rules, setup = setup_of(seed)
        for bot in ("greedy", "random"):
            script = self_play(ENGINE, setup, random.Random(seed), rules=rules, bot=bot)
            found.update(occurred(setup, [entry.event for entry in script.entries]))
    return frozenset(found)


def everything() -> Iterator[str]:
    """What has to occur."""
    yield from (str(kind.__struct_config__.tag) for kind in get_args(e.RecordEvent))
    yield from (f"decision {name}" for name in (*ANSWERS, "extra_action"))
    for card in (*BOX.citizens, *BOX.scyphoz):
        yield from (f"{card} top", f"{card} bottom")
    yield from (f"{card} top" for cards in BOX.start_sets.values() for card in cards)
    yield from (f"{card} bottom" for cards in BOX.start_sets.values() for card in cards)
    yield from (*BOX.modules, *BOX.machines, *BOX.crates, *BOX.technologies)
    yield from (f"ability {tribe}" for tribe in BOX.tribes)
    yield from BOX.backs
    yield from (f"water {tile}" for tile in BOX.waters)
    yield from (f"taken {name}" for name in BOX.artifacts)
    yield from (f"unlocked {space}" for space in BOX.reward_spaces)
    yield from (f"card {card}" for card in BOX.artifact_cards)
    yield from (f"journey {journey}" for journey in BOX.journeys)
    yield from (f"lake {lake}" for lake in BOX.lakes)
    yield from (f"large {tile}{side}" for tile, side in BOX.sides)
    yield from (f"row {row}" for row in BOX.rows)
    yield from (f"players {seats}" for seats in (1, 2, 3, 4))
    yield from ("build small", "build large", "populate extra", "populate a location", "artifact removed", "end tile")
    yield from ("minor artifact", "vast", "lake", "water", "crystal", "gray", "green", "yellow", "row")
    for field in msgspec.structs.fields(Options):
        yield from (f"{field.name}={value}" for value in get_args(field.type) if value is not None)


def test_everything_occurs_in_the_matches_of_this_suite() -> None:
    """1_vocabulary, 8, 13: components, effects, technologies, abilities, decisions, options, endings."""
    missing = sorted(set(everything()) - all_that_occurred())
    assert missing == []


def test_every_word_of_the_vocabulary_has_a_function() -> None:
    """1_vocabulary: no effect of a set can be unknown to play."""
    assert set(get_args(words.Effect)) <= OPS.keys()
    assert set(LAPSES) <= {*ANSWERS, "extra_action"}


@pytest.mark.parametrize("seed", range(8))
def test_the_greedy_player_does_better_than_chance(seed: int) -> None:
    """It comes to an end sooner, and with more points for each of its turns."""
    points = {}
    for bot in ("greedy", "random"):
        script = self_play(ENGINE, ENGINE.setup(2, "bga"), random.Random(seed), rules="bga", bot=bot)
        turns = sum(isinstance(entry.event, e.EndTurn) for entry in script.entries)
        points[bot] = sum(script.stated_scores or ()) / turns
    assert points["greedy"] > points["random"]


@pytest.mark.night
@pytest.mark.parametrize("start", range(0, 1_000, 50))
def test_four_players_with_the_expansion_replay_to_the_same_state(start: int) -> None:
    """games/README 4: a thousand matches."""
    for seed in range(start, start + 50):
        setup = ENGINE.setup(4, "bga", {"expansion": "on"})
        script = self_play(ENGINE, setup, random.Random(seed), rules="bga", bot=("random", "greedy")[seed % 2])
        states = [replay(RULES, setup, script.entries).state for _ in range(2)]
        assert bool(states[0] == states[1])
        assert RULES.scores(states[0]) == script.stated_scores
