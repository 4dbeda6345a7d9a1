"""From notices to messages: one each, gathered, never twice, and what happens where they cannot arrive."""

import smtplib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F
from django.db.models.functions import Now

from games import limits
from games.models import Notice, NoticeAddress, NoticeDelivery, NoticeSettings, OutboxRow, User
from games.services.notices import notice_send
from games.services.outbox import outbox_claim, outbox_run, outbox_sweep
from ladder.notices import sending
from ladder.notices.compose import stop_read
from ladder.tasks import SENDERS
from tests.factories import a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


class Server(BaseEmailBackend):
    """A mail server that answers as the test says."""

    answer: Exception | None = None
    closed: Exception | None = None

    def open(self) -> bool:
        if self.closed:
            raise self.closed
        return True

    def send_messages(self, letters: Any) -> int:
        if Server.answer:
            raise Server.answer
        mail.outbox += letters
        return len(letters)


@pytest.fixture(autouse=True)
def server(settings: Any) -> Any:
    settings.EMAIL_BACKEND = "tests.notices.test_sending.Server"
    Server.answer = Server.closed = None
    yield Server
    Server.answer = Server.closed = None


@pytest.fixture
def ada() -> User:
    return a_user("ada", language="en", time_zone="Europe/Rome")


def tell(user: User, key: str = "k", kind: str = "match.void", about: str = "", **facts: Any) -> None:
    notice_send(kind, [user], key=key, link="/matches/x/", about=about, game="Alhambra", **facts)


def go() -> None:
    """Let the worker send all that is due."""
    OutboxRow.objects.update(next_try=Now() - timedelta(seconds=1))
    outbox_run(SENDERS)


def states() -> list[str]:
    return list(NoticeDelivery.objects.order_by("pk").values_list("state", flat=True))


def test_a_notice_is_one_letter(ada: User) -> None:
    tell(ada, reason="twice <b>", played_at=datetime(2026, 10, 5, 20, tzinfo=UTC))
    go()
    go()
    [letter] = mail.outbox
    assert letter.to == [ada.email]
    assert letter.subject == "Struck out: Alhambra, 5 Oct 2026"
    assert "The reason given: “twice <b>”." in letter.body
    assert "/matches/x/" in letter.body
    assert "You played in this match" in letter.body
    html = letter.alternatives[0][0]
    assert "twice &lt;b&gt;" in html
    assert states() == ["sent"]


def test_a_letter_can_be_stopped_by_a_button_of_the_mail_program(ada: User) -> None:
    tell(ada)
    go()
    letter = mail.outbox[0]
    stop = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert stop in letter.body
    assert stop_read(stop.rstrip("/").rpartition("/")[2]) == (ada.pk, "match", "mail")
    assert stop_read("nonsense") is None


def test_line_ends_in_what_people_wrote_stay_out_of_the_subject(ada: User) -> None:
    notice_send("match.void", [ada], key="k", game="Alham\r\nBcc: x@example.org")
    go()
    assert "\n" not in mail.outbox[0].subject
    assert mail.outbox[0].bcc == []


@pytest.mark.parametrize(
    ("language", "subject"), [("it", "Alhambra"), ("pt-br", "Alhambra"), ("en", "Struck out: Alhambra")]
)
def test_a_letter_is_in_the_language_of_who_reads_it(language: str, subject: str) -> None:
    tell(a_user("bea", language=language))
    go()
    assert subject in mail.outbox[0].subject
    assert f'lang="{language}"' in mail.outbox[0].alternatives[0][0]


def test_what_waits_on_one_way_goes_in_one_letter(ada: User) -> None:
    for number in range(3):
        tell(ada, f"k/{number}")
    go()
    [letter] = mail.outbox
    assert letter.subject.endswith("and 2 more notices")
    assert states() == ["sent"] * 3
    assert NoticeDelivery.objects.values("batch").distinct().count() == 1


def test_a_digest_waits_for_its_hour(ada: User) -> None:
    NoticeSettings.objects.create(user=ada, digest="daily", hour=8)
    with time_machine.travel("2026-11-03T12:00:00Z", tick=False):
        tell(ada, "a")
        tell(ada, "b")
        go()
        assert mail.outbox == []
    with time_machine.travel("2026-11-04T07:00:01Z", tick=False):
        go()
    assert len(mail.outbox) == 1


def test_of_one_thing_there_is_one_letter_in_ten_minutes(ada: User) -> None:
    tell(ada, "a", about="match/x")
    go()
    tell(ada, "b", about="match/x")
    tell(ada, "c", about="match/y")
    go()
    assert len(mail.outbox) == 2
    assert sorted(states()) == ["sent", "sent", "sent"]  # what waits goes along with the other one


def test_the_second_letter_about_a_thing_waits_and_comes(ada: User) -> None:
    tell(ada, "a", about="match/x")
    go()
    tell(ada, "b", about="match/x")
    go()
    assert len(mail.outbox) == 1
    NoticeDelivery.objects.filter(state="sent").update(handed_at=F("handed_at") - timedelta(minutes=10))
    go()
    assert len(mail.outbox) == 2


def test_nobody_gets_more_letters_in_an_hour_than_the_limit(ada: User) -> None:
    for number in range(limits.NOTICES_AN_HOUR + 2):
        tell(ada, f"k/{number}")
        go()
    assert len(mail.outbox) == limits.NOTICES_AN_HOUR
    NoticeDelivery.objects.filter(state="sent").update(handed_at=F("handed_at") - timedelta(hours=1))
    go()
    assert len(mail.outbox) == limits.NOTICES_AN_HOUR + 1
    assert set(states()) == {"sent"}


