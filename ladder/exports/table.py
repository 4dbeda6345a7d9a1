"""A table to take away, whatever it is written as."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["text", "number", "points", "flag", "instant", "date", "month"]
"""`points` are exact fractions; `instant` is a moment (in UTC), `date` a day of the calendar, `month` one such as 2026-10."""

MACHINE = frozenset({"csv", "json"})


@dataclass(frozen=True, slots=True)
class Column:
    """`key` heads the column for programs, in every language; `title` heads it for people.

    One that is only `for_programs` stands in CSV and JSON alone.
    """

    key: str
    title: str
    kind: Kind = "text"
    for_programs: bool = False


@dataclass(slots=True)
class Table:
    """Rows are maps from the keys of the columns; what is missing or None is an empty cell.

    `name` becomes the name of the file, `facts` stand before the rows of a JSON, instants are shown by the clocks of
    `zone` where people read them.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[dict[str, Any]]
    name: str = "table"
    zone: str = "UTC"
    facts: dict[str, Any] = field(default_factory=dict)

    def columns_for(self, suffix: str) -> list[Column]:
        return [column for column in self.columns if suffix in MACHINE or not column.for_programs]
