"""Whether tables without any forbidden pair exist at all: a search that gives up after so many steps."""

from collections.abc import Sequence
from typing import Literal

LIMIT = 20_000
"""Steps: about a tenth of a second."""

Answer = list[list[int]] | Literal["none", "unknown"]


def without(barred: Sequence[int], sizes: Sequence[int], limit: int = LIMIT) -> Answer:
    """Tables of these sizes, people by index, no two of which are barred to each other.

    `barred[a]` has bit b set where a and b may not meet. The person who may meet the fewest is seated first. "none" is
    proven, "unknown" means the limit was reached.
    """
    people = len(barred)
    friends = [(1 << people) - 1 & ~(bits | 1 << one) for one, bits in enumerate(barred)]
    left = {size: list(sizes).count(size) for size in sorted(set(sizes), reverse=True)}
    state = _State(friends, left, limit)
    if state.fill((1 << people) - 1):
        return state.tables
    return "unknown" if state.steps > limit else "none"


class _State:
    def __init__(self, friends: Sequence[int], left: dict[int, int], limit: int) -> None:
        self.friends = friends
        self.left = left
        self.limit = limit
        self.steps = 0
        self.tables: list[list[int]] = []

    def fill(self, free: int) -> bool:
        """Seat all who are free; False where that is impossible, or the limit is reached."""
        if not free:
            return True
        first = min(_bits(free), key=lambda one: (self.friends[one] & free).bit_count())
        for size, number in self.left.items():
            if not number:
                continue
            self.left[size] -= 1
            table = [first]
            self.tables.append(table)
            if self._seat(table, size, self.friends[first] & free, free & ~(1 << first)):
                return True
            self.tables.pop()
            self.left[size] += 1
        return False

    def _seat(self, table: list[int], size: int, candidates: int, free: int) -> bool:
        """Complete one table from the candidates, then go on with the next."""
        self.steps += 1
        if self.steps > self.limit:
            return False
        if len(table) == size:
            return self.fill(free)
        if candidates.bit_count() < size - len(table):
            return False
        for one in _bits(candidates):
            candidates &= ~(1 << one)
            table.append(one)
            if self._seat(table, size, candidates & self.friends[one], free & ~(1 << one)):
                return True
            table.pop()
        return False


def _bits(number: int) -> list[int]:
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return found
