"""Leagues and months before there is much in them, and where months begin and end."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from games.models import Player
from ladder.exports.cells import csv_text
from tests.factories import a_league, a_match

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

OCTOBER = "/leagues/torre/2026-10/"


def text_of(address: str, client: Client | None = None, **headers: str) -> str:
    client = client or Client()
    return client.get(address, headers={"accept-language": "en", **headers}).content.decode()


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ("2026-09-20T12:00:00Z", "Opens on 1 Oct"),
        ("2026-10-20T12:00:00Z", "The month ends on Sat 31 Oct, 23:59 (Rome): 11 days left"),
        ("2026-10-30T22:30:00Z", "23:59 (Rome): 1 day left"),
        ("2026-10-31T12:00:00Z", "23:59 (Rome): the last day is today"),
        ("2026-11-03T12:00:00Z", "Its results are taken until Thu 5 Nov, 23:59 (Rome)"),
        ("2026-11-20T12:00:00Z", "A manager will close it"),
        ("2027-01-20T12:00:00Z", "Results were taken until Thu 5 Nov 2026, 23:59 (Rome)"),
    ],
)
def test_the_page_says_where_the_month_stands(now: str, words: str) -> None:
    a_league()
    with time_machine.travel(now, tick=False):
        a_match("ada", "bea", ended_at=datetime(2026, 10, 3, tzinfo=UTC))
        assert words in text_of(OCTOBER)


def test_an_empty_month_offers_the_upload() -> None:
    a_league()
    with time_machine.travel("2026-10-01T12:00:00Z", tick=False):
        text = text_of("/leagues/torre/")
    assert "No matches yet in October 2026. The month began today." in text
    assert 'href="/upload/"' in text


@pytest.mark.parametrize("key", ["2026-13", "1999-01", "october", "2020-01"])
def test_an_unknown_month_leads_to_the_months_there_are(key: str) -> None:
    a_league()
    answer = Client().get(f"/leagues/torre/{key}/", headers={"accept-language": "en"})
    assert answer.status_code == 404
    assert "These are the months it has" in answer.content.decode()


def test_one_league_is_found_at_once_and_several_are_listed() -> None:
    a_league()
    assert Client().get("/leagues/")["Location"] == "/leagues/torre/"
    a_league("altra")
    text = text_of("/leagues/")
    assert "Lega Torre" in text
    assert "Lega Altra" in text


def test_a_name_is_no_formula() -> None:
    a_league()
    for _match in range(3):
        a_match("=1+1", "bea", ended_at=datetime(2026, 10, 3 + _match, tzinfo=UTC))
    text = Client().get("/leagues/torre/2026-10.csv").content.decode()
    assert "'=1+1" in text
    assert [csv_text(text) for text in ("-1", "@x", "\tx", "ada")] == ["'-1", "'@x", "'\tx", "ada"]


def test_a_new_site_shows_three_steps() -> None:
    text = text_of("/")
    assert "Three steps" in text
    assert Player.objects.count() == 0
