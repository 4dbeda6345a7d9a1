"""Putting tiles into an Alhambra and taking them out."""

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.alhambra.components import Tile
from games.rules.alhambra.layout import REACH, cell_of, longest_wall, mismatched_sides, placement_fault
from games.rules.alhambra.state import Player, State


def check_fits(player: Player, seat: Seat, tile: Tile, x: int | None, y: int | None) -> None:
    """Refuse a tile that may not be placed at (x, y) (rules.md 4)."""
    if x is None or y is None or not (-REACH <= x <= REACH and -REACH <= y <= REACH):
        raise IllegalAction("not_adjacent", seat=seat, tile=tile.id, x=x, y=y, rule="4.1")
    fault = placement_fault(player.board, tile.walls, cell_of(x, y))
    if fault is not None:
        raise misfit(player, seat, tile, x, y, fault)


def misfit(player: Player, seat: Seat, tile: Tile, x: int, y: int, fault: tuple[str, str]) -> IllegalAction:
    """The refusal of `tile` at (x, y); `sides` are those at which its walls do not match."""
    code, rule = fault
    cell = cell_of(x, y)
    there = player.board.get(cell)
    sides = mismatched_sides(player.board, tile.walls, cell) if code == "wall_mismatch" else []
    found = there.id if code == "occupied" and there is not None else tile.id
    return IllegalAction(code, seat=seat, tile=tile.id, x=x, y=y, sides=sides, found=found, rule=rule)


def put_in(state: State, player: Player, tile: Tile, cell: int) -> None:
    """Place a tile; its owner's wall is measured now (rules.md 7.3).

    A tile without walls meets open sides only, so it changes no wall.
    """
    player.board[cell] = tile
    player.kinds[tile.kind] += 1
    if tile.walls or player.wall_is_old:
        player.wall = longest_wall(player.board, state.options.closed_ring == "all")
        player.wall_is_old = False


def take_out(player: Player, cell: int) -> Tile:
    """Remove the tile at `cell`; the stored wall grows old."""
    tile = player.board.pop(cell)
    player.kinds[tile.kind] -= 1
    player.wall_is_old = True
    return tile
