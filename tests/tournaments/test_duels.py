"""Rounds of duels: nobody meets twice while that can be, equal points meet, byes go round from the bottom."""

import random
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.duels import pair_duels
from tournaments.pairing.field import Apart, Field, Past
from tournaments.pairing.matching import least_cost_pairs
from tournaments.pairing.tables import Draft, Locks


def duels(standing, *, points=None, past=(), **more):
    return Field(standing=tuple(standing), points=points or {}, past=tuple(past), wanted=2, least=2, most=2, **more)


def met(draft: Draft) -> set[frozenset[int]]:
    return {frozenset(table) for table in draft.tables}


def repeats(draft: Draft) -> int:
    return sum(len(table.repeats) for table in draft.price.tables)


class Event:
    """A Swiss played with random results."""

    def __init__(self, people: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.points = dict.fromkeys(range(1, people + 1), 0)
        self.past: list[Past] = []
        self.byes: dict[int, int] = {}
        self.rounds: list[Draft] = []

    def standing(self) -> list[int]:
        return sorted(self.points, key=lambda person: (-self.points[person], person))

    def play(self) -> Draft:
        draft = pair_duels(duels(self.standing(), points=dict(self.points), past=self.past, byes=dict(self.byes))).draft
        self.rounds.append(draft)
        for person in draft.byes:
            self.byes[person] = self.byes.get(person, 0) + 1
            self.points[person] += 3
        for first, second in draft.tables:
            self.past.append(Past(len(self.rounds), (first, second)))
            for person, won in zip((first, second), self.rng.choice([(3, 0), (1, 1), (0, 3)]), strict=True):
                self.points[person] += won
        return draft


def test_the_first_round_sets_the_upper_half_against_the_lower():
    assert [sorted(table) for table in pair_duels(duels(range(1, 9))).draft.tables] == [[1, 5], [2, 6], [3, 7], [4, 8]]


def test_equal_points_meet():
    draft = pair_duels(duels([1, 2, 3, 4], points={1: 3, 2: 3})).draft
    assert met(draft) == {frozenset({1, 2}), frozenset({3, 4})}


@pytest.mark.parametrize("points", list(permutations([Fraction(9, 2), 3, 1, 0])))
def test_a_round_without_a_repeat_is_found_whatever_the_points(points):
    past = [Past(1, (1, 2)), Past(1, (3, 4)), Past(2, (1, 3)), Past(2, (2, 4))]
    by_person = dict(zip([1, 2, 3, 4], points, strict=True))
    standing = sorted(by_person, key=lambda person: -by_person[person])
    assert met(pair_duels(duels(standing, points=by_person, past=past)).draft) == {frozenset({1, 4}), frozenset({2, 3})}


@pytest.mark.parametrize(("people", "rounds"), [(4, 3), (9, 7), (20, 19), (64, 11), (101, 9)])
def test_nobody_meets_twice_and_nobody_sits_out_twice(people, rounds):
    event = Event(people, seed=people)
    for _round in range(rounds):
        draft = event.play()
        assert repeats(draft) == 0
        assert sorted([person for table in draft.tables for person in table] + list(draft.byes)) == sorted(event.points)
    assert max(event.byes.values(), default=0) <= 1
    seats = [table.seats for table in event.past]
    for person in event.points:
        first, second = (sum(table[seat] == person for table in seats) for seat in (0, 1))
        assert abs(first - second) <= 3


def test_the_bye_goes_to_the_lowest_of_those_with_fewest():
    assert pair_duels(duels([1, 2, 3, 4, 5], byes={5: 1})).draft.byes == (4,)
    assert pair_duels(duels([1, 2, 3], byes={1: 1, 2: 1, 3: 1})).draft.byes == (3,)


def test_a_second_bye_only_where_a_repeat_would_be_the_price():
    past = [Past(1, (1, 2)), Past(2, (1, 3))]
    proposal = pair_duels(duels([1, 2, 3], past=past, byes={1: 1}))
    assert proposal.draft.byes == (1,)
    assert proposal.draft.price.byes[0].had == 1


def test_a_repeat_that_cannot_be_avoided_is_named():
    proposal = pair_duels(duels([1, 2], past=[Past(1, (1, 2))]))
    assert proposal.repeats_unavoidable is True
    assert proposal.draft.price.tables[0].repeats[0].rounds == (1,)


def test_those_who_asked_do_not_meet():
    draft = pair_duels(duels(range(1, 9), apart=[Apart((1, 5), hard=True)])).draft
    assert frozenset({1, 5}) not in met(draft)


def test_locked_tables_and_byes_stay():
    locks = Locks(tables=((8, 1),), byes=(2,))
    draft = pair_duels(duels(range(1, 10)), locks).draft
    assert (8, 1) in draft.tables
    assert draft.byes == (2,)
    with pytest.raises(ValueError, match="nowhere twice"):
        pair_duels(duels(range(1, 10)), Locks(tables=((8, 1),), byes=(1,)))


@given(st.data())
def test_the_fewest_repeats_that_can_be(data):
    """Against every way to pair six."""
    pairs = [
        frozenset(pair)
        for pair in (data.draw(st.sets(st.sampled_from([(a, b) for a in range(1, 7) for b in range(a + 1, 7)]))))
    ]
    points = {person: data.draw(st.integers(0, 4)) for person in range(1, 7)}
    standing = sorted(points, key=lambda person: (-points[person], person))
    draft = pair_duels(duels(standing, points=points, past=[Past(1, tuple(pair)) for pair in pairs])).draft
    ways = ({frozenset(way[:2]), frozenset(way[2:4]), frozenset(way[4:])} for way in permutations(range(1, 7)))
    assert repeats(draft) == min(sum(pair in pairs for pair in way) for way in ways)


@given(st.integers(1, 4), st.randoms(use_true_random=False))
def test_pairs_of_least_cost_cost_least(half, rng):
    costs = {(low, high): rng.randrange(9) for low in range(2 * half) for high in range(low + 1, 2 * half)}
    found = least_cost_pairs(2 * half, lambda low, high: costs[low, high])
    assert sorted(one for pair in found for one in pair) == list(range(2 * half))
    ways = ([way[at : at + 2] for at in range(0, 2 * half, 2)] for way in permutations(range(2 * half)) if half < 4)
    least = min((sum(costs[min(pair), max(pair)] for pair in way) for way in ways), default=None)
    assert least is None or sum(costs[pair] for pair in found) == least
