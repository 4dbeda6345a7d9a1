"""Real processes whose database or Redis is cut off, frozen or gone."""

import subprocess
import sys
import time
import urllib.request

import pytest
from django.db import connection

from tests.services.processes import ROOT, wait_until

pytestmark = pytest.mark.faults


def sessions_cut() -> int:
    """End every other session of this test's database, as a failing network would."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid()"
        )
        return cursor.rowcount


def test_the_web_serves_again_after_its_database_sessions_were_cut(site, measured):
    web = site.start_web()
    assert sessions_cut() >= 1
    began = time.monotonic()
    wait_until(site.answers, 10, lambda: "no answer for 10 s after the sessions were cut")
    measured("sessions of the web cut: pages again after", time.monotonic() - began, "s", 10)
    assert web.alive


def test_a_statement_of_the_web_is_cut_after_five_seconds(site, measured):
    program = (
        "import time, ladder.wsgi\n"
        "from django.db import OperationalError, connection\n"
        "began = time.monotonic()\n"
        "try: connection.cursor().execute('SELECT pg_sleep(20)')\n"
        "except OperationalError as error: print(time.monotonic() - began, error)\n"
        "connection.cursor().execute('SELECT 1')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=site.env, capture_output=True, text=True, timeout=60, check=True
    )
    seconds, words = done.stdout.split(maxsplit=1)
    assert "statement timeout" in words
    measured("a statement of the web that would last 20 s: cut after", float(seconds), "s", 5.5, slack=2)


@pytest.mark.parametrize("how", ["freeze", "kill"])
def test_the_web_answers_while_redis_is_away(site, valkey, how):
    site.start_web()
    getattr(valkey, how)()
    assert site.answers()


def test_a_worker_works_on_after_redis_was_wiped_and_started_again(site, valkey):
    worker = site.start_worker()
    valkey.kill(wipe=True)
    worker.wait_for_log("Cannot connect")
    valkey.start()
    site.manage("shell", "-c", "from ladder.celery import app; app.signature('games.sweep').delay()")
    worker.wait_for_log("Task games.sweep", seconds=60)


@pytest.mark.night
def test_a_worker_that_holds_a_bell_outlives_its_broker_again_and_again(site, valkey):
    worker = site.start_worker()
    for times in range(1, 6):
        valkey.kill(wipe=True)
        worker.wait_for_log("Cannot connect", times=times)
        valkey.start()
        worker.wait_for_log("Connected to", times=times + 1)
        site.manage("shell", "-c", "from games import queue; queue.ring('games.sweep')")
        worker.wait_for_log("Task games.sweep", times=times)


@pytest.mark.sqlite
def test_web_worker_and_test_see_one_database(site):
    site.start_web()
    with urllib.request.urlopen(f"{site.url}/healthz") as answer:
        assert answer.read() == b"ok\n"
    shown = site.manage("shell", "-c", "from games.models import User; print(User.objects.count(), 'users')").stdout
    assert "0 users" in shown
