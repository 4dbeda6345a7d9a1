"""The queue's settings, and what ringing the bell costs while Redis is away."""

import subprocess
import sys
import time

import pytest
from celery import Celery
from kombu.exceptions import OperationalError

from games import limits
from ladder import settings
from ladder.celery import BoundedTask, OutOfMemory, app


def test_a_bell_is_taken_when_its_work_begins_and_no_worker_holds_more_than_one():
    assert not app.conf.task_acks_late
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.broker_transport_options["visibility_timeout"] == 120


def test_only_json_travels_and_no_result_is_kept():
    assert app.conf.task_serializer == "json"
    assert app.conf.accept_content == ["json"]
    assert app.conf.result_backend is None


def test_verification_has_a_queue_of_its_own_and_a_worker_serves_both():
    assert app.amqp.router.route({}, "games.verify_waiting")["queue"].name == "verify"
    assert app.amqp.router.route({}, "games.sweep")["queue"].name == "default"
    assert set(app.amqp.queues) == {"verify", "default"}


def test_every_scheduled_task_exists():
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


@pytest.fixture
def publisher(redis_url):
    """The site's own settings, on a Valkey of our own."""
    publisher = Celery("publisher", set_as_current=False)
    publisher.config_from_object(settings, namespace="CELERY")
    publisher.conf.broker_url = redis_url.replace("unix://", "redis+socket://")
    yield publisher
    publisher.close()


def test_a_bell_rings_once_and_in_its_own_queue(publisher, redis_client):
    publisher.signature("games.verify_waiting", args=[1]).delay()
    assert (redis_client.llen("verify"), redis_client.llen("default")) == (1, 0)
    publisher.signature("games.sweep").delay()
    assert (redis_client.llen("verify"), redis_client.llen("default")) == (1, 1)


@pytest.fixture
def bell(publisher):
    """Ring, and return the seconds that it took when it failed, else 0."""

    def ring() -> float:
        start = time.monotonic()
        try:
            publisher.signature("games.sweep").delay()
        except OperationalError:
            return time.monotonic() - start
        return 0.0

    ring()  # the first one opens the connection
    return ring


def test_a_frozen_redis_holds_up_each_bell_for_half_a_second(bell, valkey):
    valkey.freeze()
    waits = [bell(), bell()]
    assert all(0 < wait < 2 * limits.BELL_SECONDS for wait in waits), waits


def test_a_dead_redis_holds_up_no_bell(bell, valkey):
    valkey.kill()
    waits = [bell(), bell()]
    assert all(0 < wait < limits.BELL_SECONDS for wait in waits), waits


def test_a_task_out_of_memory_fails_alone():
    greedy = Celery("greedy", task_cls=BoundedTask, set_as_current=False)

    @greedy.task(name="greedy")
    def task() -> None:
        raise MemoryError

    with pytest.raises(OutOfMemory, match="greedy"):
        task()


@pytest.mark.skipif(sys.platform != "linux", reason="not run: the limit of memory is Linux's")
def test_a_child_cannot_take_the_memory_of_the_machine(measured):
    """It takes what it gets, MiB by MiB, and says how much that was."""
    program = (
        "from ladder.celery import limit_memory\n"
        "limit_memory()\n"
        "held = []\n"
        "try:\n"
        "    while len(held) < 2048: held.append(bytearray(1 << 20))\n"
        "except MemoryError: pass\n"
        "got = len(held); held.clear(); print(got)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 200
    measured("a worker's child: memory that it can get", int(done.stdout), "MiB", 512)
