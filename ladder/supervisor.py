"""Child processes: each is started again when it ends by itself, and all end with their parent."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

STOP_SECONDS = 15
PAUSE_SECONDS = (1, 2, 5, 10)  # before the first, second … start after an end; calm again after CALM_SECONDS
CALM_SECONDS = 60
LOG_BYTES = 10 * 1024 * 1024
PR_SET_PDEATHSIG = 1


@dataclass
class Child:
    """A program, its log file, and when to start it again."""

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    ends: int = 0

    def spawn(self) -> None:
        self.process = self.start()
        self.started = time.monotonic()

    def ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def pause(self) -> float:
        """Seconds to wait before the next start: more after each end in quick succession."""
        calm = time.monotonic() - self.started > CALM_SECONDS
        self.ends = 1 if calm else self.ends + 1
        return PAUSE_SECONDS[min(self.ends, len(PAUSE_SECONDS)) - 1]

    def stop(self) -> None:
        """Ask to end; kill what has not ended in time."""
        if self.process is None or self.ended():
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@dataclass
class Supervisor:
    """Keeps its children running until `stop`. They stop in the reverse order of their start."""

    say: Callable[[str], None]
    children: list[Child] = field(default_factory=list)
    stopping: bool = False

    def add(self, name: str, start: Callable[[], subprocess.Popen[bytes]]) -> None:
        child = Child(name, start)
        child.spawn()
        self.children.append(child)

    def watch(self) -> None:
        """Start again what ends by itself, until a signal asks to stop."""
        due: dict[str, float] = {}
        while not self.stopping:
            for child in self.children:
                if not child.ended():
                    continue
                if child.name not in due:
                    due[child.name] = time.monotonic() + child.pause()
                    self.say(f"{child.name} ended and is started again; its log says why")
                elif time.monotonic() >= due[child.name]:
                    child.spawn()
                    del due[child.name]
            time.sleep(0.2)

    def stop(self) -> None:
        for child in reversed(self.children):
            child.stop()

    def stop_on_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.on_signal)

    def on_signal(self, *_: object) -> None:
        if not self.stopping:
            self.stopping = True
            raise KeyboardInterrupt


def popen(command: list[str], log: Path, *, cwd: Path, env: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own (Ctrl-C reaches the supervisor alone) that ends when its parent does."""
    if log.exists() and log.stat().st_size > LOG_BYTES:
        log.replace(log.with_suffix(".old.log"))
    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=end_with_parent if sys.platform == "linux" else None,
        )


def end_with_parent() -> None:
    """A parent that is killed cannot stop its children; Linux tells them."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
