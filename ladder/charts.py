"""Lines drawn from numbers: where each point of a chart lies. The template makes SVG of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 360, 180
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 10, 20
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
LINES = 5
"""At most this many grid lines."""


@dataclass(frozen=True, slots=True)
class GridLine:
    y: float
    value: int


@dataclass(frozen=True, slots=True)
class Chart:
    """`line` and `band` are lists of points as SVG writes them; `band` is empty where nothing has a spread."""

    line: str
    band: str
    end: tuple[float, float]
    grid: Sequence[GridLine]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def line_chart(points: Sequence[tuple[float, float, float]]) -> Chart:
    """A line through `(instant, value, spread)` in order, with the spread as a band around it.

    >>> line_chart([(0, 1500, 0), (10, 1510, 0)]).line
    '40.0,160.0 352.0,10.0'
    """
    low = min(value - spread for _at, value, spread in points)
    high = max(value + spread for _at, value, spread in points)
    step = next((step for step in STEPS if (high - low) / step <= LINES), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step
    high = max(high, low + step)
    first, span = points[0][0], points[-1][0] - points[0][0] or 1

    def x(at: float) -> float:
        return round(LEFT + (at - first) / span * (WIDTH - LEFT - RIGHT), 1)

    def y(value: float) -> float:
        return round(TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

    above = [(x(at), y(value + spread)) for at, value, spread in points]
    below = [(x(at), y(value - spread)) for at, value, spread in points]
    line = [(x(at), y(value)) for at, value, _spread in points]
    count = round((high - low) / step)
    return Chart(
        line=_points(line),
        band=_points([*above, *reversed(below)]) if any(spread for _at, _value, spread in points) else "",
        end=line[-1],
        grid=[GridLine(y(low + number * step), round(low + number * step)) for number in range(count + 1)],
    )


@dataclass(frozen=True, slots=True)
class Steps:
    """Several values over the same steps, each as a line that holds until it changes; `now` is where one looks."""

    lines: Sequence[str]
    ends: Sequence[tuple[float, float]]
    grid: Sequence[GridLine]
    marks: Sequence[float]
    now: float
    width: int = 2 * WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = 2 * WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def step_chart(values: Sequence[Sequence[int]], marks: Sequence[int], now: int) -> Steps:
    """Lines of whole numbers, one value a step; `marks` and `now` are numbers of steps.

    >>> step_chart([[0, 0, 5]], [], 2).lines
    ['40.0,160.0 376.0,160.0 376.0,160.0 712.0,160.0 712.0,10.0']
    """
    flat = [value for line in values for value in line]
    low, high = min(0, *flat), max(1, *flat)
    step = next((step for step in (1, 2, *STEPS) if (high - low) / step <= LINES), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step
    last = max(1, max(len(line) for line in values) - 1)

    def x(number: int) -> float:
        return round(LEFT + number / last * (2 * WIDTH - LEFT - RIGHT), 1)

    def y(value: float) -> float:
        return round(TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

    def corners(line: Sequence[int]) -> Iterator[tuple[float, float]]:
        yield x(0), y(line[0])
        for number in range(1, len(line)):
            if line[number] != line[number - 1] or number == len(line) - 1:
                yield x(number), y(line[number - 1])
                yield x(number), y(line[number])

    drawn = [list(corners(line)) for line in values]
    return Steps(
        lines=[_points(line) for line in drawn],
        ends=[line[-1] for line in drawn],
        grid=[GridLine(y(value), value) for value in range(low, high + 1, step)],
        marks=[x(number) for number in marks],
        now=x(now),
    )


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
