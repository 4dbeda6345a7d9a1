"""One measured figure beside its floor, and how a run of them is shown."""

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
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
    return [
        min(times) for times in zip(*([_time(work, thing) for thing in things] for _ in range(repeat)), strict=True)
    ]


def _time(work: Callable[[Any], Any], thing: Any) -> float:
    started = time.process_time_ns()
    work(thing)
    return (time.process_time_ns() - started) / 1e6


class Work(msgspec.Struct, frozen=True):
    """Something to be timed, and the things it is done to."""

    name: str
    work: Callable[[Any], Any]
    things: Sequence[Any]


def compared(group: str, mine: Work, least: Work, repeat: int, limit: float) -> Figure:
    """Medians of both, and the median of the ratio thing by thing.

    The two are timed in turn, each as often first, so that whatever else the machine does meets both.
    """
    times: list[list[tuple[float, float]]] = [[] for _ in mine.things]
    for number in range(repeat):
        for runs, my_thing, its_thing in zip(times, mine.things, least.things, strict=True):
            its = _time(least.work, its_thing) if number % 2 else 0.0
            my = _time(mine.work, my_thing)
            runs.append((my, its or _time(least.work, its_thing)))
    best = [tuple(map(min, zip(*runs, strict=True))) for runs in times]
    return Figure(
        group=group,
        name=mine.name,
        value=round(statistics.median(pair[0] for pair in best), 3),
        unit="ms",
        floor_name=least.name,
        floor=round(statistics.median(pair[1] for pair in best), 3),
        ratio=round(statistics.median(pair[0] / pair[1] for pair in best), 2),
        limit=limit,
    )


def as_json(figure: Figure) -> dict[str, Any]:
    """One object of `bench --json`."""
    return {**msgspec.to_builtins(figure), "holds": figure.holds}


def as_table(figures: Iterable[Figure]) -> str:
    """A readable table."""
    rows = table_rows(figures)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


PAGE = """\
# {title}

Every figure that the project promises{of}, each beside a peer or a floor of the same run where it has one. Written by
`manage.py bench {group} --write docs/{name}.md` on {cores} cores, {system}, Python {python}, {vendor}; figures by the clock want an idle machine.

{summary}
"""


def as_page(
    figures: Sequence[Figure], vendor: str, failed: Mapping[str, str] = MappingProxyType({}), group: str = "all"
) -> str:
    """The same as a page in Markdown, with the machine that it was measured on; `vendor` is the database.

    `failed`: groups that did not come to their end, and why. `group`: what `bench` was asked for.
    """
    promised = [figure for figure in figures if figure.limit is not None]
    missed = [f"{figure.group}: {figure.name}" for figure in promised if not figure.holds]
    lines = [f"{len(figures)} figures. {len(promised)} have a limit: {len(promised) - len(missed)} hold it."]
    lines += [f"- missed: {name}" for name in missed]
    lines += [f"- not measured to its end: {group} ({why})" for group, why in failed.items()]
    name = "performance" if group == "all" else group
    page = PAGE.format(
        title=name.capitalize(),
        name=name,
        group=group,
        of="" if group == "all" else f" of {group}",
        cores=len(os.sched_getaffinity(0)),
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        vendor=vendor,
        summary="\n".join(lines),
    )
    groups = dict.fromkeys(figure.group for figure in figures)
    return page + "".join(_section(group, [one for one in figures if one.group == group]) for group in groups)


def _section(group: str, figures: Sequence[Figure]) -> str:
    head, *rows = (tuple(cell.replace("|", "\\|") for cell in row) for row in table_rows(figures, named=False))
    lines = [head, ("---",) * len(head), *rows]
    return f"\n## {group.capitalize()}\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def table_rows(figures: Iterable[Figure], *, named: bool = True) -> list[tuple[str, ...]]:
    """The head of a table of figures, and a row for each; `named` by its group."""
    rows: list[tuple[str, ...]] = [("figure", "value", "floor", "ratio", "limit", "")]
    for figure in figures:
        floor = "" if figure.floor is None else f"{_number(figure.floor)} {figure.unit} ({figure.floor_name})"
        sign = "≥" if figure.at_least else "≤"
        rows.append(
            (
                f"{figure.group}: {figure.name}" if named else figure.name,
                f"{_number(figure.value)} {figure.unit}",
                floor,
                "" if figure.ratio is None else f"{figure.ratio:.2f}",
                "" if figure.limit is None else f"{sign} {_number(figure.limit)}",
                {None: "", True: "ok", False: "MISSED"}[figure.holds],
            )
        )
    return rows


def _number(value: float) -> str:
    if 0 < abs(value) < 0.001:
        return f"{value:.2g}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3f}".rstrip("0").rstrip(".")
