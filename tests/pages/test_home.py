"""The first page: the days that are left, and what the reader can do without leaving it."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Match
from games.services.claims import claim_make, claim_vouch
from tests.acceptance.forms import form_of
from tests.factories import a_match, a_player
from tests.pages.conftest import NOW, Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ("2026-10-01T10:00:00Z", "30 days left"),
        ("2026-10-30T10:00:00Z", "1 day left"),
        ("2026-10-31T22:59:59Z", "the last day is today"),
    ],
)
def test_the_days_of_the_month_are_counted_by_the_clocks_of_the_league(torre: Torre, now: str, told: str) -> None:
    with time_machine.travel(now, tick=False):
        page = torre.client().get("/").content.decode()
    assert page.partition('id="left">')[2].partition("<")[0] == told


def test_a_result_is_confirmed_on_the_first_page(torre: Torre) -> None:
    client = torre.client("gufetta")
    with time_machine.travel(NOW, tick=False):
        page = client.get("/").content.decode()
        action = f"/matches/{torre.waiting.slug}/confirm/"
        assert action in page
        answer = client.post(action, form_of(page, action).values, follow=True)
    assert answer.redirect_chain[-1][0] == "/"
    assert "Confirmed." in answer.content.decode()
    assert action not in answer.content.decode()
    assert Match.objects.get(pk=torre.waiting.pk).state == "confirmed"
    assert action not in torre.client("hugo").get("/").content.decode()


def test_who_met_a_player_is_asked_whether_it_is_he(torre: Torre) -> None:
    player = a_player("carolina")
    a_match("gufetta", "carolina", ended_at=timezone.now() - timedelta(days=3))
    claim = claim_make(player, by=torre.people["charlie"])
    asked = "1 player to vouch for"
    assert asked in torre.client("gufetta").get("/").content.decode()
    assert asked not in torre.client("hugo").get("/").content.decode()
    assert asked not in torre.client("charlie").get("/").content.decode()
    claim_vouch(claim, by=torre.people["gufetta"])
    assert asked not in torre.client("gufetta").get("/").content.decode()
