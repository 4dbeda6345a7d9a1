"""Elimination at tables: the plan, who goes on, ties for the last place as they were chosen; and two lives."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.events import Event
from tests.tournaments.test_stage_formats import NAMES as TWELVE
from tests.tournaments.test_stage_formats import refused
from tournaments.formats import lives
from tournaments.formats.cups import Shape, cup
from tournaments.formats.errors import Refused
from tournaments.formats.lives import Table
from tournaments.services.drafts import rounds_of
from tournaments.services.entrants import entrant_drop
from tournaments.services.results import table_no_result
from tournaments.terms import StageTerms, Terms

NAMES = [*TWELVE, *"mia ned oda pia qui ria sam tea".split()]
database = [pytest.mark.django_db, pytest.mark.sqlite]


def table(*order: int) -> Table:
    return Table({one: place for place, one in enumerate(order, start=1)})


@pytest.mark.parametrize(
    ("entrants", "shape", "expected"),
    [
        (14, Shape(), [(4, 4, 3, 3), (4, 4), (4,)]),
        (16, Shape(advance=1), [(4, 4, 4, 4), (4,)]),
        (17, Shape(advance=1), [(4, 4, 3, 3, 3), (3, 3), (3,)]),
        (17, Shape(advance=1, filling="byes"), [(4, 4, 3, 3, 3), (4,), (3,)]),
        (5, Shape(), [(4,), (3,)]),
        (2, Shape(), [(2,)]),
    ],
)
def test_missing_places_are_filled_or_saved_by_byes(entrants: int, shape: Shape, expected: list) -> None:
    assert [found.sizes for found in cup(entrants, shape)] == expected


@given(
    entrants=st.integers(2, 200),
    sizes=st.tuples(st.integers(2, 6), st.integers(2, 6), st.integers(2, 6)).map(sorted),
    k=st.sampled_from([None, 1, 2, 3]),
    filling=st.sampled_from(["best_next", "byes"]),
)
def test_every_plan_ends_in_one_table_and_its_numbers_agree(entrants: int, sizes: list[int], k, filling) -> None:
    least, wanted, most = sizes
    rounds = cup(entrants, Shape(wanted=wanted, least=least, most=most, advance=k, filling=filling))
    for found, following in pairwise(rounds):
        here = sum(found.sizes) + found.byes
        assert sum(following.sizes) + following.byes == found.go_on < here
        assert found.best_next <= here - found.byes - found.by_place
        assert all(least <= size <= most for size in found.sizes)
    assert rounds[-1].is_final


class TestTies:
    """Six at two tables, ann dot eve and bob cid fay: the first of each go on, and one best next to a final of three."""

    pytestmark = database

    def event(self, people: int = 6, **more: object) -> Event:
        event = Event(NAMES[:people], Terms(check_in=False), [StageTerms(format="single", advance=1, **more)])
        event.next_round()
        return event

    def going(self, event: Event) -> str:
        return " ".join(sorted(" ".join(event.tables(event.pair())).split()))

    def test_by_share_and_seed_and_the_other_one_may_be_best_next(self) -> None:
        event = self.event()
        event.result("dot 50 = ann 50, eve 40")
        event.result("cid 60, bob 59, fay 10")
        assert self.going(event) == "ann cid dot"

    def test_both_go_on_and_one_best_next_fewer(self) -> None:
        event = self.event(8, ties="both")
        event.result("ann 50 = eve 50 = hal 50, dot 1")
        event.result("bob 60, cid 59, fay 10, gil 2")
        assert self.going(event) == "ann bob eve hal"

    def test_where_all_are_level_somebody_is_out_all_the_same(self) -> None:
        event = self.event(ties="both")
        event.result("ann = dot = eve")
        event.result("bob = cid = fay")
        assert self.going(event) == "ann bob cid"

    def test_a_deciding_match_is_the_next_round_of_those_who_are_level(self) -> None:
        event = self.event(9, ties="match")
        event.result("ann 90 = fay 90 = gil 90")
        event.result("bob, eve, hal")
        event.result("cid, dot, ivy")
        assert rounds_of(event.board()) is None
        decider = event.next_round()
        assert event.tables(decider) == ["ann fay gil"]
        assert (decider.side, event.byes(decider)) == ("play_off", [])
        with refused("round_open"):
            event.pair()
        event.result("gil 9, fay 8, ann 7")
        assert event.places()[:3] == [(1, "bob"), (1, "cid"), (1, "gil")]
        final = event.next_round()
        assert (sorted(event.tables(final)[0].split()), final.side) == (["bob", "cid", "gil"], "")
        event.result("gil, cid, bob")
        event.complete_stage()
        assert [name for _place, name in event.places()] == "gil cid bob fay ann dot eve hal ivy".split()

    def test_nobody_plays_for_a_place_that_all_of_them_have(self) -> None:
        event = self.event(ties="match")
        event.result("ann 50 = dot 50, eve 40")
        event.result("bob 60, cid 59, fay 10")
        assert self.going(event) == "ann bob dot"

    def test_who_leaves_takes_the_deciding_match_away(self) -> None:
        event = self.event(9, ties="match")
        event.result("ann 90 = fay 90, gil 50")
        event.result("bob, eve, hal")
        event.result("cid, dot, ivy")
        assert event.tables(event.pair()) == ["ann fay"]
        ann = event.entrant("ann")
        entrant_drop(ann, version=ann.version, by=event.by)
        now = event.next_round()
        assert (event.tables(now), now.number, now.side) == (["bob cid fay"], 2, "")

    def test_a_deciding_match_that_decides_nothing_leaves_it_to_the_seed(self) -> None:
        event = self.event(9, ties="match")
        event.result("ann 90 = fay 90, gil 50")
        event.result("bob, eve, hal")
        event.result("cid, dot, ivy")
        decider = event.next_round()
        table = event.table("ann", "fay")
        table_no_result(table, version=table.version, by=event.by, reason="Nobody came")
        assert decider.number == 2
        assert self.going(event) == "ann bob cid"

    def test_who_sat_at_a_table_without_a_result_is_out_and_has_a_place(self) -> None:
        event = self.event()
        event.result("ann, dot, eve")
        table = event.table("bob", "cid")
        table_no_result(table, version=table.version, by=event.by, reason="Nobody came")
        assert [name for _place, name in event.places()] == "ann dot eve bob cid fay".split()

    def test_byes_of_the_best_seeds_save_missing_places(self) -> None:
        event = self.event(20, filling="byes")
        for table in event.laid(event.board().rounds[0].round).tables:
            event.result(", ".join(event.name(one) for one in table.people))
        draft = event.pair()
        assert (event.tables(draft), event.byes(draft)) == (["bob cid dot eve"], ["ann"])


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
