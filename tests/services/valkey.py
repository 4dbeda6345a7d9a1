"""A real Valkey server that a test may freeze, kill and start again, with or without its data."""

import os
import shutil
import signal
from pathlib import Path

from ladder.valkey import start_server, url


class Valkey:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = url(folder)
        self.start()

    def start(self) -> None:
        self.server = start_server(self.folder, log=self.folder.with_suffix(".log"))

    def freeze(self) -> None:
        os.kill(self.server.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.server.pid, signal.SIGCONT)

    def kill(self, *, wipe: bool = False) -> None:
        """Kill -9; with `wipe` its data is gone too."""
        self.server.kill()
        self.server.wait()
        if wipe:
            shutil.rmtree(self.folder)
