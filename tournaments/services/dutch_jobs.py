"""Rounds paired by FIDE's Dutch system: asked for here, computed by a worker, laid as a draft if nothing changed since."""

import uuid
from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from games import limits, queue
from games.models import User
from games.services.retry import atomic_retried
from tournaments.dutch import DutchRound, NoPairing, pair_dutch
from tournaments.models import PairingJob, Round, Stage
from tournaments.pairing.tables import Proposal, draft_of
from tournaments.selectors.board import Board, board_of
from tournaments.selectors.chess import trf_of
from tournaments.services.drafts import draft_lay, next_round, round_pair
from tournaments.services.errors import Changed, Refused
from tournaments.services.work import Work, seen, tournament_running
from tournaments.trf import Cell, Trf, TrfProblem

TASK = "ladder.dutch_run"
LEASE = timedelta(seconds=limits.OUTBOX_LEASE_SECONDS)
State = PairingJob.State
OPEN = (State.QUEUED, State.RUNNING)

logger = structlog.get_logger(__name__)


@atomic_retried
def dutch_ask(stage: Stage, *, version: int, by: User | None) -> PairingJob:
    """Let a worker pair the next round, or its draft anew. Asked twice for the same, the job that is there is returned.

    Raises `Changed`, and `Refused` as `round_pair` does.
    """
    tournament_running(stage.tournament_id)
    seen(stage, version)
    board = board_of(stage.pk)
    if board.stage_terms.pairing != "dutch":
        raise Refused("not_dutch", stage=board.stage.number)
    number, draft = next_round(board)
    if draft is not None and any(table.pairing.locked for table in draft.tables):
        raise Refused("locks")
    waiting = PairingJob.objects.filter(stage=board.stage, state__in=OPEN).first()
    if waiting is not None and (waiting.stage_version, waiting.round) == (version, number):
        return waiting
    if waiting is not None:
        _end(waiting, State.FAILED, {"code": "changed"})
    job = PairingJob.objects.create(stage=board.stage, stage_version=version, round=number, asked_by=by)
    transaction.on_commit(partial(queue.ring, TASK))
    return job


def round_draft(stage: Stage, *, version: int, by: User | None, seed: str = "") -> Round | PairingJob:
    """Draft the next round here, or ask a worker for it, which throws no dice, as the terms of the stage say."""
    if stage.terms.pairing == "dutch":
        return dutch_ask(stage, version=version, by=by)
    return round_pair(stage, version=version, by=by, seed=seed)


def job_of(stage: Stage) -> PairingJob | None:
    """The last job of a stage, for its desk."""
    return PairingJob.objects.filter(stage=stage).first()


def job_waits(stage: Stage) -> bool:
    """Whether a worker is about to pair a round of the stage."""
    return stage.terms.pairing == "dutch" and PairingJob.objects.filter(stage=stage, state__in=OPEN).exists()


def jobs_run() -> int:
    """Work through the jobs that wait, or whose worker died. Returns how many ended. Safe to run by several at once."""
    count = 0
    while (job := _claim()) is not None:
        _run(job)
        count += 1
    return count


def jobs_sweep() -> None:
    """Ring for jobs of which nobody heard, or whose worker died."""
    if _claimable().exists():
        queue.ring(TASK)


def _claimable() -> QuerySet[PairingJob]:
    return PairingJob.objects.filter(Q(state=State.QUEUED) | Q(state=State.RUNNING, lease_until__lt=Now()))


def _claim() -> PairingJob | None:
    """Take the oldest under a lease of our own, by one conditional update; it is charged with an attempt."""
    for job in _claimable().order_by("pk"):
        if job.attempts >= limits.ATTEMPTS:
            _end(job, State.FAILED, {"code": "lost"})
            continue
        token = uuid.uuid4()
        mine = (
            _claimable()
            .filter(pk=job.pk, attempts=job.attempts)
            .update(state=State.RUNNING, attempts=job.attempts + 1, lease_token=token, lease_until=Now() + LEASE)
        )
        if mine:
            return PairingJob.objects.select_related("stage__tournament__game", "asked_by").get(lease_token=token)
    return None


