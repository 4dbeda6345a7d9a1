"""SQLite has one writer at a time. Those who wait for it ask again every few milliseconds, so that each has the same chance.

SQLite's own waiting pauses longer the longer it lasts: where many write, whoever came first starves.
"""

import sqlite3
import time
from collections.abc import Callable
from typing import Any

from django.db.backends.sqlite3 import base

PAUSE_MS = 20
"""After which waiting begins anew; within it SQLite asks after 1, 2, 5 and 10 milliseconds."""
WAIT_SECONDS = 20


class PatientCursor(base.SQLiteCursorWrapper):
    def execute(self, query: str, params: Any = None) -> Any:
        return _patiently(lambda: super(PatientCursor, self).execute(query, params))

    def executemany(self, query: str, param_list: Any) -> Any:
        rows = list(param_list)
        return _patiently(lambda: super(PatientCursor, self).executemany(query, rows))


def _patiently(act: Callable[[], Any]) -> Any:
    stop = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return act()
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > stop:
                raise


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: Any) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.execute(f"PRAGMA busy_timeout = {PAUSE_MS}")
        return connection

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=PatientCursor)
