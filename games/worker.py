"""What a worker does beside its tasks, in its parent process: it sweeps, and ends itself when it has gone deaf."""

import ctypes
import gc
import os
import signal
import sys
import threading
import time
from typing import Any

import billiard
import structlog
from celery import signals
from django.db import connection

from games import limits, presence, queue
from games.services.outbox import outbox_sweep
from games.services.verification import verifications_sweep

PR_SET_PDEATHSIG = 1
DEAF = 70
"""Exit status of a worker that ended itself."""

logger = structlog.get_logger(__name__)


class Watch(threading.Thread):
    """Sweeps at the start and then for ever, beat or no beat.

    A worker that took no task for `limits.DEAF_SECONDS` although rows wait will not hear the next bell either, so it
    ends, and whoever supervises it starts another.
    """

    def __init__(self) -> None:
        super().__init__(name="watch", daemon=True)
        self.deaf_since: float | None = None

    def run(self) -> None:
        while True:
            try:
                self.look(verifications_sweep(), time.monotonic())
                outbox_sweep()
                queue.ring("ladder.months_sweep")
                presence.note(presence.own_name())
            except Exception:  # whatever it is, the next sweep may do better
                logger.exception("sweep failed")
            finally:
                connection.close()
            time.sleep(limits.SWEEP_SECONDS / 2)  # so that nothing waits twice as long as it may

    def took_task(self) -> None:
        self.deaf_since = None

    def look(self, rows_waiting: int, now: float) -> None:
        """Judge the silence at an instant, and end the worker when it has lasted too long."""
        if not rows_waiting:
            self.deaf_since = None
        elif self.deaf_since is None:
            self.deaf_since = now
        elif now - self.deaf_since >= limits.DEAF_SECONDS:
            logger.error("worker hears nothing and ends", rows_waiting=rows_waiting)
            end()


def end() -> None:
    """End this worker with its children at once. The broker and the database give back what they had in hand."""
    for child in billiard.active_children():
        os.kill(child.pid, signal.SIGKILL)
    os._exit(DEAF)


_watch = Watch()


@signals.worker_ready.connect
def start_watch(**_: Any) -> None:
    _watch.start()


@signals.task_received.connect
def note_task(**_: Any) -> None:
    _watch.took_task()


@signals.worker_process_init.connect
def keep_what_is_loaded(**_: Any) -> None:
    """The collector need not look again and again at all that was imported; a log is judged in an eighth less time."""
    gc.freeze()


@signals.worker_process_init.connect
def end_with_parent(**_: Any) -> None:
    """A killed parent cannot stop its children; Linux tells them."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
