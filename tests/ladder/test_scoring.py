"""Points for one match: product rules 2.5, exact."""

from fractions import Fraction

import pytest

from games.scoring.facts import Seat, Unscorable
from games.scoring.place_points import PLACE_TABLES, PlacePoints
from ladder.scoring.rules import rules_from


def points(*places, flags=()):
    seats = [Seat(index, place) for index, place in enumerate(places)]
    for index, flag in flags:
        seats[index] = Seat(index, places[index], flag)
    return [score.points for score in PlacePoints().scores(seats).values()]


def test_those_who_share_a_place_get_the_mean_of_the_places_they_cover():
    assert points(1, 2, 2, 4) == [10, Fraction(9, 2), Fraction(9, 2), 1]


def test_three_first_of_four_get_a_third_of_nineteen_each():
    assert points(1, 1, 1, 4) == [Fraction(19, 3)] * 3 + [1]


@pytest.mark.parametrize("size", PLACE_TABLES)
def test_every_table_size_gives_five_points_a_seat(size):
    assert sum(points(*range(1, size + 1))) == 5 * size


@pytest.mark.parametrize("size", PLACE_TABLES)
def test_points_never_rise_towards_the_back(size):
    assert list(PLACE_TABLES[size]) == sorted(PLACE_TABLES[size], reverse=True)


def test_a_no_show_gets_nothing_and_the_others_are_scored_at_the_original_size():
    assert points(1, 2, 3, flags=[(2, "no_show")]) == [9, 4, 0]


def test_those_behind_somebody_who_left_move_up():
    assert points(2, 1, 3, flags=[(1, "left")]) == [9, 0, 4]


def test_somebody_who_left_was_met_and_beaten_and_a_no_show_was_not():
    left = PlacePoints().scores([Seat(1, 1), Seat(2, 2), Seat(3, 3, "left")])
    absent = PlacePoints().scores([Seat(1, 1), Seat(2, 2), Seat(3, None, "no_show")])
    assert (left[1].beaten, left[1].met) == (2, 2)
    assert (absent[1].beaten, absent[1].met) == (1, 1)


def test_a_player_who_conceded_keeps_his_place_and_plays():
    scores = PlacePoints().scores([Seat(1, 1), Seat(2, 2), Seat(3, 3, "conceded")])
    assert scores[3].points == 2
    assert scores[3].played


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ([Seat(1, 1), Seat(2, None)], "no_places"),
        ([Seat(1, 1, "no_show"), Seat(2, 2, "no_show")], "too_few"),
        ([Seat(1, 1, "left"), Seat(2, 2, "timed_out")], "too_few"),
        ([Seat(number, number) for number in range(1, 8)], "table_size"),
        ([Seat(1, 1)], "table_size"),
    ],
)
def test_a_result_without_a_fair_score_says_why(seats, code):
    with pytest.raises(Unscorable) as refused:
        PlacePoints().scores(seats)
    assert refused.value.code == code


def test_a_league_may_have_its_own_table():
    rules = rules_from({"scheme": {"type": "place_points", "tables": {"2": [3, 1]}}, "minimum": 1})
    assert [score.points for score in rules.scheme.scores([Seat(1, 1), Seat(2, 2)]).values()] == [3, 1]
    assert rules.best == 6
