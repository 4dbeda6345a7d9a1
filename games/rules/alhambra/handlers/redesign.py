"""Redesigning the own Alhambra: adding, removing, swapping (rules.md 3.3, 5)."""

from collections.abc import Iterator

from games.engine.errors import IllegalAction
from games.engine.events import Action, Seat
from games.rules.alhambra.components import Tile
from games.rules.alhambra.events import RedesignAdd, RedesignRemove, RedesignSwap
from games.rules.alhambra.handlers.board import check_fits, misfit, put_in, take_out
from games.rules.alhambra.handlers.flow import end_main
from games.rules.alhambra.layout import (
    ORIGIN,
    REACH,
    cell_of,
    open_cells,
    place_of,
    placement_fault,
    removal_fault,
    swap_fault,
)
from games.rules.alhambra.state import Player, State


def check_redesign_add(state: State, event: RedesignAdd) -> None:
    player = state.players[event.seat]
    check_fits(player, event.seat, reserved(player, event.seat, event.tile), event.x, event.y)


def apply_redesign_add(state: State, event: RedesignAdd) -> None:
    player = state.players[event.seat]
    put_in(state, player, player.reserve.pop(event.tile), cell_of(event.x, event.y))
    end_main(state)


def check_redesign_remove(state: State, event: RedesignRemove) -> None:
    player = state.players[event.seat]
    cell = cell_with(player, event.seat, event.tile)
    fault = ("fountain", "3.3") if cell == ORIGIN else removal_fault(player.board, cell)
    if fault is not None:
        code, rule = fault
        x, y = place_of(cell)
        raise IllegalAction(code, seat=event.seat, tile=event.tile, x=x, y=y, found=event.tile, rule=rule)


def apply_redesign_remove(state: State, event: RedesignRemove) -> None:
    player = state.players[event.seat]
    player.reserve[event.tile] = take_out(player, cell_with(player, event.seat, event.tile))
    end_main(state)


def check_redesign_swap(state: State, event: RedesignSwap) -> None:
    player, seat, x, y = state.players[event.seat], event.seat, event.x, event.y
    tile = reserved(player, seat, event.tile)
    inside = -REACH <= x <= REACH and -REACH <= y <= REACH
    leaving = player.board.get(cell_of(x, y)) if inside else None
    if leaving is None:
        raise IllegalAction("empty_cell", seat=seat, tile=tile.id, x=x, y=y, rule="3.3")
    fault = ("fountain", "3.3") if (x, y) == (0, 0) else swap_fault(player.board, tile.walls, cell_of(x, y))
    if fault is not None:
        raise misfit(player, seat, tile, x, y, fault)


def apply_redesign_swap(state: State, event: RedesignSwap) -> None:
    player, cell = state.players[event.seat], cell_of(event.x, event.y)
    entering = player.reserve.pop(event.tile)
    leaving = take_out(player, cell)
    put_in(state, player, entering, cell)
    player.reserve[leaving.id] = leaving
    end_main(state)


def reserved(player: Player, seat: Seat, name: str) -> Tile:
    """The tile of that name in the seat's reserve; refused if it is not there."""
    tile = player.reserve.get(name)
    if tile is None:
        raise IllegalAction(
            "not_in_reserve", seat=seat, tile=name, expected=list(player.reserve), found=name, rule="3.3"
        )
    return tile


def cell_with(player: Player, seat: Seat, name: str) -> int:
    """The cell of the tile of that name in the seat's Alhambra; refused if it is not there."""
    for cell, tile in player.board.items():
        if tile.id == name:
            return cell
    expected = [tile.id for tile in player.board.values()]
    raise IllegalAction("not_in_alhambra", seat=seat, tile=name, expected=expected, found=name, rule="3.3")


def redesigns(state: State, seat: Seat) -> Iterator[Action]:
    """Every redesign open to `seat`."""
    player = state.players[seat]
    for tile in player.reserve.values():
        for cell in open_cells(player.board):
            if placement_fault(player.board, tile.walls, cell) is None:
                yield RedesignAdd(seat, tile.id, *place_of(cell))
    for cell, leaving in player.board.items():
        if cell == ORIGIN:
            continue
        if removal_fault(player.board, cell) is None:
            yield RedesignRemove(seat, leaving.id)
        for tile in player.reserve.values():
            if swap_fault(player.board, tile.walls, cell) is None:
                yield RedesignSwap(seat, tile.id, *place_of(cell))
