"""Whether a backup comes back: restored into a scratch database beside the site's own, examined there, and thrown away."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote, urlencode

import psycopg
from django.conf import settings
from django.db import connection

from ladder.backup.layout import BackupRefused
from ladder.backup.programs import run_along
from ladder.backup_standing import Drill, drill_note

NOBODY = "redis://127.0.0.1:1/0"
"""Nobody listens there: a drill rings no bells."""


def drill(archive: Path) -> Drill:
    """Restore, compare every ranking with the manifest, run `doctor`; the outcome is noted and given back."""
    started = time.monotonic()
    problem = ""
    try:
        with tempfile.TemporaryDirectory(prefix="drill-") as folder, scratch_database(Path(folder)) as url:
            env = _environment(Path(folder), url)
            for arguments in (["restore", str(archive)], ["doctor"]):
                problem = problem or _problem(arguments, env)
    except (BackupRefused, psycopg.Error, OSError) as fault:
        problem = str(fault).strip()
    outcome = Drill(datetime.now(UTC).isoformat(), archive.name, round(time.monotonic() - started, 1), problem)
    drill_note(outcome)
    return outcome


def _problem(arguments: list[str], env: dict[str, str]) -> str:
    """What a command of ours has to complain about; nothing if it is content."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
    done = run_along(command, env)
    if done.returncode == 0:
        return ""
    broken = [line for line in done.stdout.splitlines() if "BROKEN" in line or line.startswith("    ")]
    last = done.stderr.strip().splitlines()[-1:]
    return "; ".join(line.strip() for line in (f"{arguments[0]} failed", *broken[:5], *last))


def _environment(folder: Path, url: str) -> dict[str, str]:
    """Of a process that sees nothing of the site but its keys."""
    keys = {"SECRET_KEY": settings.SECRET_KEY, "SECRETS_KEYS": ",".join(settings.SECRETS_KEYS)}
    own = {"DATABASE_URL": url, "DATA_DIR": str(folder), "REDIS_URL": NOBODY, "BACKUP_DIR": "", "BACKUP_STAMP": ""}
    own["STORAGE_URL"] = ""  # never where the site's own files lie
    return {**os.environ, **keys, **own, "DJANGO_SETTINGS_MODULE": "ladder.settings", "CLASSIFICA_WEB": ""}


@contextmanager
def scratch_database(folder: Path) -> Iterator[str]:
    """The address of an empty database that is gone afterwards."""
    if connection.vendor != "postgresql":
        yield f"sqlite:///{quote(str(folder / 'drill.sqlite3'))}"
        return
    values = connection.settings_dict
    name = f"{values['NAME']}_drill"
    with _server() as server:
        server.execute(_named("DROP DATABASE IF EXISTS {} WITH (FORCE)", name))  # of a drill that was killed
        server.execute(_named("CREATE DATABASE {} TEMPLATE template0", name))
    try:
        yield _url(name)
    finally:
        with _server() as server:
            server.execute(_named("DROP DATABASE IF EXISTS {} WITH (FORCE)", name))


def _named(statement: str, name: str) -> psycopg.sql.Composed:
    return psycopg.sql.SQL(statement).format(psycopg.sql.Identifier(name))


@contextmanager
def _server() -> Iterator[psycopg.Connection]:
    """A connection outside of every transaction; making and dropping databases knows none."""
    parameters = connection.get_connection_params()
    wanted = {key: parameters[key] for key in parameters if key in {"dbname", "user", "password", "host", "port"}}
    wanted |= {key: value for key, value in parameters.items() if key.startswith("ssl")}
    with psycopg.connect(**wanted, autocommit=True) as server:
        yield server


def _url(name: str) -> str:
    """`DATABASE_URL` of another database on the same server."""
    values = connection.settings_dict
    user, password = (quote(str(values[key]), safe="") for key in ("USER", "PASSWORD"))
    query = {key: value for key, value in values["OPTIONS"].items() if key.startswith("ssl")}
    query |= {"host": values["HOST"]} if values["HOST"] else {}
    port = f"localhost:{values['PORT']}" if values["PORT"] else ""
    return f"postgres://{user}:{password}@{port}/{quote(name, safe='')}?{urlencode(query)}"
