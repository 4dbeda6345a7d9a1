"""The greedy player plays sensibly enough that every part of the game occurs (games/README 3)."""

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import Any, get_args

import msgspec

from games.engine.events import Event
from games.engine.game import Script
from games.engine.replay import replay
from games.play import self_play
from games.rules.alhambra.events import Buy, DirkTiles, Place, PlaceLeftover, RecordEvent, RevealScoring
from games.rules.alhambra.layout import has_closed_ring
from games.rules.alhambra.rules import RULES
from games.rules.alhambra.state import Options, State
from tests.rules.alhambra.table import ALHAMBRA, BOX
from tests.rules.matches import any_match

SEEDS = range(200)


def everything() -> set[str]:
    """What has to occur."""
    parts = {f"tile {name}" for name in BOX.tiles}
    parts |= {f"event {kind.__struct_config__.tag}" for kind in RecordEvent.__args__}
    parts |= {f"place {target}" for target in ("alhambra", "reserve", "dirk")}
    parts |= {f"leftover {where}" for where in ("alhambra", "reserve", "nobody")}
    parts |= {f"dirk_tiles {reason}" for reason in ("setup", "round1", "round2")}
    parts |= {f"scoring {number}" for number in (1, 2, 3)}
    parts |= {f"exact purchases in a turn {number}" for number in (1, 2, 3, 4)}
    parts |= {f"players {number}" for number in range(2, 7)} | {f"rules {name}" for name in ALHAMBRA.rule_sets}
    for field in msgspec.structs.fields(Options):
        parts |= {f"option {field.name}={value}" for value in get_args(field.type) or (True, False)}
    return parts | {"ring closed", "ring closed for the site", "wall old", "shared victory", "single victory"}


def seen_in(script: Script) -> Iterator[str]:
    """What occurred in a match."""
    state: State = replay(RULES, script.setup, script.entries).state
    events = [entry.event for entry in script.entries]
    yield f"players {script.setup.seats}"
    yield f"rules {script.rules}"
    yield from (f"option {name}={value}" for name, value in script.setup.options.items())
    yield from (f"scoring {line['round']}" for line in state.breakdown)
    yield from (part for event in events for part in seen_in_event(event))
    yield from exact_chains(script, events)
    if any(state.market):
        yield "leftover nobody"
    yield "shared victory" if RULES.ranking(state).count(1) > 1 else "single victory"
    kinds = [note["kind"] for note in state.notes]
    if any(has_closed_ring(player.board) for player in state.players):
        yield "ring closed"
    if "closed_ring" in kinds:
        yield "ring closed for the site"
    if "stale_wall" in kinds:
        yield "wall old"


def seen_in_event(event: Event) -> Iterator[str]:
    yield f"event {type(event).__struct_config__.tag}"
    if isinstance(event, Place):
        yield from (f"place {event.target}", f"tile {event.tile}")
    elif isinstance(event, PlaceLeftover):
        yield from (f"leftover {event.target}", f"tile {event.tile}")
    elif isinstance(event, DirkTiles):
        yield f"dirk_tiles {event.reason}"
    elif isinstance(event, RevealScoring):
        yield f"scoring {event.round}"


def exact_chains(script: Script, events: list[Event]) -> Iterator[str]:
    """How many purchases in a row were exact: after such a one the same seat acts again without placing."""
    state = RULES.new_game(script.setup)
    chain = 0
    for event, following in pairwise(events):
        RULES.apply(state, event)
        chain = chain + 1 if isinstance(event, Buy) and state.phase == "main" else 0
        if chain and not isinstance(following, Buy):
            yield f"exact purchases in a turn {chain}"


def test_every_part_of_the_game_occurs() -> None:
    missing = everything()
    for seed in SEEDS:
        missing -= set(seen_in(any_match(ALHAMBRA, seed, "greedy")))
        if not missing:
            break
    assert sorted(missing) == []


def test_the_greedy_player_beats_the_random_one() -> None:
    """On the same seeds its mean score is far higher."""

    def mean(bot: str) -> float:
        setups = product((3, 4), range(6))
        scores: list[Any] = [
            self_play(ALHAMBRA, ALHAMBRA.setup(seats), Random(seed), rules="official", bot=bot).stated_scores
            for seats, seed in setups
        ]
        return sum(map(sum, scores)) / sum(map(len, scores))

    assert mean("greedy") > 1.2 * mean("random")
