"""Chance: what may come in a position, and what comes in matches that we play ourselves."""

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import TYPE_CHECKING

from games.engine.events import Chance, Seat, Setup
from games.rules.revive import events
from games.rules.revive.handlers.setup import extra_locations
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
        kind = draw.kind
        if kind in DEALT:
            return DEALT[kind](state, draw, self.rng)
        return self.rng.choice(list(list_chance(state)))


def list_chance(state: State) -> Iterator[Chance]:
    """All single outcomes that chance may bring now; at set-up, where they are beyond number, none are listed."""
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Draw):
        return
    seat, kind = top.seat, top.kind
    if kind is events.StartPlayer:
        yield from (events.StartPlayer(first) for first in range(state.seats))
    elif kind is events.RefillCitizen:
        yield from (events.RefillCitizen(card) for card in state.citizen_deck)
    elif kind is events.DrawCitizen:
        yield from (events.DrawCitizen(seat, card) for card in state.citizen_deck)
    elif kind is events.RefillModule:
        yield from (events.RefillModule(module) for module in state.module_deck)
    elif kind is events.RefillMachine:
        yield from (events.RefillMachine(top.detail, machine) for machine in state.machine_decks[top.detail])
    elif kind is events.RefillJourney:
        yield from (events.RefillJourney(journey) for journey in state.journey_deck)
    elif kind is events.DrawCrate:
        yield from (events.DrawCrate(seat, crate) for crate in state.crates.drawable())
    elif kind is events.DrawScyphoz:
        yield from (events.DrawScyphoz(seat, cards) for cards in scyphoz_draws(state, top.detail[0]))
    elif kind is events.RevealTile:
        yield from (events.RevealTile(top.detail, tile) for tile in tiles_under(state, top.detail))


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


# ---- set-up


def _tribes(state: State, draw: Draw, rng: "Random") -> Chance:
    return events.Tribes(tuple(rng.sample(list(state.components.tribes), state.seats)))


def _lakes(state: State, draw: Draw, rng: "Random") -> Chance:
    expansion = state.components.catalogue.expansion
    assert expansion is not None
    slots = expansion.lake_setup.lake_slots
    lakes = rng.sample(list(state.components.lakes), len(slots))
    return events.Lakes(tuple(events.LakePlaced(slot, lake) for slot, lake in zip(slots, lakes, strict=True)))


def _tiles_placed(state: State, draw: Draw, rng: "Random") -> Chance:
    box = state.components
    catalogue = box.catalogue
    starts = rng.sample([tile.id for tile in catalogue.start_tile], len(box.start_slots))
    slots = [slot for slot in box.area_slots if slot not in state.lakes]
    vast = catalogue.vast_crystals if state.options.vast_crystals == "on" else None
    crystals = rng.sample([tile.id for tile in catalogue.vast_crystal_tile], vast.replace) if vast else []
    tiles = crystals + rng.sample([tile.id for tile in catalogue.area_tile], len(slots) - len(crystals))
    rng.shuffle(tiles)
    return events.TilesPlaced(
        tuple(
            events.StartTilePlaced(slot, tile, rng.choice((0, 1)))
            for slot, tile in zip(box.start_slots, starts, strict=True)
        ),
        tuple(events.AreaTilePlaced(slot, tile) for slot, tile in zip(slots, tiles, strict=True)),
    )


def _side(state: State, tile: str, rng: "Random") -> str:
    return rng.choice(state.components.large_locations[tile].sides).side


def _large_locations(state: State, draw: Draw, rng: "Random") -> Chance:
    box = state.components
    tiles = rng.sample([tile.id for tile in box.catalogue.large_location], len(box.corner_slots) + 1)
    corners = zip(box.corner_slots, tiles[1:], strict=True)
    return events.LargeLocations(
        tuple(events.Corner(slot, tile, _side(state, tile, rng)) for slot, tile in corners), tiles[0]
    )


def _extra_location(state: State, draw: Draw, rng: "Random") -> Chance:
    tile = rng.choice(extra_locations(state))
    return events.ExtraLocation(tile, _side(state, tile, rng))


def _display(state: State, draw: Draw, rng: "Random") -> Chance:
    facts = state.components.facts
    machines = {color: _some(deck, facts.display_machines, rng) for color, deck in state.machine_decks.items()}
    return events.Display(
        _some(state.citizen_deck, facts.display_citizens, rng),
        machines,  # type: ignore[arg-type]
        _some(state.module_deck, facts.display_modules, rng),
    )


def _some(deck: dict[str, None], number: int, rng: "Random") -> tuple[str, ...]:
    return tuple(rng.sample(list(deck), min(number, len(deck))))


def _journey_deck(state: State, draw: Draw, rng: "Random") -> Chance:
    expansion = state.components.catalogue.expansion
    assert expansion is not None
    return events.JourneyDeck(_some(state.journey_deck, expansion.journey_display.face_up, rng))


def _start_set(state: State, draw: Draw, rng: "Random") -> Chance:
    taken = {player.start_set for player in state.players}
    return events.StartSet(draw.seat, rng.choice([name for name in state.components.start_sets if name not in taken]))


def _start_split(state: State, draw: Draw, rng: "Random") -> Chance:
    own = list(state.players[draw.seat].active)
    return events.StartSplit(draw.seat, tuple(rng.sample(own, len(own) // 2)))


def _artifact_card(state: State, draw: Draw, rng: "Random") -> Chance:
    free = [name for name in state.components.artifact_cards if name not in state.known_cards]
    if state.options.artifact_cards == "common":
        return events.ArtifactCard(card=rng.choice(free))
    seat: Seat = draw.seat
    if state.options.artifact_cards == "draft2":
        return events.ArtifactCard(seat, cards=tuple(rng.sample(free, 2)))
    return events.ArtifactCard(seat, rng.choice(free))


def _scyphoz(state: State, draw: Draw, rng: "Random") -> Chance:
    number = draw.detail[0]
    fresh = min(number, state.scyphoz_fresh)
    cards = rng.sample(list(state.scyphoz_unseen), fresh)
    return events.DrawScyphoz(draw.seat, (*cards, *state.scyphoz_under[: number - fresh]))


DEALT: dict[type[Chance], Callable[[State, Draw, "Random"], Chance]] = {
    events.Tribes: _tribes,
    events.Lakes: _lakes,
    events.TilesPlaced: _tiles_placed,
    events.LargeLocations: _large_locations,
    events.ExtraLocation: _extra_location,
    events.Display: _display,
    events.JourneyDeck: _journey_deck,
    events.StartSet: _start_set,
    events.StartSplit: _start_split,
    events.ArtifactCard: _artifact_card,
    events.DrawScyphoz: _scyphoz,
}
