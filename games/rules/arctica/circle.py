"""The Arctic Circle (rules.md 6): where a token arrives, and what it gains there."""

from collections.abc import Callable

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.arctica.events import Item, Move, Token
from games.rules.arctica.source import Source
from games.rules.arctica.state import Player, State
from games.rules.arctica.vocabulary import Effects
from games.rules.arctica.wheels import spend, spendable

Resolve = Callable[[State, Source, Seat, Effects, int], None]
NO_SPACE = -1


def next_space(state: State, space: int) -> int:
    """One space clockwise, or `NO_SPACE` after the last one without `circle_wrap` (A44)."""
    if space + 1 < len(state.ice):
        return space + 1
    return 0 if state.table.options.circle_wrap else NO_SPACE


def next_ice(state: State, space: int, stop: int) -> int:
    """The first space with ice after `space`; the search ends at `stop` (A97)."""
    space = next_space(state, space)
    while space not in (stop, NO_SPACE):
        if state.ice[space]:
            return space
        space = next_space(state, space)
    return NO_SPACE


def landing(state: State, family: int, space: int) -> int:
    """Where a token that comes to `space` ends (A45, A49), or `NO_SPACE`."""
    if state.ice[space] or not state.table.box.ice_bound[family]:
        return space
    return next_ice(state, space, space)


def move_target(state: State, family: int, space: int) -> int:
    """Where one move from `space` ends (A44, A45), or `NO_SPACE`."""
    target = next_space(state, space)
    if target == NO_SPACE or state.ice[target] or not state.table.box.ice_bound[family]:
        return target
    return next_ice(state, target, space)


def tokens_on(state: State, player: Player, space: int) -> list[int]:
    """Own tokens on a space, by family."""
    families = len(player.supply)
    return player.circle[space * families : (space + 1) * families]


def arrive(
    state: State,
    source: Source,
    seat: Seat,
    family: int,
    space: int,
    arrived: Move | Item | Token,
    resolve: Resolve,
    migrated: bool = False,
) -> None:
    """ARRIVE (A46) on a space that `landing` or `move_target` found: put the token there, gain the bonus."""
    table = state.table
    player = state.players[seat]
    player.circle[space * len(player.supply) + family] += 1
    tile = state.ice[space]
    asked = False
    if tile and tile == table.box.catalogue.circle.redeem_tile:
        asked = migrated or table.options.tile6_trigger == "any_arrival"
        if asked:
            _redeem(state, source, seat, space, arrived)
    elif tile:
        resolve(state, source, seat, table.box.ice_bonus[space], -1)
    elif table.options.bare_space_bonus == "space":
        resolve(state, source, seat, table.box.bare_bonus[space], -1)
    if arrived.redeem and not asked:
        raise IllegalAction("redeem", seat=seat, expected=[], found=list(arrived.redeem), rule="A48")


def _redeem(state: State, source: Source, seat: Seat, space: int, arrived: Move | Item | Token) -> None:
    """A48: k Flora for points and k own tokens."""
    box = state.table.box
    rules = box.catalogue.circle
    player = state.players[seat]
    families = source.redeem(state, seat, space, arrived)
    count = len(families)
    if not count:
        return
    own = sum(tokens_on(state, player, space))
    if state.table.options.tile6_payment == "all_or_nothing" and count != own:
        raise IllegalAction("redeem", seat=seat, expected=[0, own], found=count, rule="A48")
    if count * rules.redeem_flora > spendable(state, player):
        raise IllegalAction(
            "underpaid", seat=seat, expected=count * rules.redeem_flora, found=spendable(state, player), rule="A48"
        )
    spend(state, player, count * rules.redeem_flora)
    for name in families:
        family = box.family_index.get(name, NO_SPACE)
        place = space * len(player.supply) + family
        if family == NO_SPACE or not player.circle[place]:
            raise IllegalAction("redeem", seat=seat, found=name, rule="A48")
        player.circle[place] -= 1
        player.release[family] += 1
    player.points += count * rules.redeem_points
