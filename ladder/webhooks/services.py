"""What managers and admins do with webhooks: add, change, pause, renew the secret, try, send again, remove."""

import secrets
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from games import limits
from games.models import OutboxRow, User
from games.services.audit import audit
from games.services.errors import NotAllowed
from games.services.outbox import outbox_again
from games.services.retry import atomic_retried
from ladder.models import Ladder, Webhook, WebhookDelivery
from ladder.permissions import may
from ladder.publishing.secrets import SecretLost, resealed, seal
from ladder.webhooks.events import PING, Event
from ladder.webhooks.hearing import delivery_add, delivery_start, nobody_listens
from ladder.webhooks.sending import host_of


class WebhookStale(Exception):
    """Somebody else changed it meanwhile; `now` is how it is."""

    def __init__(self, now: Webhook) -> None:
        super().__init__(now.pk)
        self.now = now


class WebhookRefused(Exception):
    """Nothing is changed. `code`: `there` (this address is told already), `too_many`, `paused`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def may_keep(user: Any, ladder: Ladder | None) -> bool:
    """Whether somebody may keep the webhooks of a league, or with None those of the site."""
    return bool(user.is_superuser) if ladder is None else may(user, "publish", ladder)


@atomic_retried
def webhook_add(ladder: Ladder | None, *, url: str, events: Sequence[str], by: User | None) -> tuple[Webhook, str]:
    """A new webhook and its secret, which is shown now and never again. Raises `NotAllowed` and `WebhookRefused`."""
    _check(ladder, by)
    if ladder is not None:
        Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    others = Webhook.objects.filter(ladder=ladder)
    if others.filter(url=url).exists():
        raise WebhookRefused("there")
    if others.count() >= limits.WEBHOOKS_OF_A_LEAGUE:
        raise WebhookRefused("too_many")
    secret = _new_secret()
    webhook = Webhook.objects.create(ladder=ladder, url=url, events=list(events), secret=seal(secret), by=by)
    nobody_listens.wake()
    _noted("webhook.added", webhook, by)
    return webhook, secret


@atomic_retried
def webhook_change(webhook: Webhook, *, edition: int, by: User | None, url: str, events: Sequence[str]) -> Webhook:
    """Another address, or other events. Raises `NotAllowed`, `WebhookStale`, `WebhookRefused`."""
    now = _at_edition(webhook, edition, by)
    if Webhook.objects.filter(ladder=now.ladder, url=url).exclude(pk=now.pk).exists():
        raise WebhookRefused("there")
    moved = now.url != url
    now.url, now.events = url, list(events)
    if moved:
        now.failing_since = now.tried_at = None
    _saved(now, "webhook.changed", by)
    return now


@atomic_retried
def webhook_pause(webhook: Webhook, *, edition: int, paused: bool, by: User | None) -> Webhook:
    """Send nothing there any more, or again from now on. What happened meanwhile is not told later.

    Raises `NotAllowed` and `WebhookStale`.
    """
    now = _at_edition(webhook, edition, by)
    now.paused = paused
    now.failing_since = now.tried_at = None
    _saved(now, "webhook.paused" if paused else "webhook.resumed", by)
    nobody_listens.wake()
    return now


@atomic_retried
def webhook_renew(webhook: Webhook, *, edition: int, by: User | None) -> tuple[Webhook, str]:
    """A new secret in place of the one before, from this instant on. Raises `NotAllowed` and `WebhookStale`."""
    now = _at_edition(webhook, edition, by)
    secret = _new_secret()
    now.secret = seal(secret)
    _saved(now, "webhook.secret_renewed", by)
    return now, secret


@atomic_retried
def webhook_remove(webhook: Webhook, *, edition: int, by: User | None) -> None:
    """Forget an address with its log. Raises `NotAllowed` and `WebhookStale`."""
    now = _at_edition(webhook, edition, by)
    _noted("webhook.removed", now, by)
    jobs = list(now.deliveries.exclude(job=None).values_list("job", flat=True))
    now.delete()
    OutboxRow.objects.filter(pk__in=jobs).exclude(state="running").delete()


@atomic_retried
def webhook_try(webhook: Webhook, *, by: User | None) -> WebhookDelivery:
    """Send an event that means nothing. Raises `NotAllowed` and `WebhookRefused`."""
    _check(webhook.ladder, by)
    now = Webhook.objects.select_for_update(of=("self",), no_key=True).get(pk=webhook.pk)
    if now.paused:
        raise WebhookRefused("paused")
    Webhook.objects.filter(pk=now.pk).update(tried_at=None)
    return delivery_add(now, Event(PING, {"kind": "webhook", "id": now.pk}), uuid.uuid4().hex, datetime.now(UTC))


@atomic_retried
def delivery_again(delivery: WebhookDelivery, *, by: User | None) -> WebhookDelivery:
    """Send an event once more because a person wishes it: at once if it waits, anew if it is over.

    Raises `NotAllowed` and `WebhookRefused`.
    """
    _check(delivery.webhook.ladder, by)
    webhook = Webhook.objects.select_for_update(of=("self",), no_key=True).get(pk=delivery.webhook_id)
    if webhook.paused:
        raise WebhookRefused("paused")
    Webhook.objects.filter(pk=webhook.pk).update(tried_at=None)
    now = WebhookDelivery.objects.select_for_update(of=("self",), no_key=True).select_related("job").get(pk=delivery.pk)
    if now.job is None or now.job.is_over:
        delivery_start(now)
    elif now.job.state == OutboxRow.State.QUEUED:
        outbox_again(now.job)
    else:
        return now
    _noted("webhook.resent", delivery.webhook, by)
    return now


def webhooks_reseal() -> list[str]:
    """Encrypt the secrets anew with the first key. Gives the addresses whose secret no present key opens."""
    lost = []
    for webhook in Webhook.objects.all():
        try:
            Webhook.objects.filter(pk=webhook.pk, secret=webhook.secret).update(secret=resealed(webhook.secret))
        except SecretLost:
            lost.append(f"webhook {host_of(webhook)}")
    return lost


def _new_secret() -> str:
    return secrets.token_urlsafe(32)


def _check(ladder: Ladder | None, by: User | None) -> None:
    if by is not None and not may_keep(by, ladder):
        raise NotAllowed("role", act="publish")


def _at_edition(webhook: Webhook, edition: int, by: User | None) -> Webhook:
    _check(webhook.ladder, by)
    now = Webhook.objects.select_for_update(of=("self",), no_key=True).select_related("ladder").get(pk=webhook.pk)
    if now.edition != edition:
        raise WebhookStale(now)
    return now


def _saved(webhook: Webhook, act: str, by: User | None) -> None:
    webhook.edition += 1
    webhook.save()
    _noted(act, webhook, by)


def _noted(act: str, webhook: Webhook, by: User | None) -> None:
    """An entry about a webhook; of its address the server only, for the rest may be as good as a password."""
    ladder = {} if webhook.ladder is None else {"ladder": webhook.ladder.slug}
    audit(act, webhook, actor=by, place=host_of(webhook), **ladder)
