"""`bin/run` from its second step on: `manage.py serve` in an empty folder."""

import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from django.core.management import CommandError

from ladder.management.commands.serve import Command, only_one
from ladder.supervisor import Supervisor
from tests.services.processes import ROOT, free_port, wait_until

pytestmark = pytest.mark.faults


class Served:
    """A site served from `folder`."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.output = folder / "output"
        self.env = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), "PYTHONUNBUFFERED": "1"}
        self.command = [sys.executable, "manage.py", "serve", "--no-demo", "--port", str(self.port)]

    def start(self) -> None:
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(self.command, cwd=ROOT, env=self.env, stdout=output, stderr=output)
        wait_until(lambda: self.said("Ctrl-C stops it") or self.process.poll() is not None, 90, self.output.read_text)
        assert self.process.poll() is None, self.output.read_text()

    def said(self, text: str) -> bool:
        return text in self.output.read_text()

    def children(self) -> dict[str, psutil.Process]:
        """The children by a word of their command line."""
        found = {}
        for child in psutil.Process(self.process.pid).children():
            with suppress(psutil.Error):  # one that has just ended
                line = " ".join(child.cmdline()).replace("-A ladder ", "")
                found |= {
                    word: child for word in ("valkey", "gunicorn", "celery worker", "celery beat") if word in line
                }
        return found

    def stop(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.process.wait(60)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a first start in an empty folder leaves behind; it takes longer than all that the tests do."""
    served = Served(tmp_path_factory.mktemp("first"))
    served.start()
    assert served.stop() == 0
    return served.output.parent / "classifica.sqlite3"


@pytest.fixture
def served(database: Path, tmp_path: Path) -> Iterator[Served]:
    shutil.copy(database, tmp_path)
    served = Served(tmp_path)
    served.start()
    yield served
    if served.process.poll() is None:
        served.stop(signal.SIGTERM)


def test_it_serves_refuses_a_second_start_and_leaves_nothing_running(served):
    with urllib.request.urlopen(f"http://127.0.0.1:{served.port}/healthz") as answer:
        assert answer.status == 200
    second = subprocess.run(served.command, cwd=ROOT, env=served.env, capture_output=True, text=True, check=False)
    assert second.returncode != 0
    assert "already runs" in second.stderr

    children = served.children()
    assert set(children) == {"valkey", "gunicorn", "celery worker", "celery beat"}
    everybody = psutil.Process(served.process.pid).children(recursive=True)
    assert served.stop() == 0
    assert not [child for child in everybody if child.is_running()]


@pytest.mark.night
def test_a_child_that_ends_is_started_again(served):
    worker = served.children()["celery worker"]
    worker.kill()
    wait_until(lambda: served.children().get("celery worker", worker) != worker, 30, served.output.read_text)
    assert served.said("worker ended and is started again")


@pytest.mark.night
def test_children_end_with_a_parent_that_is_killed(served):
    everybody = psutil.Process(served.process.pid).children(recursive=True)
    served.process.kill()
    served.process.wait()
    wait_until(lambda: not any(child.is_running() for child in everybody), 30, lambda: str(everybody))


def test_a_second_start_keeps_the_key_and_the_data(served, tmp_path):
    key = (tmp_path / "secret-key").read_text()
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0
    assert served.stop(signal.SIGTERM) == 0
    served.start()
    assert (tmp_path / "secret-key").read_text() == key


def test_the_folder_is_taken_until_the_last_child_has_stopped(tmp_path, monkeypatch, settings):
    settings.DATA_DIR = tmp_path
    refused = []

    def stop(_supervisor: Supervisor) -> None:
        with pytest.raises(CommandError, match="already runs"), only_one(tmp_path / "lock"):
            pass
        refused.append(True)

    def interrupted(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Supervisor, "stop", stop)
    monkeypatch.setattr(Supervisor, "stop_on_signals", lambda _supervisor: None)
    monkeypatch.setattr(Command, "serve", interrupted)
    Command().handle(port=None, no_demo=True)
    assert refused
    with only_one(tmp_path / "lock"):
        pass
