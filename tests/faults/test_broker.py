"""The broker is a bell. It is wiped, frozen, or rings twenty times; the database knows what is to be done."""

import json
import os
import shutil
import signal
import statistics
import time
import urllib.request
from pathlib import Path

import pytest
import redis

from games import limits, queue
from games.models import Match, Verification
from games.services.submissions import submission_create
from games.worker import DEAF
from ladder import valkey
from ladder.models import Scope
from ladder.services.tokens import token_make
from tests.factories import a_user
from tests.faults.conftest import all_over, nothing_broken, together
from tests.logs import a_record
from tests.services.processes import wait_until

pytestmark = pytest.mark.sqlite
CHILDREN = ("--concurrency", "2")


@pytest.fixture
def server(redis_url):
    """The broker's process id."""
    return redis.Redis.from_url(redis_url).info("server")["process_id"]


def wiped(site, uploads, measured):
    """The broker loses all bells while logs wait and a worker lives."""
    site.start_worker(*CHILDREN)
    client = redis.Redis.from_url(site.env["REDIS_URL"])
    folder = Path(client.connection_pool.connection_kwargs["path"]).parent
    client.shutdown(nosave=True)
    alice = a_user("alice")
    for table in range(uploads):
        submission_create(a_record(table), uploader=alice)
    assert Verification.objects.filter(state="queued").count() == uploads
    shutil.rmtree(folder / "appendonlydir")
    server = valkey.start_server(folder, log=folder / "log")
    back = time.monotonic()
    try:
        all_over(60)
        measured(f"broker back empty with {uploads} waiting: all over after", time.monotonic() - back, "s", 60)
        assert Match.objects.filter(state="verified").count() == uploads
        nothing_broken()
    finally:
        site.stop()
        server.terminate()
        server.wait(10)


def test_a_broker_that_starts_empty_costs_no_log(site, bells, measured):
    wiped(site, 50, measured)


@pytest.mark.night
def test_a_broker_that_starts_empty_costs_none_of_five_hundred(site, bells, measured):
    wiped(site, 500, measured)


def test_a_frozen_broker_holds_up_no_upload(site, bells, server, measured):
    alice = a_user("alice")
    submission_create(a_record(0), uploader=alice)
    os.kill(server, signal.SIGSTOP)
    try:
        times = []
        for table in range(1, 21):
            start = time.monotonic()
            [received] = submission_create(a_record(table), uploader=alice)
            times.append(time.monotonic() - start)
            assert received.verification.state == "queued"
    finally:
        os.kill(server, signal.SIGCONT)
    measured("broker frozen: an upload, p95", statistics.quantiles(times, n=20)[-1], "s", 1.5)
    assert statistics.median(times) < limits.BELL_SECONDS
    Verification.objects.update(next_try="2026-01-01T00:00Z")
    site.start_worker(*CHILDREN)
    all_over(30)
    nothing_broken()


def test_whoever_brings_logs_or_reads_pages_meanwhile_hardly_notices(site, server, measured):
    _token, secret = token_make(a_user("alice"), name="bot", scopes=[Scope.LOGS])
    site.manage("collectstatic", "--no-input")
    site.start_web()
    os.kill(server, signal.SIGSTOP)
    try:
        uploads = [uploaded(site, secret, a_record(table)) for table in range(20)]
        pages = [answered(site, path) for path in ("/", "/players/", "/matches/", "/status/") * 5]
        state = json.loads(urllib.request.urlopen(f"{site.url}/status.json", timeout=20).read())
    finally:
        os.kill(server, signal.SIGCONT)
    assert {status for status, _seconds in uploads} == {201}
    assert {status for status, _seconds in pages} == {200}
    assert "broker" in state["troubles"]
    for name, times in (("an upload over the web", uploads), ("a page", pages)):
        took = statistics.quantiles([seconds for _status, seconds in times], n=20)[-1]
        measured(f"broker frozen: {name}, p95", took, "s", 1.5)
    assert Verification.objects.filter(state="queued").count() == 20


def uploaded(site, secret, raw):
    head = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    body = json.dumps({"text": raw.decode()}).encode()
    return answered(site, urllib.request.Request(f"{site.url}/api/v1/submissions/", body, head))


def answered(site, asked):
    """Status and seconds of an answer of the running site."""
    began = time.monotonic()
    with urllib.request.urlopen(f"{site.url}{asked}" if isinstance(asked, str) else asked, timeout=20) as answer:
        answer.read()
        return answer.status, time.monotonic() - began


def test_the_same_bell_twenty_times_at_once_is_one_verification(site, bells, measured):
    site.start_worker("--concurrency", "4")
    [received] = submission_create(a_record(1), uploader=a_user("alice"))
    pk = received.verification.pk
    assert together(*[lambda: queue.ring("games.verify_waiting", pk)] * 20) == [True] * 20
    all_over(20)
    received.verification.refresh_from_db()
    assert received.verification.verdict == "verified"
    again = received.verification.attempts - 1 + Match.objects.get().version - 1
    measured("one bell 20 times at once: judged or counted more than once", again, "", 0)
    nothing_broken()


def test_a_bell_for_a_row_that_is_gone_does_no_harm(site, bells):
    worker = site.start_worker(*CHILDREN)
    queue.ring("games.verify_waiting", 10**9)
    queue.ring("ladder.match_verified", 10**9)
    submission_create(a_record(1), uploader=a_user("alice"))
    all_over(20)
    assert worker.alive
    nothing_broken()


def test_a_worker_that_hears_nothing_while_rows_wait_ends_itself(fast, bells, server):
    worker = fast.start_worker(*CHILDREN)
    os.kill(server, signal.SIGSTOP)
    try:
        submission_create(a_record(1), uploader=a_user("alice"))
        wait_until(lambda: not worker.alive, 30, lambda: f"it lives on: {worker.log.read_text()}")
    finally:
        os.kill(server, signal.SIGCONT)
    assert worker.popen.returncode == DEAF
    fast.start_worker(*CHILDREN, name="next")
    all_over(30)
    nothing_broken()


def test_a_worker_with_nothing_to_do_lives_on_without_a_broker(fast, bells, server):
    worker = fast.start_worker(*CHILDREN)
    os.kill(server, signal.SIGSTOP)
    try:
        time.sleep(6)
        assert worker.alive
    finally:
        os.kill(server, signal.SIGCONT)
