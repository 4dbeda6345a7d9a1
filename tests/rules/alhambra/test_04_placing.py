"""rules.md 4: placing a tile."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.alhambra.layout import cell_of, is_legal, open_cells, placement_fault, removal_fault
from games.rules.alhambra.state import Board
from tests.rules.alhambra.table import BOX, Placed, board


def fault(tiles: list[Placed], name: str, x: int, y: int) -> tuple[str, str] | None:
    return placement_fault(board(*tiles), BOX.tiles[name].walls, cell_of(x, y))


def test_the_cell_is_empty_and_not_the_fountains() -> None:
    """4: cell empty, not the fountain's."""
    assert fault([], "TOW09", 0, 0) == ("occupied", "4")
    assert fault([("TOW09", 1, 0)], "TOW10", 1, 0) == ("occupied", "4")


def test_a_tile_lies_beside_another() -> None:
    """4.1: at least one side-by-side tile; corner contact is not enough."""
    assert fault([], "TOW09", 1, 1) == ("not_adjacent", "4.1")
    assert fault([], "TOW09", 2, 0) == ("not_adjacent", "4.1")
    assert fault([], "TOW09", 1, 0) is None


@pytest.mark.parametrize(("name", "found"), [("TOW06", ("wall_mismatch", "4.2")), ("TOW11", None), ("TOW09", None)])
def test_walls_match_on_every_touching_side(name: str, found: tuple[str, str] | None) -> None:
    """4.2: wall to wall or open to open; east of the fountain a wall in the west does not fit."""
    assert fault([], name, 1, 0) == found


def test_a_wall_of_the_neighbour_wants_a_wall() -> None:
    """4.2: both ways."""
    assert fault([("ARC07", 1, 0)], "CHA08", 2, 0) == ("wall_mismatch", "4.2")


def test_a_tile_is_entered_over_an_open_side() -> None:
    """4.3, 4 example: walls S and W fit at (1, -1), but no touching side is open."""
    corner = [("PAV06", 0, -1), ("PAV05", 1, 0)]  # walls E and N
    for name in ("PAV02", "SER03", "GAR03"):  # walls S and W
        assert fault(corner, name, 1, -1) == ("unreachable", "4.3")


def test_a_hole_of_one_cell_is_refused() -> None:
    """4.4: no empty cell loses its orthogonal way to the outside."""
    almost = [("TOW09", 0, -1), ("TOW10", 1, -1), ("GAR09", 2, -1), ("GAR10", 2, 0), ("ARC08", 0, 1), ("ARC09", 1, 1)]
    assert fault(almost, "CHA08", 2, 1) == ("hole", "4.4")
    assert fault(almost, "CHA08", 1, 0) is None  # into the gap itself


def test_a_hole_of_several_cells_is_refused() -> None:
    """4.4: covers holes of several cells."""
    line = [("TOW09", 0, -1), ("TOW10", 1, -1), ("GAR09", 2, -1), ("GAR10", 3, -1), ("ARC08", 3, 0), ("ARC09", 3, 1)]
    line += [("CHA08", 0, 1), ("CHA09", 1, 1)]
    assert fault(line, "PAV07", 2, 1) == ("hole", "4.4")


def test_a_hole_closed_over_a_corner_is_refused() -> None:
    """4.4: four orthogonal neighbours filled, a corner neighbour still empty."""
    around = [("TOW09", 0, -1), ("TOW10", 1, -1), ("ARC08", 0, 1), ("ARC09", 1, 1), ("CHA08", 2, 1)]
    assert fault(around, "CHA09", 2, 0) == ("hole", "4.4")


def grown(rng: random.Random, steps: int) -> Board:
    """A legal layout grown by random placements, and now and then a removal."""
    layout = board()
    names = list(BOX.tiles)
    for _ in range(steps):
        cell, tile = rng.choice(list(open_cells(layout))), BOX.tiles[rng.choice(names)]
        if placement_fault(layout, tile.walls, cell) is None:
            layout[cell] = tile
        leaving = rng.choice(list(layout))
        if layout[leaving].kind >= 0 and rng.random() < 0.2 and removal_fault(layout, leaving) is None:
            del layout[leaving]
    return layout


@given(seed=st.integers(0, 2**32), steps=st.integers(0, 60), name=st.sampled_from(list(BOX.tiles)))
def test_the_local_test_is_the_global_definition(seed: int, steps: int, name: str) -> None:
    """4 local: going round the eight neighbours agrees with the flood fill, on every cell around a random layout."""
    layout = grown(random.Random(seed), steps)
    assert is_legal(layout)
    for cell in open_cells(layout):
        legal = is_legal(layout | {cell: BOX.tiles[name]})
        assert (placement_fault(layout, BOX.tiles[name].walls, cell) is None) is legal
