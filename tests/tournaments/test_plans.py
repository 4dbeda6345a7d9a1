"""Round robin: at two by the circle, at larger tables by plans."""

import random
from collections import Counter
from itertools import combinations

import pytest

from tournaments.pairing.circle import circle
from tournaments.pairing.designs import FIELDS, ONE_STAYS, WANDERING, arithmetic, lines
from tournaments.pairing.plans import Plan, plan


def meetings(found: Plan, entrants: int) -> Counter[tuple[int, int]]:
    counts = Counter(dict.fromkeys(combinations(range(entrants), 2), 0))
    for tables in found.rounds:
        for table in tables:
            counts.update(combinations(sorted(table), 2))
    return counts


def seats(found: Plan) -> Counter[tuple[int, int]]:
    return Counter((one, seat) for tables in found.rounds for table in tables for seat, one in enumerate(table))


@pytest.mark.parametrize("entrants", range(2, 16))
def test_at_two_everybody_meets_everybody_once_and_rests_at_most_once(entrants: int) -> None:
    """Case H27."""
    rounds = circle(entrants)
    pairs = [pair for row in rounds for pair in row]
    assert sorted(tuple(sorted(pair)) for pair in pairs) == list(combinations(range(entrants), 2))
    for row in rounds:
        assert len({one for pair in row for one in pair}) == 2 * len(row) == entrants - entrants % 2
    rests = Counter(one for row in rounds for one in set(range(entrants)) - {one for pair in row for one in pair})
    assert rests == (Counter(dict.fromkeys(range(entrants), 1)) if entrants % 2 else Counter())
    first = Counter(pair[0] for pair in pairs)
    second = Counter(pair[1] for pair in pairs)
    assert all(abs(first[one] - second[one]) <= 1 for one in range(entrants))


def test_the_second_half_changes_the_first_seat() -> None:
    rounds = circle(6, twice=True)
    assert len(rounds) == 10
    assert Counter(pair for row in rounds for pair in row) == Counter(
        (first, second) for first in range(6) for second in range(6) if first != second
    )


@pytest.mark.parametrize("entrants", [0, 1])
def test_nobody_to_meet_means_no_round(entrants: int) -> None:
    assert circle(entrants) == ()


PROMISED = [(5, 3, 3), (6, 3, 2), (7, 4, 2), (8, 4, 3), (9, 3, 1), (13, 4, 1), (16, 4, 1)]


@pytest.mark.parametrize(("entrants", "size", "times"), PROMISED)
def test_promised_plans_are_balanced(entrants: int, size: int, times: int) -> None:
    found = plan(entrants, size, random.Random(1))
    assert set(meetings(found, entrants).values()) == {times}
    assert found.meets == (times, times)
    assert found.balanced


@pytest.mark.parametrize(("entrants", "size"), [*WANDERING, *ONE_STAYS, (8, 4), (9, 3), (16, 4), (25, 5)])
def test_every_known_plan_gives_seats_and_rests_evenly(entrants: int, size: int) -> None:
    found = plan(entrants, size, random.Random(1))
    assert len(set(meetings(found, entrants).values())) == 1
    turns = [seats(found)[one, seat] for one in range(entrants) for seat in range(size)]
    assert max(turns) - min(turns) <= 1
    assert found.seats == (min(turns), max(turns))
    assert found.rests[0] == found.rests[1]
    for tables in found.rounds:
        assert max(Counter(one for table in tables for one in table).values()) == 1


def test_seven_at_four_sit_in_each_seat_once() -> None:
    found = plan(7, 4, random.Random(1))
    assert {seats(found)[one, seat] for one in range(7) for seat in range(4)} == {1}


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"), [(16, 4, 5), (16, 4, 2), (9, 3, 4), (20, 4, 5), (64, 4, 6), (12, 3, 4)]
)
def test_rounds_without_a_repeat_where_mathematics_has_them(entrants: int, size: int, rounds: int) -> None:
    found = plan(entrants, size, random.Random(1), rounds=rounds)
    assert len(found.rounds) == rounds
    assert max(meetings(found, entrants).values()) == 1
    assert found.rests == (0, 0)


@pytest.mark.parametrize(("entrants", "size"), [(6, 4), (8, 3), (10, 4), (11, 3), (12, 4), (14, 4), (9, 5)])
def test_other_plans_say_how_often_people_meet(entrants: int, size: int) -> None:
    found = plan(entrants, size, random.Random(1))
    counts = meetings(found, entrants)
    assert found.meets == (min(counts.values()), max(counts.values()))
    assert found.meets[0] >= 1
    assert found == plan(entrants, size, random.Random(1))


def test_fourteen_at_four_meet_once_or_twice() -> None:
    assert plan(14, 4, random.Random(1)).meets == (1, 2)


def test_those_who_rest_take_turns() -> None:
    found = plan(7, 5, random.Random(2), least=5, rounds=7)
    assert found.rests == (2, 2)


def test_a_table_larger_than_the_field_is_refused() -> None:
    with pytest.raises(ValueError, match="at least two"):
        plan(3, 4, random.Random(1))


@pytest.mark.parametrize("order", FIELDS)
def test_fields_are_fields(order: int) -> None:
    add, multiply = arithmetic(order)
    everything = list(range(order))
    for one in everything:
        assert sorted(add(one, other) for other in everything) == everything
        assert not one or sorted(multiply(one, other) for other in everything) == everything


def test_where_no_field_fits_there_are_no_lines() -> None:
    assert lines(24, 4) is None
    assert lines(12, 4) is None
    assert lines(14, 4) is None
