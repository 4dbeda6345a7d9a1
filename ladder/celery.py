"""The Celery app. Its settings are the CELERY_… values of `ladder.settings`.

`celery -A ladder worker` and `celery -A ladder beat` refuse to start on unsafe settings, as the web does.
"""

import os
import resource
import sys
import threading
import time
from typing import Any

import structlog
from celery import Celery, Task, signals
from django.core.exceptions import ImproperlyConfigured
from kombu.transport import redis

from games import limits

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")


class OutOfMemory(Exception):
    """A task needed more than `limits.CHILD_MEMORY`."""


class BoundedTask(Task):
    """Celery takes a MemoryError for the end of the whole worker; here it is the failure of one task."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().__call__(*args, **kwargs)
        except MemoryError as error:
            raise OutOfMemory(self.name) from error


class SparedQoS(redis.QoS):
    """Spares the worker when a channel closes whose broker is gone.

    kombu 5 then looks up a connection that it has already dropped, and Celery ends the worker over the AttributeError.
    What could not be given back was a bell; the sweep rings again.
    """

    def restore_unacked(self, client: Any = None) -> Any:
        try:
            return super().restore_unacked(client)
        except AttributeError:
            return None


redis.Channel.QoS = SparedQoS
# Refusals (the broker has no room, is only a copy for now) are for kombu faults of the program, over which Celery ends the
# worker; here they are a lost connection, and it comes again in seconds.
redis.Transport.connection_errors += redis.Transport.channel_errors
app = Celery("ladder", task_cls=BoundedTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def keep_logging(**_: Any) -> None:
    """Lines are printed as Django's settings say; with a receiver here Celery installs no handlers of its own."""


@signals.worker_init.connect
@signals.beat_init.connect
def refuse_unsafe_start(**_: Any) -> None:
    from ladder import checks  # needs Django, which is set up only now

    try:
        checks.refuse_unsafe_start()
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from None  # any lesser exception is only logged by the signal


@signals.beat_init.connect
def watch_workers(**_: Any) -> None:
    """Workers that are all silent cannot say so: the clock does."""
    threading.Thread(target=_watch_workers, name="watch", daemon=True).start()


def _watch_workers() -> None:
    from django.db import connection

    from ladder.services.notice_sweep import worker_tell

    while True:
        time.sleep(limits.WATCH_SECONDS)
        try:
            worker_tell()
        except Exception:  # whatever it is, the next look may do better
            structlog.get_logger(__name__).exception("watch failed")
        finally:
            connection.close()


@signals.task_prerun.connect
def note_task(task: Task, task_id: str, **_: Any) -> None:
    """Each line that is logged on the way bears the task and its number."""
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id)


@signals.task_postrun.connect
def forget_task(**_: Any) -> None:
    structlog.contextvars.unbind_contextvars("task", "task_id")


@signals.worker_init.connect
def load_pages(**_: Any) -> None:
    """Notices bear addresses, and to know those takes all pages: loaded once, before there are children."""
    from django.urls import get_resolver

    get_resolver().reverse_dict  # noqa: B018  (asking for it reads them)


@signals.worker_process_init.connect
def limit_memory(**_: Any) -> None:
    """A log that would take the machine's memory takes its own child's instead: it fails with MemoryError."""
    if sys.platform == "linux":  # elsewhere the limit counts something else, or nothing
        resource.setrlimit(resource.RLIMIT_DATA, (limits.CHILD_MEMORY, limits.CHILD_MEMORY))
