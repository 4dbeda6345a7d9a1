"""The outbox: rows written by whoever decides, sent by a worker. Claim and lease as in `verification`.

Which kinds there are and how each is sent is known above, which passes its senders to `outbox_run`.
"""

import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import F, QuerySet, Subquery
from django.db.models.functions import Now

from games import limits, queue
from games.models import OutboxRow
from games.services.retry import atomic_retried

logger = structlog.get_logger(__name__)
State = OutboxRow.State
LEASE = timedelta(seconds=limits.OUTBOX_LEASE_SECONDS)
BELL = "ladder.outbox_send"


class NotSent(Exception):
    """An attempt failed. `problem` is kept with the row; with `final` there is no other attempt."""

    def __init__(self, code: str, *, final: bool = False, **problem: Any) -> None:
        super().__init__(code, problem)
        self.problem = {"code": code} | problem
        self.final = final


class Later(Exception):
    """It cannot be tried now; the attempt is not charged."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True)
class Sender:
    """How a kind is sent. `send` returns False where it has come forward and must go on later.

    `pauses` in seconds lie between the attempts; the last one holds for all that follow.
    """

    send: Callable[[OutboxRow], bool]
    pauses: Sequence[int]


def outbox_add(kind: str, key: str, *, tries: int, **facts: Any) -> OutboxRow:
    """Write what must be sent, in the transaction of the change that causes it; the same key is written once."""
    row, is_new = OutboxRow.objects.get_or_create(key=key, defaults={"kind": kind, "tries": tries, "facts": facts})
    if is_new:
        transaction.on_commit(partial(queue.ring, BELL, row.pk))
    return row


def outbox_run(senders: Mapping[str, Sender], seconds: float = limits.TASK_LAST_START_SECONDS) -> int:
    """Send what is due, until nothing is or `seconds` have passed; what then waits gets a new bell."""
    stop = time.monotonic() + seconds
    count = 0
    while time.monotonic() < stop and (row := outbox_claim(senders)):
        outbox_send(row, senders[row.kind])
        count += 1
    for pk in due(senders).values_list("pk", flat=True)[:1]:
        queue.ring(BELL, pk)
    return count


def due(kinds: Mapping[str, Sender] | None = None) -> QuerySet[OutboxRow]:
    rows = OutboxRow.objects.filter(state=State.QUEUED, next_try__lte=Now()).order_by("next_try", "pk")
    return rows if kinds is None else rows.filter(kind__in=list(kinds))


def outbox_claim(senders: Mapping[str, Sender], pk: int | None = None) -> OutboxRow | None:
    """Take the next row that is due, or the waiting one with this number, under a lease; None if there is none."""
    rows = due(senders) if pk is None else OutboxRow.objects.filter(pk=pk, state=State.QUEUED)
    while True:
        token = uuid.uuid4()
        with transaction.atomic(savepoint=False):
            following = Subquery(rows.select_for_update(no_key=True, skip_locked=True).values("pk")[:1])
            claimed = OutboxRow.objects.filter(pk=following, state=State.QUEUED).update(
                state=State.RUNNING, attempts=F("attempts") + 1, lease_token=token, lease_until=Now() + LEASE
            )
        if claimed:
            return OutboxRow.objects.get(lease_token=token)
        if pk is not None or not rows.exists():
            return None


def outbox_send(row: OutboxRow, sender: Sender) -> bool:
    """Make one attempt with a claimed row, and note how it ended. True if it is sent."""
    try:
        done = sender.send(row)
    except NotSent as problem:
        outbox_fail(row, problem.problem, sender.pauses, final=problem.final)
    except Later as pause:
        outbox_pause(row, pause.seconds)
    except SoftTimeLimitExceeded:
        outbox_fail(row, {"code": "time"}, sender.pauses)
        raise
    except Exception as fault:
        logger.exception("sending failed", row=row.key, attempt=row.attempts)
        outbox_fail(row, {"code": "fault", "words": type(fault).__name__}, sender.pauses)
    else:
        _end(row, state=State.DONE, finished_at=Now(), problem={}) if done else outbox_pause(row)
        return done
    return False


def outbox_pause(row: OutboxRow, seconds: int = 0) -> None:
    """Give a row back that has come forward or must wait; the attempt is not charged."""
    _end(row, state=State.QUEUED, attempts=F("attempts") - 1, next_try=Now() + timedelta(seconds=seconds))


def outbox_fail(row: OutboxRow, problem: dict[str, Any], pauses: Sequence[int], *, final: bool = False) -> None:
    """Give a row back for a later attempt; after the last one it is dead and waits for a person."""
    if final or row.attempts >= row.tries:
        _end(row, state=State.DEAD, finished_at=Now(), problem=problem)
    else:
        pause = timedelta(seconds=pauses[min(row.attempts, len(pauses)) - 1])
        _end(row, state=State.QUEUED, next_try=Now() + pause, problem=problem)


@atomic_retried
def outbox_again(row: OutboxRow) -> bool:
    """Try a row that was given up, or that pauses, once more from the beginning."""
    changed = OutboxRow.objects.filter(pk=row.pk, state__in=[State.DEAD, State.QUEUED]).update(
        state=State.QUEUED, attempts=0, next_try=Now(), finished_at=None
    )
    transaction.on_commit(partial(queue.ring, BELL, row.pk))
    return bool(changed)


def outbox_sweep() -> int:
    """Free the rows of senders that died, end those tried often enough, and ring if anything is due.

    Returns how many are due. Safe to run anywhere, at any time, by several at once.
    """
    lapsed = OutboxRow.objects.filter(state=State.RUNNING, lease_until__lt=Now())
    free = {"lease_token": None, "lease_until": None}
    lapsed.filter(attempts__gte=F("tries")).update(
        state=State.DEAD, finished_at=Now(), problem={"code": "lost"}, **free
    )
    lapsed.update(state=State.QUEUED, next_try=Now(), **free)
    for pk in due().values_list("pk", flat=True)[:1]:
        queue.ring(BELL, pk)
    return due().count()


@atomic_retried
def _end(row: OutboxRow, **fields: Any) -> None:
    """Store how an attempt ended, if the lease is still ours."""
    mine = OutboxRow.objects.filter(pk=row.pk, lease_token=row.lease_token)
    mine.update(lease_token=None, lease_until=None, **fields)
