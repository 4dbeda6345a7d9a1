"""Pairing at tables, measured: tournaments played by lot, seeds from 1 on, points 5, 3, 1, 0.

Slicing the standing and greedy pairing play the same tournaments in the same run, to compare with. Every processor plays
tournaments of its own; times are those of the processor.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import msgspec

from games.bench.figure import Figure
from tournaments.benches.spread import spread
from tournaments.pairing.field import Field, History, Past, history_of
from tournaments.pairing.plans import plan
from tournaments.pairing.price import table_price
from tournaments.pairing.tables import pair_round

GROUP = "pairing"
PLANS = range(1, 21)
"""The seeds of plans."""
POINTS = (5, 3, 1, 0)
SECONDS = 2.0
"""What a round may take."""

Tables = list[tuple[int, ...]]
Pairer = Callable[[Field, random.Random], Tables]


class Course(msgspec.Struct, frozen=True):
    """How many play how many rounds, from how many seeds, and what must hold at the end."""

    entrants: int
    rounds: int
    seeds: int
    repeats: int
    spread: float | None = None
    imbalance: int | None = None
    seconds: float | None = None


COURSES = (Course(64, 6, 20, 2, 1.1, 1), Course(100, 6, 20, 1, 0.7), Course(1000, 8, 2, 0, seconds=SECONDS))
COMPARED = 100
"""Up to so many entrants the other ways are shown as well."""
PERFECT = ((16, 4, 5), (9, 3, 4))
"""Entrants, table size and rounds for which designs without a repeat exist."""


class Outcome(msgspec.Struct, frozen=True):
    """One tournament: repeats in all, mean spread of the rounds paired by points, seats, and the slowest round."""

    repeats: int
    spread: float
    imbalance: int
    seconds: float


def table_figures(tell: Callable[[str], None]) -> Iterator[Figure]:
    """What our pairing of tables does, and beside it what the simple ways do."""
    for course in COURSES:
        yield from course_figures(course, tell)
    for entrants, size, rounds in PERFECT:
        worst = max(plan_repeats(entrants, size, rounds, seed) for seed in PLANS)
        name = f"{entrants} by {size}, {rounds} rounds without regard to points: repeats, worst of {len(PLANS)} seeds"
        yield figure(name, worst, "pairs", 0)


def course_figures(course: Course, tell: Callable[[str], None]) -> Iterator[Figure]:
    """One course over all its seeds."""
    name = f"{course.entrants} entrants, {course.rounds} rounds"
    ours, worst = played(course, search, name, tell), f"worst of {course.seeds} seeds"
    yield figure(f"{name}: repeats, {worst}", max(one.repeats for one in ours), "pairs", course.repeats)
    yield figure(f"{name}: spread from round 2 on, mean", mean_spread(ours), "points", course.spread)
    yield figure(f"{name}: seat imbalance, {worst}", max(one.imbalance for one in ours), "turns", course.imbalance)
    yield figure(f"{name}: slowest round, processor", max(one.seconds for one in ours), "s", course.seconds)
    if course.entrants > COMPARED:
        return
    for label, way in (("search", search), ("greedy", greedy), ("slicing", slicing)):
        outcomes = ours if way is search else played(course, way, f"{name}, {label}", tell)
        yield figure(f"{name}, {label}: repeats, mean", statistics.mean(one.repeats for one in outcomes), "pairs")
        yield figure(f"{name}, {label}: spread, mean", mean_spread(outcomes), "points")


def figure(name: str, value: float, unit: str, limit: float | None = None) -> Figure:
    return Figure(group=GROUP, name=name, value=round(value, 3), unit=unit, limit=limit)


def mean_spread(outcomes: list[Outcome]) -> float:
    return statistics.mean(one.spread for one in outcomes)


def played(course: Course, pairer: Pairer, name: str, tell: Callable[[str], None]) -> list[Outcome]:
    """The tournaments of all seeds."""
    return list(spread(partial(tournament, course, pairer), range(1, course.seeds + 1), f"{name}, seed", tell))


def tournament(course: Course, pairer: Pairer, seed: int) -> Outcome:
    """One tournament whose results are by lot."""
    lots = random.Random(seed)
    field = Field(standing=tuple(range(course.entrants)))
    repeats, spreads, slowest = 0, [], 0.0
    for number in range(1, course.rounds + 1):
        started = time.process_time()
        tables = pairer(field, random.Random(seed * 100 + number))
        slowest = max(slowest, time.process_time() - started)
        history = history_of(field)
        prices = [table_price(field, history, table) for table in tables]
        repeats += sum(len(price.repeats) for price in prices)
        spreads += [float(price.spread) for price in prices if number > 1]
        field = after(field, tables, number, lots)
    return Outcome(repeats, statistics.mean(spreads), imbalance(field), slowest)


def after(field: Field, tables: Tables, number: int, lots: random.Random, worth: Sequence[int] = POINTS) -> Field:
    """The field when these tables have been played."""
    points = dict(field.points)
    for table in tables:
        for entrant, won in zip(lots.sample(table, len(table)), worth, strict=False):
            points[entrant] = points.get(entrant, 0) + won
    return msgspec.structs.replace(
        field,
        standing=tuple(sorted(field.standing, key=lambda one: (-points[one], one))),
        points=points,
        past=(*field.past, *(Past(number, table) for table in tables)),
    )


def imbalance(field: Field) -> int:
    """The most turns that anybody had more in one seat than in another."""
    seats = history_of(field).seats
    turns = [[seats[one].get(seat, 0) for seat in range(field.wanted)] for one in field.standing]
    return max(max(counts) - min(counts) for counts in turns)


def search(field: Field, rng: random.Random) -> Tables:
    """Our own."""
    return list(pair_round(field, rng).draft.tables)


def slicing(field: Field, rng: random.Random) -> Tables:
    """The standing cut into tables."""
    rest = iter(field.standing)
    return [tuple(next(rest) for _seat in range(size)) for size in field.split.sizes]


def greedy(field: Field, rng: random.Random) -> Tables:
    """From the top: who is next and met nobody at the table; if nobody is, who is next."""
    history = history_of(field)
    left = list(field.standing)
    tables = []
    for size in field.split.sizes:
        table = [left.pop(0)]
        while len(table) < size:
            table.append(left.pop(_next(table, left, history)))
        tables.append(tuple(table))
    return tables


def _next(table: list[int], left: list[int], history: History) -> int:
    for at, one in enumerate(left):
        if not any(frozenset((one, other)) in history.met for other in table):
            return at
    return 0


def plan_repeats(entrants: int, size: int, rounds: int, seed: int) -> int:
    """How many pairs of a plan meet again, counted one by one."""
    found = plan(entrants, size, random.Random(seed), rounds=rounds)
    field = Field(standing=tuple(range(entrants)), wanted=size, least=size, most=size)
    repeats = 0
    for number, tables in enumerate(found.rounds, start=1):
        history = history_of(field)
        repeats += sum(len(table_price(field, history, table).repeats) for table in tables)
        field = after(field, list(tables), number, random.Random(seed))
    return repeats
