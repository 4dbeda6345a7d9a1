"""Brackets as drawings: nothing overlaps, every line ends at a box, and the page of 64 stays small."""

import gzip
from itertools import combinations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils.translation import override

from ladder.tournament_pages.bracket import brackets_shown, duel_columns
from ladder.tournament_pages.drawing import WIDTH, drawn
from ladder.tournament_pages.people import People
from tests.tournaments.events import TWO, Event
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def names(number: int) -> list[str]:
    return [f"player_{one:03}" for one in range(1, number + 1)]


def a_bracket(people: int, format_: str = "single", **more: object) -> Event:
    return Event(names(people), TWO, [StageTerms(format=format_, **more)])


@pytest.mark.parametrize(("people", "format_"), [(2, "single"), (6, "single"), (11, "double"), (16, "double")])
def test_no_box_covers_another_and_every_winner_has_a_line(people: int, format_: str) -> None:
    event = a_bracket(people, format_)
    [shown] = brackets_shown([event.board()], People([event.board()], AnonymousUser()))
    boxes = shown.drawing.boxes
    for one, other in combinations(boxes, 2):
        apart = abs(one.x - other.x) >= WIDTH or one.y + one.height <= other.y or other.y + other.height <= one.y
        assert apart, (one.key, other.key)
    keys = {box.key for box in boxes}
    goes = [box for box in boxes if box.goes_to]
    assert all(box.goes_to in keys for box in goes)
    assert shown.drawing.lines.count("M") == len(goes)
    assert all(box.x >= 0 and box.x + WIDTH <= shown.drawing.width for box in boxes)
    assert all(box.y >= 0 and box.y + box.height <= shown.drawing.height for box in boxes)


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
        [shown] = brackets_shown([board], People([board], AnonymousUser()))
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
