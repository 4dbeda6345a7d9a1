"""Chance at set-up: every outcome, as far as anybody asks, and one drawn at random (rules.md 2, 19.2)."""

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

from games.engine.events import Chance
from games.rules.revive import events
from games.rules.revive.handlers.setup import extra_locations
from games.rules.revive.state import Draw, State

if TYPE_CHECKING:
    from random import Random


def pick(
    names: Iterable[str], number: int, rng: "Random | None", *, ordered: bool = False
) -> Iterator[tuple[str, ...]]:
    """`number` of `names`: with `rng` one choice, else all, in every order if that means something."""
    pool = list(names)
    number = min(number, len(pool))
    if rng is not None:
        yield tuple(rng.sample(pool, number))
    else:
        yield from permutations(pool, number) if ordered else combinations(pool, number)


def sides(state: State, tiles: Iterable[str], rng: "Random | None") -> Iterator[tuple[str, ...]]:
    """A side for each large location tile."""
    names = [[side.side for side in state.components.large_locations[tile].sides] for tile in tiles]
    yield from [tuple(rng.choice(two) for two in names)] if rng is not None else product(*names)


def outcomes(state: State, draw: Draw, rng: "Random | None" = None) -> Iterator[Chance]:
    """All outcomes of a draw at set-up, or, with `rng`, one."""
    box, kind = state.components, draw.kind
    if kind is events.Tribes:
        yield from (events.Tribes(tribes) for tribes in pick(box.tribes, state.seats, rng, ordered=True))
    elif kind is events.Lakes:
        yield from _lakes(state, rng)
    elif kind is events.TilesPlaced:
        yield from _tiles_placed(state, rng)
    elif kind is events.LargeLocations:
        yield from _large_locations(state, rng)
    elif kind is events.ExtraLocation:
        for (tile,) in pick(extra_locations(state), 1, rng):
            yield from (events.ExtraLocation(tile, side) for (side,) in sides(state, [tile], rng))
    elif kind is events.Display:
        yield from _display(state, rng)
    elif kind is events.JourneyDeck:
        assert box.catalogue.expansion is not None
        number = box.catalogue.expansion.journey_display.face_up
        yield from (events.JourneyDeck(shown) for shown in pick(state.journey_deck, number, rng))
    else:
        yield from _for_seat(state, draw, rng)


def _for_seat(state: State, draw: Draw, rng: "Random | None") -> Iterator[Chance]:
    box, seat = state.components, draw.seat
    if draw.kind is events.StartSet:
        taken = {player.start_set for player in state.players}
        free = [name for name in box.start_sets if name not in taken]
        yield from (events.StartSet(seat, name) for (name,) in pick(free, 1, rng))
    elif draw.kind is events.StartSplit:
        own = state.players[seat].active
        yield from (events.StartSplit(seat, rest) for rest in pick(own, len(own) // 2, rng))
    else:
        free = [name for name in box.artifact_cards if name not in state.known_cards]
        kind = state.options.artifact_cards
        for cards in pick(free, 2 if kind == "draft2" else 1, rng):
            if kind == "draft2":
                yield events.ArtifactCard(seat, cards=cards)
            else:
                yield events.ArtifactCard(None if kind == "common" else seat, cards[0])


def _lakes(state: State, rng: "Random | None") -> Iterator[Chance]:
    expansion = state.components.catalogue.expansion
    assert expansion is not None
    slots = expansion.lake_setup.lake_slots
    for lakes in pick(state.components.lakes, len(slots), rng, ordered=True):
        placed = tuple(events.LakePlaced(slot, lake) for slot, lake in zip(slots, lakes, strict=True))
        yield events.Lakes(placed)


def _tiles_placed(state: State, rng: "Random | None") -> Iterator[Chance]:
    box, catalogue = state.components, state.components.catalogue
    slots = [slot for slot in box.area_slots if slot not in state.lakes]
    vast = catalogue.vast_crystals if state.options.vast_crystals == "on" else None
    crystals = [tile.id for tile in catalogue.vast_crystal_tile] if vast else []
    replaced = vast.replace if vast else 0
    starts = [tile.id for tile in catalogue.start_tile]
    areas = [tile.id for tile in catalogue.area_tile]
    for start in pick(starts, len(starts), rng, ordered=True):
        for used in pick(crystals, replaced, rng):
            for others in pick(areas, len(slots) - replaced, rng):
                for tiles in pick((*used, *others), len(slots), rng, ordered=True):
                    for turns in _turns(len(starts), rng):
                        yield events.TilesPlaced(
                            tuple(map(events.StartTilePlaced, box.start_slots, start, turns)),
                            tuple(map(events.AreaTilePlaced, slots, tiles)),
                        )


def _turns(number: int, rng: "Random | None") -> Iterator[tuple[events.Turn, ...]]:
    both: tuple[events.Turn, ...] = (0, 1)
    yield from [tuple(rng.choice(both) for _ in range(number))] if rng is not None else product(both, repeat=number)


def _large_locations(state: State, rng: "Random | None") -> Iterator[Chance]:
    box = state.components
    tiles = [tile.id for tile in box.catalogue.large_location]
    for placed in pick(tiles, len(tiles), rng, ordered=True):
        for shown in sides(state, placed[:-1], rng):
            corners = map(events.Corner, box.corner_slots, placed, shown)
            yield events.LargeLocations(tuple(corners), placed[-1])


def _display(state: State, rng: "Random | None") -> Iterator[Chance]:
    facts, decks = state.components.facts, state.machine_decks
    for citizens in pick(state.citizen_deck, facts.display_citizens, rng):
        for modules in pick(state.module_deck, facts.display_modules, rng):
            rows = (list(pick(deck, facts.display_machines, rng)) for deck in decks.values())
            for shown in product(*rows):
                machines = dict(zip(decks, shown, strict=True))
                yield events.Display(citizens, machines, modules)  # type: ignore[arg-type]
