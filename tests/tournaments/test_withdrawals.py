"""Who leaves a bracket, tables that stay without a result, and points that must add up on every line of the standings."""

import json
import random

import pytest
from django.contrib.auth.models import AnonymousUser

from ladder.tournament_pages.people import People
from ladder.tournament_pages.why import standings_of
from tests.factories import a_user
from tests.pages.director import client_of
from tests.tournaments.events import TWO, Event, lines_of
from tests.tournaments.test_cases import play
from tests.tournaments.test_kinds import drop
from tournaments.models import Pairing
from tournaments.selectors.acts import stack
from tournaments.services.drafts import rounds_of
from tournaments.services.entrants import entrant_back
from tournaments.services.errors import Refused
from tournaments.services.results import result_correct, table_no_result
from tournaments.services.rounds import round_delete, round_reopen
from tournaments.services.substitutes import seat_substitute
from tournaments.services.work import act_undo
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NAMES = "ann bob cid dot eve fay gil hal ivy".split()
FOUR = Terms(check_in=False)


def told(event: Event) -> list[tuple[str, str]]:
    return [
        (" ".join(map(event.name, table.people)), table.state)
        for laid in event.board().published
        for table in laid.tables
    ]


def back(event: Event, name: str) -> None:
    entrant = event.entrant(name)
    entrant_back(entrant, version=entrant.version, by=event.by)


def test_whoever_leaves_a_bracket_loses_what_is_left_and_the_others_go_through():
    event = Event(NAMES[:4], TWO, [StageTerms(format="single", third_place=True)])
    event.result("ann, dot")
    drop(event, "ann")
    event.result("bob, cid")
    assert told(event)[2:] == [("ann bob", "decided"), ("dot cid", "open")]
    page = client_of(None).get(f"/tournaments/{event.tournament.slug}/rounds/1/2/").content.decode()
    assert "did not come" in page
    assert "Points" not in page
    back(event, "ann")
    assert told(event)[2] == ("ann bob", "open")
    act_undo(stack(event.tournament)[0], by=event.by)
    event.result("cid, dot")
    event.complete_stage()
    assert event.places() == [(1, "bob"), (2, "ann"), (3, "cid"), (4, "dot")]


def test_in_a_double_elimination_who_left_loses_on_both_sides_and_does_not_come_back_behind_others():
    event = Event(NAMES[:4], TWO, [StageTerms(format="double")])
    drop(event, "cid")
    event.result("ann, dot")
    assert told(event) == [
        ("ann dot", "decided"), ("bob cid", "decided"), ("ann bob", "open"), ("dot cid", "decided"), ("dot", "open"),
        ("", "open"),
    ]  # fmt: skip
    act_undo(stack(event.tournament)[0], by=event.by)
    event.result("ann, dot")
    event.result("ann, bob")
    with pytest.raises(Refused, check=lambda why: why.code == "no_way_back"):
        back(event, "cid")
    event.result("bob, dot")
    event.result("ann, bob")
    event.complete_stage()
    assert [name for _place, name in event.places()] == ["ann", "bob", "dot", "cid"]


def test_a_correction_that_decides_a_best_of_three_earlier_lets_the_third_game_count_no_more():
    event = Event(NAMES[:2], TWO, [StageTerms(format="single", best_of=3)])
    for result in ("ann, bob", "bob, ann", "ann, bob"):
        event.result(result)
    table = event.table("ann")
    result_correct(
        table, event.by_entrant(lines_of("ann, bob")), version=table.version, by=event.by, reason="as played", game=2
    )
    assert list(event.board().table(table).games.wins.values()) == [2, 0]
    assert event.places() == [(1, "ann"), (2, "bob")]


def test_nobody_is_lost_from_a_cup_whose_table_stays_without_a_result():
    event = Event(NAMES[:8], FOUR, [StageTerms(format="single")])
    first, second = event.tables(event.next_round())
    table = event.table(*first.split())
    table_no_result(table, version=table.version, by=event.by, reason="nobody answered")
    event.result(", ".join(second.split()))
    assert {name for _place, name in event.places()} == set(NAMES[:8])
    assert {name for _place, name in event.places()[4:]} == set(first.split())


def test_a_table_that_others_left_gives_the_first_places_of_the_smallest_one():
    points = {3: (9, 4, 2), 4: (10, 6, 3, 1)}
    event = Event(NAMES[:4], Terms(points=points, check_in=False), [StageTerms(format="round_robin", rounds=1)])
    for name in ("cid", "dot"):
        drop(event, name)
    event.next_round()
    event.result("bob, ann")
    assert [row[1:] for row in event.ranking()][:2] == [("bob", "9"), ("ann", "4")]


