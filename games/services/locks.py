from django.db import connection

RECORDING = 7_265_417
"""Key of the lock; any number that nothing else uses."""


def recording() -> None:
    """Hold back other transactions that give results to matches, until this one ends.

    Two documents about one match that do not see each other would make two, or make the same player twice. This lock
    comes before that of a match; SQLite has only one writer anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [RECORDING])
