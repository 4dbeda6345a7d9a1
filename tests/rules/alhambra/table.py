"""Positions for the tests of Alhambra, set up in one line; the box always adds up."""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

import pytest

from games.engine.errors import LogProblem
from games.engine.events import Event
from games.registry import ENGINES
from games.rules.alhambra.components import Tile, base_components
from games.rules.alhambra.handlers.flow import begin_turn
from games.rules.alhambra.layout import ORIGIN, cell_of, longest_wall
from games.rules.alhambra.rules import RULES
from games.rules.alhambra.state import Board, State

ALHAMBRA = ENGINES["alhambra"]
BOX = base_components()

Placed = tuple[str, int, int]


def new_game(seats: int = 3, rules: str = "official", **options: Any) -> State:
    """The position before the deal."""
    return RULES.new_game(ALHAMBRA.setup(seats, rules, options))


def board(*tiles: Placed) -> Board:
    """The fountain and `tiles` (id, x, y)."""
    return {ORIGIN: BOX.fountain} | {cell_of(x, y): BOX.tiles[name] for name, x, y in tiles}


def position(
    *,
    seats: int = 3,
    rules: str = "official",
    turn: int = 0,
    hands: Sequence[str] = (),
    display: str = "Y1 G2 B2 O6",
    market: Sequence[str | None] = ("PAV04", "TOW09", "ARC07", "GAR11"),
    boards: Sequence[Iterable[Placed]] = (),
    reserves: Sequence[str] = (),
    dirk: str = "",
    **options: Any,
) -> State:
    """A turn of `turn` with everything lying as said; what is not said is in deck and bag. Cards and tiles as words."""
    state = new_game(seats, rules, **options)
    state.dealt = seats
    for seat, player in enumerate(state.players):
        player.board = {ORIGIN: BOX.fountain}
        for card in _words(hands, seat):
            state.deck.draw(card)
            player.hand[card] = player.hand.get(card, 0) + 1
        for name, x, y in boards[seat] if seat < len(boards) else ():
            player.board[cell_of(x, y)] = take(state, name)
            player.kinds[BOX.tiles[name].kind] += 1
        player.wall = longest_wall(player.board, state.options.closed_ring == "all")
        player.reserve = {name: take(state, name) for name in _words(reserves, seat)}
    for card in display.split():
        state.deck.draw(card)
        state.display.append(card)
    state.market = [None if name is None else take(state, name) for name in market]
    for name in dirk.split():
        assert state.dirk is not None
        state.dirk.tiles.append(take(state, name))
        state.dirk.kinds[BOX.tiles[name].kind] += 1
    begin_turn(state, turn)
    return state


def _words(lists: Sequence[str], seat: int) -> list[str]:
    return lists[seat].split() if seat < len(lists) else []


def take(state: State, name: str) -> Tile:
    """A tile out of the bag."""
    state.bag.draw(name)
    return BOX.tiles[name]


def empty_bag(state: State, *left: str) -> None:
    """Leave only `left` in the bag; the other tiles leave the box."""
    state.bag.unseen = dict.fromkeys(left, 1)
    state.bag.left = len(left)


def do(state: State, *events: Event) -> State:
    """Check and apply each event."""
    for event in events:
        RULES.check(state, event)
        RULES.apply(state, event)
    return state


def refused(state: State, event: Event) -> LogProblem:
    """The refusal of `event`, which leaves the state equal to before."""
    before = snapshot(state)
    with pytest.raises(LogProblem) as caught:
        RULES.check(state, event)
    assert state == before
    return caught.value


def snapshot(state: State) -> State:
    """A copy that compares equal as long as nothing changes."""
    return deepcopy(state, {id(state.components): state.components})
