"""The geometry of an Alhambra: placing, removing, swapping, and the longest outer wall (rules.md 1, 4, 5, 7.2).

A cell is one number, so that a neighbour is an addition. x grows to the east, y to the south, the fountain is (0, 0).
A corner of the grid goes by the number of the cell to its south-east.
"""

from collections.abc import Iterator

from games.rules.alhambra.components import SIDES
from games.rules.alhambra.state import Board

REACH = 64
"""Coordinates run from -REACH to REACH."""

_WIDTH = 2 * (REACH + 2)

N, E, S, W = -_WIDTH, 1, _WIDTH, -1

ORIGIN = (REACH + 1) * (_WIDTH + 1)

_STEPS = ((1, N, 1, 4), (4, E, 2, 8), (16, S, 4, 1), (64, W, 8, 2))
"""For each side: its bit in a ring of eight neighbours, the step, our wall there, the neighbour's wall there."""

_CORNERS = ((2, N + E), (8, S + E), (32, S + W), (128, N + W))


def _runs(ring: int) -> int:
    """Number of runs of filled cells, going round eight neighbours."""
    return sum(1 for place in range(8) if ring >> place & 1 and not ring >> ((place + 7) % 8) & 1)


_ONE_RUN = tuple(_runs(ring) == 1 for ring in range(256))

_ENDS = {1: (N, 0, E), 2: (E, E, S + E), 4: (S, S, S + E), 8: (W, 0, S)}
"""For each wall: the step to the cell behind it, and the steps to the corners at its two ends."""

_SEGMENTS = tuple(tuple(_ENDS[bit] for bit in (1, 2, 4, 8) if walls & bit) for walls in range(16))


def cell_of(x: int, y: int) -> int:
    """The cell at (x, y), both within `REACH`."""
    return ORIGIN + y * _WIDTH + x


def place_of(cell: int) -> tuple[int, int]:
    """(x, y) of a cell."""
    y, x = divmod(cell, _WIDTH)
    return x - REACH - 1, y - REACH - 1


def placement_fault(board: Board, walls: int, cell: int) -> tuple[str, str] | None:
    """Why a tile with `walls` cannot be placed (code, number in rules.md 4), or None if it can.

    Holes are found by going round the eight neighbours; see rules.md 4 for why that is exact.
    """
    if cell in board:
        return "occupied", "4"
    ring = 0
    enterable = False
    for bit, step, ours, theirs in _STEPS:
        neighbour = board.get(cell + step)
        if neighbour is not None:
            ring |= bit
            if walls & ours:
                if not neighbour.walls & theirs:
                    return "wall_mismatch", "4.2"
            elif neighbour.walls & theirs:
                return "wall_mismatch", "4.2"
            else:
                enterable = True
    if not ring:
        return "not_adjacent", "4.1"
    if not enterable:
        return "unreachable", "4.3"
    for bit, step in _CORNERS:
        if cell + step in board:
            ring |= bit
    return None if _ONE_RUN[ring] else ("hole", "4.4")


def swap_fault(board: Board, walls: int, cell: int) -> tuple[str, str] | None:
    """Why a tile with `walls` cannot take the place of the tile at `cell`, or None (rules.md 5)."""
    for _, step, ours, theirs in _STEPS:
        neighbour = board.get(cell + step)
        if neighbour is not None and bool(walls & ours) != bool(neighbour.walls & theirs):
            return "wall_mismatch", "5"
    return None


def removal_fault(board: Board, cell: int) -> tuple[str, str] | None:
    """Why the tile at `cell` cannot be taken away, or None (rules.md 5)."""
    if all(cell + step in board for _, step, _, _ in _STEPS):
        return "hole", "5"
    rest = {place: tile for place, tile in board.items() if place != cell}
    return None if len(reachable(rest)) == len(rest) else ("disconnected", "5")


def mismatched_sides(board: Board, walls: int, cell: int) -> list[str]:
    """The sides at which a tile with `walls` at `cell` would meet a wall with an opening."""
    sides = []
    for side, (_, step, ours, theirs) in zip(SIDES, _STEPS, strict=True):
        neighbour = board.get(cell + step)
        if neighbour is not None and bool(walls & ours) != bool(neighbour.walls & theirs):
            sides.append(side)
    return sides


def reachable(board: Board) -> set[int]:
    """The cells that can be walked to from the fountain over open sides (rules.md 1.3)."""
    seen = {ORIGIN}
    queue = [ORIGIN]
    while queue:
        cell = queue.pop()
        walls = board[cell].walls
        for _, step, ours, theirs in _STEPS:
            neighbour = cell + step
            if (
                neighbour in board
                and neighbour not in seen
                and not walls & ours
                and not board[neighbour].walls & theirs
            ):
                seen.add(neighbour)
                queue.append(neighbour)
    return seen


def open_cells(board: Board) -> Iterator[int]:
    """The empty cells beside a tile, in the order of rows."""
    beside = {cell + step for cell in board for _, step, _, _ in _STEPS}
    yield from sorted(cell for cell in beside if cell not in board and max(map(abs, place_of(cell))) <= REACH)


def longest_wall(board: Board, ring_counts_all: bool = True) -> int:
    """Segments of the longest connected outer wall (rules.md 7.2).

    Each corner belongs to at most two outer segments, so groups are chains, joined here by their ends. A ring that is
    closed all round counts one less unless `ring_counts_all` (rules.md 7.2, example 4).
    """
    ends: dict[int, tuple[int, int]] = {}  # end of a chain -> (its other end, its length)
    longest = 0
    for cell, tile in board.items():
        for step, start, end in _SEGMENTS[tile.walls]:
            if cell + step in board:
                continue
            start += cell
            end += cell
            length = 1
            if start in ends:
                far, more = ends.pop(start)
                length += more
                if far == end:
                    return length if ring_counts_all else length - 1
                start = far
            if end in ends:
                far, more = ends.pop(end)
                length += more
                end = far
            ends[start] = (end, length)
            ends[end] = (start, length)
            if length > longest:
                longest = length
    return longest


def has_closed_ring(board: Board) -> bool:
    """Whether the whole outline is wall."""
    return longest_wall(board) != longest_wall(board, ring_counts_all=False)


def is_legal(board: Board) -> bool:
    """The four conditions of rules.md 1 on a whole layout, by flood fill: the definition, slow, for tests."""
    if ORIGIN not in board or any(swap_fault(board, tile.walls, cell) for cell, tile in board.items()):
        return False
    return len(reachable(board)) == len(board) and not _has_hole(board)


def _has_hole(board: Board) -> bool:
    places = [place_of(cell) for cell in board]
    west, east = min(x for x, _ in places) - 1, max(x for x, _ in places) + 1
    north, south = min(y for _, y in places) - 1, max(y for _, y in places) + 1
    outside = {(west, north)}
    queue = [(west, north)]
    while queue:
        x, y = queue.pop()
        for near in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
            inside = west <= near[0] <= east and north <= near[1] <= south
            if inside and near not in outside and cell_of(*near) not in board:
                outside.add(near)
                queue.append(near)
    return len(outside) + len(board) != (east - west + 1) * (south - north + 1)
