"""From a notice to a message: gathered by receiver and channel, handed over once, and noted how it ended.

What is handed over is noted before it leaves. Whoever dies in between leaves it `handed`; the next attempt finds it so
and makes it `unknown`. So no message is sent twice, and the notice itself is in the site in any case.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from games import limits
from games.models import Notice, NoticeAddress, NoticeDelivery, OutboxRow, User
from games.notices import MAIL
from games.services.notices import address_digest, notice_send, reached, wants
from games.services.outbox import Later, NotSent, Sender
from games.services.retry import atomic_retried
from ladder.notices.chats import BadAddress, address_read, chat_send
from ladder.notices.compose import composed
from ladder.notices.mail import mail_send
from ladder.notices.ways import Refused, Unclear
from ladder.publishing.secrets import SecretLost, unseal

State = NoticeDelivery.State
PAUSES = (60, 300, 1800, 7200, 21600)
"""Seconds before each further attempt."""
LEASE = timedelta(seconds=limits.OUTBOX_LEASE_SECONDS)
APART = timedelta(seconds=limits.NOTICE_APART_SECONDS)
TAKEN = (State.HANDED, State.SENT, State.UNKNOWN)
"""States of what left, or may have left."""


@dataclass(frozen=True)
class Batch:
    """What is about to leave together. `address` is where to."""

    number: uuid.UUID
    user: User | None
    channel: str
    address: str
    notices: Sequence[Notice]


def notice_deliver(row: OutboxRow) -> bool:
    """One attempt with a row of the outbox. Always True: nothing of it goes on later."""
    delivery = NoticeDelivery.objects.select_related("notice__user").filter(pk=row.facts["delivery"]).first()
    if delivery is None:
        return True
    if delivery.state == State.HANDED:
        return _left_behind(delivery)
    batch = batch_take(delivery) if delivery.state == State.WAITING else None
    if batch is None:
        return True
    last = row.attempts >= row.tries
    try:
        hand_over(batch)
    except Refused as problem:
        _ended(batch, State.FAILED, problem.problem)
        _refused(batch, problem.problem)
    except Unclear as problem:
        _ended(batch, State.UNKNOWN, problem.problem)
    except NotSent as problem:
        if last or problem.final:
            _ended(batch, State.FAILED, problem.problem)
        else:
            _back(batch, problem.problem, PAUSES[min(row.attempts, len(PAUSES)) - 1])
        raise
    except Exception as fault:
        _ended(batch, State.UNKNOWN, {"code": "fault", "words": type(fault).__name__})
        raise
    else:
        _ended(batch, State.SENT, {})
        _arrived(batch)
    return True


SENDER = Sender(notice_deliver, PAUSES)


def _left_behind(delivery: NoticeDelivery) -> bool:
    """It was handed over and nobody noted the end: after the lease the sender is taken for dead."""
    old = NoticeDelivery.objects.filter(pk=delivery.pk, state=State.HANDED, handed_at__lte=Now() - LEASE)
    if not old.update(state=State.UNKNOWN, ended_at=Now(), problem={"code": "lost"}):
        raise Later(int(LEASE.total_seconds()))
    return True


@atomic_retried
def batch_take(delivery: NoticeDelivery) -> Batch | None:
    """Note that this delivery, and all that is due on the same way, is being handed over.

    None where nothing of it is wanted any more. Raises `Later` where it must wait.
    """
    notice, channel = delivery.notice, delivery.channel
    user = notice.user
    if user is not None:
        user = (
            User.objects.select_for_update(of=("self",), no_key=True).select_related("notice_settings").get(pk=user.pk)
        )
    same_way = NoticeDelivery.objects.filter(channel=channel, notice__user=user, notice__group=notice.group)
    delivery.refresh_from_db()
    if delivery.state != State.WAITING:
        return None
    address = address_of(user, notice.group, channel)
    unwanted = not address or (user is not None and not (user.is_active and wants(user, notice.kind, channel)))
    if unwanted:
        _drop(delivery)
        return None
    _pause(delivery, same_way)
    waiting = same_way.filter(state=State.WAITING, due_at__lte=Now()).select_related("notice")
    together = [
        other
        for other in waiting.order_by("notice")
        if other.pk == delivery.pk or (user is None or wants(user, other.notice.kind, channel))
    ]
    number = uuid.uuid4()
    pks = [other.pk for other in together]
    NoticeDelivery.objects.filter(pk__in=pks, state=State.WAITING).update(
        state=State.HANDED, batch=number, handed_at=Now(), problem={}
    )
    taken = NoticeDelivery.objects.filter(batch=number).select_related("notice").order_by("notice")
    return Batch(number, user, channel, address, [other.notice for other in taken])


def _pause(delivery: NoticeDelivery, same_way: QuerySet[NoticeDelivery]) -> None:
    """Raise `Later` if it is too early: not due, the same thing was written of just now, or too much in an hour."""
    now = datetime.now(UTC)
    if delivery.due_at > now:
        raise Later(int((delivery.due_at - now).total_seconds()) + 1)
    left = same_way.filter(state__in=TAKEN)
    if delivery.notice.about and delivery.notice.group == "":
        last = (
            left.filter(notice__about=delivery.notice.about, handed_at__gt=now - APART).order_by("-handed_at").first()
        )
        if last is not None and last.handed_at is not None:
            raise Later(int((last.handed_at + APART - now).total_seconds()) + 1)
    span, most = timedelta(hours=1), limits.NOTICES_AN_HOUR
    if delivery.notice.group:
        span, most = timedelta(minutes=1), limits.GROUP_NOTICES_A_MINUTE
    recent = left.filter(handed_at__gt=now - span).order_by("handed_at").values_list("batch", "handed_at")
    batches = dict(recent)
    if len(batches) >= most:
        first = min(batches.values())
        raise Later(max(1, int((first + span - now).total_seconds()) + 1))


def _drop(delivery: NoticeDelivery) -> None:
    NoticeDelivery.objects.filter(pk=delivery.pk, state=State.WAITING).update(state=State.DROPPED, ended_at=Now())


def address_of(user: User | None, group: str, channel: str) -> str:
    """Where to; empty if nowhere."""
    if user is None:
        text = settings.NOTICE_GROUPS.get(group, {}).get(channel, "")
        try:
            return address_read(channel, text)
        except BadAddress:
            return ""
    if (user.pk, channel) not in reached([user]):
        return ""
    if channel == MAIL:
        return user.email
    row = NoticeAddress.objects.get(user=user, channel=channel)
    try:
        return unseal(row.sealed)
    except SecretLost:
        return ""


def hand_over(batch: Batch) -> None:
    """Let it leave. Outside of any transaction, for it can last."""
    message = composed(batch.notices, batch.user, batch.channel)
    if batch.channel == MAIL:
        mail_send(batch.address, message, batch.number)
    else:
        chat_send(batch.channel, batch.address, message)


@atomic_retried
def _ended(batch: Batch, state: State, problem: dict[str, Any]) -> None:
    NoticeDelivery.objects.filter(batch=batch.number).update(state=state, ended_at=Now(), problem=problem)


@atomic_retried
def _back(batch: Batch, problem: dict[str, Any], seconds: int) -> None:
    """Nothing left us: it waits for another attempt."""
    NoticeDelivery.objects.filter(batch=batch.number).update(
        state=State.WAITING, batch=None, handed_at=None, problem=problem, due_at=Now() + timedelta(seconds=seconds)
    )


@atomic_retried
def _refused(batch: Batch, problem: dict[str, Any]) -> None:
    """The address takes nothing; after some times it is switched off, and its owner told in the site."""
    if batch.user is None:
        return
    row, _is_new = NoticeAddress.objects.select_for_update(no_key=True).get_or_create(
        user=batch.user, channel=batch.channel
    )
    if batch.channel == MAIL and row.code != address_digest(batch.user.email):
        row.code, row.failures, row.off_at = address_digest(batch.user.email), 0, None
    row.failures += 1
    row.problem = problem
    if row.failures >= limits.NOTICE_FAILURES and row.off_at is None:
        row.off_at = datetime.now(UTC)
        notice_send(
            "address.off",
            [batch.user],
            key=f"address.off/{row.pk}/{row.off_at:%Y%m%d%H%M%S}",
            link="/account/notices/settings/",
            channel=batch.channel,
        )
    row.save(update_fields=["code", "failures", "problem", "off_at"])


def _arrived(batch: Batch) -> None:
    """Refusals count only one after another."""
    if batch.user is not None:
        known = NoticeAddress.objects.filter(Q(user=batch.user, channel=batch.channel), failures__gt=0)
        known.update(failures=0, problem={})
