"""rules.md 7: scoring. The layouts of 7.2 are those of its examples."""

import pytest

from games.rules.alhambra.events import RedesignRemove, RedesignSwap, RevealMoney, RevealScoring, TakeMoney
from games.rules.alhambra.layout import has_closed_ring, is_legal, longest_wall
from games.rules.alhambra.scoring import building_points, wall_length
from games.rules.alhambra.state import State
from tests.rules.alhambra.table import BOX, Placed, board, do, position

EXAMPLE_1 = [
    ("GAR05", -1, -1),
    ("PAV05", 0, -1),
    ("ARC04", 1, -1),
    ("CHA06", -1, 0),
    ("SER04", 1, 0),
    ("TOW08", 0, 1),
]
RING = [("PAV01", 0, -1), ("ARC01", 1, 0), ("SER01", 0, 1), ("CHA01", -1, 0)]


def scored(state: State, number: int) -> list[dict[str, int]]:
    """The lines by seat of round `number`, which comes up in the refill after a taking."""
    state.next_scoring = number
    do(state, TakeMoney(state.turn, (state.display[0],)), RevealScoring(number), RevealMoney("G9"))
    line: list[dict[str, int]] = state.breakdown[-1]["seats"]
    return line


@pytest.mark.parametrize(
    ("number", "kind", "counts", "points"),
    [
        (1, "tower", [3, 3, 1], [3, 3, 0]),
        (1, "pavilion", [2, 2, 0], [0, 0, 0]),
        (2, "tower", [3, 3, 1], [9, 9, 0]),
        (2, "chambers", [4, 2, 2, 1], [11, 2, 2, 0]),
        (3, "garden", [5, 2, 2, 2], [20, 5, 5, 5]),
        (3, "chambers", [4, 3, 1, 1], [19, 11, 2, 2]),
        (3, "seraglio", [2, 0, 0], [17, 0, 0]),
    ],
)
def test_tied_players_share_their_places(number: int, kind: str, counts: list[int], points: list[int]) -> None:
    """7.1 row 1, 7.1 row 2, 7.1 row 3, 7.1 row 4, 7.1 row 5, 7.1 row 6, 7.1 row 7: the worked examples, in order."""
    assert building_points(counts, BOX.points[number - 1][BOX.kinds.index(kind)]) == points


@pytest.mark.parametrize(("number", "places"), [(1, 1), (2, 2), (3, 3)])
def test_each_round_has_as_many_places_as_its_number(number: int, places: int) -> None:
    """7.1 places: round 1 has one place, round 2 two, round 3 three."""
    assert {len(points) for points in BOX.points[number - 1]} == {places}


def test_zero_tiles_never_score() -> None:
    """7.1 zero, 12 zero tiles: players with 0 tiles of the kind are out."""
    assert building_points([0, 0, 0], (6,)) == [0, 0, 0]
    assert building_points([1, 0, 0], (13, 6)) == [13, 0, 0]


def test_only_tiles_in_the_alhambra_count() -> None:
    """7: reserve and pending tiles do not count."""
    state = position(boards=[[("TOW10", 1, 0)]], reserves=["TOW01 TOW02", "PAV01"])
    lines = scored(state, 1)
    assert lines[0] == {
        "pavilion": 0, "seraglio": 0, "arcades": 0, "chambers": 0, "garden": 0, "tower": 6, "walls": 0, "total": 6,
    }  # fmt: skip
    assert lines[1]["total"] == 0


def test_a_round_is_buildings_and_walls() -> None:
    """7: each round = buildings + walls, for every player his own."""
    state = position(boards=[EXAMPLE_1, [("TOW11", 1, 0)]])
    lines = scored(state, 1)
    assert [line["walls"] for line in lines] == [8, 1, 0]
    assert [player.score for player in state.players] == [1 + 2 + 3 + 4 + 5 + 3 + 8, 3 + 1, 0]


def test_a_chain_over_five_tiles() -> None:
    """7.2 example 1: 9 outer segments, a chain of 8 and one alone; 12 closed_ring plays no part."""
    layout = board(*EXAMPLE_1)
    assert is_legal(layout)
    assert longest_wall(layout) == longest_wall(layout, ring_counts_all=False) == 8


@pytest.mark.parametrize(
    ("tiles", "length"),
    [
        ([("ARC04", 0, -1), ("CHA05", 1, -1), ("ARC08", 1, 0)], 2),
        ([("PAV06", 0, -1), ("ARC06", 1, 0)], 2),
    ],
)
def test_inner_walls_do_not_count_and_corners_connect(tiles: list[Placed], length: int) -> None:
    """7.2 example 2, 7.2 example 3: an internal wall between two tiles; segments that meet in a concave corner."""
    assert is_legal(board(*tiles))
    assert longest_wall(board(*tiles)) == length


def test_a_closed_ring_counts_every_segment() -> None:
    """7.2 example 4, 12 closed_ring=all: all 12 outline segments."""
    assert is_legal(board(*RING))
    assert has_closed_ring(board(*RING))
    assert scored(position(boards=[RING]), 1)[0]["walls"] == 12


def test_a_closed_ring_may_count_one_less() -> None:
    """7.2 example 4, 12 closed_ring=bga_minus_one: 11, and a note with both numbers."""
    state = position(boards=[RING], closed_ring="bga_minus_one")
    assert scored(state, 1)[0]["walls"] == 11
    assert state.notes == [
        {"code": "site_deviation", "kind": "closed_ring", "round": 1, "seat": 0, "recorded": 11, "by_rules": 12}
    ]


def test_walls_of_one_tile_connect_round_its_corners() -> None:
    """7.2 connected: convex corners, and straight lines over several tiles."""
    assert longest_wall(board(("TOW02", 1, 0))) == 3
    assert longest_wall(board(("ARC06", 1, 0), ("TOW07", 2, 0), ("GAR07", 3, 0))) == 3


def test_two_groups_are_not_added() -> None:
    """7.2 largest: the largest connected group is the score."""
    assert longest_wall(board(("ARC06", 1, 0), ("CHA07", -1, 0))) == 1


def test_walls_score_in_all_three_rounds() -> None:
    """7.2: 1 point per segment, in all three rounds."""
    for number in (1, 2):
        assert scored(position(boards=[[("TOW02", 1, 0)]]), number)[0]["walls"] == 3


THREE = [("ARC06", 1, 0), ("TOW07", 2, 0), ("GAR07", 3, 0)]
"""A wall of three segments along the north."""


def test_the_wall_is_measured_when_it_is_scored() -> None:
    """7.3, 12 wall_value=current: after a removal the rulebook's wall."""
    state = do(position(boards=[THREE]), RedesignRemove(0, "GAR07"))
    assert scored(state, 1)[0]["walls"] == 2
    assert state.notes == []


def test_the_site_scores_the_stored_wall() -> None:
    """7.3, 12 wall_value=bga_stored: not refreshed by a removal; a note tells both numbers and accuses nobody."""
    state = do(position(boards=[THREE], wall_value="bga_stored"), RedesignRemove(0, "GAR07"))
    assert scored(state, 1)[0]["walls"] == 3
    assert state.notes == [
        {"code": "site_deviation", "kind": "stale_wall", "round": 1, "seat": 0, "recorded": 3, "by_rules": 2}
    ]


def test_a_swap_measures_the_wall_anew() -> None:
    """7.3: stored when a tile is put into an Alhambra."""
    state = position(boards=[THREE], reserves=["TOW09"], wall_value="bga_stored")
    do(state, RedesignSwap(0, "TOW09", 3, 0))
    assert wall_length(state, state.players[0]) == 2
