"""Whole events by lot, with people who leave: what the services made of them is computed anew, naively, from the tables."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from tests.factories import a_user
from tests.tournaments.events import TWO, Event
from tests.tournaments.test_cases import drop, play
from tournaments.models import PairingSeat, Round, TableMatch
from tournaments.selectors.standings import placed, qualifiers, stage_rows
from tournaments.services.drafts import rounds_of
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NAMES = [f"p{number:02}" for number in range(1, 17)]
POINTS = {3: (9, 4, 2), 4: (10, 6, 3, 1), 5: (11, 7, 5, 3, 1)}
THREES = Terms(wanted=3, least=3, most=3, check_in=False, points=POINTS)
FOURS = Terms(wanted=4, least=3, most=4, check_in=False, points=POINTS)
FIVES = Terms(wanted=5, least=4, most=5, check_in=False, points=POINTS)


def results(event: Event, stage: int = 1) -> dict[int, list[list[tuple[str, int]]]]:
    """Of each round its tables: name and place of everybody, as the matches tell."""
    found: dict[int, list[list[tuple[str, int]]]] = {}
    rows = TableMatch.objects.filter(pairing__round__stage__number=stage, tournament=event.tournament)
    for row in rows.select_related("match", "pairing__round").order_by("pairing__round__number", "pairing__number"):
        seats = [(seat.player.name, seat.place or 99) for seat in row.match.seats.select_related("player")]
        found.setdefault(row.pairing.round.number, []).append(sorted(seats, key=lambda one: one[1]))
    return found


def naive_points(event: Event, bye: Fraction) -> Counter[str]:
    total: Counter[str] = Counter(
        dict.fromkeys((one.player.name for one in event.tournament.entrants.all()), Fraction(0))
    )
    for tables in results(event).values():
        for table in tables:
            for name, place in table:
                level = [at for at, (_name, other) in enumerate(table) if other == place]
                worth = sum(Fraction(event.tournament.terms.points[len(table)][at]) for at in level)
                total[name] += worth / len(level)
    for seat in PairingSeat.objects.filter(round__stage__tournament=event.tournament, out="bye"):
        total[seat.entrant.player.name] += bye
    return total


def fewest_byes(people: int, least: int, most: int) -> int:
    """By trying all numbers of tables."""
    return next(
        out for out in range(people) if any(n * least <= people - out <= n * most for n in range(1, people + 1))
    )


@pytest.mark.parametrize(
    ("terms", "people", "seed"),
    [
        (THREES, 10, 1),
        pytest.param(FOURS, 13, 2, marks=pytest.mark.night),
        pytest.param(FIVES, 12, 3, marks=pytest.mark.night),
    ],
)
def test_a_swiss_at_tables_seats_everybody_once_with_as_few_byes_as_can_be(
    terms: Terms, people: int, seed: int
) -> None:
    event = Event(NAMES[:people], terms, [StageTerms(rounds=4)])
    dice, had, here = random.Random(seed), Counter(), set(NAMES[:people])
    for number in range(1, 5):
        round_ = event.next_round()
        tables = [table.split() for table in event.tables(round_)]
        byes = event.byes(round_)
        assert sorted([one for table in tables for one in table] + byes) == sorted(here)
        assert all(terms.least <= len(table) <= terms.most for table in tables)
        assert len(byes) == fewest_byes(len(here), terms.least, terms.most)
        had.update(byes)
        assert max(had.values(), default=0) <= 1
        play(event, round_, dice)
        if number in (1, 2):
            gone = dice.choice(sorted(here))
            drop(event, gone)
            here.discard(gone)
    points = naive_points(event, terms.bye_points())
    rows = stage_rows(event.board())
    assert {event.name(row.entrant): row.points for row in rows} == dict(points)
    assert [row.points for row in rows] == sorted(points.values(), reverse=True)


@pytest.mark.parametrize(("people", "seed"), [(13, 2), *(pytest.param(n, n, marks=pytest.mark.night) for n in (9, 16))])
def test_two_of_each_table_of_four_go_on_and_best_next_fill_up(people: int, seed: int) -> None:
    event = Event(NAMES[:people], FOURS, [StageTerms(format="single", advance=2)])
    dice, alive = random.Random(seed), NAMES[:people]
    while rounds_of(event.board()) is None:
        round_ = event.next_round()
        tables = [table.split() for table in event.tables(round_)]
        byes = event.byes(round_)
        assert sorted([one for table in tables for one in table] + byes) == alive
        assert byes == alive[: len(byes)], "byes go to the best seeds"
        rows = [one for n, one in enumerate(sorted(alive)[len(byes) :])]
        assert [table[0] for table in tables] == rows[: len(tables)], "the best seeds sit apart"
        play(event, round_, dice)
        if len(tables) == 1 and not byes:
            break
        played = results(event)[round_.number]
        through = byes + [name for table in played for name, _place in table[: min(2, len(table) - 1)]]
        rest = sorted((place, name) for table in played for name, place in table if name not in through)
        while fewest_byes(len(through), 3, 4) and len(through) < len(alive) - 1:
            through.append(rest.pop(0)[1])
        alive = sorted(through)
    [final] = results(event)[len(event.board().published)]
    assert [one.entrant.player.name for one in placed(event.board())][: len(final)] == [name for name, _place in final]


def test_a_cup_goes_on_when_too_few_for_a_table_are_left_and_is_over_with_the_last_one() -> None:
    for leave in (2, 3):
        event = Event(NAMES[:8], FOURS, [StageTerms(format="single")], by=a_user(f"d{leave}"))
        round_ = event.next_round()
        for table in event.tables(round_):
            event.result(", ".join(sorted(table.split())))
        for name in NAMES[4 - leave : 4]:
            drop(event, name)
        if leave == 2:
            assert event.tables(event.next_round()) == ["p01 p02"]
            event.result("p02, p01")
        else:
            assert rounds_of(event.board()) == 1
        event.complete_stage()
        assert event.places()[0] == (1, "p02" if leave == 2 else "p01")


def test_a_swiss_ends_when_too_few_for_a_table_are_left() -> None:
    event = Event(NAMES[:4], FOURS, [StageTerms(rounds=5)])
    play(event, event.next_round(), random.Random(1))
    for name in ("p03", "p04"):
        drop(event, name)
    assert rounds_of(event.board()) == 1
    event.complete_stage()


@pytest.mark.parametrize(
    ("people", "groups", "each", "seed"), [(11, 3, 2, 1), pytest.param(16, 4, 2, 2, marks=pytest.mark.night)]
)
def test_groups_send_their_best_to_a_bracket_that_parts_them(people: int, groups: int, each: int, seed: int) -> None:
    stages = [StageTerms(format="groups", groups=groups, per_group=each, qualify=8), StageTerms(format="single")]
    event = Event(NAMES[:people], TWO, stages)
    dice, board = random.Random(seed), event.board()
    for number in range(1, people - people % groups + 1):  # seeds in snake order
        row, at = divmod(number - 1, groups)
        assert board.group[event.entrant(NAMES[number - 1]).pk] == 1 + (groups - 1 - at if row % 2 else at)
    while len(event.board().rounds) < rounds_of(event.board()):
        play(event, event.next_round(), dice)
    wins = naive_points(event, Fraction(0))
    met = Counter(frozenset(name for name, _place in table) for tables in results(event).values() for table in tables)
    members = {n: {event.name(one) for one in group} for n, group in board.groups.items()}
    assert met == Counter(frozenset(pair) for group in members.values() for pair in combinations(group, 2))
    event.complete_stage()
    through = [event.name(one.entrant) for one in qualifiers(event.board())]
    assert len(through) == 8
    for group in members.values():
        inside, outside = group & set(through), group - set(through)
        assert len(inside) >= each
        assert min(wins[one] for one in inside) >= max((wins[one] for one in outside), default=0)
    event.start_stage(2)
    first = [table.people for table in event.board(2).rounds[0].tables]
    assert all(board.group[one] != board.group[other] for one, other in first)
    seeds = [{event.board(2).seed[one] for one in pair} for pair in first]
    assert all(min(pair) <= 4 < max(pair) for pair in seeds), "the better half of the seeds meets the other"
    match = {seed: number for number, pair in enumerate(seeds) for seed in pair}
    assert len({match[seed] for seed in (1, 2, 3, 4)}) == 4
    assert match[1] // 2 == match[4] // 2 != match[2] // 2 == match[3] // 2, "the best seeds meet as late as possible"
    assert Round.objects.filter(stage=event.stage(2)).count() == 3


def meetings(plan: list[list[list[int]]]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for tables in plan for table in tables for pair in combinations(table, 2))


@pytest.mark.parametrize(
    "people", [pytest.param(n, marks=[] if n in (5, 7, 10) else pytest.mark.night) for n in range(5, 17)]
)
def test_everybody_meets_everybody_in_a_round_robin_of_any_number(people: int) -> None:
    for terms in (TWO, FOURS):
        event = Event(NAMES[:people], terms, [StageTerms(format="round_robin")], by=a_user(f"d{terms.most}"))
        plan = event.stage().plan
        assert all(len({one for table in tables for one in table}) == sum(map(len, tables)) for tables in plan)
        assert all(min(terms.least, people) <= len(table) <= terms.most for tables in plan for table in tables)
        counts = meetings(plan)
        assert len(counts) == people * (people - 1) // 2
        if terms is TWO:
            assert set(counts.values()) == {1}
            assert len(plan) == people - 1 + people % 2
        else:
            assert max(counts.values()) <= 3
        rests = Counter(
            one for tables in plan for one in set(range(people)) - {two for table in tables for two in table}
        )
        assert max(rests.values(), default=0) - min((rests[one] for one in range(people)), default=0) <= 1


def test_twice_at_tables_is_the_same_plan_once_more_with_other_seats() -> None:
    event = Event(NAMES[:5], THREES, [StageTerms(format="round_robin", twice=True)])
    plan = event.stage().plan
    half = len(plan) // 2
    assert [[table[::-1] for table in tables] for tables in plan[:half]] == plan[half:]
