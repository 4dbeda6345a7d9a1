"""The same faults as in test_cases, for their whole kind: other formats, other sizes, other orders."""

import random
from itertools import permutations

import pytest

from tests.factories import a_user
from tests.tournaments.events import BEGAN, TWO, Event
from tests.tournaments.test_cases import play
from tournaments.formats import bracket_play
from tournaments.models import Entrant
from tournaments.selectors.acts import stack
from tournaments.selectors.brackets import bracket_of
from tournaments.selectors.lives import lives_of
from tournaments.selectors.standings import stage_rows
from tournaments.services.entrants import entrant_drop
from tournaments.services.results import Line, result_enter
from tournaments.services.work import act_undo
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NAMES = "ann bob cid dot eve fay gil hal ivy".split()
DIRECT = Terms(
    wanted=2, least=2, most=2, points={2: (1, 0)}, check_in=False, tie_breaks=("direct_meetings", "lot")
)  # fmt: skip


def drop(event: Event, name: str) -> None:
    entrant = event.entrant(name)
    entrant_drop(entrant, version=entrant.version, by=event.by)


@pytest.mark.parametrize(
    ("people", "terms", "rounds"),
    [(9, TWO, 7), (5, Terms(check_in=False), 4), (7, Terms(check_in=False, wanted=3, most=3), 4)],
)
def test_a_bye_goes_to_the_lowest_who_had_none_and_never_to_the_leader(people, terms, rounds):
    event = Event(NAMES[:people], terms, [StageTerms(rounds=rounds)])
    dice, had = random.Random(3), []
    for number in range(rounds):
        before = stage_rows(event.board())
        round_ = event.next_round()
        byes = event.byes(round_)
        assert len(set(byes) & set(had)) == 0
        if number:
            leader = event.name(before[0].entrant)
            assert leader not in byes or len(set(had)) >= people - 1
        had += byes
        play(event, round_, dice)
    assert had


@pytest.mark.parametrize("seed", range(3))
def test_whoever_leaves_at_any_moment_is_in_no_later_round_and_nobody_sits_twice(seed):
    event = Event(NAMES, TWO, [StageTerms(rounds=5)])
    dice, gone = random.Random(seed), []
    for _round in range(4):
        round_ = event.next_round()
        people = " ".join(event.tables(round_)).split() + event.byes(round_)
        assert len(people) == len(set(people))
        assert not set(people) & set(gone)
        play(event, round_, dice)
        leaver = dice.choice([name for name in NAMES if name not in gone])
        drop(event, leaver)
        gone.append(leaver)
    played = {row.entrant: row.played for row in stage_rows(event.board())}
    assert sum(played.values()) == 2 * sum(len(laid.tables) for laid in event.board().published)


@pytest.mark.parametrize("people", [5, 7])
@pytest.mark.parametrize("form", ["groups", "divisions"])
def test_an_odd_group_or_division_rests_once_each_for_nothing(people, form):
    terms = StageTerms(format=form, groups=1, division=9, division_least=2)
    event = Event(NAMES[:people], TWO, [terms])
    rests, met = [], []
    for _round in range(people):
        round_ = event.next_round()
        laid = event.laid(round_)
        rests += [seat.entrant_id for seat in laid.out]
        met += [frozenset(table.people) for table in laid.tables]
        assert laid.byes == ()
        play(event, round_, random.Random(people))
    assert sorted(rests) == sorted(event.board().field)
    assert len(met) == len(set(met)) == people * (people - 1) // 2
    assert sum(row.points for row in stage_rows(event.board())) == len(met)


@pytest.mark.parametrize("reset", [True, False])
def test_a_double_elimination_with_or_without_a_second_final(reset):
    event = Event(NAMES[:4], TWO, [StageTerms(format="double", reset=reset)])
    for told in ("ann, dot", "bob, cid", "ann, bob", "cid, dot", "bob, cid", "bob, ann"):
        event.result(told)
    last = event.board().rounds[-1]
    assert last.round.side == ("reset" if reset else "final")
    if reset:
        event.result("ann, bob")
    event.complete_stage()
    losses = bracket_play.losses(bracket_of(event.board()))
    champion = event.entrant(event.places()[0][1]).pk
    assert losses[champion] <= 1
    if reset:
        assert all(count == 2 for one, count in losses.items() if one != champion)


