"""The queue: the row is the job. Claims, leases, attempts, sweeps; nothing is done twice and nothing gets lost."""

import uuid
from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db.models.functions import Now
from django.utils import timezone

from games import limits, queue, storage
from games.models import AuditEntry, Match, Submission, Verification
from games.progress import Step, step_of
from games.services import verification as service
from games.services.submissions import submission_create
from games.services.verification import (
    verification_claim,
    verification_rerun,
    verification_run,
    verifications_run,
    verifications_sweep,
)
from ladder.invariants import broken
from tests.factories import a_user
from tests.logs import a_record

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def bells(monkeypatch):
    """The bells rung, instead of rung bells."""
    rung = []
    monkeypatch.setattr(queue, "ring", lambda task, *args: rung.append((task, *args)) or True)
    return rung


@pytest.fixture
def waiting():
    """Put logs into the queue; gives their rows."""
    user = a_user("alice")

    def put(*tables):
        return [submission_create(a_record(table), uploader=user)[0].verification for table in tables]

    return put


def now_again(row):
    Verification.objects.filter(pk=row.pk).update(next_try=Now())


def lapse(row):
    Verification.objects.filter(pk=row.pk).update(lease_until=Now() - timedelta(seconds=1))


def test_a_claim_takes_the_row_under_a_lease_and_charges_an_attempt(waiting):
    [row] = waiting(1)
    claimed = verification_claim()
    assert claimed.pk == row.pk
    assert (claimed.state, claimed.attempts) == ("running", 1)
    lease = claimed.lease_until - timezone.now()
    assert timedelta(seconds=limits.LEASE_SECONDS - 5) < lease <= timedelta(seconds=limits.LEASE_SECONDS)


def test_a_claimed_row_is_not_claimed_again(waiting):
    waiting(1)
    assert verification_claim() is not None
    assert verification_claim() is None


def test_a_row_whose_next_try_is_later_waits(waiting):
    [row] = waiting(1)
    Verification.objects.filter(pk=row.pk).update(next_try=Now() + timedelta(hours=1))
    assert verification_claim() is None


def test_all_that_waits_is_judged_by_one_task(waiting):
    waiting(1, 2, 3)
    assert verifications_run() == 3
    assert set(Verification.objects.values_list("state", "verdict")) == {("done", "verified")}
    assert broken() == []


def test_a_bell_for_a_row_that_is_done_or_gone_is_a_no_op(waiting):
    waiting(1)
    verifications_run()
    before = list(Match.objects.values_list("version"))
    assert verifications_run() == 0
    assert list(Match.objects.values_list("version")) == before


def test_a_task_that_ran_long_enough_rings_for_the_rest(waiting, bells):
    waiting(1, 2)
    bells.clear()
    assert verifications_run(seconds=0) == 0
    assert [task for task, _pk in bells] == ["games.verify_waiting"]


def test_an_outcome_is_stored_only_under_the_lease(waiting):
    waiting(1)
    mine = verification_claim()
    Verification.objects.filter(pk=mine.pk).update(lease_token=uuid.uuid4())
    verification_run(mine)
    mine.refresh_from_db()
    assert (mine.state, mine.verdict) == ("running", "")
    assert not Match.objects.exists()


def test_a_slow_worker_that_comes_back_changes_nothing(waiting):
    waiting(1)
    slow = verification_claim()
    lapse(slow)
    verifications_sweep()
    verifications_run()
    verification_run(slow)
    assert Match.objects.get().version == 1
    assert broken() == []


def test_a_row_of_a_dead_worker_is_freed_and_rung_for(waiting, bells):
    waiting(1)
    row = verification_claim()
    lapse(row)
    bells.clear()
    assert verifications_sweep() == 1
    row.refresh_from_db()
    assert (row.state, row.attempts, row.lease_token) == ("queued", 1, None)
    assert bells == [("games.verify_waiting", row.pk)]


def test_a_row_of_a_dead_worker_goes_behind_those_that_wait(waiting):
    first, second, third = waiting(1, 2, 3)
    row = verification_claim()
    assert row.pk == first.pk
    lapse(row)
    verifications_sweep()
    assert [verification_claim().pk for _row in range(3)] == [second.pk, third.pk, first.pk]


def test_a_running_row_within_its_lease_is_left_alone(waiting):
    waiting(1)
    row = verification_claim()
    assert verifications_sweep() == 0
    row.refresh_from_db()
    assert row.state == "running"


def test_a_forgotten_row_is_rung_for_and_a_fresh_one_is_not(waiting, bells):
    fresh, forgotten = waiting(1, 2)
    Verification.objects.filter(pk=forgotten.pk).update(next_try=Now() - timedelta(seconds=limits.SWEEP_SECONDS + 1))
    bells.clear()
    assert verifications_sweep() == 2
    assert bells == [("games.verify_waiting", forgotten.pk)]
    assert fresh.pk != forgotten.pk


def test_a_sweep_stops_ringing_when_the_broker_is_away(waiting, monkeypatch):
    rows = waiting(1, 2, 3)
    Verification.objects.update(next_try=Now() - timedelta(minutes=1))
    tried = []
    monkeypatch.setattr(queue, "ring", lambda task, pk: tried.append(pk))
    assert verifications_sweep() == len(rows)
    assert len(tried) == 1


