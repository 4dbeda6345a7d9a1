"""Brackets as drawings: nothing overlaps, every line ends at a box, and the page of 64 stays small."""

import gzip
from itertools import combinations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils.translation import override

from ladder.tournament_pages.bracket import duel_columns
from ladder.tournament_pages.drawing import WIDTH, drawn
from ladder.tournament_pages.people import People
from ladder.tournament_pages.stage_drawings import stages_shown
from tests.pages.test_every_page import check
from tests.tournaments.events import TWO, Event
from tournaments.services.challenges import challenge_accept, challenge_make
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def names(number: int) -> list[str]:
    return [f"player_{one:03}" for one in range(1, number + 1)]


def a_bracket(people: int, format_: str = "single", **more: object) -> Event:
    return Event(names(people), TWO, [StageTerms(format=format_, **more)])


@pytest.mark.parametrize(("people", "format_"), [(2, "single"), (6, "single"), (11, "double"), (16, "double")])
def test_no_box_covers_another_and_every_winner_has_a_line(people: int, format_: str) -> None:
    event = a_bracket(people, format_)
    [shown] = stages_shown([event.board()], People([event.board()], AnonymousUser()))
    [drawing] = shown.drawings
    boxes = drawing.boxes
    for one, other in combinations(boxes, 2):
        apart = abs(one.x - other.x) >= WIDTH or one.y + one.height <= other.y or other.y + other.height <= one.y
        assert apart, (one.key, other.key)
    keys = {box.key for box in boxes}
    goes = [box for box in boxes if box.goes_to]
    assert all(box.goes_to in keys for box in goes)
    assert drawing.lines.count("M") == len(goes)
    assert all(box.x >= 0 and box.x + WIDTH <= drawing.width for box in boxes)
    assert all(box.y >= 0 and box.y + box.height <= drawing.height for box in boxes)


def test_byes_and_places_not_known_yet_are_told_apart() -> None:
    event = a_bracket(6)
    people = People([event.board()], AnonymousUser())
    with override("en"):
        [first, second, final] = duel_columns(event.board(), people, "")[0][0]
    assert [box.seats[0].name for box in first.boxes if box.is_bye] == ["player_001", "player_002"]
    assert [column.title for column in (first, second, final)] == ["Quarter-finals", "Semi-finals", "Final"]
    assert [box.title for box in first.boxes] == ["bye", "W1.1", "bye", "W1.2"]
    assert [seat.name for box in second.boxes for seat in box.seats if seat.kind == "open"] == [
        "winner of W1.1",
        "winner of W1.2",
    ]
    assert [seat.name for box in final.boxes for seat in box.seats] == ["winner of W2.1", "winner of W2.2"]


def test_the_list_says_what_the_drawing_says() -> None:
    event = a_bracket(8, third_place=True)
    event.result("player_001, player_008")
    page = Client(headers={"accept-language": "en"}).get(f"/tournaments/{event.tournament.slug}/bracket/")
    text = page.content.decode()
    drawing, _, twin = text.partition("</svg></div>")
    for one in ("player_001", "player_008", "winner of W1.2", "loser of W2.1"):
        assert one in drawing
        assert one in twin


def test_tables_of_several_show_who_goes_on_and_what_comes() -> None:
    event = Event(names(14), Terms(check_in=False), [StageTerms(format="single")])
    event.next_round()
    board = event.board()
    with override("en"):
        [shown] = stages_shown([board], People([board], AnonymousUser()))
    assert [column.title for column in shown.columns] == ["Players", "Round 1", "Round 2", "Final"]
    assert [len(column.boxes) for column in shown.columns] == [1, 4, 2, 1]
    assert all(seat.kind == "open" for column in shown.columns[2:] for box in column.boxes for seat in box.seats)


def test_a_way_is_lit() -> None:
    event = a_bracket(4)
    event.result("player_001, player_004")
    board = event.board()
    groups, tail = duel_columns(board, People([board], AnonymousUser()), "player_001")
    assert drawn(groups, tail).lit.count("M") == 1


@pytest.mark.parametrize("format_", ["single", "double"])
def test_the_page_of_a_bracket_of_64_is_small(format_: str) -> None:
    event = a_bracket(64, format_)
    page = Client().get(f"/tournaments/{event.tournament.slug}/bracket/")
    assert page.status_code == 200
    assert len(gzip.compress(page.content)) < 25_000


def drawn_page(event: Event, **query: str) -> str:
    page = Client(headers={"accept-language": "en"}).get(f"/tournaments/{event.tournament.slug}/bracket/", query)
    assert page.status_code == 200
    check(page, "drawing", "en")
    return page.content.decode()


