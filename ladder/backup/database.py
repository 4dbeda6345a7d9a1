"""The site's database as one file, and back: pg_dump and pg_restore on PostgreSQL, the online backup on SQLite."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection, transaction

from ladder.backup import programs
from ladder.backup.layout import BackupRefused

SLICE = 1024 * 1024
PROBE = 0.5  # seconds for which a file may be locked


@contextmanager
def one_instant() -> Iterator[str]:
    """What is read inside, and dumped with the word that this gives, is the database as it is at one instant."""
    with transaction.atomic():
        if connection.vendor != "postgresql":
            yield ""  # nobody else writes until the end: transactions are immediate
            return
        with connection.cursor() as cursor:
            if not connection.savepoint_ids:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SELECT pg_export_snapshot()")
            snapshot = str(cursor.fetchone()[0])
        yield snapshot


def dump(target: Path, snapshot: str) -> None:
    """Write the whole database into a new file, inside `one_instant`. Raises `BackupRefused`."""
    if connection.vendor == "postgresql":
        pg_dump = programs.program("pg_dump", programs.server_version())
        options = [
            "--format=custom",
            "--compress=0",
            "--no-owner",
            "--no-privileges",
            "--no-comments",
            f"--snapshot={snapshot}",
        ]
        programs.run(pg_dump, *options, "--file", target)
        return
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as live, closing(sqlite3.connect(target)) as kept:
        live.backup(kept)
        kept.execute("PRAGMA journal_mode = DELETE")


def tables() -> list[str]:
    """The tables that the site's database holds already."""
    return sorted(connection.introspection.table_names())


def load(source: Path, besides: str) -> None:
    """Fill the empty database from a dump, in place of the tables of `migrate` if they are there, and do `besides` (SQL).

    Wholly or, whatever happens, not at all. Raises `BackupRefused`, `OSError`.
    """
    if connection.vendor != "postgresql":
        _put_in_place(source, Path(connection.settings_dict["NAME"]), besides)
        return
    pg_restore, psql = (programs.program(name, programs.server_version()) for name in ("pg_restore", "psql"))
    script = source.with_suffix(".sql")
    options = ["--no-owner", "--no-privileges", *(["--clean", "--if-exists"] if tables() else [])]
    connection.close()
    programs.run(pg_restore, *options, f"--file={script}", source)
    with script.open("a") as file:
        file.write(f"\nRESET search_path;\n{besides};\n")  # the dump leaves none
    programs.run(psql, "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--file={script}")


def _put_in_place(source: Path, target: Path, besides: str) -> None:
    """The file appears under its name when it is whole; an empty one that lies there gives way, with its journals."""
    connection.close()
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.restored")
    try:
        with source.open("rb") as dump, draft.open("wb") as plain:
            shutil.copyfileobj(dump, plain, SLICE)
            plain.flush()
            os.fsync(plain.fileno())
        with closing(sqlite3.connect(draft, timeout=PROBE)) as database:
            if (found := database.execute("PRAGMA integrity_check").fetchone()) != ("ok",):
                raise BackupRefused("unreadable", file=source.name, words=found[0])
            with database:
                database.execute(besides)
        for name in ("-wal", "-shm"):
            target.with_name(target.name + name).unlink(missing_ok=True)
        draft.replace(target)
    except sqlite3.Error as problem:
        raise BackupRefused("program", name="SQLite", words=str(problem)) from problem
    finally:
        draft.unlink(missing_ok=True)