def test_nobody_comes_to_a_quarter_final_and_the_next_goes_through():
    event = Event(NAMES[:8], TWO, [StageTerms(format="single")])
    event.result("ann -, hal -")
    event.result("dot, eve")
    event.result("cid, fay")
    event.result("bob, gil")
    event.result("bob, cid")
    final = event.board().rounds[-1].tables[0]
    assert {event.name(one) for one in final.people} == {"dot", "bob"}
    event.result("bob -, dot -")
    assert bracket_play.champion(bracket_of(event.board())) == bracket_play.NOBODY


def test_nobody_comes_on_the_winners_side_and_the_losers_side_goes_on_as_by_a_bye():
    event = Event(NAMES[:4], TWO, [StageTerms(format="double")])
    event.result("ann -, dot -")
    event.result("bob, cid")
    board = event.board()
    final = next(laid for laid in board.rounds if laid.round.side == "final")
    assert [event.name(one) for one in final.tables[0].people] == ["bob", "cid"]
    event.result("bob, cid")
    event.complete_stage()
    assert event.places()[0] == (1, "bob")


def test_nobody_comes_to_a_table_with_lives_and_everybody_there_loses_one():
    event = Event(NAMES[:8], Terms(check_in=False), [StageTerms(format="double")])
    round_ = event.next_round()
    people = event.laid(round_).tables[0].people
    event.result(", ".join(f"{event.name(one)} -" for one in people))
    other = event.laid(round_).tables[1]
    event.result(", ".join(event.name(one) for one in other.people))
    lives = lives_of(event.board()).lives.lives
    assert [lives[one] for one in people] == [1, 1, 1, 1]
    assert sorted(lives[one] for one in other.people) == [1, 1, 2, 2]


def test_nobody_comes_in_a_round_robin_and_both_have_nothing():
    event = Event(NAMES[:2], TWO, [StageTerms(format="round_robin")])
    event.next_round()
    event.result("ann -, bob -")
    assert [row.points for row in stage_rows(event.board())] == [0, 0]


def test_a_win_by_forfeit_counts_head_to_head():
    event = Event(NAMES[:4], DIRECT, [StageTerms(rounds=3)])
    event.next_round("ann bob", "cid dot")
    event.result("bob, ann -")
    event.result("cid, dot")
    event.next_round("ann cid", "bob dot")
    event.result("ann, cid")
    event.result("dot, bob")
    event.next_round("ann dot", "bob cid")
    event.result("dot, ann")
    event.result("cid, bob")
    names = [name for _rank, name, _points in event.ranking()]
    assert names.index("bob") < names.index("ann")


def test_three_who_beat_each_other_in_a_circle_stand_the_same_whatever_the_order_of_entry():
    orders = []
    for number, names in enumerate(permutations(["ann", "bob", "cid"])):
        terms = Terms(**_two(), tie_breaks=("direct_meetings",))
        event = Event([*names, "dot"], terms, [StageTerms(rounds=3)], by=a_user(f"rosa{number}"))
        for tables in (("ann bob", "cid dot"), ("bob cid", "ann dot"), ("cid ann", "bob dot")):
            round_ = event.next_round(*tables)
            for table in event.laid(round_).tables:
                first = table.people[0]
                lines = {one: Line(1 if one == first else 2) for one in table.people}
                result_enter(table.pairing, lines, version=table.pairing.version, by=event.by, ended_at=BEGAN)
        orders.append(event.ranking())
        Entrant.objects.update(state="dropped")
    assert len({tuple(order) for order in orders}) == 1
    assert [rank for rank, _name, _points in orders[0]] == [1, 1, 1, 4]


def _two() -> dict:
    return {"wanted": 2, "least": 2, "most": 2, "points": {2: (1, 0)}, "check_in": False}


def test_who_leaves_a_draft_leaves_no_gap_at_his_table():
    event = Event(NAMES[:4], Terms(check_in=False), [StageTerms(rounds=2)])
    draft = event.pair()
    first = event.laid(draft).tables[0].people[1]
    drop(event, event.name(first))
    seats = event.laid(draft).tables[0].pairing.seats.order_by("number")
    assert list(seats.values_list("number", flat=True)) == [0, 1, 2]
    act_undo(stack(event.tournament)[0], by=event.by)
    assert event.laid(draft).tables[0].people[1] == first
