"""The whole site from one folder: SQLite, a Valkey of its own, one web, one worker and one beat process."""

import fcntl
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from ladder import valkey
from ladder.checks import refuse_unsafe_start
from ladder.environment import given
from ladder.supervisor import Supervisor, popen

PORT = 8000
START_SECONDS = 60


class Command(BaseCommand):
    help = (
        "Serve the whole site from one folder, with a demo community: SQLite, a Valkey of its own, web, worker, beat. "
        "DATABASE_URL, REDIS_URL and SITE_URL replace their part. Ctrl-C stops all of it."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, help=f"listen here; without it {PORT}, or the next one that is free")
        parser.add_argument("--no-demo", action="store_true", help="start without the demo community")

    def handle(self, *args: Any, port: int | None, no_demo: bool, **options: Any) -> None:
        self.folder: Path = settings.DATA_DIR
        for name in ("logs", "valkey"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        supervisor = Supervisor(self.say)
        supervisor.stop_on_signals()
        with only_one(self.folder / "lock"):
            try:
                self.serve(supervisor, choose_port(port), demo=not no_demo)
            except KeyboardInterrupt:
                self.say("Stopping …")
            except valkey.NoServer as error:
                raise CommandError(str(error)) from error
            finally:
                supervisor.stop()
        self.say("Stopped.")

    def serve(self, supervisor: Supervisor, port: int, *, demo: bool) -> None:
        self.env = os.environ | {
            "DATA_DIR": str(self.folder),
            "SECRET_KEY": given("SECRET_KEY") or secret_key(self.folder / "secret-key"),
            "SITE_URL": given("SITE_URL", f"http://127.0.0.1:{port}"),
        }
        if not given("REDIS_URL"):
            data = self.folder / "valkey"
            with self.step("Starting Valkey"):
                supervisor.add("valkey", lambda: valkey.start_server(data, log=self.log("valkey")))
            self.env["REDIS_URL"] = valkey.url(data)
        self.refuse_unsafe()
        self.manage("Preparing the database", "migrate", "--no-input", "--verbosity=0")
        self.manage("Compiling translations", "translations")
        self.manage("Collecting static files", "collectstatic", "--no-input", "--verbosity=0")
        if demo:
            self.say("Loading the demo community …")
            self.run_manage("demo", "--shown", capture=False)
        with self.step("Starting web, worker and beat"):
            address = f"127.0.0.1:{port}"
            web = ["gunicorn", "-c", "python:ladder.gunicorn", "--bind", address, "--workers", "1", "ladder.wsgi"]
            supervisor.add("web", self.starter("web", *web))
            worker = ["celery", "-A", "ladder", "worker", "--without-gossip", "--without-mingle"]
            supervisor.add("worker", self.starter("worker", *worker))
            beat = ["celery", "-A", "ladder", "beat", "--schedule", str(self.folder / "beat-schedule"), "--pidfile="]
            supervisor.add("beat", self.starter("beat", *beat))
            wait_for(f"http://{address}/healthz", self.log("web"))
        self.say(f"\n{settings.SITE_NAME} is at {self.env['SITE_URL']}\nCtrl-C stops it. Logs: {self.folder}/logs")
        if not given("MAIL_URL"):
            self.say(f"No mail server is set: letters are files in {self.folder}/mail")
        supervisor.watch()

    def refuse_unsafe(self) -> None:
        """Web, worker and beat would refuse, each in its log and after all the rest was made ready."""
        settings.SECRET_KEY = self.env["SECRET_KEY"]
        settings.REDIS_URL = self.env.get("REDIS_URL", settings.REDIS_URL)
        try:
            refuse_unsafe_start()
        except ImproperlyConfigured as reasons:
            raise CommandError(str(reasons)) from None

    def starter(self, name: str, *command: str) -> Any:
        return lambda: popen([sys.executable, "-m", *command], self.log(name), cwd=settings.BASE_DIR, env=self.env)

    def manage(self, text: str, *arguments: str) -> None:
        with self.step(text):
            self.run_manage(*arguments)

    def run_manage(self, *arguments: str, capture: bool = True) -> None:
        """Run `manage.py` with the site's environment."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=settings.BASE_DIR,
            env=self.env,
            capture_output=capture,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CommandError(f"manage.py {arguments[0]} failed.\n{done.stdout or ''}{done.stderr or ''}")

    def log(self, name: str) -> Path:
        return self.folder / "logs" / f"{name}.log"

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    @contextmanager
    def step(self, text: str) -> Iterator[None]:
        """Say what is going on, and how long it took."""
        self.stdout.write(f"{text} … ", ending="")
        self.stdout.flush()
        start = time.monotonic()
        yield
        self.say(f"done ({time.monotonic() - start:.1f} s)")


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Two sites in one folder would spoil each other's data."""
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CommandError(f"The site already runs from {path.parent}. Stop it first, or set DATA_DIR.") from None
        yield


def choose_port(wanted: int | None) -> int:
    """The wanted port, or the first free one from 8000 on."""
    for port in [wanted] if wanted else range(PORT, PORT + 100):
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise CommandError(f"Port {wanted or PORT} is taken; choose another one with --port.")


def secret_key(path: Path) -> str:
    """The key of this folder's site, made at the first start."""
    if not path.exists() or not path.stat().st_size:
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(64))
    return path.read_text()


def wait_for(url: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with suppress(urllib.error.URLError, OSError):
            urllib.request.urlopen(url, timeout=5).close()  # noqa: S310, our own address
            return
        time.sleep(0.1)
    raise CommandError(f"The web process does not answer, see {log}")
