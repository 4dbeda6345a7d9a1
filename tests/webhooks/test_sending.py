"""Webhooks are signed, tried eight times in a day, never sent twice, and never to an address that is not public."""

import hashlib
import hmac
import json
import socket
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db.models.functions import Now

from games import limits
from games.models import AuditEntry, Match, Notice, OutboxRow
from games.services.outbox import outbox_run
from ladder.models import Webhook, WebhookDelivery
from ladder.services.ladders import admin_grant, role_grant
from ladder.tasks import SENDERS
from ladder.webhooks import sending, services
from tests.factories import NOON, a_league, a_match, a_user
from tests.webhooks.conftest import Listener

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
SUBMITTED = ["result.submitted"]


def a_webhook(url: str, events: list[str] = SUBMITTED, **fields: Any) -> tuple[Webhook, str]:
    webhook, secret = services.webhook_add(fields.pop("ladder", None), url=url, events=events, by=None)
    Webhook.objects.filter(pk=webhook.pk).update(**fields)
    return webhook, secret


def happen() -> None:
    """Another match of the same two."""
    a_match("ada", "bea", state="submitted", ended_at=NOON + timedelta(hours=Match.objects.count()))


def work(*, later: bool = False) -> WebhookDelivery:
    """Let the worker do what is due, with `later` what waits as well."""
    if later:
        OutboxRow.objects.filter(state="queued").update(next_try=Now() - timedelta(seconds=1))
        Webhook.objects.update(tried_at=None)
    outbox_run(SENDERS)
    return WebhookDelivery.objects.select_related("job", "webhook").latest("pk")


def test_an_event_arrives_once_signed_and_without_a_name(listener: Listener) -> None:
    _webhook, secret = a_webhook(listener.url)
    happen()
    delivery = work()
    work(later=True)
    [(path, headers, body)] = listener.seen
    assert path == "/hook?of=torre"
    expected = hmac.new(secret.encode(), headers["Classifica-Time"].encode() + body, hashlib.sha256).hexdigest()
    assert headers["Classifica-Signature"] == f"sha256={expected}"
    assert abs(int(headers["Classifica-Time"]) - datetime.now(UTC).timestamp()) < 60
    said = json.loads(body)
    assert said["id"] == headers["Classifica-Id"] == delivery.event
    assert said["type"] == headers["Classifica-Event"] == "result.submitted"
    assert said["object"]["url"].endswith(f"/matches/{said['object']['id']}/")
    assert b"ada" not in body
    assert b"bea" not in body
    assert (delivery.job.state, delivery.status, bool(delivery.arrived_at)) == ("done", 204, True)


def test_what_arrived_is_not_sent_again_though_the_worker_died_before_it_noted_the_end(listener: Listener) -> None:
    a_webhook(listener.url)
    happen()
    row = work().job
    OutboxRow.objects.filter(pk=row.pk).update(state="queued", finished_at=None)
    assert work(later=True).job.state == "done"
    assert len(listener.seen) == 1


def test_it_is_tried_eight_times_within_a_day_with_one_id_then_given_up(listener: Listener) -> None:
    listener.status, listener.body = 500, b"out of <b>order</b>"
    a_webhook(listener.url)
    happen()
    delivery = work()
    assert delivery.job.problem == {"code": "status", "status": 500}, "of what a server says nothing is kept"
    assert not delivery.job.is_over
    for _each in range(9):
        delivery = work(later=True)
    assert delivery.job.state == "dead"
    assert len(listener.seen) == 8
    assert len({headers["Classifica-Id"] for _path, headers, _body in listener.seen}) == 1
    assert len({body for _path, _headers, body in listener.seen}) == 1
    assert timedelta(hours=23) < timedelta(seconds=sum(sending.PAUSES)) < timedelta(hours=24)


def test_after_a_failure_the_next_success_forgets_it(listener: Listener) -> None:
    listener.status = 503
    webhook, _secret = a_webhook(listener.url)
    happen()
    work()
    webhook.refresh_from_db()
    assert webhook.failing_since is not None
    listener.status = 200
    assert work(later=True).job.state == "done"
    webhook.refresh_from_db()
    assert webhook.failing_since is None


def test_a_failing_address_is_left_alone_for_a_minute_so_that_others_do_not_wait(listener: Listener) -> None:
    listener.status = 500
    a_webhook(listener.url)
    for _each in range(3):
        happen()
    work()
    assert len(listener.seen) == 1
    assert sorted(OutboxRow.objects.values_list("attempts", flat=True)) == [0, 0, 1]


