"""The order of 'what matters more' as whole numbers for the search, so large that no sum of a lighter kind outweighs it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import lcm

import msgspec
import numpy as np

from tournaments.pairing.field import Field, History
from tournaments.pairing.search import Ints, Problem
from tournaments.pairing.seats import seat_costs

ROOM = 2**60
"""What a whole pairing may cost, so that sums of prices fit in 64 bits."""


class Kinds(msgspec.Struct):
    """What is known of people, ready to be looked up by the search: per person the others, with counts."""

    met: dict[int, dict[int, int]]
    hard: dict[int, dict[int, int]]
    soft: dict[int, dict[int, int]]
    short: Mapping[int, int]
    points: dict[int, int]
    seats: Mapping[int, Mapping[int, int]]
    wanted: int


def kinds_of(field: Field, history: History) -> Kinds:
    """Points as whole numbers, pairs by person."""
    kinds = Kinds(
        defaultdict(dict), defaultdict(dict), defaultdict(dict), history.short, {}, history.seats, field.wanted
    )
    for pair, rounds in history.met.items():
        _both_ways(kinds.met, pair, len(rounds))
    for pair, reasons in history.kept_apart.items():
        for side, hard in ((kinds.hard, True), (kinds.soft, False)):
            if count := sum(one.hard is hard for one in reasons):
                _both_ways(side, pair, count)
    common = lcm(*(field.points_of(one).denominator for one in field.standing))
    kinds.points = {one: int(field.points_of(one) * common) for one in field.standing}
    return kinds


def _both_ways(side: dict[int, dict[int, int]], pair: frozenset[int], count: int) -> None:
    first, second = sorted(pair)
    side[first][second] = side[second][first] = count


def problem_of(kinds: Kinds, people: Sequence[int], sizes: Sequence[int], *, seats: bool = False) -> Problem:
    """Prices for seating these people at tables of these sizes; with `seats`, the lightest is two who need one seat."""
    where = {person: number for number, person in enumerate(people)}
    met, hard, soft = (_matrix(side, people, where) for side in (kinds.met, kinds.hard, kinds.soft))
    times = np.array([kinds.short.get(person, 0) for person in people], dtype=np.int64)
    short = np.array([size < kinds.wanted for size in sizes], dtype=np.int64)
    points = np.array([kinds.points[person] for person in people], dtype=np.int64)
    points -= points.min()
    again, third = np.maximum(met - 1, 0), np.maximum(times - 1, 0)
    rivals = _rivals(kinds, people, max(sizes)) if seats else np.zeros_like(met)
    pairs = sum(size * (size - 1) // 2 for size in sizes)
    shorts = sum(size for size in sizes if size < kinds.wanted)
    while True:
        most = [  # the lightest first
            int(rivals.max()) * pairs,
            int(again.max()) * pairs,
            int((times == 1).any()) * shorts,
            int(points.max()) * len(sizes),
            int(soft.max()) * pairs,
            int(third.max()) * shorts,
            int(met.any()) * pairs,
            int(hard.max()) * pairs,
        ]
        units = [1]
        for bound in most:
            units.append(units[-1] * (1 + bound))
        if units[-1] < ROOM or not points.any():
            break
        points //= 2  # a coarser look at points is all that fits beside so many other kinds
    lone = units[2] * (times == 1) + units[5] * third
    return Problem(
        pairs=rivals + units[1] * again + units[4] * soft + units[6] * (met > 0) + units[7] * hard,
        lone=lone[:, np.newaxis] * short[np.newaxis, :],
        points=units[3] * points,
    )


def _matrix(side: Mapping[int, Mapping[int, int]], people: Sequence[int], where: Mapping[int, int]) -> Ints:
    matrix = np.zeros((len(people), len(people)), dtype=np.int64)
    for person in people:
        for other, count in side.get(person, {}).items():
            if other in where:
                matrix[where[person], where[other]] = count
    return matrix


def _rivals(kinds: Kinds, people: Sequence[int], size: int) -> Ints:
    """For every two, what their best seats at one table cost: nothing unless both need the same one."""
    costs = np.array([seat_costs(kinds.seats.get(person, {}), size) for person in people], dtype=np.int64)
    both = costs[:, np.newaxis, :, np.newaxis] + costs[np.newaxis, :, np.newaxis, :]
    both[:, :, range(size), range(size)] = both.max()
    rivals: Ints = both.min(axis=(2, 3))
    np.fill_diagonal(rivals, 0)
    return rivals
