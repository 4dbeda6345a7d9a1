"""The bell: tell the workers by name that something waits. The database holds what; a lost bell costs seconds."""

import time
from typing import Any

import structlog
from celery import signature
from kombu.exceptions import OperationalError

PAUSE_SECONDS = 5
"""How long a broker that did not answer is left alone, so that not every upload waits for it."""

logger = structlog.get_logger(__name__)
_quiet_until = 0.0


def ring(task: str, *args: Any) -> bool:
    """Send a task by its name, within `limits.BELL_SECONDS` or not at all. Call it after the commit.

    True if the broker took it. A False needs no care: the sweep rings for whatever still waits.
    """
    global _quiet_until
    if time.monotonic() < _quiet_until:
        return False
    try:
        signature(task, args=args, immutable=True).apply_async()
    except OperationalError as problem:
        logger.warning("bell not rung", task=task, problem=str(problem))
        _quiet_until = time.monotonic() + PAUSE_SECONDS
        return False
    return True