def test_a_wish_that_changed_meanwhile_holds(ada: User) -> None:
    tell(ada)
    NoticeSettings.objects.create(user=ada, choices={"match-mail": False})
    go()
    assert mail.outbox == []
    assert states() == ["dropped"]


def test_an_account_that_left_meanwhile_gets_nothing(ada: User) -> None:
    tell(ada)
    User.objects.update(is_active=False)
    go()
    assert (mail.outbox, states()) == ([], ["dropped"])


def test_a_mail_server_that_is_away_is_tried_again_and_given_up(ada: User, server: Any) -> None:
    server.closed = ConnectionRefusedError("away")
    tell(ada)
    for _attempt in range(limits.NOTICE_TRIES):
        NoticeDelivery.objects.filter(state="waiting").update(due_at=Now() - timedelta(seconds=1))
        go()
    assert states() == ["failed"]
    assert OutboxRow.objects.get().problem["code"] == "mail_server"
    server.closed = None
    go()
    assert mail.outbox == []


def test_a_server_that_comes_back_gets_the_letter_once(ada: User, server: Any) -> None:
    server.closed = ConnectionRefusedError("away")
    tell(ada)
    go()
    assert states() == ["waiting"]
    server.closed = None
    NoticeDelivery.objects.update(due_at=Now() - timedelta(seconds=1))
    go()
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (smtplib.SMTPRecipientsRefused({"x": (450, b"later")}), "waiting"),
        (smtplib.SMTPRecipientsRefused({"x": (550, b"unknown")}), "failed"),
        (smtplib.SMTPSenderRefused(550, b"no", "me"), "waiting"),
        (smtplib.SMTPDataError(554, b"spam"), "failed"),
        (smtplib.SMTPServerDisconnected("gone"), "unknown"),
        (TimeoutError(), "unknown"),
    ],
)
def test_how_a_letter_that_was_not_taken_ends(ada: User, server: Any, answer: Exception, state: str) -> None:
    server.answer = answer
    tell(ada)
    go()
    assert states() == [state]
    server.answer = None
    NoticeDelivery.objects.update(due_at=Now() - timedelta(seconds=1))
    go()
    assert len(mail.outbox) == (state == "waiting")


def refuse(ada: User, server: Any, times: int) -> None:
    server.answer = smtplib.SMTPRecipientsRefused({"x": (550, b"unknown user")})
    for number in range(times):
        tell(ada, f"refused/{number}")
        go()
    server.answer = None


def test_a_dead_address_is_switched_off_and_its_owner_told_in_the_site(ada: User, server: Any) -> None:
    refuse(ada, server, limits.NOTICE_FAILURES)
    assert NoticeAddress.objects.get().off_at is not None
    assert Notice.objects.filter(user=ada, kind="address.off").count() == 1
    tell(ada, "after")
    go()
    assert mail.outbox == []


def test_another_address_of_the_same_person_is_written_to(ada: User, server: Any) -> None:
    refuse(ada, server, limits.NOTICE_FAILURES)
    User.objects.update(email="ada@example.com")
    tell(User.objects.get(), "after")
    go()
    assert [letter.to for letter in mail.outbox] == [["ada@example.com"]]


def test_refusals_count_only_one_after_another(ada: User, server: Any) -> None:
    refuse(ada, server, limits.NOTICE_FAILURES - 1)
    tell(ada, "arrives")
    go()
    server.answer = smtplib.SMTPRecipientsRefused({"x": (550, b"unknown user")})
    tell(ada, "refused again")
    go()
    row = NoticeAddress.objects.get()
    assert (row.failures, row.off_at) == (1, None)


class Killed(BaseException):
    """The end of a process, at a line of our choice."""


LINES = ["composed", "mail_send", "_ended", "_arrived"]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("after", [False, True])
def test_a_worker_that_dies_anywhere_sends_nothing_twice(ada: User, monkeypatch: Any, line: str, after: bool) -> None:
    tell(ada, "a")
    tell(ada, "b")
    right = getattr(sending, line)

    def dies(*args: Any) -> Any:
        if after:
            right(*args)
        raise Killed

    monkeypatch.setattr(sending, line, dies)
    row = outbox_claim(SENDERS)
    assert row is not None
    with pytest.raises(Killed):
        sending.notice_deliver(row)
    monkeypatch.setattr(sending, line, right)
    OutboxRow.objects.filter(state="running").update(lease_until=Now() - timedelta(seconds=1))
    NoticeDelivery.objects.filter(state="handed").update(handed_at=F("handed_at") - timedelta(minutes=3))
    outbox_sweep()
    go()
    go()
    assert len(mail.outbox) <= 1
    assert not NoticeDelivery.objects.filter(state__in=["waiting", "handed"]).exists()
    assert not OutboxRow.objects.filter(state__in=["queued", "running"]).exists()
    assert set(states()) <= ({"sent"} if line == "_arrived" or (line, after) == ("_ended", True) else {"unknown"})


def test_a_message_that_another_worker_has_in_hand_is_left_to_it(ada: User) -> None:
    tell(ada)
    delivery = NoticeDelivery.objects.get()
    assert sending.batch_take(delivery) is not None
    go()
    assert states() == ["handed"]
    assert mail.outbox == []
    assert OutboxRow.objects.get().state == "queued"


def test_two_workers_take_a_message_once(ada: User) -> None:
    tell(ada)
    first, second = (NoticeDelivery.objects.select_related("notice__user").get() for _ in range(2))
    assert sending.batch_take(first) is not None
    assert sending.batch_take(second) is None
