"""Seat numbers, so that everybody has each seat as evenly as possible."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

DEAR, MOST = 4, 5
"""That one's seats differ by so many turns costs this base to that power, up to that power."""


def seated(people: Sequence[int], had: Mapping[int, Mapping[int, int]]) -> tuple[int, ...]:
    """The people of a table in the order of their seats."""
    order = _assign(tuple(seat_costs(had.get(person, {}), len(people)) for person in people))[1]
    return tuple(people[person] for person in order)


def seat_cost(people: Sequence[int], had: Mapping[int, Mapping[int, int]]) -> int:
    """What the best seats of a table cost: 0 where everybody gets one of those had least."""
    return _assign(tuple(seat_costs(had.get(person, {}), len(people)) for person in people))[0]


def seat_costs(had: Mapping[int, int], seats: int) -> tuple[int, ...]:
    """What each seat costs somebody: nothing for the best one, most where it would leave turns uneven."""
    counts = [had.get(seat, 0) for seat in range(seats)]
    costs = [2 * counts[seat] + DEAR ** min(MOST, _uneven(counts, seat)) for seat in range(seats)]
    return tuple(cost - min(costs) for cost in costs)


def _uneven(counts: Sequence[int], seat: int) -> int:
    after = [count + (at == seat) for at, count in enumerate(counts)]
    return max(after) - min(after)


@lru_cache(maxsize=4096)
def _assign(costs: tuple[tuple[int, ...], ...]) -> tuple[int, tuple[int, ...]]:
    """The cheapest assignment: its cost, and the person of each seat. Of equal ones the first, by person."""
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(len(costs)):
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (cost, order) in best.items():
            for person, row in enumerate(costs):
                if taken >> person & 1:
                    continue
                candidate = (cost + row[seat], (*order, person))
                key = taken | 1 << person
                if key not in following or candidate < following[key]:
                    following[key] = candidate
        best = following
    return best[(1 << len(costs)) - 1]
