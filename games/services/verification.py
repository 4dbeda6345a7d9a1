"""The queue of verifications: claim a row, judge it, end it. Everything here may run twice or be cut off anywhere."""

import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import msgspec
import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import F, Max, Q, QuerySet, Subquery, Value
from django.db.models.functions import Greatest, Now
from django.dispatch import Signal

from games import limits, queue, storage
from games.engine.errors import MalformedLog
from games.engine.events import LogPosition
from games.intake import intake
from games.models import Verification
from games.progress import Step, step_note
from games.services.commits import commits_behind
from games.services.effects import result_judged
from games.services.match_notices import judged_tell
from games.services.retry import atomic_retried
from games.services.submissions import revision_for, verification_queue
from games.verdict import Verdict
from games.verify import verify_log

logger = structlog.get_logger(__name__)
judged_now = Signal()
"""Sent with each `verification` that ended and its `verdict`, in that transaction, to those above."""
State = Verification.State
LEASE = timedelta(seconds=limits.LEASE_SECONDS)
CLAIMED = Verification.objects.select_related("submission__game", "submission__uploader")
"""A claimed row with what judging and ending it need; to leave columns out would cost more than it saves."""
_too_new: set[int] = set()
"""Rows for workers with newer rules than this one has: while a release is rolled out there are both."""
SWEEP_BELLS = 8
"""Bells of one sweep: each works through the queue, so there need be no more than workers to hear them."""


class Judged(NamedTuple):
    """A verdict with the document it is about (empty where there is none), and what it cost in processor time."""

    verdict: Verdict
    body: bytes
    intake_ms: float
    ms: float


def verifications_run(seconds: float = limits.TASK_LAST_START_SECONDS) -> int:
    """Judge what waits, row by row and fairest first, until none waits or `seconds` have passed. Returns how many.

    What then still waits gets a new bell, so no task lasts longer than its limits.
    """
    stop = time.monotonic() + seconds
    count = 0
    with queue.gathered(), commits_behind():
        row = verification_claim() if seconds > 0 else None
        while row is not None:
            row = verification_run(row, stop, watched=not count)
            count += 1
    if time.monotonic() >= stop:
        for pk in waiting().values_list("pk", flat=True)[:1]:
            queue.ring("games.verify_waiting", pk)
    return count


def waiting() -> QuerySet[Verification]:
    """Rows that may be claimed now, whose turn is next first."""
    return Verification.objects.filter(state=State.QUEUED, next_try__lte=Now()).order_by("turn", "pk")


def verification_claim() -> Verification | None:
    """Take the next row under a lease of our own, by one conditional update; None if nothing waits.

    The claim charges an attempt, so a row that kills its process comes to an end. A row for newer rules than ours is
    left to a worker that has them.
    """
    while True:
        token = uuid.uuid4()
        with transaction.atomic(savepoint=False):
            free = (waiting().exclude(pk__in=_too_new) if _too_new else waiting()).select_for_update(
                no_key=True, skip_locked=True
            )
            following = Subquery(free.values("pk")[:1])
            claimed = Verification.objects.filter(pk=following, state=State.QUEUED).update(
                state=State.RUNNING, attempts=F("attempts") + 1, lease_token=token, lease_until=Now() + LEASE
            )
            if not claimed and not free.exists():
                return None
        if claimed:
            row = CLAIMED.get(lease_token=token)
            if row.revision <= revision_for(row.submission.game):
                return row
            _leave(row)


def _leave(verification: Verification) -> None:
    """Give a row back as it was, and never take it again in this process."""
    _too_new.add(verification.pk)
    Verification.objects.filter(pk=verification.pk, lease_token=verification.lease_token).update(
        state=State.QUEUED, attempts=F("attempts") - 1, lease_token=None, lease_until=None
    )
    transaction.on_commit(partial(queue.ring, "games.verify_waiting", verification.pk))


