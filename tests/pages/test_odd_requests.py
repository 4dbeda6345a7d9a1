"""Requests that no page of ours makes: foreign hosts, wrong methods, addresses and numbers that cannot be."""

import pytest
from django.forms import BaseFormSet
from django.test import Client

from games.forms import PlaceForms, SeatForms, SeatNowForms
from games.models import AuditEntry
from ladder.director.forms import StageForms
from ladder.services.ladders import role_grant
from tests.factories import a_league, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@pytest.mark.parametrize("host", ["evil.example", "testserver:1:2", "a b", "[::1", ""])
@pytest.mark.parametrize("path", ["/", "/about/", "/feed.atom"])
def test_a_foreign_host_is_refused_in_words(host: str, path: str) -> None:
    answer = Client(headers={"accept-language": "en", "host": host}, raise_request_exception=False).get(path)
    assert answer.status_code == 400
    assert "This could not be read" in answer.content.decode()


@pytest.mark.parametrize(
    "path", ["/players/?q=", "/search/?q=a", "/matches/?game=", "/matches/?league=", "/matches.csv?text=", "/?lang="]
)
def test_an_address_that_no_text_could_hold_is_refused(path: str) -> None:
    answer = Client(headers={"accept-language": "en"}, raise_request_exception=False).get(f"{path}%00b")
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/leagues/torre/9999-12/",
        "/leagues/torre/9999-12.csv",
        "/leagues/torre/9999-12/r1/",
        "/leagues/torre/9999-12/changes/",
        "/leagues/torre/9999-12/take/",
        "/leagues/torre/9999-12/take/telegram.txt",
        "/leagues/torre/9999-12/top.svg",
        "/embed/leagues/torre/?month=9999-12",
        "/leagues/torre/0001-01/",
        "/leagues/torre/1999-12.json",
    ],
)
def test_a_month_that_no_calendar_has_is_not_found(path: str) -> None:
    a_league()
    assert Client().get(path).status_code == 404


def test_a_filter_by_a_month_that_no_calendar_has_is_left_out() -> None:
    a_league()
    assert Client().get("/matches/?month=9999-12").status_code == 200


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/matches/m123/confirm/", "/matches/m123/"),
        ("/verifications/7/again/", "/verifications/7/"),
        ("/desk/take/", "/desk/"),
        ("/upload/save/", "/upload/"),
        ("/claims/7/accept/", "/"),
        ("/leagues/torre/publishing/7/test/", "/leagues/torre/publishing/7/"),
    ],
)
def test_an_address_for_buttons_says_so_and_leads_to_its_page(path: str, page: str) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(a_user("ada", language="en"), backend=BACKEND)
    answer = client.get(path)
    assert answer.status_code == 405
    assert answer["Allow"] == "POST"
    text = answer.content.decode()
    assert "This address only takes what a button or a form sends." in text
    assert f'href="{page}">To its page' in text


def test_the_way_to_log_in_leads_back_once_and_never_to_itself() -> None:
    client = Client(headers={"accept-language": "en"})
    assert 'href="/accounts/login/?next=%2Fabout%2F%3Fa%3D1"' in client.get("/about/?a=1").content.decode()
    assert 'href="/accounts/login/?next=%2Fabout%2F"' in client.get("/accounts/login/?next=/about/").content.decode()
    for path in ("/accounts/login/", "/accounts/signup/"):
        assert "next=%2Faccounts" not in client.get(path).content.decode()
    stale = Client(headers={"accept-language": "en"}, enforce_csrf_checks=True).post("/accounts/login/?next=/about/")
    assert "This form is too old" in (text := stale.content.decode())
    assert 'class="btn pri" href="/accounts/login/?next=%2Fabout%2F"' in text


@pytest.mark.parametrize("game", ["9" * 30, "-1", "2147483648", "azul", "²", "1.5"])
def test_a_pool_takes_only_games_that_there_are(game: str) -> None:
    keeper, ladder = a_user("keeper", language="en"), a_league()
    role_grant(keeper, "manager", ladder=ladder)
    client = Client(headers={"accept-language": "en"}, raise_request_exception=False)
    client.force_login(keeper, backend=BACKEND)
    body = {"version": 0, "name": "x", "method": "elo", "seats_min": 2, "seats_max": 6, "start": 1500, "k": 32}
    answer = client.post("/leagues/torre/pools/new/", body | {"january": "keep", "games": [game]})
    assert answer.status_code == 422


@pytest.mark.parametrize("name", ["one", "reason", "item", "match"])
@pytest.mark.parametrize("path", ["/people/different/", "/desk/take/", "/preferences/"])
def test_a_form_that_no_text_could_hold_is_refused_before_it_is_read(path: str, name: str) -> None:
    client = Client(headers={"accept-language": "en"}, raise_request_exception=False)
    client.force_login(a_user("ada"), backend=BACKEND)
    assert client.post(path, {name: "a\0b"}).status_code == 400


@pytest.mark.parametrize("forms", [SeatForms, PlaceForms, SeatNowForms, StageForms])
def test_a_form_of_many_lines_never_makes_more_than_are_allowed(forms: type[BaseFormSet]) -> None:
    sent = forms({"form-TOTAL_FORMS": "99999999999999999999", "form-INITIAL_FORMS": "0"})
    assert sent.total_form_count() == forms.max_num
    assert not sent.is_valid()


def test_a_page_is_no_program_whatever_header_it_sends() -> None:
    ladder, keeper = a_league(), a_user("keeper")
    role_grant(keeper, "manager", ladder=ladder)
    client = Client(headers={"authorization": "Bearer x"})
    client.force_login(keeper, backend=BACKEND)
    a_user("ben")
    client.post("/leagues/torre/people/grant/", {"email": "ben@example.org", "kind": "arbiter"})
    entry = AuditEntry.objects.filter(act__startswith="role").latest("pk")
    assert (entry.origin, entry.actor) == ("page", keeper)
