"""A PostgreSQL server of one test's own, which it may kill; Django's connection of the test leads there meanwhile."""

import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import connections

from ladder.settings import database
from tests.services import postgres


class OwnServer:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"postgres://postgres@/postgres?host={quote(str(folder), safe='')}"
        self.binaries, self.account = postgres.prepare(folder)
        postgres.initdb(self.binaries, folder, self.account)
        self.start()

    def start(self) -> None:
        """Start it; what is left of one that was killed may hold it up for a moment, and then it is tried again."""
        deadline = time.monotonic() + 30
        while True:
            self.process = postgres.start(self.binaries, self.folder, self.account)
            try:
                postgres.wait_until_ready(self.process, self.url, self.folder / "log")
                return
            except RuntimeError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def end(self, how: signal.Signals) -> None:
        """SIGQUIT: at once, with nothing written, as if it had crashed. SIGKILL: its children find out by themselves."""
        connections.close_all()
        self.process.send_signal(how)
        self.process.wait(20)


@contextmanager
def own_server() -> Iterator[OwnServer]:
    folder = Path(tempfile.mkdtemp(prefix="classifica-pg-"))
    server = OwnServer(folder)
    try:
        yield server
    finally:
        server.end(signal.SIGINT)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def connected_to(url: str) -> Iterator[None]:
    """Let Django's models of this thread speak with the server at `url`."""
    before: tuple[Any, ...] = (settings.DATABASES["default"], connections.settings, connections["default"])
    settings.DATABASES["default"] = database(url)
    connections.settings = connections.configure_settings(settings.DATABASES)
    del connections["default"]
    try:
        yield
    finally:
        connections["default"].close()
        settings.DATABASES["default"], connections.settings, connections["default"] = before
