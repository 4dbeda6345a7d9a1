"""A database for one measurement, made for it and thrown away, and what fills it quickly."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.core.management.color import no_style
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

FOREIGN_KEYS = """
SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
WHERE contype = 'f' AND conrelid::regclass::text = ANY(%s)
"""


@contextmanager
def scratch_database() -> Iterator[None]:
    """Everything inside happens on an empty database beside the one that DATABASE_URL names."""
    with tempfile.TemporaryDirectory() as name:
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(name) / "bench.sqlite3")
        before = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(before, verbosity=0)


@contextmanager
def filling(*models: type[Model]) -> Iterator[None]:
    """What would be done row by row is done once at the end; then the planner learns the size of these tables.

    PostgreSQL checks references so, SQLite writes indexes so. The database numbers on from the rows that were given
    their numbers.
    """
    tables = [model._meta.db_table for model in models]
    with connection.cursor() as cursor:
        connection.check_constraints()  # what is not checked yet would be in the way
        before, after = (foreign_keys if connection.vendor == "postgresql" else indexes)(cursor, tables)
        for sql in before:
            cursor.execute(sql)
        yield
        connection.check_constraints()
        for sql in after:
            cursor.execute(sql)
        for sql in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(sql)
        cursor.execute("ANALYZE")


def foreign_keys(cursor: CursorWrapper, tables: Sequence[str]) -> tuple[list[str], list[str]]:
    """Statements that take the references of these tables away, and that set them again."""
    cursor.execute(FOREIGN_KEYS, [list(tables)])
    keys = cursor.fetchall()
    return (
        [f"ALTER TABLE {table} DROP CONSTRAINT {name}" for table, name, _definition in keys],
        [f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}" for table, name, definition in keys],
    )


def indexes(cursor: CursorWrapper, tables: Sequence[str]) -> tuple[list[str], list[str]]:
    """Statements that drop the indexes of these tables, and that create them again."""
    cursor.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    found = [(name, sql) for table, name, sql in cursor.fetchall() if table in tables]
    return [f'DROP INDEX "{name}"' for name, _sql in found], [sql for _name, sql in found]
