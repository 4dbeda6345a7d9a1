"""The site as it runs in production, for one measurement: web and worker processes over a database and a broker of its own."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection
from django.test.utils import override_settings
from kombu import pools

from ladder import valkey
from ladder.benches.scratch import scratch_database
from ladder.celery import app
from ladder.supervisor import end_with_parent

START_SECONDS, STOP_SECONDS = 60, 30


class ScratchSite:
    """What starts its processes; `env` is their environment, `folder` their storage root."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _free_port()
        self.env = os.environ | {
            "DATABASE_URL": database_url(),
            "REDIS_URL": valkey.url(folder / "valkey"),
            "DATA_DIR": str(folder),
            "SECRET_KEY": "bench " * 10,
            "SITE_URL": f"http://127.0.0.1:{self.port}",
            "BEHIND_PROXY": "1",  # so that one client may be many visitors
        }

    @contextmanager
    def worker(self, children: int) -> Iterator[int]:
        """One worker with so many children; gives its process id."""
        with self._run("worker", "celery", "-A", "ladder", "worker", "--concurrency", str(children)) as pid:
            yield pid

    @contextmanager
    def web(self, processes: int) -> Iterator[int]:
        """gunicorn with so many processes, once it answers; gives the process id of their parent."""
        self.manage("collectstatic", "--no-input", "--verbosity=0")
        bind = f"127.0.0.1:{self.port}"
        command = ["gunicorn", "-c", "python:ladder.gunicorn", "-b", bind, "-w", str(processes), "ladder.wsgi"]
        with self._run("web", *command) as pid:
            self._wait_until_it_answers()
            yield pid

    def manage(self, *arguments: str) -> None:
        """Run `manage.py` in the site's environment, to the end."""
        command = [sys.executable, "manage.py", *arguments]
        subprocess.run(command, env=self.env, cwd=settings.BASE_DIR, check=True, capture_output=True)

    @contextmanager
    def _run(self, name: str, *command: str) -> Iterator[int]:
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", *command],
                env=self.env,
                cwd=settings.BASE_DIR,
                stdout=log,
                stderr=log,
                preexec_fn=end_with_parent,
            )
            try:
                yield process.pid
            finally:
                process.terminate()
                process.wait(STOP_SECONDS)

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5).close()
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
            else:
                return
        raise TimeoutError(f"the web does not answer: {(self.folder / 'web.log').read_text()[-2000:]}")


@contextmanager
def scratch_site() -> Iterator[ScratchSite]:
    """A database, a broker and a storage root for this run alone."""
    with tempfile.TemporaryDirectory() as name, scratch_database():
        folder = Path(name)
        server = valkey.start_server(folder / "valkey", log=folder / "valkey.log")
        before = app.conf.broker_url
        app.conf.broker_url = valkey.url(folder / "valkey").replace("unix://", "redis+socket://")
        pools.reset()
        try:
            with override_settings(DATA_DIR=folder):
                yield ScratchSite(folder)
        finally:
            app.conf.broker_url = before
            pools.reset()
            server.terminate()
            server.wait(10)


def database_url() -> str:
    """The database of this process, as its children are told of it."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    host, user, password = (quote(values[key], safe="") for key in ("HOST", "USER", "PASSWORD"))
    return f"postgres://{user}:{password}@/{values['NAME']}?host={host}&port={values['PORT'] or 5432}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
