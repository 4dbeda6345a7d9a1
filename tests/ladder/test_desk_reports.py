"""The desk tells of reported errors until they are answered, and of people who did not come three times."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from games.models import Match, Seat
from games.services.error_reports import match_report_error
from ladder.desk.queue import queue
from ladder.services.ladders import role_grant
from ladder.services.matches import match_answer_report, match_void
from tests.factories import a_league, a_match, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def vito():
    vito = a_user("vito")
    role_grant(vito, "arbiter", ladder=a_league())
    return vito


def titles(user, kind):
    return [one.item.title for one in queue(user, kind=kind)]


def test_a_reported_error_is_on_the_desk_until_it_is_answered(vito):
    match = a_match("ada", "bea")
    match = match_report_error(match, version=2, by=a_user("charlie"), reason="I sat there.", seat=1)
    [item] = queue(vito, kind="reported")
    assert "Wrong person reported: Alhambra" in item.item.title
    assert "“I sat there.”" in item.item.facts
    match_answer_report(match, version=3, by=vito, reason="The record says bea.")
    assert queue(vito, kind="reported") == []


def test_striking_out_answers_a_report_and_strangers_see_none(vito):
    charlie = a_user("charlie")
    match = match_report_error(a_match("ada", "bea"), version=2, by=charlie, reason="never played")
    assert titles(charlie, "reported") == []
    match_void(match, version=3, by=vito, reason="never played")
    assert titles(vito, "reported") == []


@pytest.mark.parametrize(("days", "flagged"), [((1, 20, 59), True), ((1, 20, 61), False), ((1, 20), False)])
def test_three_no_shows_in_sixty_days_are_a_flag(vito, days, flagged):
    for number, ago in enumerate(days):
        match = a_match("ada", f"p{number}", "olga", ended_at=timezone.now() - timedelta(days=ago))
        Seat.objects.filter(match=match, player__name="olga").update(flag="no_show")
    assert titles(vito, "absent") == (["Did not come: olga"] if flagged else [])


def test_no_shows_of_matches_that_nobody_believes_are_no_flag(vito):
    for number in range(3):
        match = a_match("ada", f"p{number}", "olga", ended_at=timezone.now() - timedelta(days=number + 1))
        Seat.objects.filter(match=match, player__name="olga").update(flag="no_show")
    Match.objects.filter(pk=match.pk).update(state="disputed")
    assert titles(vito, "absent") == []
