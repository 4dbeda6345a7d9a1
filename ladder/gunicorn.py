"""gunicorn's settings: `gunicorn -c python:ladder.gunicorn ladder.wsgi`. Address and number of processes by its own flags."""

import ctypes
import gc
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from games import limits
from ladder import logs
from ladder.environment import flag, given

COUNTS = "classifica-metrics-"
COUNTS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
ROOM_FOR_COUNTS = {"counter": 64 * limits.KB, "histogram": 2 * limits.MB}
M_ARENA_MAX = -8
"""As `malloc.h` of glibc numbers it."""
worker_class = "ladder.patience.PatientWorker"
threads = limits.CONNECTIONS  # of which WEB_THREADS make pages at once, see ladder.patience
timeout = 30
graceful_timeout = 15
limit_request_line = 4094
limit_request_fields = 200
limit_request_field_size = limits.HEADER_BYTES  # all together: ladder.incoming
forwarded_allow_ips = "*" if flag("BEHIND_PROXY") else ""
forwarder_headers = ""  # else SCRIPT_NAME and PATH_INFO would be taken from whoever sends them past a proxy
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112
control_socket_disable = True
logconfig_dict = logs.configure(given("LOG_LEVEL", "INFO").upper())


def on_starting(server: Any) -> None:
    few_arenas()
    prepare_counts()


def few_arenas() -> None:
    """Let threads share two pools of memory: of the usual eight to a processor each keeps what its largest log once took."""
    with suppress(OSError, AttributeError):  # a C library that has no such thing
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def prepare_counts() -> None:
    """The web processes count requests in a folder of their own; see `ladder.metrics`. Without room each has its own counts."""
    with suppress(OSError):
        forget_the_dead()
        os.environ[COUNTS_FOLDER] = tempfile.mkdtemp(prefix=f"{COUNTS}{os.getpid()}-")


def post_fork(server: Any, worker: Any) -> None:
    """Take the room for this process's counts while there is some.

    They are written as memory that lies in a file: where the disk is full then, the system kills who writes.
    """
    folder = os.environ.get(COUNTS_FOLDER)
    if folder is None:
        return
    try:
        for kind, size in ROOM_FOR_COUNTS.items():
            with (Path(folder) / f"{kind}_{os.getpid()}.db").open("wb") as file:
                file.write(bytes(size))
    except OSError:
        del os.environ[COUNTS_FOLDER]


def forget_the_dead() -> None:
    """Remove the counts of gunicorns of ours that were killed."""
    if sys.platform != "linux":
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{COUNTS}*"):
        owner = folder.name.removeprefix(COUNTS).partition("-")[0]
        if owner.isdecimal() and not Path(f"/proc/{owner}").exists() and folder.stat().st_uid == os.getuid():
            shutil.rmtree(folder, ignore_errors=True)


def on_exit(server: Any) -> None:
    shutil.rmtree(os.environ.pop(COUNTS_FOLDER, ""), ignore_errors=True)


def post_worker_init(worker: Any) -> None:
    """What is loaded stays: else each full collection looks through all of it, in the middle of somebody's page."""
    gc.collect()
    gc.freeze()
