"""Set-up: chance and choices before the first turn (rules.md 2, 19.2, 19.3)."""

from collections.abc import Iterable, Iterator
from typing import Any

from games.engine.errors import IllegalAction, ImpossibleChance, ImpossibleSetup
from games.engine.events import Seat
from games.rules.revive import events
from games.rules.revive.effects import BeginPlay
from games.rules.revive.flow import answered, run
from games.rules.revive.handlers.guards import asked, drawn
from games.rules.revive.mapping import turn_up
from games.rules.revive.state import UNSEEN, Ask, Doing, Draw, Item, State


def _fail(code: str, expected: Any, found: Any, rule: str) -> ImpossibleSetup:
    """The refusal of a start that cannot come out of the box."""
    return ImpossibleSetup(code, expected=expected, found=found, rule=rule)


def _check_drawn(found: Iterable[str], box: Iterable[str], number: int, rule: str) -> None:
    """`number` different pieces of `box`."""
    names, allowed = list(found), set(box)
    if len(names) != number:
        raise _fail("count", number, len(names), rule)
    for name in names:
        if name not in allowed:
            raise _fail("unknown_component", sorted(allowed), name, rule)
        if names.count(name) > 1:
            raise _fail("duplicate_component", 1, name, rule)


def check_start_player(state: State, event: events.StartPlayer) -> None:
    drawn(state, event)
    if not 0 <= event.seat < state.seats:
        raise ImpossibleChance("count", expected=state.seats, found=event.seat, rule="2.6")


def apply_start_player(state: State, event: events.StartPlayer) -> None:
    """Start resources go by place in turn order; the rest of set-up is laid out."""
    state.start = event.seat
    facts = state.components.facts
    for place, seat in enumerate(state.clockwise(event.seat)):
        for name, units in facts.start_resources[place].items():
            state.players[seat].res[name] += units
    state.stack[:] = list(_agenda(state))[::-1]
    run(state)


def _agenda(state: State) -> Iterator[Item]:
    """Everything up to the first turn, in order (19.3)."""
    options, seats = state.options, range(state.seats)
    if options.tribes == "chosen":
        yield from (Ask("choose_tribe", (state.start - step) % state.seats) for step in range(1, state.seats + 1))
    else:
        yield Draw(events.Tribes)
    if options.expansion == "on":
        yield Draw(events.Lakes)
    yield Draw(events.TilesPlaced)
    yield Draw(events.LargeLocations)
    if options.expansion == "on":
        yield Draw(events.ExtraLocation)
    yield Draw(events.Display)
    if options.expansion == "on":
        yield Draw(events.JourneyDeck)
    for seat in seats:
        yield Draw(events.StartSet, seat)
        yield Draw(events.StartSplit, seat)
        if options.artifact_cards != "common":
            yield Draw(events.ArtifactCard, seat)
    if options.artifact_cards == "common":
        yield Draw(events.ArtifactCard)
    if options.artifact_cards == "draft2":
        yield from (Ask("choose_artifact_card", seat) for seat in seats)
    yield Doing(state.start, (BeginPlay(),))


def check_tribes(state: State, event: events.Tribes) -> None:
    drawn(state, event)
    _check_drawn(event.tribes, state.components.tribes, state.seats, "2.5")


def apply_tribes(state: State, event: events.Tribes) -> None:
    for seat, tribe in enumerate(event.tribes):
        _give_tribe(state, seat, tribe)
    _next(state)


def check_choose_tribe(state: State, event: events.ChooseTribe) -> None:
    asked(state, event, "choose_tribe", "19.3")
    if event.id not in state.components.tribes:
        expected = sorted(state.components.tribes)
        raise IllegalAction("unknown_target", seat=event.seat, expected=expected, found=event.id, rule="2")
    taken = [player.tribe for player in state.players if player.tribe]
    if event.id in taken:
        raise IllegalAction("already_used", seat=event.seat, expected=taken, found=event.id, rule="2")


def apply_choose_tribe(state: State, event: events.ChooseTribe) -> None:
    _give_tribe(state, event.seat, event.id)
    answered(state)
    run(state)


def _give_tribe(state: State, seat: Seat, name: str) -> None:
    player, tribe = state.players[seat], state.components.tribes[name]
    player.tribe, player.discs, player.markers_left = name, tribe.discs, tribe.markers


def check_lakes(state: State, event: events.Lakes) -> None:
    drawn(state, event)
    expansion = state.components.catalogue.expansion
    assert expansion is not None
    places = expansion.lake_setup.lake_slots
    _check_drawn((placed.lake for placed in event.lakes), state.components.lakes, len(places), "13")
    if tuple(placed.slot for placed in event.lakes) != places:
        raise _fail("placement", list(places), [placed.slot for placed in event.lakes], "19.2")


