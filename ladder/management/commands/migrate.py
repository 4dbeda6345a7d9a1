import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, connection

from games.services.retry import lost_a_race

WAIT_SECONDS, PAUSE_SECONDS, TRIES = 1, 4, 180
LOCK_NOT_AVAILABLE = "55P03"


class Command(migrate.Command):
    """Django's own, for a site that serves meanwhile.

    A change of a table waits for all who use it, a backup for example, and all who come after wait behind it, be it only to
    read. So it gives up soon, and goes on a little later: each migration is done wholly or not at all.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        for _try in range(TRIES):
            try:
                with patience():
                    return super().handle(*args, **options)
            except OperationalError as problem:
                if not in_the_way(problem):
                    raise
            self.stdout.write(f"\nSomebody uses what is to be changed: again in {PAUSE_SECONDS} s.")
            time.sleep(PAUSE_SECONDS)
        raise CommandError("others used what is to be changed all the time: is there a session that never ends?")


@contextmanager
def patience() -> Iterator[None]:
    """Inside, no statement waits long for its lock. SQLite has a limit of its own."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{WAIT_SECONDS}s'")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


def in_the_way(problem: OperationalError) -> bool:
    return getattr(problem.__cause__, "sqlstate", None) == LOCK_NOT_AVAILABLE or lost_a_race(problem)