def test_a_fault_of_ours_gives_the_row_back_for_a_later_try(waiting, monkeypatch):
    def fault(body):
        raise KeyError("a bug")

    monkeypatch.setattr(service, "verify_log", fault)
    (bad,) = waiting(1)
    verifications_run()
    bad.refresh_from_db()
    assert (bad.state, bad.attempts) == ("queued", 1)
    assert bad.next_try > timezone.now()


def test_after_three_attempts_it_is_errored_and_never_tried_again(waiting, monkeypatch):
    def fault(body):
        raise MemoryError

    monkeypatch.setattr(service, "verify_log", fault)
    [row] = waiting(1)
    for _attempt in range(limits.ATTEMPTS):
        now_again(row)
        assert verifications_run() == 1
    row.refresh_from_db()
    assert (row.state, row.verdict, row.attempts) == ("dead", "errored", 3)
    assert row.facts == {"problem": "MemoryError"}
    assert row.outcome == "cannot"
    assert verifications_run() == 0
    assert broken() == []


def test_a_fault_harms_no_other_row(waiting, monkeypatch):
    judge = service.verify_log
    monkeypatch.setattr(service, "verify_log", lambda body: judge(body) if b'"table":"2"' not in body else 1 / 0)
    good, bad, other = waiting(1, 2, 3)
    verifications_run()
    for row in (good, bad, other):
        row.refresh_from_db()
    assert [row.state for row in (good, bad, other)] == ["done", "queued", "done"]


def test_a_log_that_kills_its_process_three_times_is_given_up(waiting):
    [row] = waiting(1)
    for _death in range(limits.ATTEMPTS):
        assert verification_claim().pk == row.pk
        lapse(row)
        verifications_sweep()
    row.refresh_from_db()
    assert (row.state, row.verdict, row.facts) == ("dead", "errored", {"problem": "lost"})
    assert verification_claim() is None


def test_time_out_charges_the_row_in_hand_and_ends_the_task(waiting, monkeypatch):
    def slow(body):
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(service, "verify_log", slow)
    first, second = waiting(1, 2)
    with pytest.raises(SoftTimeLimitExceeded):
        verifications_run()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, first.attempts) == ("queued", 1)
    assert (second.state, second.attempts) == ("queued", 0)


def test_a_death_in_the_middle_of_the_consequences_leaves_none(waiting, monkeypatch):
    def die(*args):
        raise RuntimeError

    [row] = waiting(1)
    judged = service.result_judged
    monkeypatch.setattr(service, "result_judged", die)
    verifications_run()
    assert not Match.objects.exists()
    row.refresh_from_db()
    assert (row.state, row.verdict) == ("queued", "")
    monkeypatch.setattr(service, "result_judged", judged)
    now_again(row)
    verifications_run()
    assert Match.objects.get().state == "verified"
    assert broken() == []


def test_a_file_that_was_lost_is_our_fault(waiting):
    [row] = waiting(1)
    storage.path_of(row.submission.sha256).unlink()
    verifications_run()
    row.refresh_from_db()
    assert (row.state, row.attempts) == ("queued", 1)
    assert [line for line in broken() if line.startswith("I8")] == [
        f"I8 kept well: file {row.submission.sha256}: missing"
    ]


def test_a_verified_match_is_announced_once_and_after_the_commit(waiting, bells, django_capture_on_commit_callbacks):
    waiting(1)
    bells.clear()
    with django_capture_on_commit_callbacks(execute=True):
        verifications_run()
        assert bells == []
    assert bells == [("ladder.match_verified", Match.objects.get().pk)]


def test_judging_again_gives_the_same_and_changes_nothing(waiting):
    [row] = waiting(1)
    verifications_run()
    row.refresh_from_db()
    entries = AuditEntry.objects.count()
    moves = row.moves
    verification_rerun(row)
    assert verifications_run() == 1
    row.refresh_from_db()
    assert (row.verdict, row.moves) == ("verified", moves)
    assert AuditEntry.objects.count() == entries
    assert broken() == []


def test_a_log_given_up_is_judged_when_somebody_asks_again(waiting):
    [row] = waiting(1)
    Verification.objects.filter(pk=row.pk).update(state="dead", verdict="errored", attempts=3, finished_at=Now())
    verification_rerun(row)
    assert verifications_run() == 1
    row.refresh_from_db()
    assert row.verdict == "verified"
    assert Match.objects.get().state == "verified"


def test_asking_again_for_a_row_that_runs_does_not_disturb_it(waiting):
    waiting(1)
    row = verification_claim()
    verification_rerun(row)
    verification_run(row)
    row.refresh_from_db()
    assert (row.state, row.verdict) == ("done", "verified")


def test_the_steps_can_be_watched(waiting, monkeypatch):
    [row] = waiting(1)
    assert step_of(row) == Step.QUEUED
    seen = []
    judge = service.verify_log

    def watch(body):
        row.refresh_from_db()
        seen.append(step_of(row))
        return judge(body)

    monkeypatch.setattr(service, "verify_log", watch)
    claimed = verification_claim()
    assert step_of(claimed) == Step.READING
    verification_run(claimed)
    row.refresh_from_db()
    assert [*seen, step_of(row)] == [Step.REPLAYING, Step.COMPARING]


def test_a_table_record_is_no_job(waiting):
    assert not Submission.objects.exists()
    assert verifications_run() == 0