def test_a_redirect_is_not_followed_wherever_it_leads(listener: Listener) -> None:
    listener.status, listener.headers = 302, {"Location": f"http://127.0.0.1:{listener.port}/private"}
    a_webhook(listener.url)
    happen()
    assert work().job.problem["code"] == "redirect"
    assert [path for path, _headers, _body in listener.seen] == ["/hook?of=torre"]


def test_a_slow_server_is_left_after_the_limit_and_tried_again_with_the_same_id(
    listener: Listener, monkeypatch: Any
) -> None:
    monkeypatch.setattr(limits, "ANSWER_SECONDS", 0.3)
    listener.hold = threading.Event()
    a_webhook(listener.url)
    happen()
    delivery = work()
    assert (delivery.job.state, delivery.job.problem["code"]) == ("queued", "time")
    listener.hold.set()
    assert work(later=True).job.state == "done"
    assert len({headers["Classifica-Id"] for _path, headers, _body in listener.seen}) == 1


@pytest.mark.parametrize("address", ["10.0.0.5", "127.0.0.1", "169.254.169.254", "::1", "fd00::1"])
def test_a_name_that_moved_to_a_private_address_is_not_called(
    listener: Listener, settings: Any, monkeypatch: Any, address: str
) -> None:
    settings.OUTGOING_ALLOW = []
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    answer = [(family, socket.SOCK_STREAM, 6, "", (address, listener.port))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: answer)
    a_webhook(f"http://hooks.example:{listener.port}/")
    happen()
    assert work().job.problem["code"] == "address"
    assert listener.seen == []


def test_three_days_of_failure_pause_it_and_tell_those_who_keep_it_once(listener: Listener) -> None:
    league, sara, zoe = a_league(), a_user("sara"), a_user("zoe")
    role_grant(sara, "manager", ladder=league)
    admin_grant(zoe)
    listener.status = 500
    webhook, _secret = a_webhook(listener.url, ladder=league)
    happen()
    work()
    Webhook.objects.update(failing_since=datetime.now(UTC) - timedelta(days=3))
    happen()
    work(later=True)
    webhook.refresh_from_db()
    assert webhook.paused
    [notice] = Notice.objects.filter(kind="webhook.paused")
    assert notice.user == sara
    assert notice.link == f"/leagues/torre/webhooks/{webhook.pk}/"
    assert AuditEntry.objects.filter(act="webhook.paused").count() == 1
    before = len(listener.seen)
    happen()
    work(later=True)
    assert len(listener.seen) == before
    assert set(OutboxRow.objects.filter(kind="webhook").values_list("state", flat=True)) == {"dead"}
    listener.status = 200
    services.webhook_pause(webhook, edition=webhook.edition, paused=False, by=sara)
    happen()
    assert work(later=True).arrived_at is not None


def test_a_person_sends_again_what_was_given_up_and_what_had_arrived(listener: Listener) -> None:
    sara, league = a_user("sara"), a_league()
    role_grant(sara, "manager", ladder=league)
    listener.status = 500
    a_webhook(listener.url, ladder=league)
    happen()
    delivery = work()
    OutboxRow.objects.update(state="dead", finished_at=Now())
    listener.status = 200
    for times in (2, 3):
        services.delivery_again(delivery, by=sara)
        delivery = work()
        assert (delivery.job.state, delivery.sendings, len(listener.seen)) == ("done", times, times)
    assert len({headers["Classifica-Id"] for _path, headers, _body in listener.seen}) == 1


def test_the_log_is_kept_for_a_month(listener: Listener) -> None:
    a_webhook(listener.url)
    with time_machine.travel("2026-11-01T00:00Z"):
        happen()
    work()
    WebhookDelivery.objects.update(created_at=datetime.now(UTC) - timedelta(days=31))
    assert sending.deliveries_forget() == 1
    assert not OutboxRow.objects.filter(kind="webhook").exists()


def test_a_secret_that_no_key_opens_is_told_and_a_new_key_takes_them_over(listener: Listener, settings: Any) -> None:
    a_webhook(listener.url)
    old = settings.SECRETS_KEYS
    settings.SECRETS_KEYS = ["another key", *old]
    assert services.webhooks_reseal() == []
    settings.SECRETS_KEYS = ["another key"]
    happen()
    assert work().job.state == "done"
    settings.SECRETS_KEYS = old
    happen()
    delivery = work(later=True)
    assert (delivery.job.state, delivery.job.problem["code"]) == ("dead", "secret_lost")
