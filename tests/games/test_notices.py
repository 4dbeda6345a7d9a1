"""Notices: who is told what, once, and on which ways it leaves."""

from datetime import UTC, datetime

import pytest
from django.db import transaction

from games.digests import next_digest
from games.models import Match, Notice, NoticeAddress, NoticeDelivery, NoticeSettings, OutboxRow
from games.notices import CHANNELS, KINDS, NEVER, ROWS, choice_key
from games.services.matches import match_dispute, match_void
from games.services.notices import address_digest, muted, notice_send, notices_read, row_stop, wants
from games.services.players import Seen
from games.services.results import Result, SeatResult, match_find_or_create
from tests.factories import a_match, a_player, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def ada():
    return a_user("ada")


def tell(*users, key="k/1", kind="match.void", **facts):
    return notice_send(kind, users, key=key, link="/matches/x/", about="match/x", game="Alhambra", **facts)


def ways():
    return set(NoticeDelivery.objects.values_list("notice__user__email", "channel"))


def test_every_kind_has_its_row_and_every_row_a_kind():
    assert set(KINDS.values()) == set(ROWS)


def test_the_same_occasion_is_told_once(ada):
    assert tell(ada) == 1
    assert tell(ada) == 0
    assert tell(ada, key="k/2") == 1
    assert Notice.objects.count() == 2
    assert NoticeDelivery.objects.count() == OutboxRow.objects.filter(kind="notice").count() == 2


def test_who_did_it_is_not_told(ada):
    bea = a_user("bea")
    notice_send("match.void", [ada, bea, None], key="k", besides=bea)
    assert [notice.user for notice in Notice.objects.all()] == [ada]


def test_an_account_that_is_closed_is_told_nothing(ada):
    ada.is_active = False
    ada.save()
    assert tell(ada) == 0


def test_a_change_that_is_taken_back_tells_nobody(ada):
    with transaction.atomic():
        tell(ada)
        transaction.set_rollback(True)
    assert not Notice.objects.exists()
    assert not OutboxRow.objects.exists()


def test_nobody_is_told_of_a_bulk_import(ada):
    with muted():
        assert tell(ada) == 0
    assert not Notice.objects.exists()


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_goes_by_default_where_its_row_says(ada, kind):
    a_chat(ada, "telegram")
    notice_send(kind, [ada], key="k")
    row = ROWS[KINDS[kind]]
    assert ways() == ({(ada.email, "mail")} if row.mail == "on" else set())
    assert Notice.objects.get().in_site


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("channel", CHANNELS)
def test_each_cell_of_the_table_can_be_turned_as_far_as_it_goes(ada, row, channel):
    kind = next(kind for kind, its in KINDS.items() if its == row)
    default = ROWS[row].default(channel)
    for wish in (True, False):
        ada.notice_settings = NoticeSettings(user=ada, choices={choice_key(row, channel): wish})
        assert wants(ada, kind, channel) is (wish and default != NEVER)


def a_chat(user, channel):
    return NoticeAddress.objects.create(user=user, channel=channel, confirmed_at=datetime.now(UTC))


def test_chats_are_used_where_somebody_wishes_and_gave_an_address(ada):
    NoticeSettings.objects.create(user=ada, choices={"match-telegram": True, "match-discord": True})
    a_chat(ada, "telegram")
    tell(ada)
    assert ways() == {(ada.email, "mail"), (ada.email, "telegram")}


def test_an_address_that_was_switched_off_is_not_written_to(ada):
    NoticeAddress.objects.create(user=ada, channel="mail", code=address_digest(ada.email), off_at=datetime.now(UTC))
    tell(ada)
    assert ways() == set()


def test_what_is_not_wanted_in_the_site_is_sent_alone(ada):
    NoticeSettings.objects.create(user=ada, choices={"match-site": False})
    tell(ada)
    assert not Notice.objects.get().in_site


def test_the_link_of_a_message_stops_its_row(ada):
    row_stop(ada, "match", "mail")
    row_stop(ada, "match", "nonsense")
    ada.refresh_from_db()
    tell(ada)
    assert ways() == set()


def test_gathered_notices_wait_for_the_hour_and_urgent_ones_do_not(ada):
    NoticeSettings.objects.create(user=ada, digest="daily", hour=8)
    tell(ada)
    notice_send("seat.offered", [ada], key="seat")
    due = dict(NoticeDelivery.objects.values_list("notice__kind", "due_at"))
    assert due["match.void"].astimezone(tz("Europe/Rome")).hour == 8
    assert due["match.void"] > datetime.now(UTC) >= due["seat.offered"]


def test_the_desk_is_told_of_once_a_day_by_mail(ada):
    notice_send("queue.item", [ada], key="q")
    assert NoticeDelivery.objects.get().due_at > datetime.now(UTC)


def tz(name):
    from zoneinfo import ZoneInfo

    return ZoneInfo(name)


@pytest.mark.parametrize(
    ("now", "zone", "digest", "hour", "due"),
    [
        ("2026-11-03T06:30:00", "Europe/Rome", "daily", 8, "2026-11-03T07:00:00"),
        ("2026-11-03T07:00:00", "Europe/Rome", "daily", 8, "2026-11-04T07:00:00"),
        ("2026-11-03T07:00:00", "America/Sao_Paulo", "daily", 23, "2026-11-04T02:00:00"),
        ("2026-11-03T07:00:00", "Europe/Rome", "weekly", 8, "2026-11-09T07:00:00"),
        ("2026-11-09T06:59:00", "Europe/Rome", "weekly", 8, "2026-11-09T07:00:00"),
        ("2026-10-24T12:00:00", "Europe/Rome", "daily", 8, "2026-10-25T07:00:00"),
        ("2026-10-23T12:00:00", "Europe/Rome", "daily", 8, "2026-10-24T06:00:00"),
        ("2026-03-28T12:00:00", "Europe/Rome", "daily", 2, "2026-03-29T01:00:00"),
    ],
)
def test_a_digest_comes_at_an_hour_of_the_persons_own_day(now, zone, digest, hour, due):
    at = next_digest(datetime.fromisoformat(now).replace(tzinfo=UTC), zone, digest, hour)
    assert at.isoformat() == f"{due}+00:00"


def test_the_table_hears_of_its_match_and_who_acts_does_not(ada):
    bea = a_user("bea")
    a_player("ada", ada)
    a_player("bea", bea)
    match = a_match("ada", "bea", "cleo", state="submitted", by=ada)
    assert told(ada) == []
    assert told(bea) == ["result.entered"]
    match = match_dispute(match, version=match.version, by=bea, reason="I was first.")
    assert told(ada) == ["match.disputed"]
    match_void(match, version=match.version, by=a_user("cleo"), reason="twice")
    assert told(ada) == ["match.disputed", "match.void"]
    assert told(bea) == ["result.entered", "match.void"]
    seats = tuple(SeatResult(Seen(name), place) for place, name in enumerate(("ada", "bea"), 1))
    players = [ada.player, bea.player]
    match_find_or_create(Result("alhambra", seats), by=ada, players=players, state=Match.State.VERIFIED)
    assert told(ada) == ["match.disputed", "match.void"]
    assert told(bea)[2:] == ["match.verified"]


def told(user):
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def test_one_marks_only_ones_own_as_read(ada):
    bea = a_user("bea")
    tell(ada, bea)
    mine = Notice.objects.get(user=ada)
    assert notices_read(bea, [mine.pk]) == 0
    assert notices_read(ada, [mine.pk]) == 1
    assert notices_read(bea) == 1