@atomic_retried
def _put_off(verification: Verification) -> None:
    """Give a row back that could not be looked at; it is not charged."""
    Verification.objects.filter(pk=verification.pk, lease_token=verification.lease_token).update(
        state=State.QUEUED,
        attempts=F("attempts") - 1,
        lease_token=None,
        lease_until=None,
        next_try=Now() + timedelta(seconds=limits.SWEEP_SECONDS),
    )


def verification_run(verification: Verification, stop: float = 0, *, watched: bool = True) -> Verification | None:
    """Judge one claimed row and end it; a fault of ours costs an attempt and harms no other row.

    Until the clock shows `stop` the next row is claimed in the same commit, for a commit is dear; that row is returned.
    `watched`: note the steps, for somebody who looks on. Where many wait, each is over before anybody sees a step.
    """
    try:
        note = partial(step_note, verification) if watched else lambda step: None
        judged = judge(verification.submission.sha256, note)
        return _finish_and_claim(verification, judged, stop)
    except SoftTimeLimitExceeded:
        verification_fail(verification, "time")
        raise
    except storage.StorageAway as problem:
        logger.warning("storage away", verification=verification.pk, problem=str(problem))
        _put_off(verification)
    except Exception as fault:
        logger.exception("verification failed", verification=verification.pk, attempt=verification.attempts)
        verification_fail(verification, type(fault).__name__)
    return verification_claim() if time.monotonic() < stop else None


@atomic_retried
def _finish_and_claim(verification: Verification, judged: Judged, stop: float) -> Verification | None:
    # Claimed first: from `recording` to the commit other workers are held back.
    following = verification_claim() if time.monotonic() < stop else None
    _finish(verification, judged)
    return following


def judge(sha256: str, note: Callable[[Step], None] = lambda step: None) -> Judged:
    """Take in and replay a stored file. `note` is told the steps."""
    raw = storage.load(sha256)
    clock = time.process_time()
    try:
        body = intake(raw)
    except MalformedLog as problem:
        place = problem.at or LogPosition(event=0)
        verdict = Verdict(verdict="unreadable", code=problem.code, at=place, facts=problem.facts)
        return Judged(verdict, b"", _ms_since(clock), 0)
    intake_ms = _ms_since(clock)
    note(Step.REPLAYING)
    clock = time.process_time()
    verdict = verify_log(body)
    ms = _ms_since(clock)
    note(Step.COMPARING)
    return Judged(verdict, body, intake_ms, ms)


def judge_body(raw: bytes) -> Verdict:
    """The verdict on the bytes of a file, apart from the queue."""
    try:
        return verify_log(intake(raw))
    except MalformedLog as problem:
        return Verdict(verdict="unreadable", code=problem.code, facts=problem.facts)


def same_judgement(one: Verdict, other: Verdict) -> bool:
    """Whether two verdicts tell the same of one match, whatever the players are called."""
    told = ("verdict", "code", "at", "scores", "ranks", "breakdown", "events", "moves", "ending", "conceded")
    return all(getattr(one, name) == getattr(other, name) for name in told)


@atomic_retried
def verification_finish(verification: Verification, judged: Judged) -> bool:
    """Store the verdict and what follows from it, together, if the lease is still ours. True if it was."""
    return _finish(verification, judged)


def _finish(verification: Verification, judged: Judged) -> bool:
    mine = Verification.objects.filter(pk=verification.pk, lease_token=verification.lease_token)
    stored = mine.update(
        state=State.DONE,
        lease_token=None,
        lease_until=None,
        finished_at=Now(),
        intake_ms=round(judged.intake_ms, 3),
        ms=round(judged.ms, 3),
        **_rules_used(verification),
        **verdict_fields(judged.verdict),
    )
    if stored and judged.body:
        result_judged(verification.submission, judged.verdict, judged.body)
    if stored:
        judged_tell(verification, judged.verdict)
        judged_now.send(sender=Verification, verification=verification, verdict=judged.verdict)
    return bool(stored)


