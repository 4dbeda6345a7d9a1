"""H22: what is corrected in a closed month waits as a pending revision, and goes away when it is taken back."""

from datetime import timedelta

import pytest

from games.models import Match
from games.services.statements import TypedSeat
from ladder.invariants import broken
from ladder.models import PendingRevision
from ladder.selectors.seasons import season_get
from ladder.services.ladders import role_grant
from ladder.services.live import matches_changed
from ladder.services.matches import match_correct, match_restore, match_void
from ladder.services.months import month_close
from tests.factories import NOON, a_league, a_match, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def sara():
    ladder, sara = a_league(), a_user("sara")
    role_grant(sara, "manager", ladder=ladder)
    for day in range(3):
        matches_changed([a_match("ada", "bea", ended_at=NOON + timedelta(days=day))], cause="match.confirmed")
    month_close(season_get(ladder, "2026-10"), by=sara, warned=True)
    yield sara
    assert broken() == []


def turned(match, by):
    """The match with its two places changed about."""
    seats = [TypedSeat(3 - seat.place, seat.player) for seat in match.seats.select_related("player").order_by("number")]
    given = {"ending": "normal", "ended_at": match.ended_at, "reason": "seen on the table"}
    return match_correct(match, version=match.version, by=by, seats=seats, **given)


def a_closed_match():
    return Match.objects.latest("pk")


def test_a_correction_waits_as_a_pending_revision_until_it_is_taken_back(sara):
    match = turned(a_closed_match(), sara)
    assert PendingRevision.objects.count() == 1
    turned(match, sara)
    assert not PendingRevision.objects.exists()


def test_a_match_that_is_struck_out_and_restored_leaves_nothing_pending(sara):
    match = a_closed_match()
    match = match_void(match, version=match.version, by=sara, reason="played twice")
    assert PendingRevision.objects.count() == 1
    match_restore(match, version=match.version, by=sara)
    assert not PendingRevision.objects.exists()
