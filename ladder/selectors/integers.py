"""Millions of whole numbers out of the database as an array, without an object for each on the way."""

from typing import Any

import numpy as np
from django.db import connection
from django.db.models import BigIntegerField, Func, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from ladder.ratings.arrays import Ints

COPY_HEAD, COPY_TAIL = 25, 2
"""Bytes before and after the only value of the only row of PostgreSQL's binary COPY."""


class Seconds(Func):
    """The whole seconds of an instant since 1970."""

    template = "FLOOR(EXTRACT(EPOCH FROM %(expressions)s))"
    output_field = BigIntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(
            compiler, connection, template="STRFTIME('%%%%s', SUBSTR(%(expressions)s, 1, 19))", **context
        )


def integers(rows: QuerySet[Any], *columns: Combinable) -> Ints:
    """These columns of a query, none of which may be null: one row of the array for each of it."""
    found = rows.values_list(*(Cast(column, BigIntegerField()) for column in columns))
    if connection.vendor != "postgresql":
        return np.array(list(found), np.int64).reshape(-1, len(columns))
    row = " || ".join(f"int8send(c{number})" for number in range(len(columns)))
    names = ", ".join(f"c{number}" for number in range(len(columns)))
    with connection.cursor() as cursor:
        statement = cursor.mogrify(*found.query.sql_with_params())
        # Out of a query of its own, which no second process may share, the rows come in their order.
        whole = f"WITH rows ({names}) AS MATERIALIZED ({statement}) SELECT string_agg({row}, '') FROM rows"  # noqa: S608
        with cursor.copy(f"COPY ({whole}) TO STDOUT (FORMAT BINARY)") as copy:
            data = b"".join(copy)
    flat = np.frombuffer(data, ">i8", (len(data) - COPY_HEAD - COPY_TAIL) // 8, COPY_HEAD)
    return flat.reshape(-1, len(columns)).astype(np.int64)
