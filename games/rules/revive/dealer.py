"""Chance: what may come in a position, and what comes in matches that we play ourselves."""

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import TYPE_CHECKING

from games.engine.events import Chance, Setup
from games.rules.revive import events
from games.rules.revive.shuffling import outcomes
from games.rules.revive.state import UNSEEN, Draw, State

if TYPE_CHECKING:
    from random import Random


class Dealer:
    """Draws from `rng` what is due; same `rng`, same match."""

    def __init__(self, setup: Setup, rng: "Random") -> None:
        self.rng = rng

    def __call__(self, state: State) -> Chance:
        """The chance event that is due in `state`."""
        draw = state.stack[-1]
        assert isinstance(draw, Draw)
        if draw.kind in IN_PLAY:
            return self.rng.choice(list(list_chance(state)))
        return next(outcomes(state, draw, self.rng))


def list_chance(state: State) -> Iterator[Chance]:
    """All outcomes that chance may bring now; lists whose order means nothing come in one order only."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Draw):
        yield from IN_PLAY[top.kind](state, top) if top.kind in IN_PLAY else outcomes(state, top)


IN_PLAY: dict[type[Chance], Callable[[State, Draw], Iterable[Chance]]] = {
    events.StartPlayer: lambda state, draw: [events.StartPlayer(seat) for seat in range(state.seats)],
    events.RefillCitizen: lambda state, draw: [events.RefillCitizen(card) for card in state.citizen_deck],
    events.DrawCitizen: lambda state, draw: [events.DrawCitizen(draw.seat, card) for card in state.citizen_deck],
    events.RefillModule: lambda state, draw: [events.RefillModule(module) for module in state.module_deck],
    events.RefillMachine: lambda state, draw: [
        events.RefillMachine(draw.detail, machine) for machine in state.machine_decks[draw.detail]
    ],
    events.RefillJourney: lambda state, draw: [events.RefillJourney(journey) for journey in state.journey_deck],
    events.DrawCrate: lambda state, draw: [events.DrawCrate(draw.seat, crate) for crate in state.crates.drawable()],
    events.DrawScyphoz: lambda state, draw: [
        events.DrawScyphoz(draw.seat, cards) for cards in scyphoz_draws(state, draw.detail[0])
    ],
    events.RevealTile: lambda state, draw: [
        events.RevealTile(draw.detail, tile) for tile in tiles_under(state, draw.detail)
    ],
}
"""Draws in play, and the start player; the others belong to set-up."""


def scyphoz_draws(state: State, number: int) -> Iterator[tuple[str, ...]]:
    """Every way to draw: fresh cards in any order, then those under the deck."""
    fresh = min(number, state.scyphoz_fresh)
    under = tuple(state.scyphoz_under[: number - fresh])
    for cards in permutations(state.scyphoz_unseen, fresh):
        yield (*cards, *under)


def tiles_under(state: State, slot: str) -> list[str]:
    """Tiles that may lie face down in a slot."""
    if state.tiles[slot] != UNSEEN:
        return [state.tiles[slot]]
    return [tile for tile in state.unplaced if state.components.backs[tile] == state.backs[slot]]
