"""Standings: a whole event with its known order, and what tie-breaks may and may not look at."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from tournaments.standings.played import Bye, Event, Sat, Table
from tournaments.standings.standings import Row, standings

POINTS = {2: (8, 2), 3: (9, 4, 2), 4: (10, 6, 3, 1)}
NAMES = (
    "adamanta brunello3 chiaraluna dado_storto elenaditroia fabio_faro gufetta hugo_pt ines_lx jacopone katia_k"
    " livio_lupo martabella nuno_mar olga_o"
).split()
ROUNDS = {
    1: [
        "hugo_pt adamanta nuno_mar ines_lx",
        "gufetta brunello3=jacopone martabella",
        "chiaraluna katia_k fabio_faro",
        "dado_storto livio_lupo elenaditroia",
    ],
    2: [
        "hugo_pt dado_storto chiaraluna gufetta",
        "livio_lupo adamanta jacopone katia_k",
        "ines_lx olga_o martabella!",
        "brunello3 fabio_faro elenaditroia",
    ],
    3: [
        "dado_storto=fabio_faro ines_lx jacopone",
        "adamanta elenaditroia martabella chiaraluna",
        "livio_lupo brunello3 hugo_pt",
        "gufetta katia_k olga_o",
    ],
}


def table(number: int, places: str, scores: Sequence[int] = ()) -> Table:
    """`ada bea=carlo dora!`: in order of place, shared ones with =, those who did not come with !."""
    groups = [group.split("=") for group in places.split()]
    size = sum(map(len, groups))
    seats: list[Sat] = []
    for group in groups:
        place = len(seats) + 1
        share = Fraction(sum(POINTS[size][len(seats) : len(seats) + len(group)]), len(group))
        for name in group:
            here = not name.endswith("!")
            entrant = NAMES.index(name.rstrip("!")) + 1
            score = scores[len(seats)] if scores else None
            seats.append(Sat(entrant, place if here else None, share if here else 0, score, here, here))
    return Table(number, tuple(seats))


AUTUMN = Event(
    entrants=tuple(range(1, 16)),
    tables=tuple(table(number, places) for number, tables in ROUNDS.items() for places in tables),
    given={15: Fraction(5, 2)},
)


def named(rows: Sequence[Row]) -> dict[str, Row]:
    return {NAMES[row.entrant - 1]: row for row in rows}


def test_a_whole_event_comes_out_in_its_order():
    rows = standings(AUTUMN)
    assert [NAMES[row.entrant - 1] for row in rows] == (
        "livio_lupo dado_storto hugo_pt adamanta gufetta brunello3 fabio_faro chiaraluna ines_lx elenaditroia katia_k"
        " jacopone olga_o martabella nuno_mar"
    ).split()
    assert [str(row.points) for row in rows] == "23 23 22 22 20 35/2 14 13 13 10 9 17/2 17/2 4 3".split()
    assert [row.rank for row in rows] == list(range(1, 16))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("livio_lupo", 5.33),
        ("dado_storto", 5.15),
        ("chiaraluna", 5.25),
        ("ines_lx", 5.12),
        ("jacopone", 5.46),
        ("olga_o", 4.67),
    ],
)
def test_opponents_points_per_match(name, value):
    assert round(float(named(standings(AUTUMN))[name].values["opponents_points"]), 2) == value


def test_each_place_that_a_tie_break_decided_says_which_and_by_how_much():
    rows = named(standings(AUTUMN))
    reason = rows["ines_lx"].tie_break
    assert reason is not None
    assert (reason.criterion, round(float(reason.above), 2), round(float(reason.mine), 2)) == (
        "opponents_points", 5.25, 5.12
    )  # fmt: skip
    assert rows["adamanta"].tie_break.criterion == "first_places"
    assert rows["hugo_pt"].tie_break is None


def test_who_did_not_come_was_met_by_nobody_and_did_not_play():
    rows = named(standings(AUTUMN))
    assert rows["martabella"].played == 2
    assert NAMES.index("martabella") + 1 not in rows["ines_lx"].met


def test_a_bye_gives_points_and_no_match():
    event = Event(entrants=(1, 2, 3), tables=(table(1, "adamanta brunello3"),), byes=(Bye(1, 3, 5),))
    row = named(standings(event))["chiaraluna"]
    assert (row.points, row.played, row.met) == (5, 0, ())


def test_equal_in_everything_is_the_same_place_whatever_the_order():
    for entrants in permutations((1, 2, 3, 4)):
        event = Event(entrants=entrants, tables=(table(1, "adamanta=brunello3 chiaraluna=dado_storto"),))
        rows = standings(event, ["first_places", "opponents_points"])
        assert [(row.rank, row.shared) for row in rows] == [(1, True), (1, True), (3, True), (3, True)]


def duel(number: int, winner: int, loser: int, *, came: bool = True) -> Table:
    return Table(number, (Sat(winner, 1, 1), Sat(loser, 2 if came else None, 0, None, came, came)))


def test_a_win_by_forfeit_counts_in_direct_meetings_alone():
    event = Event(entrants=(2, 1), tables=(duel(1, 1, 2, came=False),), given={2: 1})
    first, second = standings(event, ["direct_meetings"])
    assert (first.entrant, first.rank, second.rank) == (1, 1, 2)
    assert second.tie_break is not None
    assert second.tie_break.criterion == "direct_meetings"
    names = ["first_places", "opponents_points", "score_share", "median_buchholz", "sonneborn_berger"]
    for row in standings(event, names):
        assert (row.played, row.met, row.rank, set(row.values.values())) == (0, (), 1, {0})


def test_a_win_by_forfeit_makes_no_opponent_stronger():
    """1 has a point by forfeit and lost the only match that he played, against 3, who gets nothing of that point."""
    event = Event(entrants=(1, 2, 3), tables=(duel(1, 1, 2, came=False), duel(2, 3, 1)))
    names = ["opponents_points", "median_buchholz", "sonneborn_berger"]
    rows = {row.entrant: row for row in standings(event, names)}
    assert set(rows[3].values.values()) == {0}
    assert (rows[1].points, rows[1].at_tables, rows[1].played) == (1, 0, 1)


def test_a_circle_is_not_broken_by_the_order_of_the_input():
    circle = [duel(1, 1, 2), duel(2, 2, 3), duel(3, 3, 1), duel(1, 4, 5), duel(2, 4, 6), duel(3, 5, 4)]
    given = {1: 1, 2: 1, 3: 1}
    found = set()
    rng = Random(7)
    for entrants in permutations((1, 2, 3, 4)):
        tables = circle[:]
        rng.shuffle(tables)
        event = Event(entrants=(*entrants, 5, 6), tables=tuple(tables), given=given)
        rows = standings(event, ["direct_meetings", "sonneborn_berger"])
        found.add(tuple(sorted((row.entrant, row.rank) for row in rows)))
    assert len(found) == 1


def test_whoever_is_left_level_begins_again_with_the_little_league():
    """1 is ahead, 2 behind; 3 and 4 are even among the four, and of these two 3 beat 4."""
    tables = (duel(1, 1, 2), duel(1, 3, 4), duel(2, 1, 3), duel(2, 4, 2))
    event = Event(entrants=(4, 3, 2, 1), tables=tables, given={1: 0, 2: 2, 3: 1, 4: 1})
    rows = standings(event, ["direct_meetings"])
    assert {row.points for row in rows} == {2}
    assert [row.entrant for row in rows] == [1, 3, 4, 2]
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert rows[2].tie_break.group == (3, 4)


def test_the_lot_is_drawn_once_and_another_for_another_event():
    def order(seed: str) -> list[int]:
        return [row.entrant for row in standings(Event(entrants=tuple(range(1, 9)), lot_seed=seed), ["lot"])]

    assert order("autumn") == order("autumn")
    assert len({tuple(order(str(seed))) for seed in range(9)}) > 5


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_tables_and_entrants_decides_nothing(seed):
    rng = Random(seed)
    entrants = list(range(1, 10))
    tables = []
    for number in (1, 2, 3):
        rng.shuffle(entrants)
        tables += [table(number, " ".join(NAMES[one - 1] for one in entrants[at : at + 3])) for at in (0, 3, 6)]
    names = ["direct_meetings", "first_places", "opponents_points", "score_share"]
    rows = standings(Event(entrants=tuple(sorted(entrants)), tables=tuple(tables)), names)
    rng.shuffle(tables)
    again = standings(Event(entrants=tuple(entrants), tables=tuple(tables)), names)
    assert {row.entrant: row.rank for row in rows} == {row.entrant: row.rank for row in again}


def test_score_share_and_the_chess_ones():
    tables = (table(1, "adamanta brunello3", [148, 131]), table(2, "chiaraluna adamanta", [100, 50]))
    rows = named(
        standings(Event(entrants=(1, 2, 3), tables=tables), ["score_share", "median_buchholz", "sonneborn_berger"])
    )
    assert rows["adamanta"].values == {
        "score_share": (1 + Fraction(1, 2)) / 2, "median_buchholz": 8 + 2, "sonneborn_berger": 2
    }  # fmt: skip
    assert rows["brunello3"].values["score_share"] == Fraction(131, 148)
