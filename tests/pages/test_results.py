"""A result typed by hand: the two steps, the names, the clocks."""

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client

from games.forms import instant
from games.models import Game, Match, Player
from games.selectors.players import candidates, is_near
from games.services.results import game_for
from tests.acceptance.forms import form_of
from tests.factories import a_league, a_player, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ROME = ZoneInfo("Europe/Rome")
BLANK = {"name": "", "place": "", "score": "", "flag": "played", "player": ""}


@pytest.fixture
def member() -> Client:
    a_league()
    game_for("azul")
    client = Client(headers={"accept-language": "en"})
    client.force_login(a_user("ada"), backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def form(*seats: dict[str, Any], step: str = "check", ended: str = "2026-10-03T21:00", **more: Any) -> dict[str, Any]:
    body: dict[str, Any] = {"step": step, "game": game_for("azul").pk, "ended": ended, **more}
    body |= {"seat-TOTAL_FORMS": "6", "seat-INITIAL_FORMS": "0"}
    for number in range(6):
        values = BLANK | (seats[number] if number < len(seats) else {})
        body |= {f"seat-{number}-{key}": value for key, value in values.items()}
    return body


def send(client: Client, body: dict[str, Any]) -> Any:
    with time_machine.travel("2026-11-03T12:00:00Z", tick=False):
        return client.post("/upload/result/", body)


def test_a_result_is_checked_before_it_is_saved(member: Client) -> None:
    a_player("Gufetta")
    seats = [{"name": "gufetta", "place": 1, "score": 60}, {"name": "Nuova", "place": 2}]
    text = send(member, form(*seats)).content.decode()
    assert "Who is who?" in text
    assert "Nothing is saved yet." in text
    assert "Nobody of that name has played here." in text
    assert 'value="gufetta" checked' in text
    assert Match.objects.count() == 0
    seats[0]["player"] = "gufetta"
    answer = send(member, form(*seats, step="save"))
    match = Match.objects.get()
    assert answer["Location"] == match.get_absolute_url()
    assert match.state == "submitted"
    assert [(seat.player.name, seat.place, seat.score) for seat in match.seats.all()] == [
        ("Gufetta", 1, 60),
        ("Nuova", 2, None),
    ]
    assert Player.objects.get(name="Nuova").is_provisional


def test_of_several_who_bear_a_name_none_is_taken_before_somebody_says_who(member: Client) -> None:
    for _each in range(2):
        a_player("Gufetta")
    seats = [{"name": "Gufetta", "place": 1}, {"name": "Nuova", "place": 2}]
    text = send(member, form(*seats)).content.decode()
    assert "Several players have this name. Say who is meant." in text
    assert not re.search(r'name="seat-0-player"[^>]* checked', text)
    assert re.search(r'name="seat-1-player" value="" checked', text)
    body = form(*seats, step="save")
    del body["seat-0-player"]
    answer = send(member, body)
    assert answer.status_code == 422
    assert "Several players have this name." in answer.content.decode()
    assert not Match.objects.exists()


def test_an_answer_that_does_not_hold_makes_no_new_player(member: Client) -> None:
    a_player("Gufetta")
    seats = [{"name": "Gufetta", "place": 1, "player": "gone"}, {"name": "Nuova", "place": 2}]
    assert send(member, form(*seats, step="save")).status_code == 422
    assert Player.objects.count() == 1


def test_who_was_meant_stays_said_when_something_else_is_asked(member: Client) -> None:
    a_player("Gufetta")
    seats = [{"name": "Gufetta", "place": 1, "player": ""}, {"name": "Nuova", "place": 2, "player": "gone"}]
    text = send(member, form(*seats, step="save")).content.decode()
    assert 'value="gufetta" required' in text
    assert 'value="" checked' in text


@pytest.mark.parametrize("score", ["²", "--5", "٣", "9" * 5000, "1e9", "NaN", "-", "\u0660"])
def test_an_address_with_numbers_of_any_shape_opens_the_form(member: Client, score: str) -> None:
    asked = {"name": ["Ada", "Bruno"], "score": [score, "7"], "place": [score, "1"]}
    assert member.get("/upload/result/", asked).status_code == 200


def test_near_names_are_offered_and_never_taken(member: Client) -> None:
    a_player("livio_lupo")
    text = send(member, form({"name": "livio_lupo1", "place": 1}, {"name": "ada", "place": 2})).content.decode()
    assert "livio_lupo is meant" in text
    assert 'value="livio_lupo" checked' not in text


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("livio", "livia", True),
        ("livio", "livio2", True),
        ("a.b", "ab", True),
        ("livio", "chiara", False),
        ("1", "2", True),
    ],
)
def test_near_means_one_slip_apart(one: str, other: str, near: bool) -> None:
    assert is_near(one, other) is near


