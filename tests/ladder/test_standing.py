"""A month's ranking: the figures of the acceptance month, tie-breaks, and that nothing depends on order."""

import random
from fractions import Fraction

import pytest

from games.scoring.facts import Result, Seat
from games.scoring.parting import TieBreak
from ladder.demo.months import OCTOBER, SEPTEMBER, planned
from ladder.scoring.rules import Rules
from ladder.standing import ranking


def results_of(text, rename=()):
    rename = dict(rename)
    names = sorted({rename.get(name, name) for match in planned(text) for name, _place, _flag in match.seats})
    results = [
        Result(
            number, tuple(Seat(names.index(rename.get(name, name)), place, flag) for name, place, flag in match.seats)
        )
        for number, match in enumerate(planned(text))
    ]
    return results, dict(enumerate(names))


def table(results, names):
    return [(row.rank, names[row.player], row.points) for row in ranking(Rules(), results, names)]


SEPTEMBER_TABLE = [
    (1, "gufetta", 32),
    (2, "adamanta", 26),
    (3, "livio_lupo", Fraction(49, 2)),
    (4, "dado_storto", 22),
    (5, "hugo_pt", 21),
    (6, "chiaraluna", Fraction(39, 2)),
    (7, "brunello3", 18),
    (8, "katia_k", 12),
    (9, "fabio_faro", 9),
    (9, "jacopone", 9),
    (None, "livio_lupo1", 16),
    (None, "elenaditroia", 4),
    (None, "nuno_mar", 3),
]
OCTOBER_TABLE = [
    (1, "livio_lupo", 51),
    (2, "dado_storto", 50),
    (3, "hugo_pt", 45),
    (4, "adamanta", 45),
    (5, "gufetta", Fraction(83, 2)),
    (6, "fabio_faro", 34),
    (7, "brunello3", Fraction(67, 2)),
    (8, "ines_lx", 33),
    (9, "chiaraluna", 31),
    (10, "jacopone", 30),
    (11, "elenaditroia", 25),
    (12, "katia_k", 19),
    (13, "martabella", 14),
    (14, "olga_o", 10),
    (None, "nuno_mar", 4),
]


def october(text=OCTOBER):
    """October without L9, which ended in November by the clocks of Rome."""
    results, names = results_of(text)
    return results[:-1], names


def row_named(name, results, names):
    return next(row for row in ranking(Rules(), results, names) if names[row.player] == name)


def test_september_comes_out_exactly():
    assert table(*results_of(SEPTEMBER)) == SEPTEMBER_TABLE


def test_october_comes_out_exactly():
    assert table(*october()) == OCTOBER_TABLE


def test_september_with_the_double_player_made_one_has_livio_lupo_first():
    merged = table(*results_of(SEPTEMBER, [("livio_lupo1", "livio_lupo")]))
    assert merged[:3] == [(1, "livio_lupo", Fraction(81, 2)), (2, "gufetta", 32), (3, "adamanta", 26)]


def parted_by(row):
    return row.tie_break.criterion, row.tie_break.above, row.tie_break.mine


def test_october_with_the_corrected_result_comes_out_exactly():
    corrected = OCTOBER.replace(
        "brunello3, ines_lx, chiaraluna, dado_storto", "brunello3, chiaraluna, ines_lx, dado_storto"
    )
    results, names = october(corrected)
    rows = {names[row.player]: row for row in ranking(Rules(), results, names)}
    assert table(results, names)[5:10] == [
        (6, "fabio_faro", 34),
        (7, "chiaraluna", 34),
        (8, "brunello3", Fraction(67, 2)),
        (9, "ines_lx", 30),
        (10, "jacopone", 30),
    ]
    assert (rows["chiaraluna"].beaten, rows["chiaraluna"].met) == (8, 17)
    assert (rows["fabio_faro"].beaten, rows["fabio_faro"].met) == (Fraction(15, 2), 14)
    assert parted_by(rows["chiaraluna"]) == ("share_beaten", Fraction(15, 28), Fraction(8, 17))
    assert parted_by(rows["jacopone"]) == ("first_places", 2, 1)


def test_only_the_best_six_matches_count_and_six_points_for_taking_part():
    row = row_named("livio_lupo", *october())
    counted = [line.score.points for line in row.lines if line.counts]
    assert sorted(counted, reverse=True) == [10, 10, 9, 9, 4, 3]
    assert (row.match_points, row.participation, row.points) == (45, 6, 51)
    assert [line.score.points for line in row.lines if not line.counts] == [1]


def test_more_first_places_break_a_tie():
    row = row_named("adamanta", *october())
    assert parted_by(row) == ("first_places", 3, 2)


def test_equal_in_everything_is_the_same_rank_and_said_so():
    first, second = (row_named(name, *results_of(SEPTEMBER)) for name in ("fabio_faro", "jacopone"))
    assert first.rank == second.rank == 9
    assert first.shared
    assert second.tie_break == TieBreak("shared")


def test_the_rank_after_a_shared_one_is_skipped():
    results = [Result(number, (Seat(1, 1), Seat(2, 1), Seat(3, 3))) for number in range(3)]
    assert [row.rank for row in ranking(Rules(), results, dict.fromkeys((1, 2, 3), "x"))] == [1, 1, 3]


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_the_matches_and_of_the_people_changes_no_rank(seed):
    results, names = october()
    shuffled = results[:]
    random.Random(seed).shuffle(shuffled)
    assert table(shuffled, names) == table(results, names)


def test_below_the_minimum_there_is_no_rank_but_the_number_of_matches_missing():
    results, names = results_of(SEPTEMBER)
    missing = {names[row.player]: row.missing for row in ranking(Rules(), results, names) if row.rank is None}
    assert missing == {"livio_lupo1": 1, "elenaditroia": 2, "nuno_mar": 2}


def test_points_of_many_thirds_add_up_without_drift():
    results = [Result(number, (Seat(1, 1), Seat(2, 1), Seat(3, 1), Seat(4, 4))) for number in range(6)]
    rows = ranking(Rules(), results, dict.fromkeys(range(5), "x"))
    assert [row.points for row in rows] == [Fraction(19, 3) * 6 + 6] * 3 + [12]
