from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import DatabaseError, connection

BEHIND = {"postgresql": "SET synchronous_commit TO off", "sqlite": "PRAGMA synchronous = NORMAL"}
AT_ONCE = {"postgresql": "RESET synchronous_commit", "sqlite": "PRAGMA synchronous = FULL"}


@contextmanager
def commits_behind() -> Iterator[None]:
    """Commits inside do not wait for the disk: for work that is simply done again if a power cut takes it back.

    They stay whole and in their order, and the next commit that does wait brings them to the disk as well: whoever
    tells others of them has it behind them. A killed process or a killed database server loses none on SQLite; on
    PostgreSQL a server that is killed may lose the last second. Inside a transaction nothing changes.
    """
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEHIND[connection.vendor])
    used = connection.connection
    try:
        yield
    finally:
        if connection.connection is used:  # a new one does not know of it
            with suppress(DatabaseError), connection.cursor() as cursor:
                cursor.execute(AT_ONCE[connection.vendor])
