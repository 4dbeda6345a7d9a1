"""The site as it runs in production: real web, worker and beat processes over the test's own database and Valkey."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psutil

from ladder.supervisor import popen

ROOT = Path(__file__).resolve().parent.parent.parent


class Process:
    """One started program with its children. `kill` and `freeze` hit only them."""

    def __init__(self, name: str, command: list[str], env: dict[str, str], folder: Path) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        self.popen = popen(command, self.log, cwd=ROOT, env=env)

    @property
    def pid(self) -> int:
        return self.popen.pid

    @property
    def alive(self) -> bool:
        return self.popen.poll() is None

    def children(self) -> list[int]:
        """The pids of the children, oldest first."""
        return [child.pid for child in psutil.Process(self.pid).children()] if self.alive else []

    def send(self, number: int) -> None:
        if self.alive:
            os.killpg(self.pid, number)

    def kill(self) -> None:
        """Kill -9, children and all."""
        self.send(signal.SIGKILL)
        self.popen.wait(10)

    def freeze(self) -> None:
        self.send(signal.SIGSTOP)

    def thaw(self) -> None:
        self.send(signal.SIGCONT)

    def stop(self, seconds: float = 15) -> None:
        """Stop politely; kill what has not ended after `seconds`."""
        if not self.alive:
            return
        self.thaw()
        self.popen.terminate()
        try:
            self.popen.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()

    def wait_for_log(self, text: str, seconds: float = 30, times: int = 1) -> None:
        """Return once the log holds `text` so many times; a process that ended or stays silent is an error that shows its log."""

        def said() -> bool:
            if not self.alive:
                raise AssertionError(f"{self.name} ended with {self.popen.returncode}: {self.log.read_text()}")
            return self.log.read_text(errors="replace").count(text) >= times

        wait_until(said, seconds, lambda: f"{self.name} never wrote {text!r}: {self.log.read_text()}")


class Site:
    """Starts the site's processes on demand; `env` is their environment, `folder` holds their logs and data."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TZ") if name in os.environ}
        self.env = inherited | {
            "DATA_DIR": str(folder),
            "SECRET_KEY": "tests: " + "0123456789abcdef" * 4,
            "SITE_URL": self.url,
            "PYTHONUNBUFFERED": "1",
            **env,
        }
        self.processes: list[Process] = []

    def start(self, name: str, *command: str) -> Process:
        process = Process(name, [sys.executable, "-m", *command], self.env, self.folder)
        self.processes.append(process)
        return process

    def start_web(self) -> Process:
        web = self.start(
            "web", "gunicorn", "-c", "python:ladder.gunicorn", "-b", f"127.0.0.1:{self.port}", "ladder.wsgi"
        )
        wait_until(self.answers, 30, lambda: f"the web process does not answer: {web.log.read_text()}")
        return web

    def start_worker(self, *arguments: str, name: str = "worker") -> Process:
        worker = self.start(name, "celery", "-A", "ladder", "worker", "-n", f"{name}@%h", *arguments)
        worker.wait_for_log("ready")
        return worker

    def start_beat(self) -> Process:
        beat = self.start("beat", "celery", "-A", "ladder", "beat", "-s", str(self.folder / "beat-schedule"))
        beat.wait_for_log("beat: Starting")
        return beat

    def manage(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run `manage.py` in the site's environment, to the end."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=check,
        )

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.stop()


def wait_until(true: Callable[[], bool], seconds: float, or_say: Callable[[], str]) -> None:
    """Poll until `true`; after `seconds` fail with what `or_say` tells."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            raise AssertionError(or_say())
        time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
