"""A database for one measurement, made for it and thrown away, and what fills it quickly."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.color import no_style
from django.db import connection
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
    """References of these tables are checked once at the end and not row by row; then the planner learns their size.

    The database numbers on from the rows that were given their numbers.
    """
    tables = [model._meta.db_table for model in models]
    with connection.cursor() as cursor:
        keys = []
        if connection.vendor == "postgresql":
            cursor.execute(FOREIGN_KEYS, [tables])
            keys = cursor.fetchall()
        connection.check_constraints()  # what is not checked yet would be in the way
        for table, name, _definition in keys:
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        yield
        connection.check_constraints()
        for table, name, definition in keys:
            cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")
        for sql in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(sql)
        cursor.execute("ANALYZE")
