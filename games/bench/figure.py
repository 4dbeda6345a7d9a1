"""One measured figure beside its floor, and how a run of them is shown."""

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """`value` in `unit`. `floor` is what the same bytes cost at least, measured in the same run, in the same unit.

    `limit` is what must hold: of the ratio to the floor where there is one, else of the value. With `at_least` the
    value must reach it, else it must not pass it.
    """

    group: str
    name: str
    value: float
    unit: str
    floor_name: str | None = None
    floor: float | None = None
    ratio: float | None = None
    limit: float | None = None
    at_least: bool = False

    @property
    def holds(self) -> bool | None:
        """Whether the limit holds; None where there is none."""
        if self.limit is None:
            return None
        measured = self.value if self.ratio is None else self.ratio
        return measured >= self.limit if self.at_least else measured <= self.limit


def best_times(work: Callable[[Any], Any], things: Sequence[Any], repeat: int) -> list[float]:
    """For each thing the shortest of `repeat` runs, in milliseconds of this process's processor time."""
    best = [float("inf")] * len(things)
    for _ in range(repeat):
        for index, thing in enumerate(things):
            started = time.process_time_ns()
            work(thing)
            best[index] = min(best[index], (time.process_time_ns() - started) / 1e6)
    return best


def compared(
    group: str, name: str, times: Sequence[float], floor_name: str, floor: Sequence[float], limit: float
) -> Figure:
    """Medians of both, and the median of the ratio log by log."""
    return Figure(
        group=group,
        name=name,
        value=round(statistics.median(times), 3),
        unit="ms",
        floor_name=floor_name,
        floor=round(statistics.median(floor), 3),
        ratio=round(statistics.median(mine / least for mine, least in zip(times, floor, strict=True)), 2),
        limit=limit,
    )


def as_json(figure: Figure) -> dict[str, Any]:
    """One object of `bench --json`."""
    return {**msgspec.to_builtins(figure), "holds": figure.holds}


def as_table(figures: Iterable[Figure]) -> str:
    """A readable table."""
    rows = [("figure", "value", "floor", "ratio", "limit", "")]
    for figure in figures:
        floor = "" if figure.floor is None else f"{_number(figure.floor)} {figure.unit} ({figure.floor_name})"
        sign = "≥" if figure.at_least else "≤"
        rows.append(
            (
                f"{figure.group}: {figure.name}",
                f"{_number(figure.value)} {figure.unit}",
                floor,
                "" if figure.ratio is None else f"{figure.ratio:.2f}",
                "" if figure.limit is None else f"{sign} {_number(figure.limit)}",
                {None: "", True: "ok", False: "MISSED"}[figure.holds],
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3f}".rstrip("0").rstrip(".")
