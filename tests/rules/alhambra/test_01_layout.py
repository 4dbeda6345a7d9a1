"""rules.md 1: coordinates and what makes a layout legal."""

import pytest

from games.rules.alhambra.layout import ORIGIN, cell_of, is_legal, open_cells, place_of
from tests.rules.alhambra.table import BOX, board


def test_the_fountain_lies_at_the_origin() -> None:
    """1.1: x grows to the east, y to the south, the fountain is (0, 0)."""
    assert place_of(ORIGIN) == (0, 0)
    assert cell_of(0, 0) == ORIGIN
    assert is_legal({ORIGIN: BOX.fountain})
    assert not is_legal({cell_of(1, 0): BOX.fountain})


@pytest.mark.parametrize("place", [(-64, 64), (64, -64), (0, -1), (17, 5)])
def test_cells_and_places_are_the_same(place: tuple[int, int]) -> None:
    """1.1: a cell is its place."""
    assert place_of(cell_of(*place)) == place


def test_neighbouring_sides_are_both_walled_or_both_open() -> None:
    """1.2: wall to wall, open to open."""
    assert is_legal(board(("ARC07", 1, 0)))  # its wall faces east
    assert not is_legal(board(("CHA06", 1, 0)))  # its wall faces the open fountain
    assert is_legal(board(("PAV06", 0, -1), ("ARC08", 1, 0), ("CHA05", 1, -1)))  # E wall on W wall


def test_every_tile_is_reached_on_foot_over_open_sides() -> None:
    """1.3: walls cut the walk although tiles touch."""
    cut_off = board(("PAV06", 0, -1), ("ARC06", 1, 0), ("SER03", 1, -1))  # SER03 has walls S and W
    assert not is_legal(cut_off)
    assert is_legal(cut_off | {cell_of(2, 0): BOX.tiles["CHA08"], cell_of(2, -1): BOX.tiles["TOW09"]})


def test_no_empty_cell_is_enclosed() -> None:
    """1.4: every empty cell has an orthogonal way to the outside."""
    ring = [("TOW09", 0, -1), ("TOW10", 1, -1), ("GAR09", 2, -1), ("GAR10", 2, 0), ("ARC08", 2, 1), ("ARC09", 1, 1)]
    around = board(*ring, ("CHA08", 0, 1))
    assert not is_legal(around)
    del around[cell_of(1, 1)]
    assert is_legal(around)


def test_a_cell_that_is_open_over_a_corner_only_is_a_hole() -> None:
    """1.4: steps are orthogonal; a corner is no way out."""
    four = [("TOW09", 0, -1), ("TOW10", 1, -1), ("GAR09", 2, 0), ("GAR10", 1, 1), ("ARC08", 0, 1)]
    corners_open = board(*four, ("ARC09", 2, 1))  # (1, 0) is filled on all four sides, (2, -1) is empty
    assert not is_legal(corners_open)


def test_open_cells_are_those_beside_a_tile() -> None:
    """1: candidates for a placement."""
    assert [place_of(cell) for cell in open_cells(board())] == [(0, -1), (-1, 0), (1, 0), (0, 1)]
