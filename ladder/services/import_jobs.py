"""Imports as jobs: the row says what is asked for, a worker does it in one transaction or says why not.

A worker takes a lease, which gives the job back where he dies, and then keeps the row locked until he is through: a
second one that hears of it leaves. What was written is not written twice, for the job is gone with the same commit.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from games import limits, queue
from games.models import User
from games.services.audit import acting, origin_now
from games.services.notices import muted
from games.services.retry import atomic_retried
from ladder.imports.check import dry_run_of
from ladder.imports.look import Look, look_of
from ladder.imports.problems import SheetProblem
from ladder.imports.progress import Step, step_note
from ladder.models import Import
from ladder.services.imports import (
    ImportRefused,
    import_locked,
    import_take_back,
    import_write,
    role_check,
    summary_of,
)
from ladder.services.ladder_notices import import_tell

TASK = "ladder.imports_run"
LEASE = timedelta(seconds=limits.IMPORT_LEASE_SECONDS)
Job = Import.Job


@atomic_retried
def import_ask(source: Import, job: str, *, version: int, by: User | None) -> Import:
    """Ask for an import to be looked at (`look`), written (`run`) or taken back (`undo`). Raises `ImportRefused`."""
    now = import_locked(source, version, by)
    if job != Job.LOOK and (now.state == Import.State.DONE) != (job == Job.UNDO):
        raise ImportRefused("state", state=now.state)
    now.job, now.asked_by, now.origin = job, by, origin_now()
    now.attempts, now.problem, now.version = 0, {}, now.version + 1
    now.save(update_fields=["job", "asked_by", "origin", "attempts", "problem", "version"])
    step_note(now.pk, Step.WAITING)
    transaction.on_commit(partial(queue.ring, TASK, now.pk))
    return now


def import_look(now: Import, by: User | None, step: Callable[[Step], None]) -> None:
    """Make the dry run of a locked import and keep it. Raises `ImportRefused` and `SheetProblem`."""
    role_check(now.ladder, by)
    step(Step.READING)
    run = dry_run_of(now)
    step(Step.WRITING)
    now.look = msgspec.to_builtins(look_of(run, summary_of(run), now.version))
    now.save(update_fields=["look"])


DO: dict[str, Callable[[Import, User | None, Callable[[Step], None]], None]] = {
    Job.LOOK: import_look,
    Job.RUN: import_write,
    Job.UNDO: import_take_back,
}


def look_kept(source: Import) -> Look | None:
    """The dry run that a worker made of an import as it is now; None where none did."""
    kept = source.look
    return msgspec.convert(kept, Look) if kept.get("version") == source.version else None


def import_work(pk: int) -> bool:
    """Do what is asked of an import; safe to run twice and at once. False where there was nothing to do."""
    if not _claimed(pk):
        return False
    try:
        _carry_out(pk)
    except ImportRefused as refused:
        _refuse(pk, "refusal", refused.code, refused.facts)
    except SheetProblem as problem:
        _refuse(pk, "sheet", problem.code, problem.facts)
    return True


def imports_ring() -> None:
    """Ring for the jobs that wait although somebody rang, or whose worker died."""
    waiting = Import.objects.exclude(job="").filter(_free()).order_by("pk").values_list("pk", flat=True)
    if pks := list(waiting):
        queue.ring(TASK, *pks)


def problem_of(source: Import) -> ImportRefused | SheetProblem | None:
    """Why the last job of an import did nothing, if it did not."""
    problem = source.problem
    if not problem:
        return None
    made = SheetProblem if problem["kind"] == "sheet" else ImportRefused
    return made(problem["code"], **problem["facts"])


def _free() -> Q:
    return Q(lease_until=None) | Q(lease_until__lte=Now())


@atomic_retried
def _claimed(pk: int) -> bool:
    """Take the lease of a job. One that ended its workers too often is given up."""
    free = Import.objects.select_for_update(of=("self",), no_key=True, skip_locked=True).exclude(job="").filter(_free())
    now = free.filter(pk=pk).first()
    if now is None:
        return False
    if now.attempts >= limits.ATTEMPTS:
        _end(now, {"kind": "refusal", "code": "errored", "facts": {}})
        return False
    now.attempts, now.lease_until = now.attempts + 1, Now() + LEASE
    now.save(update_fields=["attempts", "lease_until"])
    return True


@atomic_retried
def _carry_out(pk: int) -> None:
    now = Import.objects.select_for_update(of=("self",), no_key=True).select_related("ladder", "asked_by").get(pk=pk)
    if not now.job:
        return
    job, now.job, now.lease_until = now.job, "", None
    now.save(update_fields=["job", "lease_until"])
    with acting(now.origin):
        with muted():
            DO[job](now, now.asked_by, partial(step_note, pk))
        if job == Job.RUN:
            import_tell(now, now.asked_by)


@atomic_retried
def _refuse(pk: int, kind: str, code: str, facts: Mapping[str, Any]) -> None:
    """What was begun is rolled back; the row says why, and the job is over."""
    now = Import.objects.select_for_update(of=("self",), no_key=True).get(pk=pk)
    if now.job:
        _end(now, {"kind": kind, "code": code, "facts": dict(facts)})


def _end(now: Import, problem: dict[str, Any]) -> None:
    now.job, now.lease_until, now.problem, now.version = "", None, problem, now.version + 1
    now.save(update_fields=["job", "lease_until", "problem", "version"])
