"""rules.md 5: removing and swapping."""

import random

from hypothesis import given
from hypothesis import strategies as st

from games.rules.alhambra.layout import ORIGIN, cell_of, is_legal, removal_fault, swap_fault
from tests.rules.alhambra.table import BOX, board
from tests.rules.alhambra.test_04_placing import grown


def test_a_tile_with_four_neighbours_is_not_removed() -> None:
    """5 remove: a hole would appear."""
    cross = board(("TOW09", 1, 0), ("TOW10", 2, 0), ("GAR09", 1, -1), ("GAR10", 1, 1))
    assert removal_fault(cross, cell_of(1, 0)) == ("hole", "5")


def test_an_indispensable_tile_is_not_removed() -> None:
    """5 remove: walls cut the walk although a tile touches on another side."""
    # (1, -1) touches (0, -1) by a wall on both sides; on foot it is reached from (1, 0) alone.
    layout = board(("PAV06", 0, -1), ("CHA05", 1, -1), ("TOW09", 1, 0))
    assert is_legal(layout)
    assert removal_fault(layout, cell_of(1, 0)) == ("disconnected", "5")
    assert removal_fault(layout, cell_of(1, -1)) is None


def test_a_swap_keeps_the_touching_sides() -> None:
    """5 swap: the same wall or opening as the old tile on sides that touch; sides facing empty cells are free."""
    layout = board(("ARC08", 1, 0), ("ARC07", 2, 0))
    assert swap_fault(layout, BOX.tiles["TOW02"].walls, cell_of(2, 0)) is None  # walls N, E, S
    assert swap_fault(layout, BOX.tiles["TOW06"].walls, cell_of(2, 0)) == ("wall_mismatch", "5")  # wall W
    assert swap_fault(layout, BOX.tiles["TOW07"].walls, cell_of(1, 0)) is None  # wall N faces empty ground


@given(seed=st.integers(0, 2**32), steps=st.integers(0, 60))
def test_a_removal_is_legal_iff_the_rest_is(seed: int, steps: int) -> None:
    """5 remove: the two tests are exact."""
    layout = grown(random.Random(seed), steps)
    for cell in set(layout) - {ORIGIN}:
        rest = {place: tile for place, tile in layout.items() if place != cell}
        assert (removal_fault(layout, cell) is None) is is_legal(rest)


@given(seed=st.integers(0, 2**32), steps=st.integers(0, 60), name=st.sampled_from(list(BOX.tiles)))
def test_a_swap_is_legal_iff_all_touching_sides_match(seed: int, steps: int, name: str) -> None:
    """5 swap: reachability and holes cannot change."""
    layout = grown(random.Random(seed), steps)
    for cell in set(layout) - {ORIGIN}:
        assert (swap_fault(layout, BOX.tiles[name].walls, cell) is None) is is_legal(layout | {cell: BOX.tiles[name]})
