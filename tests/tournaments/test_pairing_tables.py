"""Pairing at tables: what is promised of every draft, and small fields compared with all that is possible."""

import random
from collections import Counter
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.fields import after, every_seating, played
from tournaments.pairing.field import Apart, Field, Past
from tournaments.pairing.price import Repeat, SeatAgain, Short, Together, price
from tournaments.pairing.tables import Draft, Locks, pair_round


def pair(field: Field, seed: int = 1, **locks: tuple) -> Draft:
    return pair_round(field, random.Random(seed), Locks(**locks)).draft


def met(*tables: tuple[int, ...]) -> tuple[Past, ...]:
    return tuple(Past(number, table) for number, table in enumerate(tables, start=1))


def repeats(draft: Draft) -> int:
    return sum(len(table.repeats) for table in draft.price.tables)


def sitting(draft: Draft) -> list[int]:
    return sorted([one for table in draft.tables for one in table] + list(draft.byes))


def test_the_first_round_is_dealt_in_snake_order() -> None:
    draft = pair(Field(standing=tuple(range(1, 15))))
    assert draft.tables == ((1, 8, 9, 14), (2, 7, 10, 13), (3, 6, 11), (4, 5, 12))


def test_in_the_first_round_a_club_is_dealt_apart_at_the_cost_of_low_seeds() -> None:
    field = Field(standing=tuple(range(1, 17)), apart=(Apart((1, 8, 9), "club"),))
    draft = pair(field)
    assert not any(table.together for table in draft.price.tables)
    assert draft.tables == ((1, 6, 10, 16), (2, 7, 9, 15), (3, 8, 11, 14), (4, 5, 12, 13))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("points", [(0, 0, 0, 0), (9, 6, 3, 0), (0, 3, 6, 9)])
def test_a_round_without_a_rematch_is_found_whatever_the_points(points: tuple[int, ...], seed: int) -> None:
    """Case H03."""
    field = Field(
        standing=(0, 1, 2, 3),
        points=dict(enumerate(points)),
        past=met((0, 1), (2, 3), (0, 2), (1, 3)),
        wanted=2,
        least=2,
        most=2,
    )
    assert {frozenset(table) for table in pair(field, seed).tables} == {frozenset((0, 3)), frozenset((1, 2))}


@given(
    entrants=st.integers(6, 10),
    rounds=st.integers(1, 4),
    seed=st.integers(0, 999),
    club=st.sets(st.integers(0, 9), max_size=3),
)
@settings(max_examples=12)
def test_no_seating_of_a_small_field_is_cheaper(entrants: int, rounds: int, seed: int, club: set[int]) -> None:
    field = played(entrants, rounds, seed)
    field = msgspec.structs.replace(field, apart=(Apart(tuple(club), "club"),))
    proposal = pair_round(field, random.Random(seed))
    best = min(price(field, seating).order[:-1] for seating in every_seating(field.standing, field.split.sizes))
    assert proposal.draft.price.order[:-1] == best


@given(entrants=st.integers(1, 40), rounds=st.integers(0, 3), seed=st.integers(0, 99))
@settings(max_examples=15)
def test_everybody_sits_once_and_the_same_seed_gives_the_same_draft(entrants: int, rounds: int, seed: int) -> None:
    field = played(entrants, rounds, seed)
    proposal = pair_round(field, random.Random(seed))
    assert sitting(proposal.draft) == list(range(entrants))
    assert tuple(map(len, proposal.draft.tables)) == field.split.sizes
    assert proposal == pair_round(field, random.Random(seed))
    assert proposal.draft.price == price(field, proposal.draft.tables, proposal.draft.byes)
    if proposal.alternative:
        assert sitting(proposal.alternative) == list(range(entrants))
        assert proposal.alternative.price.order >= proposal.draft.price.order
        assert set(map(frozenset, proposal.alternative.tables)) != set(map(frozenset, proposal.draft.tables))


def test_an_alternative_is_offered_with_its_price() -> None:
    proposal = pair_round(played(14, 1, 3), random.Random(1))
    assert proposal.alternative
    assert len(proposal.alternative.price.tables) == 4


def test_what_cannot_be_is_said_to_be_unavoidable() -> None:
    field = Field(standing=tuple(range(8)), past=met((0, 1, 2, 3), (4, 5, 6, 7)))
    proposal = pair_round(field, random.Random(1))
    assert repeats(proposal.draft) == 4
    assert proposal.repeats_unavoidable is True
    assert pair_round(played(16, 1, 1), random.Random(1)).repeats_unavoidable is None


def test_the_last_round_of_a_perfect_design_is_found() -> None:
    """Four rounds of nine at tables of three: the last one can be seated in one way only."""
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (1, 5, 6), (2, 3, 7))
    field = Field(standing=tuple(range(9)), past=met(*lines), wanted=3, most=3)
    assert repeats(pair(field)) == 0


def test_nobody_sits_at_a_third_short_table_while_others_had_fewer() -> None:
    field = played(30, 5, 2)
    short = Counter(one for past in field.past if len(past.seats) < 4 for one in past.seats)
    assert max(short.values()) <= 2


def test_points_lie_as_near_as_in_the_standing_where_nobody_met() -> None:
    standing = tuple(range(16))
    field = Field(standing=standing, points={one: Fraction(16 - one, 2) for one in standing}, past=(Past(1, (90, 91)),))
    assert {frozenset(table) for table in pair(field).tables} == {
        frozenset(range(start, start + 4)) for start in range(0, 16, 4)
    }


