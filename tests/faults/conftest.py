"""Faults: real processes are killed, frozen and raced. Every test here ends with the invariants."""

import os
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connections
from kombu import pools

from games.models import Verification
from ladder.celery import app
from ladder.invariants import broken
from tests.services.processes import Site, wait_until


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.faults)


@pytest.fixture
def dice(request: pytest.FixtureRequest) -> random.Random:
    """Chance with a printed seed, so that a failure can be repeated: `SEED` in the environment sets it."""
    seed = os.environ.get("SEED") or str(random.SystemRandom().randrange(10**9))
    print(f"SEED={seed}")
    return random.Random(seed)


@pytest.fixture
def bells(redis_url: str) -> Iterator[None]:
    """Bells that the test itself rings reach the real broker."""
    before = (app.conf.task_always_eager, app.conf.broker_url)
    app.conf.update(task_always_eager=False, broker_url=redis_url.replace("unix://", "redis+socket://"))
    _forget_connections()
    yield
    _forget_connections()
    app.conf.update(task_always_eager=before[0], broker_url=before[1])


def _forget_connections() -> None:
    pools.reset()
    app._pool = app.amqp._producer_pool = None


@pytest.fixture
def fast(site: Site) -> Site:
    """The site with a lease of 4 s, a sweep each second and 3 s until a worker is deaf; see `tests.faults.settings`."""
    site.env["DJANGO_SETTINGS_MODULE"] = "tests.faults.settings"
    return site


def all_over(seconds: float) -> None:
    """Wait until no verification waits or runs; more than `seconds` is an error that names the rows."""
    open_rows = Verification.objects.filter(state__in=["queued", "running"])

    def say() -> str:
        return f"not over after {seconds} s: {list(open_rows.values_list('pk', 'state', 'attempts', 'lease_until'))}"

    wait_until(lambda: not open_rows.exists(), seconds, say)


def nothing_broken() -> None:
    assert broken() == []


def together(*acts: Callable[[], object]) -> list[object]:
    """Do all acts at one moment, each in its own thread; gives their results, or what they raised, in order."""
    gate = threading.Barrier(len(acts))
    results: list[object] = [None] * len(acts)

    def do(index: int, act: Callable[[], object]) -> None:
        try:
            gate.wait()
            results[index] = act()
        except Exception as problem:
            results[index] = problem
        finally:
            connections.close_all()

    threads = [threading.Thread(target=do, args=(index, act)) for index, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