def apply_lakes(state: State, event: events.Lakes) -> None:
    for placed in event.lakes:
        state.lakes[placed.slot] = placed.lake
        state.terrain[placed.slot] = "lake"
    _next(state)


def check_tiles_placed(state: State, event: events.TilesPlaced) -> None:
    drawn(state, event)
    box = state.components
    starts = [tile.id for tile in box.catalogue.start_tile]
    _check_drawn((placed.tile for placed in event.start), starts, len(starts), "2.1")
    _check_drawn((placed.slot for placed in event.start), box.start_slots, len(starts), "2.1")
    places = [slot for slot in box.area_slots if slot not in state.lakes]
    _check_drawn((placed.slot for placed in event.area), places, len(places), "2.1")
    known = [placed.tile for placed in event.area if placed.tile != UNSEEN]
    _check_drawn(known, box.backs, len(known), "2.1")
    _check_backs(state, event)
    vast = sum(_is_vast(state, placed) for placed in event.area)
    rule = box.catalogue.vast_crystals
    expected = rule.replace if rule is not None and state.options.vast_crystals == "on" else 0
    if vast != expected:
        raise _fail("count", expected, vast, "19.2")


def _check_backs(state: State, event: events.TilesPlaced) -> None:
    """A tile is either known or shows its back, and there are enough tiles with each back."""
    backs = list(state.components.backs.values())
    for placed in event.area:
        if (placed.tile == UNSEEN) != (placed.back is not None):
            raise _fail("back", "tile or back", placed.slot, "19.2")
    shown = [placed.back if placed.back is not None else state.components.backs[placed.tile] for placed in event.area]
    for back in shown:
        if shown.count(back) > backs.count(back):
            raise _fail("count", backs.count(back), shown.count(back), "19.2")


def _is_vast(state: State, placed: events.AreaTilePlaced) -> bool:
    back = placed.back if placed.back is not None else state.components.backs[placed.tile]
    return bool(back.icon == "vast_crystal")


def apply_tiles_placed(state: State, event: events.TilesPlaced) -> None:
    box = state.components
    for start in event.start:
        state.tiles[start.slot] = start.tile
        turn_up(state, start.slot, box.tiles[start.tile], start.turn)
    for placed in event.area:
        state.tiles[placed.slot] = placed.tile
        state.backs[placed.slot] = placed.back if placed.back is not None else box.backs[placed.tile]
        state.unplaced.pop(placed.tile, None)
    _next(state)


def check_large_locations(state: State, event: events.LargeLocations) -> None:
    drawn(state, event)
    box = state.components
    _check_drawn((corner.slot for corner in event.corners), box.corner_slots, len(box.corner_slots), "2.2")
    tiles = [tile.id for tile in box.catalogue.large_location]
    _check_drawn([*(corner.tile for corner in event.corners), event.left], tiles, len(tiles), "2.2")
    for corner in event.corners:
        if (corner.tile, corner.side) not in box.sides:
            expected = [side.side for side in box.large_locations[corner.tile].sides]
            raise _fail("unknown_component", expected, corner.side, "2.2")


def apply_large_locations(state: State, event: events.LargeLocations) -> None:
    for corner in event.corners:
        state.large[corner.slot] = state.components.sides[corner.tile, corner.side]
        state.large_names[corner.slot] = corner.tile
    state.left_over = event.left
    _next(state)


def extra_locations(state: State) -> list[str]:
    """The tiles that may become the extra location: the left-over one and the expansion's own."""
    expansion = state.components.catalogue.expansion
    assert expansion is not None
    return [state.left_over, *(tile.id for tile in expansion.large_location)]


def check_extra_location(state: State, event: events.ExtraLocation) -> None:
    drawn(state, event)
    if event.tile not in extra_locations(state):
        raise _fail("unknown_component", extra_locations(state), event.tile, "13")
    if (event.tile, event.side) not in state.components.sides:
        expected = [side.side for side in state.components.large_locations[event.tile].sides]
        raise _fail("unknown_component", expected, event.side, "13")


def apply_extra_location(state: State, event: events.ExtraLocation) -> None:
    state.large["extra"] = state.components.sides[event.tile, event.side]
    state.large_names["extra"] = event.tile
    _next(state)