def test_people_who_must_not_meet_do_not_even_if_others_must_meet_again() -> None:
    field = Field(
        standing=(0, 1, 2, 3),
        past=met((0, 1), (2, 3), (0, 2), (1, 3)),
        apart=(Apart((0, 3), "asked", hard=True),),
        wanted=2,
        least=2,
        most=2,
    )
    draft = pair(field)
    assert not any(set(table) == {0, 3} for table in draft.tables)
    assert repeats(draft) == 2


def test_a_wish_yields_to_a_repeat_but_not_to_points() -> None:
    wish = Apart((0, 1), "asked")
    points = dict(enumerate((9, 8, 1, 0)))
    field = Field(standing=(0, 1, 2, 3), points=points, past=(Past(1, (8, 9)),), apart=(wish,), wanted=2, least=2)
    assert not any(set(table) == {0, 1} for table in pair(field).tables)
    pressed = msgspec.structs.replace(field, past=met((0, 2), (1, 3), (0, 3), (1, 2)))
    draft = pair(pressed)
    assert draft.price.tables[0].together == (Together(0, 1, "asked", False),)


def test_locked_tables_stay_and_the_rest_is_paired_around_them() -> None:
    field = played(14, 1, 5)
    locked = (13, 0, 7)
    draft = pair(field, tables=(locked,))
    assert locked in draft.tables
    assert sitting(draft) == list(range(14))
    assert sorted(map(len, draft.tables)) == [3, 3, 4, 4]


def test_a_locked_table_of_an_odd_size_changes_the_others() -> None:
    draft = pair(played(14, 1, 5), tables=((0, 1),))
    assert sorted(map(len, draft.tables)) == [2, 4, 4, 4]


def test_a_locked_bye_counts_among_the_byes() -> None:
    field = Field(standing=tuple(range(9)), wanted=4, least=4, past=(Past(1, (90, 91)),))
    assert pair(field, byes=(3,)).byes == (3,)
    assert pair(field).byes == (8,)


def test_who_is_locked_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="nowhere twice"):
        pair(Field(standing=tuple(range(8))), tables=((0, 1, 2, 3), (3, 4, 5, 6)))


@pytest.mark.parametrize("seed", range(3))
def test_nobody_gets_a_second_bye_and_the_leader_none(seed: int) -> None:
    """Case H01: nine people, one of whom sits out in each of seven rounds."""
    field = Field(standing=tuple(range(9)), wanted=4, least=4)
    lots = random.Random(seed)
    for number in range(1, 8):
        proposal = pair_round(field, random.Random(seed))
        (bye,) = proposal.draft.byes
        assert not field.byes.get(bye)
        assert bye != field.standing[0]
        field = after(field, proposal, number, lots)


def test_the_bye_goes_to_another_where_that_avoids_a_rematch() -> None:
    """Three people at tables of two: 0 and 1 met, so one of them sits out although 2 stands lowest."""
    field = Field(standing=(0, 1, 2), past=met((0, 1)), byes={2: 0}, wanted=2, least=2, most=2)
    draft = pair(field)
    assert draft.byes == (1,)
    assert repeats(draft) == 0


def test_leavers_and_late_entrants_are_who_the_standing_says() -> None:
    field = played(14, 1, 4)
    without = tuple(one for one in field.standing if one != 13)
    draft = pair(msgspec.structs.replace(field, standing=(*without, 20), points={**field.points, 20: Fraction(5, 2)}))
    assert sitting(draft) == [*range(13), 20]


def test_a_change_by_hand_is_priced_with_facts() -> None:
    field = Field(
        standing=tuple(range(1, 9)),
        points={1: Fraction(10), 2: Fraction(9, 2)},
        past=(Past(1, (1, 2, 3, 4)), Past(1, (5, 6, 7)), Past(2, (1, 2, 5, 8)), Past(3, (3, 6, 9), frozenset({6}))),
        apart=(Apart((1, 3), "asked"),),
    )
    first, second = price(field, ((1, 2, 3), (5, 6, 4, 8))).tables
    assert first.repeats == (Repeat(1, 2, (1, 2)), Repeat(1, 3, (1,)), Repeat(2, 3, (1,)))
    assert first.together == (Together(1, 3, "asked", False),)
    assert first.short == (Short(3, 2),)
    assert first.spread == Fraction(10)
    assert first.seats == (SeatAgain(1, 0, 2, 0), SeatAgain(2, 1, 2, 0), SeatAgain(3, 2, 1, 0))
    assert second.repeats == (Repeat(5, 6, (1,)), Repeat(5, 8, (2,)))
    assert second.short == ()


def test_who_was_absent_met_nobody() -> None:
    field = Field(standing=(1, 2, 3), past=(Past(1, (1, 2, 3), frozenset({2})),), wanted=3, most=3)
    assert price(field, ((1, 2, 3),)).tables[0].repeats == (Repeat(1, 3, (1,)),)


def test_a_large_field_is_paired_in_windows_without_a_rematch() -> None:
    field = played(200, 2, 1)
    draft = pair(field)
    assert repeats(draft) == 0
    assert sitting(draft) == list(range(200))


def test_seats_are_as_even_as_possible_after_six_rounds() -> None:
    field = played(32, 6, 1)
    had = Counter((one, seat) for past in field.past for seat, one in enumerate(past.seats))
    for one in range(32):
        times = [had[one, seat] for seat in range(4)]
        assert max(times) - min(times) <= 1
