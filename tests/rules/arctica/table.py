"""A table to test on: positions made by hand, decisions written as they stand in records."""

from random import Random
from typing import Any

import msgspec
import pytest

from games.engine.errors import LogProblem
from games.engine.events import Setup
from games.rules.arctica.components import ComponentSet, base_components
from games.rules.arctica.ecosystem import add_card
from games.rules.arctica.events import Offer, Place, RoundEnd, Step, Turn
from games.rules.arctica.handlers.colony import play_colony
from games.rules.arctica.handlers.round_end import end_round
from games.rules.arctica.handlers.turn import DECISION_OF, PLAYS
from games.rules.arctica.options import Options
from games.rules.arctica.recorded import Recorded
from games.rules.arctica.rules import RULES
from games.rules.arctica.state import FLORA, State, new_state

FAMILIES = ("birds", "land_mammals", "marine_mammals", "fish", "invertebrates")
BIRDS, LAND, MARINE, FISH, INVERTEBRATES = range(5)


def a_setup(seats: int = 2, components: ComponentSet | None = None, **options: Any) -> Setup:
    """Set-up with the defaults and the given options."""
    return Setup(seats, {**msgspec.structs.asdict(Options()), **options}, components or base_components())


def a_state(seats: int = 2, components: ComponentSet | None = None, **options: Any) -> State:
    """Round 1, seat 0 active, empty hands, wheels at orientation 0; of the reference set GL1 and GS1 to GL5 and GS5."""
    state = new_state(a_setup(seats, components, **options))
    box = state.table.box
    state.orientations = [0] * len(box.wheels)
    state.phase = "turn"
    if box.id != "arctica-ref-1":
        return state
    state.cards = ["RE1", "RE3", "RE5", "RE7"] if state.table.options.round_end_reveal == "game_start" else ["RE1"]
    for seat, player in enumerate(state.players):
        add_card(player, box.generation[f"GL{seat + 1}"])
        add_card(player, box.generation[f"GS{seat + 1}"])
    return state


def hand(state: State, seat: int, *cards: str) -> None:
    """Put cards of the deck into a hand."""
    for card in cards:
        state.decks[-1].remove(card)
        state.players[seat].hand.add(card)
        state.left -= 1


def hide(state: State, seat: int, count: int) -> None:
    """Unknown cards of the present shuffle in a hand."""
    state.players[seat].unknown += count
    state.players[seat].hidden[-1] += count
    state.left -= count


def lay(state: State, seat: int, *cards: str) -> None:
    """Put Fauna cards of the deck on top of their columns."""
    for card in cards:
        state.decks[-1].remove(card)
        state.left -= 1
        add_card(state.players[seat], state.table.box.fauna[card])


def drop(state: State, seat: int, *cards: str) -> None:
    """Take Generation cards away."""
    for column in state.players[seat].columns:
        column[:] = [card for card in column if card.id not in cards]


def put(state: State, seat: int, family: int, **where: Any) -> None:
    """Bring tokens of the supply into play: `wheel=(0, slot)`, `release=n`, `circle=space id`, `space="A-W1"`."""
    player = state.players[seat]
    count = where.get("release", 1)
    player.supply[family] -= count
    if "wheel" in where:
        wheel, slot = where["wheel"]
        player.wheels[wheel][slot] = family
    elif "release" in where:
        player.release[family] += count
    elif "circle" in where:
        player.circle[state.table.box.circle_index[where["circle"]] * len(player.supply) + family] += 1
    else:
        state.owners[state.table.box.space_index[where["space"]].index] = seat


def grow(state: State, seat: int, *slots: int) -> None:
    """Flora on slots of the long wheel."""
    for slot in slots:
        state.players[seat].wheels[0][slot] = FLORA


def steps(*parts: dict[str, Any]) -> tuple[Step, ...]:
    """Steps as they stand in records."""
    return tuple(msgspec.convert(part, Step) for part in parts)


def carry_out(state: State, seat: int, *parts: dict[str, Any]) -> None:
    """One decision with its chance events, on the state itself."""
    listed = steps(*parts)
    colony = "colony" in {step.do for step in listed}
    source = Recorded(a_turn(state, parallel={} if colony else {seat: listed}, colony=listed if colony else ()), 5)
    source.open("colony", None) if colony else source.open("parallel", seat)
    step = source.act(state, seat, "a", "")
    (play_colony if colony else PLAYS[step.do])(state, source, seat, step)
    source.close()
    source.finish(False)


