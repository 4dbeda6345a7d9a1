"""What everybody of a pool is worth at one moment, and what a January does to it. Pure."""

from dataclasses import dataclass, fields
from typing import ClassVar

import numpy as np

from ladder.ratings.arrays import Floats, Ints, Packed
from ladder.ratings.scales import GLICKO_VOLATILITY, PULLED, SHOWN, Method


@dataclass(slots=True)
class State(Packed):
    """Values of the people of a pool, sorted by their numbers; `changes` and `last` are of their last match."""

    KINDS: ClassVar = ("<i8", "<f8", "<f8", "<f8", "<f8", "<i8", "<i4")

    people: Ints
    values: Floats
    spreads: Floats
    volatilities: Floats
    changes: Floats
    last: Ints
    played: Ints

    def with_people(self, people: Ints, method: Method) -> "State":
        """The same with these people in it as well; new ones start as the method says."""
        everybody = np.union1d(self.people, people)
        if len(everybody) == len(self.people):
            return self
        new = fresh(everybody, method)
        known = np.searchsorted(everybody, self.people)
        for field in fields(self):
            getattr(new, field.name)[known] = getattr(self, field.name)
        return new

    def after_january(self, method: Method) -> "State":
        """What the season policy makes of it when a year begins."""
        if method.january == "reset":
            return fresh(self.people[:0], method)
        if method.january == "pull":
            self.values += PULLED * (method.value - self.values)
            self.spreads += PULLED * (method.spread - self.spreads)
        return self

    def shown(self, method: Method) -> tuple[Floats, Floats, Floats]:
        """Value, spread and order as people see them; openskill is ordered by μ − 3σ."""
        scale, spread_scale = SHOWN[method.name]
        values, spreads = self.values * scale, self.spreads * spread_scale
        order = (self.values - 3 * self.spreads) * scale if method.name == "openskill" else values
        return values, spreads, order


def fresh(people: Ints, method: Method) -> State:
    """Everybody at the start."""
    count = len(people)
    return State(
        people=people.astype(np.int64),
        values=np.full(count, method.value),
        spreads=np.full(count, method.spread),
        volatilities=np.full(count, GLICKO_VOLATILITY),
        changes=np.zeros(count),
        last=np.zeros(count, np.int64),
        played=np.zeros(count, np.int32),
    )


def fresh_nobody(method: Method) -> State:
    """A pool in which nobody has played yet."""
    return fresh(np.zeros(0, np.int64), method)