def _rules_used(verification: Verification) -> dict[str, int]:
    """A row that waited through an upgrade was judged under the newer rules, and says so."""
    present = revision_for(verification.submission.game)
    if verification.revision == present:
        return {}
    others = Verification.objects.filter(submission=verification.submission_id, revision=present)
    return {} if others.exists() else {"revision": present}


def verdict_fields(verdict: Verdict) -> dict[str, Any]:
    """The columns of a verification that hold its verdict."""
    plain = msgspec.to_builtins(verdict)
    names = "verdict at facts components players scores ranks breakdown notes events claims ending conceded".split()
    return {name: plain[name] for name in names} | {
        "code": verdict.code or "",
        "rules": verdict.rules or "",
        "moves": verdict.moves or "",
    }


@atomic_retried
def verification_fail(verification: Verification, problem: str) -> None:
    """Give a row back after a fault of ours, for a later try; after the last one it is `errored`."""
    mine = Verification.objects.filter(pk=verification.pk, lease_token=verification.lease_token)
    if verification.attempts >= limits.ATTEMPTS:
        mine.update(**_given_up(problem))
    else:
        pause = timedelta(seconds=2**verification.attempts)
        mine.update(state=State.QUEUED, lease_token=None, lease_until=None, next_try=Now() + pause)


def verifications_sweep() -> int:
    """Free the rows of workers that died, end those that were tried often enough, and ring for whatever waits.

    Who died with a row in hand may have died of it, so a freed row goes behind all that wait now. Returns how many
    rows wait. Safe to run anywhere, at any time, by several at once.
    """
    lapsed = Verification.objects.filter(state=State.RUNNING, lease_until__lt=Now())
    for verification in lapsed.filter(attempts__gte=limits.ATTEMPTS).select_related("submission"):
        logger.error("verification given up", verification=verification.pk, sha256=verification.submission.sha256)
    lapsed.filter(attempts__gte=limits.ATTEMPTS).update(**_given_up("lost"))
    last = waiting().aggregate(last=Max("turn"))["last"] or 0
    behind = Greatest(F("turn"), Value(last + 1))
    freed = lapsed.update(state=State.QUEUED, lease_token=None, lease_until=None, next_try=Now(), turn=behind)
    quiet = Q(next_try__lt=Now() - timedelta(seconds=limits.SWEEP_SECONDS))
    forgotten = waiting() if freed else waiting().filter(quiet | Q(attempts__gt=0))
    for pk in forgotten.values_list("pk", flat=True)[:SWEEP_BELLS]:
        if not queue.ring("games.verify_waiting", pk):
            break
    return waiting().count()


@atomic_retried
def verification_rerun(verification: Verification) -> Verification:
    """Judge a log again under the present rules: for our own faults, and on an official's wish. Gives the row of it."""
    submission = verification.submission
    present = submission.verifications.filter(revision=revision_for(submission.game)).first()
    if present is None:  # what was judged under older rules stays as it is
        return verification_queue(submission, owner=verification.owner)
    fields = verdict_fields(Verdict(verdict="errored")) | {"verdict": ""}
    Verification.objects.filter(pk=present.pk, state__in=[State.DONE, State.DEAD]).update(
        state=State.QUEUED, attempts=0, next_try=Now(), finished_at=None, **fields
    )
    transaction.on_commit(partial(queue.ring, "games.verify_waiting", present.pk))
    present.refresh_from_db()
    return present


def _given_up(problem: str) -> dict[str, Any]:
    return {
        "state": State.DEAD,
        "verdict": Verification.Verdict.ERRORED,
        "facts": {"problem": problem},
        "lease_token": None,
        "lease_until": None,
        "finished_at": Now(),
    }


def _ms_since(clock: float) -> float:
    return (time.process_time() - clock) * 1000