def a_turn(state: State, **parts: Any) -> Turn:
    """A turn record; what is not given is empty or as it is due."""
    given: dict[str, Any] = {
        "round": state.round,
        "turn": state.turn + 1,
        "active": state.active,
        "place": Place(space="S1", wheel="W1", dir="cw"),
        "picks": {},
        "order": "a",
        "parallel": {},
        "colony": (),
        "after": (),
    }
    return Turn(**{**given, **parts})


def offering(a: str, b: str, state: State) -> Place:
    """Lay the wheels W1 and W2 so that S1 offers a and b after W1 is turned clockwise; fails if no wheel can."""
    box = state.table.box
    for number, (name, side) in enumerate(((a, 1), (b, 3))):
        actions = box.wheel_actions[number]
        turned = next(k for k in range(4) if actions[(side - k) % 4] == name)
        state.orientations[number] = (turned - 1) % 4 if number == 0 else turned
    return Place(space="S1", wheel="W1", dir="cw")


def turn_of(state: State, a: str, b: str, **parts: Any) -> Turn:
    """A turn on S1 with that offer; lists of steps are given as in records. W1: colony fauna flora2 ability,
    W2: fauna draw2 reproduction migration2."""
    place = offering(a, b, state)
    for zone in ("parallel",):
        parts[zone] = {seat: steps(*listed) for seat, listed in parts.get(zone, {}).items()}
    for zone in ("colony", "after"):
        parts[zone] = steps(*parts.get(zone, ()))
    return a_turn(state, place=place, offer=Offer(a, b), **parts)


def play(state: State, event: Any) -> None:
    """Check and apply."""
    RULES.check(state, event)
    RULES.apply(state, event)


def refusal(state: State, event: Any) -> tuple[str, str]:
    """Code and path of the refusal of an event; the state must stay as it was."""
    before = state.copy()
    try:
        RULES.check(state, event)
    except LogProblem as problem:
        assert state == before
        return problem.code, problem.path
    raise AssertionError("not refused")


def round_end(state: State, **parts: Any) -> RoundEnd:
    """A round-end record; by default events hit the west of every region of the card and nobody decides anything."""
    box = state.table.box
    regions = parts.pop("regions", ())
    names = regions or [box.regions[region] for region in box.round_end_cards[state.cards[state.round - 1]].regions]
    hits = parts.pop("hits", {})
    events = [{"chance": "event", "region": name, "subregion": hits.get(name, f"{name}-west")} for name in names]
    listed = {
        zone: {seat: steps(*found) for seat, found in parts.pop(zone, {}).items()}
        for zone in ("collapse", "endangered", "save")
    }
    given = {"round": state.round, "events": events, "regions": tuple(regions), **parts}
    return RoundEnd(**{**given, **listed, "events": msgspec.convert(events, RoundEnd.__annotations__["events"])})


def at_round_end(number: int = 1, seats: int = 2, components: ComponentSet | None = None, **options: Any) -> State:
    """A position in which the round's end is due, seat 0 active last; the tiles of earlier rounds have melted."""
    state = a_state(seats, components, **options)
    state.round = number
    state.phase = "round_end"
    for melted in range(1, number):
        state.ice[state.ice.index(melted)] = 0
    return state


def finish_round(state: State, event: RoundEnd) -> None:
    """The round's end on the state itself."""
    source = Recorded(event, state.table.seats)
    end_round(state, source)
    source.finish(state.table.options.region_source == "logged")


def rng(seed: int = 0) -> Random:
    """A die that always falls the same way."""
    return Random(seed)


assert DECISION_OF["migration2"] == "migrate"


def refused(deed, *given):
    """The code with which `deed` is refused."""
    with pytest.raises(LogProblem) as found:
        deed(*given)
    return found.value.code


def fauna(card, *discards, **more):
    """A step of the log: a Fauna card is played."""
    return {"do": "fauna", "card": card, "discards": list(discards), **more}


def drawn(*cards):
    """A step of the log: cards are drawn."""
    return {"chance": "draw", "cards": list(cards)}