def check_display(state: State, event: events.Display) -> None:
    drawn(state, event)
    facts = state.components.facts
    _check_drawn(event.citizens, state.citizen_deck, min(facts.display_citizens, len(state.citizen_deck)), "2.3")
    _check_drawn(event.modules, state.module_deck, min(facts.display_modules, len(state.module_deck)), "2.3")
    if set(event.machines) != set(state.machine_decks):
        raise _fail("count", sorted(state.machine_decks), sorted(event.machines), "2.3")
    for color, deck in state.machine_decks.items():
        _check_drawn(event.machines[color], deck, min(facts.display_machines, len(deck)), "2.3")  # type: ignore[index]


def apply_display(state: State, event: events.Display) -> None:
    _turn_over(event.citizens, state.citizen_deck, state.citizens)
    _turn_over(event.modules, state.module_deck, state.modules)
    for color, deck in state.machine_decks.items():
        state.machines[color] = {}
        _turn_over(event.machines[color], deck, state.machines[color])  # type: ignore[index]
    _next(state)


def _turn_over(names: tuple[str, ...], deck: dict[str, None], shown: dict[str, None]) -> None:
    for name in names:
        del deck[name]
        shown[name] = None


def check_journey_deck(state: State, event: events.JourneyDeck) -> None:
    drawn(state, event)
    expansion = state.components.catalogue.expansion
    assert expansion is not None
    number = min(expansion.journey_display.face_up, len(state.journey_deck))
    _check_drawn(event.face_up, state.journey_deck, number, "19.2")


def apply_journey_deck(state: State, event: events.JourneyDeck) -> None:
    _turn_over(event.face_up, state.journey_deck, state.journeys)
    _next(state)


def check_start_set(state: State, event: events.StartSet) -> None:
    drawn(state, event, event.seat)
    taken = {player.start_set for player in state.players}
    free = [name for name in state.components.start_sets if name not in taken]
    _check_drawn([event.set], free, 1, "2.5")


def apply_start_set(state: State, event: events.StartSet) -> None:
    player = state.players[event.seat]
    player.start_set = event.set
    player.active = {name: state.components.cards[name] for name in state.components.start_sets[event.set]}
    _next(state)


def check_start_split(state: State, event: events.StartSplit) -> None:
    drawn(state, event, event.seat)
    own = state.players[event.seat].active
    _check_drawn(event.rest, own, len(own) // 2, "2.5")


def apply_start_split(state: State, event: events.StartSplit) -> None:
    player = state.players[event.seat]
    for card in event.rest:
        player.resting[card] = player.active.pop(card)
    _next(state)


def check_artifact_card(state: State, event: events.ArtifactCard) -> None:
    kind = state.options.artifact_cards
    if (event.seat is None) != (kind == "common"):
        raise _fail("count", kind, event.seat, "19.2")
    draw = drawn(state, event, -1 if event.seat is None else event.seat)
    cards = event.cards if kind == "draft2" else (event.card,)
    surplus = event.card if kind == "draft2" else event.cards
    if cards is None or None in cards or surplus is not None or (draw.seat < 0 and UNSEEN in cards):
        raise _fail("count", kind, event.card if event.cards is None else list(event.cards), "19.2")
    known = [card for card in cards if card != UNSEEN]
    free = [name for name in state.components.artifact_cards if name not in state.known_cards]
    _check_drawn((str(card) for card in known), free, len(known), "2.5")
    if len(cards) != (2 if kind == "draft2" else 1):
        raise _fail("count", 2, len(cards), "2")


def apply_artifact_card(state: State, event: events.ArtifactCard) -> None:
    if event.seat is None:
        state.common_card = event.card or ""
    elif event.cards is not None:
        state.players[event.seat].dealt_cards = event.cards
    else:
        state.players[event.seat].artifact_card = event.card or ""
    cards = event.cards if event.cards is not None else (event.card or "",)
    state.known_cards += [card for card in cards if card != UNSEEN]
    _next(state)


def check_choose_artifact_card(state: State, event: events.ChooseArtifactCard) -> None:
    asked(state, event, "choose_artifact_card", "19.3")
    dealt = state.players[event.seat].dealt_cards
    if event.id in dealt:
        return
    fits = UNSEEN in dealt and event.id in state.components.artifact_cards and event.id not in state.known_cards
    if not fits:
        raise IllegalAction("not_held", seat=event.seat, expected=list(dealt), found=event.id, rule="2")


def apply_choose_artifact_card(state: State, event: events.ChooseArtifactCard) -> None:
    player = state.players[event.seat]
    player.artifact_card = event.id
    if event.id not in (*player.dealt_cards, *state.known_cards):
        state.known_cards.append(event.id)
    answered(state)
    run(state)


def _next(state: State) -> None:
    state.stack.pop()
    run(state)