def seats_of(event: Event, stage: int = -1) -> list[tuple[str, list[str]]]:
    """The boxes of the newest drawing: title, and name with score and note of each seat."""
    boards = [event.board(one.number) for one in event.tournament.stages.exclude(state="planned").order_by("number")]
    with override("en"):
        shown = stages_shown(boards, People(boards, AnonymousUser()))[stage]
    assert all(box.x >= 0 and box.y >= 0 for box in shown.drawings[0].boxes)
    return [
        (box.title, [" ".join(filter(None, (seat.name, seat.score, seat.note))) for seat in box.seats])
        for column in shown.columns
        for box in column.boxes
    ]


def test_groups_show_places_that_go_on_then_people_with_their_lines() -> None:
    event = Event(names(6), TWO, [StageTerms(format="groups", groups=2, per_group=1), StageTerms(format="single")])
    assert seats_of(event)[-1] == ("Go on", ["place 1 of group 1", "place 1 of group 2"])
    for _round in range(3):
        round_ = event.next_round()
        for table in event.tables(round_):
            event.result(", ".join(sorted(table.split())))
    event.complete_stage()
    [first, second, goes_on] = seats_of(event)
    assert [first[0], second[0]] == ["Group 1", "Group 2"]
    assert first[1] == ["player_001 2", "player_004 1", "player_005 0"]
    assert goes_on == ("Go on", ["player_001", "player_002"])
    event.start_stage(2)
    page = drawn_page(event, player="player_001")
    assert 'class="path on"' in page
    assert page.count('<svg class="bracket"') == 2
    assert f'href="/tournaments/{event.tournament.slug}/standings/#s1"' in page
    assert "Every two meet once." in page


def test_divisions_show_who_goes_up_and_down_and_the_seasons_side_by_side() -> None:
    divisions = StageTerms(format="divisions", division=4, division_least=2, change=1)
    event = Event(names(8), TWO, [divisions, divisions])
    assert all(seat.endswith(" 0") for _title, seats in seats_of(event) for seat in seats)
    for stage in (1, 2):
        for _round in range(3):
            round_ = event.next_round(stage=stage)
            for table in event.tables(round_):
                event.result(", ".join(sorted(table.split())), stage=stage)
        event.complete_stage(stage)
        if stage == 1:
            event.start_stage(2)
    boxes = seats_of(event)
    assert [title for title, _seats in boxes] == ["Division 1", "Division 2"] * 2
    assert boxes[0][1][-1] == "player_004 0 ↓ goes down"
    assert boxes[1][1][0] == "player_005 3 ↑ goes up"
    assert {seat.split()[0] for seat in boxes[2][1]} == {"player_001", "player_002", "player_003", "player_005"}
    page = drawn_page(event)
    assert page.count('<svg class="bracket"') == 1
    assert page.count("goes up") == 2
    assert [f">Season {number}<" in page for number in (1, 2, 3)] == [True, True, False]


def test_a_challenge_ladder_shows_its_order_and_what_is_open() -> None:
    event = Event(names(4), TWO, [StageTerms(format="challenge")])
    ann, bob, cid, dot = (event.entrant(name).pk for name in names(4))
    challenge_make(event.stage(), cid, ann, version=event.stage().version, by=event.by)
    challenge_make(event.stage(), dot, bob, version=event.stage().version, by=event.by)
    challenge_accept(event.stage(), ann, version=event.stage().version, by=event.by)
    assert seats_of(event) == [
        ("The ladder", names(4)),
        ("Challenge", ["player_002", "player_004"]),
        ("Round 1", ["player_001", "player_003"]),
    ]
    event.result("player_003 30, player_001 20")
    assert seats_of(event)[0] == ("The ladder", ["player_003", "player_001", "player_002", "player_004"])
    assert seats_of(event)[-1] == ("Round 1", ["player_001 20", "player_003 30"])
    assert "answer by" in drawn_page(event)


def test_two_lives_at_tables_show_who_keeps_them() -> None:
    event = Event(names(8), Terms(check_in=False), [StageTerms(format="double")])
    round_ = event.next_round()
    for table in event.tables(round_):
        event.result(", ".join(sorted(table.split())))
    boxes = seats_of(event)
    assert [title for title, _seats in boxes] == ["Players", "Table 1", "Table 2", "2 lives", "1 life"]
    assert [len(seats) for _title, seats in boxes] == [8, 4, 4, 4, 4]
    assert boxes[3][1] == ["player_001", "player_002", "player_003", "player_004"]
    drawn_page(event)


def test_pages_to_print_show_the_drawing_and_a_sheet_of_tables() -> None:
    event = Event(names(8), Terms(check_in=False), [StageTerms(rounds=2)])
    event.next_round()
    event.result(f"{event.tables(event.board().rounds[0].round)[0].replace(' ', ', ')}")
    client = Client(headers={"accept-language": "en"})
    page = client.get(f"/tournaments/{event.tournament.slug}/rounds/?print")
    check(page, "sheet", "en")
    text = page.content.decode()
    assert text.count('scope="rowgroup"') == 2
    assert text.count('class="num box"') == 16
    assert 'class="tbl' not in text
    assert '<table class="sheet">' not in client.get(f"/tournaments/{event.tournament.slug}/rounds/").content.decode()
