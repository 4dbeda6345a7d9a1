"""Who hears an event: one delivery for each webhook, written in the transaction of what happened."""

import json
import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.dispatch import receiver

from games.models import AuditEntry, Verification
from games.services.audit import noted
from games.services.notices import is_muted
from games.services.outbox import outbox_add
from games.services.quiet import Quiet
from games.services.verification import judged_now
from games.verdict import Verdict
from ladder.models import Webhook, WebhookDelivery
from ladder.webhooks.events import Event, event_of_verification, events_of, events_of_act
from tournaments.models import Act
from tournaments.services.work import act_done

KIND = "webhook"
"""Of the outbox's rows."""
TRIES = 8
nobody_listens = Quiet()


def listening() -> list[Webhook]:
    """The webhooks that are sent to. Judging thousands of logs for nobody costs one query in five seconds."""
    if nobody_listens.lasts:
        return []
    found = list(Webhook.objects.filter(paused=False).select_related("ladder"))
    if not found:
        nobody_listens.begin()
    return found


@receiver(noted, dispatch_uid="ladder.webhooks.noted")
def entry_heard(entry: AuditEntry, target: Any, **_sent: Any) -> None:
    if not is_muted() and (events := events_of(entry, target)):
        tell(events)


@receiver(act_done, dispatch_uid="ladder.webhooks.act_done")
def acts_heard(acts: Sequence[Act], **_sent: Any) -> None:
    if not is_muted() and listening():
        for act in acts:
            tell(events_of_act(act))


@receiver(judged_now, dispatch_uid="ladder.webhooks.judged")
def verdict_heard(verification: Verification, verdict: Verdict, **_sent: Any) -> None:
    if not is_muted() and listening():
        tell([event_of_verification(verification, verdict.verdict)])


def tell(events: Iterable[Event]) -> None:
    """Put these events on their way to whoever wants them."""
    webhooks = listening()
    for event in events if webhooks else ():
        number, now = uuid.uuid4().hex, datetime.now(UTC)
        for webhook in webhooks:
            if event.type in webhook.events and event.concerns(webhook.ladder):
                delivery_add(webhook, event, number, now)


def delivery_add(webhook: Webhook, event: Event, number: str, now: datetime) -> WebhookDelivery:
    """One event for one address, on its way. Call it in the transaction of what happened."""
    said = {"id": number, "type": event.type, "time": f"{now:%Y-%m-%dT%H:%M:%SZ}", "object": event.thing}
    delivery = WebhookDelivery.objects.create(
        webhook=webhook, event=number, type=event.type, body=json.dumps(said, ensure_ascii=False)
    )
    return delivery_start(delivery)


def delivery_start(delivery: WebhookDelivery) -> WebhookDelivery:
    """Put a delivery on its way, for the first time or anew; its attempts begin from one."""
    delivery.sendings += 1
    key = f"{KIND}:{delivery.pk}:{delivery.sendings}"
    delivery.job = outbox_add(KIND, key, tries=TRIES, delivery=delivery.pk)
    delivery.arrived_at = None
    delivery.save(update_fields=["sendings", "job", "arrived_at"])
    return delivery