def test_an_earlier_round_is_opened_again_and_the_later_ones_stay_as_they_were_paired():
    event = Event(NAMES[:4], TWO, [StageTerms(rounds=3)])
    first = event.next_round()
    event.result("ann, cid")
    event.result("bob, dot")
    second = event.next_round()
    tables = event.tables(second)
    first.refresh_from_db()
    round_reopen(first, version=first.version, by=event.by, name="Turno 1", reason="typed wrong")
    table = Pairing.objects.get(seats__entrant=event.entrant("ann"), round=first)
    lines = event.by_entrant(lines_of("cid, ann"))
    result_correct(table, lines, version=table.version, by=event.by, reason="typed wrong")
    assert event.tables(second) == tables
    assert {name: points for _rank, name, points in event.ranking()} == {"cid": "1", "bob": "1", "ann": "0", "dot": "0"}
    assert [laid.round.state for laid in event.board().rounds] == ["complete", "published"]


def test_all_games_of_a_best_of_three_come_back_with_a_deleted_round():
    event = Event(NAMES[:2], TWO, [StageTerms(rounds=1, best_of=3)])
    round_ = event.next_round()
    for result in ("ann, bob", "bob, ann", "ann, bob"):
        event.result(result)
    before = [match.pk for match in event.board().table(event.table("ann")).matches]
    round_.refresh_from_db()
    round_delete(round_, version=round_.version, by=event.by, name="Turno 1", reason="wrong day")
    event.next_round("ann bob")
    table = event.board().table(event.table("ann"))
    assert ([match.pk for match in table.matches], table.state) == (before, "decided")


def lines(event: Event):
    board = event.board()
    return [line for _title, rows in standings_of(board, People([board], AnonymousUser())) for line in rows]


def divisions() -> Event:
    event = Event(NAMES[:8], TWO, [StageTerms(format="divisions", division=4, change=1, play_off=1)])
    while len(event.board().rounds) < rounds_of(event.board()):
        play(event, event.next_round(), random.Random(1))
    return event


def stood_in(substitute: str) -> Event:
    event = Event(NAMES, Terms(check_in=False, substitute=substitute), [StageTerms(rounds=3)], by=a_user("d"))
    play(event, event.next_round(), random.Random(1))
    drop(event, "ivy")
    round_ = event.next_round()
    table, ivy = event.table("ann"), event.entrant("ivy").player
    seat_substitute(table, event.entrant("ann").pk, ivy, version=table.version, by=event.by, reason="ill")
    for people in event.tables(round_):
        event.result(", ".join(people.split()))
    return event


def forfeited() -> Event:
    event = Event(NAMES[:6], Terms(wanted=3, least=3, most=3, check_in=False), [StageTerms(rounds=3)])
    one, other = (people.split() for people in event.tables(event.next_round()))
    event.result(f"{one[0]}, {one[1]} -, {one[2]} -")
    event.result(", ".join(other))
    assert ("+", "nobody") in {(cell.text, cell.said[:6]) for line in lines(event) for cell in line.cells}
    return event


@pytest.mark.parametrize(
    "make", [divisions, lambda: stood_in("share"), lambda: stood_in("substitute"), forfeited], ids=lambda one: ""
)
def test_the_cells_of_a_line_add_up_to_its_points(make, settings):
    settings.LANGUAGE_CODE = "en"
    for line in lines(make()):
        assert sum(cell.points for cell in line.cells) == line.points, line.player.name


def test_standings_to_take_away_have_every_group():
    event = divisions()
    rows = json.loads(client_of(None).get(f"/tournaments/{event.tournament.slug}/standings.json").content)["rows"]
    assert {row["player"] for row in rows} == set(NAMES[:8])
    assert [row["group"] for row in rows] == ["Division 1"] * 4 + ["Division 2"] * 4


def test_in_a_round_robin_who_would_have_met_somebody_who_left_has_a_bye_and_a_rest_stays_one():
    event = Event(NAMES[:5], TWO, [StageTerms(format="round_robin")])
    drop(event, "eve")
    outs = []
    for _round in range(5):
        round_ = event.next_round()
        for table in event.tables(round_):
            event.result(", ".join(table.split()))
        outs += [(event.name(seat.entrant_id), seat.out) for seat in event.laid(round_).out]
    assert sorted(outs) == [(name, out) for name in NAMES[:4] for out in ("bye", "rest")]
    won = {name: points for _rank, name, points in event.ranking()}
    assert won["eve"] == "0"
    assert sum(map(int, won.values())) == 6 + 4
