"""Colony (rules.md 7, D12): tokens of one family go from the release area to the map."""

from collections.abc import Iterator

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.arctica.components import MapSpace
from games.rules.arctica.effects import family_of, resolve
from games.rules.arctica.events import Placement, Step
from games.rules.arctica.hands import discard_cards, hand_size
from games.rules.arctica.source import Source
from games.rules.arctica.state import NOBODY, State
from games.rules.arctica.wheels import pay, spendable

PRICE = 1


def play_colony(state: State, source: Source, seat: Seat, step: Step) -> None:
    """A52 to A61, step by step (A100)."""
    player = state.players[seat]
    pay(state, seat, PRICE, "A52")
    family = family_of(state, seat, step.family, "A53")
    if not player.release[family]:
        raise IllegalAction("no_such_token", seat=seat, family=step.family, rule="A53")
    done = 0
    for placement in source.placements(state, seat, step):
        space = _check_space(state, seat, family, placement)
        player.release[family] -= 1
        state.owners[space.index] = seat
        _settle(state, source, seat, space, placement)
        done += 1
    least = state.table.options.colony_min
    if done < least:
        raise IllegalAction("limit", seat=seat, expected=least, found=done, rule="A54")


def _check_space(state: State, seat: Seat, family: int, placement: Placement) -> MapSpace:
    space = state.table.box.space_index.get(placement.space)
    if space is None:
        raise IllegalAction("unknown_target", seat=seat, found=placement.space, rule="A54")
    if space.family != family:
        expected = state.table.box.families[space.family]
        raise IllegalAction("family", seat=seat, expected=expected, found=placement.space, rule="A54")
    if not state.players[seat].release[family]:
        raise IllegalAction("no_such_token", seat=seat, found=placement.space, rule="A54")
    if not is_open(state, space):
        raise IllegalAction("placement", seat=seat, found=placement.space, rule="A55")
    return space


def _settle(state: State, source: Source, seat: Seat, space: MapSpace, placement: Placement) -> None:
    """Cost, bonus, links (A56 to A60)."""
    pay(state, seat, space.flora, "A56")
    discard_cards(state, seat, placement.cards, space.cards, "A56")
    resolve(state, source, seat, space.bonus)
    for neighbour, bonus in space.links:
        owner = state.owners[neighbour]
        if owner == NOBODY:
            continue
        resolve(state, source, seat, bonus)
        if owner != seat:
            resolve(state, source, owner, bonus)


def is_open(state: State, space: MapSpace) -> bool:
    """Whether nobody is there and no event tile covers it (A55, `event_cover`)."""
    if state.owners[space.index] != NOBODY:
        return False
    return state.table.options.event_cover == "none" or space.subregion not in state.hits


def open_spaces(state: State, seat: Seat, family: int, flora: int) -> Iterator[MapSpace]:
    """Spaces on which the seat can put a token of the family with so much Flora to spend."""
    cards = hand_size(state.players[seat])
    for space in state.table.box.spaces:
        if space.family == family and space.flora <= flora and space.cards <= cards and is_open(state, space):
            yield space


def colony_families(state: State, seat: Seat) -> Iterator[int]:
    """Families with which a Colony is possible now."""
    player = state.players[seat]
    flora = spendable(state, player) - PRICE
    if flora < 0:
        return
    for family, count in enumerate(player.release):
        if count and (
            not state.table.options.colony_min or next(open_spaces(state, seat, family, flora), None) is not None
        ):
            yield family
