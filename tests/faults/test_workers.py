"""Workers die, at any moment and in any part. Nothing is lost, nothing is done twice, and the others go on."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable

import psutil
import pytest
from django.db import connection

from games.models import AuditEntry, Match, Submission, User, Verification
from games.services.submissions import submission_create
from tests.factories import a_user
from tests.faults.conftest import all_over, nothing_broken
from tests.logs import a_record
from tests.services.processes import Process, Site, wait_until

pytestmark = pytest.mark.sqlite
CHILDREN = ("--concurrency", "2")


def upload_many(count: int, by: User, pause: float = 0) -> None:
    for table in range(count):
        submission_create(a_record(table), uploader=by)
        time.sleep(pause)


def kill_something(site: Site, worker: Process, dice: random.Random) -> Process:
    """Kill -9 the parent, a child or both; a dead worker is started again, as a supervisor does."""
    what = dice.choice(["parent", "child", "both"])
    children = worker.children()
    if what != "parent" and children:
        os.kill(dice.choice(children), signal.SIGKILL)
    if what == "child":
        return worker
    os.kill(worker.pid, signal.SIGKILL)
    worker.popen.wait(10)
    return site.start_worker(*CHILDREN, name=f"worker{len(site.processes)}")


def survives_kills(site: Site, dice: random.Random, uploads: int, kills: int, measured: Callable[..., None]) -> None:
    worker = site.start_worker(*CHILDREN)
    uploader = threading.Thread(target=upload_many, args=(uploads, a_user("alice"), 0.05))
    uploader.start()
    for _kill in range(kills):
        time.sleep(dice.uniform(0, 0.5))
        worker = kill_something(site, worker, dice)
    last = time.monotonic()
    uploader.join()
    all_over(60)
    measured(f"{kills} kills in {uploads} uploads: all over after", time.monotonic() - last, "s", 60)
    lost = uploads - Match.objects.filter(state="verified").count()
    measured(f"{kills} kills in {uploads} uploads: lost or doubled", abs(lost), "", 0)
    assert Submission.objects.count() == Verification.objects.count() == Match.objects.count() == uploads
    assert set(Verification.objects.values_list("state", "verdict")) == {("done", "verified")}
    assert set(Match.objects.values_list("state", "version")) == {("verified", 1)}
    assert AuditEntry.objects.filter(kind="match").count() == uploads
    nothing_broken()


def test_killed_workers_lose_nothing_and_double_nothing(site, bells, dice, measured):
    survives_kills(site, dice, 30, 5, measured)


@pytest.mark.night
def test_two_hundred_kills_in_a_thousand_uploads(site, bells, dice, measured):
    survives_kills(site, dice, 1000, 200, measured)


def test_no_child_outlives_a_killed_parent(site, bells):
    worker = site.start_worker(*CHILDREN)
    children = worker.children()
    assert len(children) == 2
    os.kill(worker.pid, signal.SIGKILL)
    worker.popen.wait(10)
    wait_until(lambda: not any(map(is_alive, children)), 10, lambda: f"still there: {children}")


def is_alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_log_that_kills_its_process_costs_the_others_nothing(fast, bells, measured):
    fast.env["DEAF_SECONDS"] = "60"  # a busy machine is no deaf worker
    alice = a_user("alice")
    for table in range(40):
        submission_create(a_record(table), uploader=alice)
    submission_create(a_record(40, names="POISON bea"), uploader=a_user("mallory"))
    for table in range(41, 100):
        submission_create(a_record(table), uploader=alice)
    good = Verification.objects.exclude(submission__uploader__email="mallory@example.org")
    fast.start_worker(*CHILDREN)
    began, waiting = time.monotonic(), good.filter(state__in=["queued", "running"])
    wait_until(lambda: not waiting.exists(), 60, lambda: f"{waiting.count()} of the good ones still wait")
    took = time.monotonic() - began
    measured("a log that kills its process among 100: the good ones are over after", took, "s", 10, slack=6)
    all_over(120)
    poison = Verification.objects.get(submission__uploader__email="mallory@example.org")
    assert (poison.state, poison.verdict, poison.attempts) == ("dead", "errored", 3)
    assert set(good.values_list("state", "verdict", "attempts")) == {("done", "verified", 1)}
    nothing_broken()


def test_a_worker_that_is_stopped_politely_ends_what_it_has_in_hand(site, bells, measured):
    worker = site.start_worker(*CHILDREN)
    upload_many(40, a_user("alice"))
    asked = time.monotonic()
    worker.popen.terminate()
    assert worker.popen.wait(30) == 0
    measured("a worker that is stopped politely: ended after", time.monotonic() - asked, "s", 30)
    assert not Verification.objects.filter(state="running").exists()
    site.start_worker(*CHILDREN, name="next")
    all_over(60)
    assert Match.objects.filter(state="verified").count() == 40
    nothing_broken()


def test_a_worker_judges_what_waited_while_there_was_none(site, bells):
    upload_many(5, a_user("alice"))
    Verification.objects.update(next_try="2026-01-01T00:00Z")
    site.start_worker(*CHILDREN)
    all_over(20)
    nothing_broken()


@pytest.mark.night
def test_cut_sessions_of_the_database_lose_nothing(site, bells, dice):
    if connection.vendor != "postgresql":
        pytest.skip("not run: SQLite has no sessions to cut")
    site.env["DATABASE_URL"] += "&application_name=worker"
    worker = site.start_worker(*CHILDREN)
    uploader = threading.Thread(target=upload_many, args=(60, a_user("alice"), 0.05))
    uploader.start()
    for _cut in range(10):
        time.sleep(dice.uniform(0, 0.4))
        cut_sessions("worker")
    uploader.join()
    all_over(60)
    assert worker.alive
    assert set(Match.objects.values_list("state", "version")) == {("verified", 1)}
    assert Match.objects.count() == 60
    nothing_broken()


def cut_sessions(name: str) -> None:
    """End all sessions of that name from the side of the database, whatever they are doing."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s",
            [name],
        )


@pytest.mark.night
def test_one_log_behind_a_crowd_is_judged_at_once(site, bells, measured):
    upload_many(1000, a_user("crowd"))
    submission_create(a_record(2000), uploader=a_user("newcomer"))
    site.start_worker(*CHILDREN)
    began, mine = time.monotonic(), Verification.objects.filter(submission__uploader__email="newcomer@example.org")
    wait_until(mine.filter(state="done").exists, 30, lambda: "the newcomer still waits")
    measured("one log behind 1,000 of a crowd: judged after", time.monotonic() - began, "s", 10, slack=3)
    all_over(400)
    measured("a crowd of 1,000: over after (10 logs/s)", time.monotonic() - began, "s", 100, slack=4)
    nothing_broken()
