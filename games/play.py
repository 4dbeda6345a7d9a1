"""Matches that we play ourselves, for the demo, tests and benchmarks. Randomness is passed in: same `rng`, same match."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from games.engine.events import Action, Entry, Event, LogPosition, Seat, Setup
from games.engine.game import Script, SeatInfo
from games.registry import Engine

if TYPE_CHECKING:
    from random import Random

BOTS = ("random", "greedy")


class RandomBot:
    """Picks the kind of its decision first, then one of that kind: matches end, since money is not all there is."""

    def __init__(self, engine: Engine, rng: "Random") -> None:
        self.rules = engine.rules
        self.rng = rng

    def __call__(self, state: Any, seat: Seat) -> Action:
        """Any legal decision of `seat`."""
        by_type: dict[type[Action], list[Action]] = {}
        for action in self.rules.legal_actions(state, seat):
            by_type.setdefault(type(action), []).append(action)
        return self.rng.choice(by_type[self.rng.choice(list(by_type))])


def self_play(engine: Engine, setup: Setup, rng: "Random", *, rules: str, bot: str = "random") -> Script:
    """A complete legal match under the rule set `rules` (already resolved in `setup`), and its result."""
    go_on = (engine.plays or partial(_one_by_one, engine))(setup, rng, bot)
    state = engine.rules.new_game(setup)
    events: list[Event] = []
    while not engine.rules.is_over(state):
        event = go_on(state)
        engine.rules.check(state, event)
        engine.rules.apply(state, event)
        events.append(event)
    return Script(
        game=engine.rules.key,
        rules=rules,
        setup=setup,
        seats=tuple(SeatInfo(seat, f"{bot}-{seat + 1}") for seat in range(setup.seats)),
        entries=[Entry(event, LogPosition(event=number)) for number, event in enumerate(events)],
        stated_scores=engine.rules.scores(state),
        stated_ranks=engine.rules.ranking(state),
    )


def _one_by_one(engine: Engine, setup: Setup, rng: "Random", bot: str) -> Callable[[Any], Event]:
    """What comes next, where every decision is an event."""
    dealer = engine.dealer(setup, rng)
    decide = engine.greedy(setup, rng) if bot == "greedy" else RandomBot(engine, rng)

    def go_on(state: Any) -> Event:
        seats = engine.rules.to_move(state)
        return decide(state, min(seats)) if seats else dealer(state)

    return go_on


def one_sided(engine: Engine, script: Script, view: Seat) -> Script:
    """The script as the seat `view` could have written it."""
    entries = [Entry(engine.seen_by(entry.event, view), entry.at) for entry in script.entries]
    return msgspec.structs.replace(script, entries=entries, view=view)