def test_names_compare_without_case_and_accents() -> None:
    player = a_player("Élodie")
    assert candidates(" elodie ").exact == [player]
    assert candidates("nobody").exact == candidates("nobody").near == []


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ([{"name": "ada", "place": 1}], "People entered: 1"),
        ([{"name": "ada", "place": 1}, {"name": "ADA", "place": 2}], "would sit twice"),
        ([{"name": "ada", "place": 1}, {"name": "bea", "place": 3}], "The places do not fit together"),
        ([{"name": "ada", "place": 1}, {"name": "bea"}], "The places do not fit together"),
        ([{"name": "x" * 65, "place": 1}, {"name": "bea", "place": 2}], "at most 64"),
        ([{"name": "ada", "place": 21}, {"name": "bea", "place": 2}], "less than or equal to 20"),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(member: Client, seats: list[Any], words: str) -> None:
    answer = send(member, form(*seats))
    assert answer.status_code == 422
    text = answer.content.decode()
    assert words in text
    assert "ada" in text or "x" * 65 in text
    assert Match.objects.count() == 0


def test_shared_places_and_flags_are_kept(member: Client) -> None:
    seats = [
        {"name": "ada", "place": 1},
        {"name": "bea", "place": 1},
        {"name": "cleo", "place": 3, "flag": "conceded"},
        {"name": "dora", "flag": "no_show"},
    ]
    send(member, form(*seats, step="save"))
    match = Match.objects.get()
    assert match.ending == "concession"
    assert [(seat.place, seat.flag) for seat in match.seats.all()] == [
        (1, "played"),
        (1, "played"),
        (3, "conceded"),
        (None, "no_show"),
    ]


def test_the_time_is_read_by_the_league_s_clocks(member: Client) -> None:
    send(member, form({"name": "ada", "place": 1}, {"name": "bea", "place": 2}, step="save", ended="2026-10-01T00:30"))
    ended_at = Match.objects.get().ended_at
    assert ended_at is not None
    assert ended_at.isoformat() == "2026-09-30T22:30:00+00:00"


def test_a_time_that_the_clocks_showed_twice_is_asked_for(member: Client) -> None:
    seats = [{"name": "ada", "place": 1}, {"name": "bea", "place": 2}]
    text = send(member, form(*seats, ended="2026-10-25T02:30")).content.decode()
    assert "The clocks showed this time twice" in text
    assert 'name="half"' in text
    send(member, form(*seats, ended="2026-10-25T02:30", half="second", step="save"))
    ended_at = Match.objects.get().ended_at
    assert ended_at is not None
    assert ended_at.isoformat() == "2026-10-25T01:30:00+00:00"


def test_a_time_that_the_clocks_jumped_over_is_refused() -> None:
    with pytest.raises(ValidationError, match="jumped over"):
        instant(datetime(2026, 3, 29, 2, 30), ROME)


def test_the_future_is_refused(member: Client) -> None:
    seats = [{"name": "ada", "place": 1}, {"name": "bea", "place": 2}]
    assert "lies in the future" in send(member, form(*seats, ended="2026-12-03T21:00")).content.decode()


@pytest.mark.parametrize("ended", ["0001-01-01T00:00", "0001-01-02T00:00", "1899-12-31T21:00"])
def test_an_end_before_our_days_is_refused(member: Client, ended: str) -> None:
    seats = [{"name": "ada", "place": 1}, {"name": "bea", "place": 2}]
    for step in ("check", "save"):
        assert send(member, form(*seats, step=step, ended=ended)).status_code == 422
    assert not Match.objects.exists()


def test_the_same_result_again_leads_to_its_match(member: Client) -> None:
    seats = [{"name": "ada", "place": 1}, {"name": "bea", "place": 2}]
    first = send(member, form(*seats, step="save"))
    seats = [{**seat, "player": seat["name"]} for seat in seats]
    again = send(member, form(*seats, step="save"))
    assert again["Location"] == first["Location"]
    assert Match.objects.count() == 1


def test_a_table_of_more_than_six_gets_its_lines(member: Client) -> None:
    """By the game that is asked for, by the names that come along, or by a press that keeps what was typed."""
    bang = Game.objects.create(key="bang", name="Bang", seats_min=4, seats_max=8)
    assert "seat-7-name" in member.get("/upload/result/?game=bang").content.decode()
    named = member.get("/upload/result/?" + "&".join(f"name=p{n}" for n in range(7))).content.decode()
    assert re.search(r'name="seat-6-name" value="p6"', named)
    typed = form({"name": "Ada", "place": "1"}, {"name": "Bea", "place": "x"}, more="1", game=bang.pk)
    page = send(member, typed).content.decode()
    fields = form_of(page, "").values
    assert (fields["seat-0-name"], fields["seat-1-name"], fields["game"]) == ("Ada", "Bea", str(bang.pk))
    assert fields["ended"] == "2026-10-03T21:00"
    assert "seat-9-name" in fields
    assert "seat-10-name" not in fields
    seven = {f"seat-{n}-{key}": value for n in range(7) for key, value in (("name", f"p{n}"), ("place", n + 1))}
    page = send(member, fields | seven).content.decode()
    assert "Who is who?" in page
    send(member, form_of(page, "").values | {f"seat-{n}-player": "" for n in range(7)})
    assert [seat.place for seat in Match.objects.get().seats.all()] == [1, 2, 3, 4, 5, 6, 7]
