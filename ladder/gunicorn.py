"""gunicorn's settings: `gunicorn -c python:ladder.gunicorn ladder.wsgi`. Address and number of processes by its own flags."""

import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from games import limits
from ladder import logs
from ladder.environment import flag, given

COUNTS = "classifica-metrics-"
worker_class = "ladder.patience.PatientWorker"
threads = limits.CONNECTIONS  # of which WEB_THREADS make pages at once, see ladder.patience
timeout = 30
graceful_timeout = 15
limit_request_line = 4094
limit_request_fields = 64
limit_request_field_size = limits.HEADER_BYTES // 2
forwarded_allow_ips = "*" if flag("BEHIND_PROXY") else ""
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112
control_socket_disable = True
logconfig_dict = logs.configure(given("LOG_LEVEL", "INFO").upper())


def on_starting(server: Any) -> None:
    """The web processes count requests in a folder of their own; see `ladder.metrics`."""
    forget_the_dead()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix=f"{COUNTS}{os.getpid()}-")


def forget_the_dead() -> None:
    """Remove the counts of gunicorns of ours that were killed."""
    if sys.platform != "linux":
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{COUNTS}*"):
        owner = folder.name.removeprefix(COUNTS).partition("-")[0]
        if owner.isdecimal() and not Path(f"/proc/{owner}").exists() and folder.stat().st_uid == os.getuid():
            shutil.rmtree(folder, ignore_errors=True)


def on_exit(server: Any) -> None:
    shutil.rmtree(os.environ.pop("PROMETHEUS_MULTIPROC_DIR", ""), ignore_errors=True)


def post_worker_init(worker: Any) -> None:
    """What is loaded stays: else each full collection looks through all of it, in the middle of somebody's page."""
    gc.collect()
    gc.freeze()
