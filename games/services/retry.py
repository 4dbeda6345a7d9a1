import random
import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 4
"""Once, and again three times at most (reliability.md 3)."""
PAUSE = 0.05
"""Seconds, times the number of the attempt: those who stood in each other's way do not begin anew at one moment."""
_AGAIN = {"40001", "40P01"}
"""SQLSTATE of a serialization failure and of a deadlock."""


def atomic_retried(service: Callable[P, T]) -> Callable[P, T]:
    """Run a service in one transaction, and wholly again where the database says that it lost a race.

    Inside a transaction of the caller there is no second try, for only the whole can be repeated.
    """

    @wraps(service)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        tries = 1 if connection.in_atomic_block else TRIES
        for attempt in range(1, tries):
            try:
                with transaction.atomic():
                    return service(*args, **kwargs)
            except OperationalError as problem:
                if not lost_a_race(problem):
                    raise
            time.sleep(random.uniform(0, PAUSE * attempt))  # noqa: S311, nothing secret
        with transaction.atomic():
            return service(*args, **kwargs)

    return run


def lost_a_race(problem: OperationalError) -> bool:
    """Whether trying again helps: a deadlock, a serialization failure, or SQLite's lock."""
    return getattr(problem.__cause__, "sqlstate", None) in _AGAIN or "database is locked" in str(problem)
