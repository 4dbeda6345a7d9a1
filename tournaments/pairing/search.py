"""Tabu search over swaps of two people between tables: cheapest swap first, no way straight back.

All prices of one swap are looked at in one go, as arrays, so that a step costs the same whatever the tables hold.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from random import Random

Ints = NDArray[np.int64]

NEVER = np.int64(2**62)
"""Dearer than any swap."""


@dataclass(slots=True)
class Problem:
    """Prices as whole numbers, people and tables by their index.

    `pairs[a, b]` is what it costs to put two at one table, `lone[a, t]` what somebody costs at a table, `points` are
    multiplied by the price of their spread.
    """

    pairs: Ints
    lone: Ints
    points: Ints


class Search:
    """A state, `table` of everybody, and what every swap from it would change."""

    def __init__(self, problem: Problem, table: Ints) -> None:
        self.problem = problem
        self.table = table.copy()
        people, tables = problem.lone.shape
        members = np.zeros((people, tables), dtype=np.int64)
        members[np.arange(people), table] = 1
        self.joining = problem.pairs @ members + problem.lone
        """What somebody costs beside all who sit at a table now."""
        self.everybody = np.arange(people)
        self.most_without = np.zeros(people, dtype=np.int64)
        self.least_without = np.zeros(people, dtype=np.int64)
        self.spread = np.zeros(tables, dtype=np.int64)
        for number in range(tables):
            self._measure(number)

    @property
    def cost(self) -> int:
        """Price of the state."""
        own = self.joining[self.everybody, self.table]
        alone = self.problem.lone[self.everybody, self.table]
        return int((own + alone).sum()) // 2 + int(self.spread.sum())

    def changes(self) -> Ints:
        """For every two, what a swap would change; `NEVER` for two at one table."""
        problem, table = self.problem, self.table
        own = self.joining[self.everybody, table] + self.spread[table]
        points = problem.points[np.newaxis, :]
        one_way = self.joining[:, table] - problem.pairs - own[:, np.newaxis]
        one_way += np.maximum(self.most_without[:, np.newaxis], points)
        one_way -= np.minimum(self.least_without[:, np.newaxis], points)
        both: Ints = one_way + one_way.T
        both[table[:, np.newaxis] == table[np.newaxis, :]] = NEVER
        return both

    def swap(self, first: int, second: int) -> None:
        """Let two change places."""
        here, there = int(self.table[first]), int(self.table[second])
        moved = self.problem.pairs[:, second] - self.problem.pairs[:, first]
        self.joining[:, here] += moved
        self.joining[:, there] -= moved
        self.table[first], self.table[second] = there, here
        self._measure(here)
        self._measure(there)

    def _measure(self, number: int) -> None:
        """Most and fewest points at a table, with and without each of its people."""
        people = np.flatnonzero(self.table == number)
        points = self.problem.points[people]
        order = np.sort(points)
        self.spread[number] = order[-1] - order[0]
        self.most_without[people] = np.where(points == order[-1], order[-2], order[-1])
        self.least_without[people] = np.where(points == order[0], order[1], order[0])


def improve(problem: Problem, table: Ints, rng: "Random", steps: int) -> Ints:
    """The best tables found in so many steps from these; same input and same `rng`, same output."""
    people, tables = problem.lone.shape
    if tables < 2:
        return table
    search = Search(problem, table)
    cost = best_cost = search.cost
    best = search.table.copy()
    shut = np.zeros((people, tables), dtype=np.int64)
    """Until which step somebody may not come back to a table."""
    for step in range(1, steps + 1):
        if not best_cost:
            break
        changes = search.changes()
        barred = shut[:, search.table] > step
        barred |= barred.T
        barred &= changes + cost >= best_cost
        changes[barred] = NEVER
        cheapest = changes.min()
        if cheapest == NEVER:
            continue
        # One of the cheapest by lot: always the first of them would look at few tables only, and find worse ones.
        among = np.flatnonzero(changes == cheapest)
        first, second = divmod(int(among[rng.randrange(len(among))]), people)
        for person in (first, second):
            shut[person, search.table[person]] = step + rng.randint(min(10, people // 4), min(40, people // 2))
        search.swap(first, second)
        cost += int(cheapest)
        if cost < best_cost:
            best_cost = cost
            best = search.table.copy()
    return best
