"""The clock of this machine beside that of the database, by which leases and everything that is written go."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps

import structlog
from django.conf import settings
from django.db import connection

logger = structlog.get_logger(__name__)


def clocks_apart() -> float:
    """Seconds between the database's clock and that of this machine."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()" if connection.vendor == "postgresql" else "SELECT datetime('now')")
        told = cursor.fetchone()[0]
    there = told if isinstance(told, datetime) else datetime.fromisoformat(told).replace(tzinfo=UTC)
    return abs((datetime.now(UTC) - there).total_seconds())


def by_the_clock(act: Callable[[], None]) -> Callable[[], None]:
    """What happens by itself when its time has come: not on a machine whose clock jumped. Another one does it, or later this one."""

    @wraps(act)
    def run() -> None:
        if (apart := clocks_apart()) > settings.CLOCK_SECONDS:
            logger.error("clock is wrong", task=act.__name__, seconds=round(apart))
            return
        act()

    return run
