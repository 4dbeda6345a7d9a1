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
from ladder.services.months import month_close, month_decline, month_revise
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


def turned(match, by, ended_at=None):
    """The match with its two places changed about."""
    seats = [TypedSeat(3 - seat.place, seat.player) for seat in match.seats.select_related("player").order_by("number")]
    given = {"ending": "normal", "ended_at": ended_at or match.ended_at, "reason": "seen on the table"}
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


def told_of(client, match):
    """What the match's page says of its closed month: note, reason, points."""
    match.refresh_from_db()
    [place] = client.get(match.get_absolute_url(), headers={"accept-language": "en"}).context["counts"]
    return place.note, str(place.reason), [None if worth is None else int(worth) for worth in place.points]


def pending():
    return PendingRevision.objects.get()


def test_the_page_says_in_which_revision_a_match_counts_and_what_is_pending(sara, client):
    match, october = a_closed_match(), season_get(sara.roles.get().ladder, "2026-10")
    assert told_of(client, match) == ("October 2026 is closed: counted in revision 1.", "", [8, 2])
    turned(match, sara)
    note, _reason, points = told_of(client, match)
    assert note.endswith("It would count otherwise in the pending revision, which waits for a manager.")
    assert points == [2, 8]
    month_revise(october, by=sara, reason="seen", version=pending().version)
    assert told_of(client, match) == ("October 2026 is closed: counted in revision 2.", "", [8, 2])
    other = Match.objects.earliest("pk")
    assert told_of(client, other)[0] == "October 2026 is closed: counted since revision 1, now revision 2."
    match_void(other, version=other.version, by=sara, reason="played twice")
    assert told_of(client, other)[0].endswith("It would not count in the pending revision, which waits for a manager.")


def test_the_page_of_a_late_match_says_what_the_pending_revision_would_do_and_what_a_manager_said(sara, client):
    match = a_match("ada", "bea", ended_at=NOON + timedelta(days=5))
    note, reason, _points = told_of(client, match)
    assert note == (
        "October 2026 is closed, and its revision 1 does not count this match. It would count in the pending revision, "
        "which waits for a manager."
    )
    assert reason == "not in what was published"
    month_decline(pending().season, by=sara, reason="too late", version=pending().version)
    assert told_of(client, match)[0].endswith("A manager left it as it was published.")


def test_a_match_that_ended_elsewhere_after_all_is_told_of_the_month_that_still_holds_it(sara, client):
    match = a_closed_match()
    turned(match, sara, ended_at=NOON + timedelta(days=40))
    places = client.get(match.get_absolute_url(), headers={"accept-language": "en"}).context["counts"]
    assert [place.note.partition(".")[0] for place in places] == ["", "October 2026 is closed: counted in revision 1"]
    assert places[1].note.endswith("It would not count in the pending revision, which waits for a manager.")
