"""Elimination at tables: the plan, who goes on, corrections; and two lives."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats import lives
from tournaments.formats.elimination import (
    Round,
    Shape,
    Table,
    advance,
    draw,
    plan,
    replace,
    replacements,
)
from tournaments.formats.errors import Refused


def table(*order: int) -> Table:
    return Table({one: place for place, one in enumerate(order, start=1)})


def seeds(entrants: int) -> dict[int, int]:
    return {one: one for one in range(1, entrants + 1)}


def test_the_plan_of_fourteen_is_shown_in_advance() -> None:
    rounds = plan(14, Shape())
    assert [(found.entrants, found.sizes) for found in rounds] == [(14, (4, 4, 3, 3)), (8, (4, 4)), (4, (4,))]
    assert [found.final for found in rounds] == [False, False, True]


@pytest.mark.parametrize(
    ("entrants", "shape", "expected"),
    [
        (16, Shape(advance=1), [(16, 0, 0), (4, 0, 0)]),
        (17, Shape(advance=1), [(17, 0, 1), (6, 0, 1), (3, 0, 0)]),
        (17, Shape(advance=1, filling="byes"), [(17, 0, 0), (5, 1, 1), (3, 0, 0)]),
        (5, Shape(), [(5, 1, 0), (3, 0, 0)]),
        (4, Shape(), [(4, 0, 0)]),
        (2, Shape(), [(2, 0, 0)]),
        (8, Shape(wanted=2, least=2, most=2), [(8, 0, 0), (4, 0, 0), (2, 0, 0)]),
    ],
)
def test_missing_places_are_filled_or_saved_by_byes(entrants: int, shape: Shape, expected: list) -> None:
    assert [(found.entrants, found.byes, found.fill) for found in plan(entrants, shape)] == expected


@given(
    entrants=st.integers(2, 200),
    sizes=st.tuples(st.integers(2, 6), st.integers(2, 6), st.integers(2, 6)).map(sorted),
    k=st.sampled_from([None, 1, 2, 3]),
    filling=st.sampled_from(["best_next", "byes"]),
)
def test_every_plan_ends_in_one_table_and_its_numbers_agree(entrants: int, sizes: list[int], k, filling) -> None:
    least, wanted, most = sizes
    rounds = plan(entrants, Shape(wanted=wanted, least=least, most=most, advance=k, filling=filling))
    for found, following in pairwise(rounds):
        assert sum(found.sizes) + found.byes == found.entrants
        assert following.entrants == found.go_on < found.entrants
        assert found.fill <= found.entrants - found.byes - sum(found.advance)
        assert all(least <= size <= most for size in found.sizes)
    assert rounds[-1].final
    assert len(rounds[-1].sizes) == 1


def test_half_goes_on_best_first_and_by_place_before_seed() -> None:
    found = advance(Round(8, (4, 4), (2, 2)), [table(4, 1, 5, 8), table(2, 7, 3, 6)], seeds(8), Shape())
    assert found.through == (2, 4, 1, 7)
    assert found.out == (3, 5, 6, 8)


def test_best_next_by_place_then_share_then_seed() -> None:
    shares = {3: Fraction(9, 10), 6: Fraction(95, 100), 9: Fraction(9, 10)}
    tables = [
        Table({1: 1, 2: 2, 3: 3, 4: 4}, shares),
        Table({5: 1, 7: 2, 6: 3, 8: 4}, shares),
        Table({10: 1, 11: 2, 9: 3, 12: 4}, shares),
    ]
    found = advance(Round(12, (4, 4, 4), (2, 2, 2), fill=2), tables, seeds(12), Shape())
    assert found.filled == (6, 3)
    assert found.going_on == (1, 5, 10, 2, 7, 11, 6, 3)


def test_a_tie_for_the_last_place_is_broken_as_was_chosen() -> None:
    tied = Table({1: 1, 2: 2, 3: 2, 4: 4}, {3: Fraction(1, 2), 2: Fraction(1, 3)})
    other = table(5, 6, 7, 8)
    found = Round(8, (4, 4), (2, 2), fill=1)
    by_seed = advance(found, [tied, other], seeds(8), Shape())
    assert (by_seed.through, by_seed.filled) == ((1, 5, 3, 6), (2,))
    both = advance(found, [tied, other], seeds(8), Shape(ties="both"))
    assert (both.through, both.filled) == ((1, 5, 3, 2, 6), ())
    assert advance(found, [tied, other], seeds(8), Shape(ties="match")).undecided == ((3, 2),)


def test_byes_come_first_in_the_next_round() -> None:
    found = advance(Round(5, (4,), (2,), byes=1), [table(5, 4, 3, 2)], seeds(5), Shape(), byes=(1,))
    assert found.going_on == (1, 5, 4)


def test_other_tables_than_planned_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        advance(Round(8, (4, 4), (2, 2)), [table(1, 2, 3)], seeds(8), Shape())
    assert refused.value.code == "format.other_tables"


def test_the_next_round_is_dealt_by_snake_and_parts_those_who_just_met() -> None:
    assert draw(Round(8, (4, 4), (2, 2)), range(1, 9)) == ([[1, 4, 5, 8], [2, 3, 6, 7]], ())
    tables, _byes = draw(Round(8, (4, 4), (2, 2)), range(1, 9), before=[(1, 8), (2, 7), (3, 6), (4, 5)])
    assert all(len(set(one) & set(pair)) == 1 for one in tables for pair in [(1, 8), (2, 7), (3, 6), (4, 5)])
    assert draw(Round(5, (4,), (2,), byes=1), range(1, 6)) == ([[2, 3, 4, 5]], (1,))


def test_a_correction_puts_others_in_the_seats_and_names_the_tables() -> None:
    found = Round(8, (4, 4), (2, 2))
    other = table(2, 7, 3, 6)
    before = advance(found, [table(4, 1, 5, 8), other], seeds(8), Shape())
    after = advance(found, [table(4, 5, 1, 8), other], seeds(8), Shape())
    changes = replacements(before, after)
    assert changes == {1: 5}
    assert replace([[2, 4, 1, 7]], changes) == ([[2, 4, 5, 7]], (0,))
    assert replace([[2, 4], [1, 7]], changes)[1] == (1,)
    assert replacements(before, before) == {}
    more = advance(found, [Table({4: 1, 1: 2, 5: 2, 8: 4}), other], seeds(8), Shape(ties="both"))
    with pytest.raises(Refused):
        replacements(before, more)


def test_too_few_for_a_plan() -> None:
    with pytest.raises(Refused):
        plan(1, Shape())


@given(entrants=st.integers(2, 40), seed=st.integers(0, 999), k=st.sampled_from([None, 1, 2]))
@settings(max_examples=60)
def test_two_lives_end_with_one_winner_and_every_other_one_out(entrants: int, seed: int, k: int | None) -> None:
    lots, shape = random.Random(seed), Shape(advance=k)
    state = lives.begin(range(entrants))
    last = None
    while lives.winner(state) is None:
        pools = lives.pools(state, shape)
        assert sorted(one for pool in pools for one in pool.entrants) == sorted(state.alive)
        tables = []
        for pool in pools:
            people = lots.sample(pool.entrants, len(pool.entrants))
            for size in pool.split.sizes:
                tables.append(table(*(people.pop() for _seat in range(size))))
        assert tables
        last = tables[0]
        state = lives.after(state, tables, shape, final=pools[0].final)
    places = lives.places(state, last)
    assert places[lives.winner(state)] == (1, 1)
    assert len(places) == entrants
    assert sorted(places.values())[-1][1] == entrants
    assert set(state.lives.values()) <= {0, 1, 2}


def test_people_with_two_lives_and_with_one_are_tabled_apart() -> None:
    state = lives.after(lives.begin(range(8)), [table(0, 1, 2, 3), table(4, 5, 6, 7)], Shape())
    assert [pool.entrants for pool in lives.pools(state, Shape())] == [(0, 1, 4, 5), (2, 3, 6, 7)]


def test_a_tie_for_first_in_the_final_goes_to_the_one_with_two_lives() -> None:
    state = lives.Lives({0: 1, 1: 2, 2: 1})
    (final,) = lives.pools(state, Shape())
    assert final.final
    done = lives.after(state, [Table({0: 1, 1: 1, 2: 3})], Shape(), final=True)
    assert lives.winner(done) == 1
    assert lives.places(done, Table({0: 1, 1: 1, 2: 3})) == {1: (1, 1), 0: (2, 2), 2: (3, 3)}


def test_who_is_out_plays_no_more() -> None:
    with pytest.raises(Refused):
        lives.after(lives.Lives({0: 0, 1: 1, 2: 1}), [table(0, 1, 2)], Shape())
    with pytest.raises(Refused):
        lives.begin((1, 1))
