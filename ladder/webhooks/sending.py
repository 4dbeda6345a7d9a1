"""Sending a delivery: signed, through the one outgoing function, and what its answer says about the address.

A delivery is sent until an answer of 200 to 299 arrives, and never after that. Where no answer arrives, the server may
have heard it all the same: the next attempt bears the same id, by which it is known again.
"""

import hashlib
import hmac
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models.functions import Now

from games import limits, outgoing
from games.models import OutboxRow
from games.services.audit import audit
from games.services.notices import notice_send
from games.services.outbox import Later, NotSent, Sender
from games.services.retry import atomic_retried
from ladder.models import Webhook, WebhookDelivery
from ladder.publishing.secrets import SecretLost, unseal
from ladder.services.ladder_notices import admins, keepers_of
from ladder.webhooks.hearing import KIND

PAUSES = (60, 300, 1800, 7200, 18000, 25200, 32400)
"""Seconds between the attempts: 23.6 hours from the first to the eighth."""
LONGEST = timedelta(hours=25)
"""What has been on its way for longer is given up, however many attempts it had."""
APART = timedelta(seconds=60)
"""An address that fails is left alone so long, or a slow server would hold up everybody's messages."""
FAILING = timedelta(days=3)
KEPT = timedelta(days=limits.WEBHOOK_LOG_DAYS)

__all__ = ["KIND", "SENDER", "deliveries_forget", "signature", "webhook_send"]


def signature(secret: str, time: str, body: bytes) -> str:
    """HMAC-SHA-256 of the time as it stands in its header, followed by the body; in hexadecimal."""
    return hmac.new(secret.encode(), time.encode() + body, hashlib.sha256).hexdigest()


def webhook_send(row: OutboxRow) -> bool:
    """One attempt. Always True: nothing of it goes on later."""
    delivery = WebhookDelivery.objects.select_related("webhook__ladder").filter(job=row).first()
    if delivery is None or delivery.arrived_at is not None:
        return True
    webhook, now = delivery.webhook, datetime.now(UTC)
    if webhook.paused:
        raise NotSent("paused", final=True)
    if row.created_at < now - LONGEST:
        raise NotSent("late", final=True)
    if webhook.failing_since is not None and webhook.tried_at is not None and webhook.tried_at > now - APART:
        raise Later(int((webhook.tried_at + APART - now).total_seconds()) + 1)
    try:
        answer = posted(delivery, str(int(now.timestamp())))
    except SecretLost as problem:
        _failed(delivery, None)
        raise NotSent("secret_lost", final=True) from problem
    except outgoing.Unreachable as problem:
        _failed(delivery, None)
        raise NotSent(problem.code, words=problem.words) from problem
    if 200 <= answer.status < 300:
        _arrived(delivery, answer.status)
        return True
    _failed(delivery, answer.status)
    code = "redirect" if 300 <= answer.status < 400 else "status"
    raise NotSent(code, status=answer.status)


SENDER = Sender(webhook_send, PAUSES)


def posted(delivery: WebhookDelivery, time: str) -> outgoing.Answer:
    """Send the bytes of a delivery. Raises `SecretLost` and `Unreachable`."""
    body = delivery.body.encode()
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": f"Classifica/{settings.VERSION}",
        "Classifica-Event": delivery.type,
        "Classifica-Id": delivery.event,
        "Classifica-Time": time,
        "Classifica-Signature": f"sha256={signature(unseal(delivery.webhook.secret), time, body)}",
    }
    return outgoing.request("POST", delivery.webhook.url, body=body, headers=headers)


@atomic_retried
def _arrived(delivery: WebhookDelivery, status: int) -> None:
    WebhookDelivery.objects.filter(pk=delivery.pk).update(status=status, arrived_at=Now())
    Webhook.objects.filter(pk=delivery.webhook_id).update(failing_since=None, tried_at=None)


@atomic_retried
def _failed(delivery: WebhookDelivery, status: int | None) -> None:
    """Note that an attempt failed; the address is paused, and those who keep it are told, after three days of it."""
    WebhookDelivery.objects.filter(pk=delivery.pk).update(status=status)
    webhook = (
        Webhook.objects.select_for_update(of=("self",), no_key=True)
        .select_related("ladder")
        .filter(pk=delivery.webhook_id)
        .first()
    )
    if webhook is None or webhook.paused:  # somebody removed or paused it meanwhile
        return
    now = datetime.now(UTC)
    webhook.failing_since, webhook.tried_at = webhook.failing_since or now, now
    webhook.paused = now - webhook.failing_since >= FAILING
    webhook.save(update_fields=["failing_since", "tried_at", "paused"])
    if webhook.paused:
        _paused(webhook, webhook.failing_since)


def _paused(webhook: Webhook, since: datetime) -> None:
    ladder = webhook.ladder
    facts: dict[str, Any] = {"ladder": ladder.slug} if ladder else {}
    audit("webhook.paused", webhook, actor=None, place=host_of(webhook), **facts)
    notice_send(
        "webhook.paused",
        keepers_of(ladder) if ladder else admins(),
        key=f"webhook.paused/{webhook.pk}/{since:%Y%m%d%H%M%S}",
        link=webhook.get_absolute_url(),
        address=host_of(webhook),
    )


def host_of(webhook: Webhook) -> str:
    """The server of an address; what follows may be as good as a password."""
    return webhook.url.split("/")[2].rpartition("@")[2]


def deliveries_forget() -> int:
    """Remove what was told more than `limits.WEBHOOK_LOG_DAYS` ago, with its rows of the outbox. Returns how many."""
    old = WebhookDelivery.objects.filter(created_at__lt=Now() - KEPT)
    keys = [f"{KIND}:{pk}:" for pk in old.values_list("pk", flat=True)[:1_000]]
    for key in keys:
        OutboxRow.objects.filter(kind=KIND, key__startswith=key, state__in=["done", "dead"]).delete()
    count, _by_model = old.delete()
    return count
