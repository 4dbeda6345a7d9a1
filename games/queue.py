"""The bell: tell the workers by name that something waits. The database holds what; a lost bell costs seconds."""

import threading
import time
from typing import Any

import structlog
from celery import current_app, signature
from kombu import Connection
from kombu.exceptions import OperationalError
from redis import RedisError

from games import limits

PAUSE_SECONDS = 5
"""How long a broker that did not answer is left alone, so that not every upload waits for it."""

logger = structlog.get_logger(__name__)
_own = threading.local()
_quiet_until = 0.0


def ring(task: str, *args: Any, queue: str | None = None) -> bool:
    """Send a task by its name; within half a second, or not at all. Call it after the commit.

    True if the broker took it. A False needs no care: the sweep rings for whatever still waits.
    """
    global _quiet_until
    call = signature(task, args=args, immutable=True)
    if current_app.conf.task_always_eager:
        call.apply()
        return True
    if time.monotonic() < _quiet_until:
        return False
    try:
        call.apply_async(connection=_connection(), retry=False)
    except (OperationalError, RedisError, OSError) as problem:
        logger.warning("bell not rung", task=task, problem=type(problem).__name__)
        _quiet_until = time.monotonic() + PAUSE_SECONDS
        _own.connection = None
        return False
    return True


def _connection() -> Connection:
    """This thread's connection to the broker, which gives up after half a second."""
    if getattr(_own, "connection", None) is None:
        patience = {"socket_timeout": limits.BELL_SECONDS, "socket_connect_timeout": limits.BELL_SECONDS}
        _own.connection = current_app.connection_for_write(transport_options=patience)
    return _own.connection
