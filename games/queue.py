"""The bell: tell the workers by name that something waits. The database holds what; a lost bell costs seconds."""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import structlog
from celery import signature
from kombu.exceptions import OperationalError

PAUSE_SECONDS = 5
"""How long a broker that did not answer is left alone, so that not every upload waits for it."""

logger = structlog.get_logger(__name__)
_quiet_until = 0.0
_gathered: ContextVar[dict[str, list[int]] | None] = ContextVar("gathered", default=None)


def ring(task: str, *ids: int) -> bool:
    """Send a task by its name, within `limits.BELL_SECONDS` or not at all. Call it after the commit.

    True if the broker took it. A False needs no care: the sweep rings for whatever still waits.
    """
    global _quiet_until
    if time.monotonic() < _quiet_until:
        return False
    try:
        signature(task, args=ids, immutable=True).apply_async()
    except OperationalError as problem:
        logger.warning("bell not rung", task=task, problem=str(problem))
        _quiet_until = time.monotonic() + PAUSE_SECONDS
        return False
    return True


def announce(task: str, pk: int) -> None:
    """Ring for one thing that happened; inside `gathered` together with others of its kind, at the end."""
    waiting = _gathered.get()
    if waiting is None:
        ring(task, pk)
    else:
        waiting[task].append(pk)


@contextmanager
def gathered() -> Iterator[None]:
    """Ring once for all that is announced inside, for a message costs more than what it is about."""
    waiting: dict[str, list[int]] = defaultdict(list)
    token = _gathered.set(waiting)
    try:
        yield
    finally:
        _gathered.reset(token)
        for task, ids in waiting.items():
            ring(task, *ids)