def _run(job: PairingJob) -> None:
    try:
        _compute(job)
    except SoftTimeLimitExceeded:
        _end(job, State.FAILED, {"code": "time"})
        raise
    except NoPairing:
        _end(job, State.FAILED, {"code": "no_pairing"})
    except TrfProblem as problem:
        _end(job, State.FAILED, {"code": f"trf.{problem.code}", "found": problem.found})
    except Changed:
        _end(job, State.FAILED, {"code": "changed"})
    except Refused as problem:
        _end(job, State.FAILED, {"code": problem.code, "facts": problem.facts})
    except Exception as fault:
        logger.exception("pairing failed", job=job.pk, attempt=job.attempts)
        _again(job, type(fault).__name__)


def _compute(job: PairingJob) -> None:
    """Pair outside of any transaction, for it takes its time; the draft is laid only if the stage is as it was."""
    board = board_of(job.stage_id)
    if board.stage.version != job.stage_version:
        raise Changed(board.stage)
    found = pair_dutch(trf_before(board, job.round), job.round)
    _lay(job, found)


def trf_before(board: Board, number: int) -> Trf:
    """The stage as the program takes it: absent players are marked in the round to be paired."""
    trf = trf_of(board)
    here = {board.seed[one] for one in board.present(number) if one not in board.asked_off(number)}
    if len(here) == len(trf.entries):
        return trf
    # Who is to be paired bears any sign of a round that was not asked off; it is cut before pairing.
    entries = tuple(
        msgspec.structs.replace(
            entry,
            cells=(
                *entry.cells[: number - 1],
                *(Cell(),) * (number - 1 - len(entry.cells)),
                Cell(0, "-", "U" if entry.start in here else "Z"),
            ),
        )
        for entry in trf.entries
    )
    return msgspec.structs.replace(trf, entries=entries, rounds=max(trf.rounds, number))


@atomic_retried
def _lay(job: PairingJob, found: DutchRound) -> Round:
    """The draft and the end of its job, together; the version that was asked for must still be the stage's."""
    tournament = tournament_running(job.stage.tournament_id)
    seen(job.stage, job.stage_version)
    board = board_of(job.stage_id)
    number, draft = next_round(board)
    if number != job.round:
        raise Changed(board.stage)
    entrant = {seed: one for one, seed in board.seed.items()}
    pairs = [(entrant[white], entrant[black]) for white, black in found.pairs]
    byes = (entrant[found.bye],) if found.bye else ()
    field = board.pairing_field(number)
    work = Work(tournament, job.asked_by)
    proposal = Proposal(draft_of(field, pairs, byes, in_order=True))
    round_ = draft_lay(work, board, number, draft, proposal)
    ended = PairingJob.objects.filter(pk=job.pk, lease_token=job.lease_token).update(**_over(State.DONE, {}))
    if not ended:
        raise Changed(board.stage)
    return round_


def _end(job: PairingJob, state: str, problem: dict[str, Any]) -> None:
    PairingJob.objects.filter(pk=job.pk, state__in=OPEN, lease_token=job.lease_token).update(**_over(state, problem))


def _over(state: str, problem: dict[str, Any]) -> dict[str, Any]:
    return {"state": state, "problem": problem, "lease_until": None, "lease_token": None, "finished_at": Now()}


def _again(job: PairingJob, problem: str) -> None:
    """Give it back after a fault of ours; after the last attempt it has failed."""
    if job.attempts >= limits.ATTEMPTS:
        _end(job, State.FAILED, {"code": "fault", "problem": problem})
        return
    mine = PairingJob.objects.filter(pk=job.pk, lease_token=job.lease_token)
    mine.update(state=State.QUEUED, lease_until=None, lease_token=None)
