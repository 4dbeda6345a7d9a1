"""Which people share a table: the search, whole for a small field, by windows along the standing for a large one."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tournaments.pairing.exact import without
from tournaments.pairing.field import Field, History
from tournaments.pairing.search import NEVER, Ints, Problem, Search, improve
from tournaments.pairing.seats import DEAR, seat_cost
from tournaments.pairing.weights import Kinds, kinds_of, problem_of

if TYPE_CHECKING:
    from random import Random

WHOLE = 128
"""Up to so many people are looked at all at once, …"""
WHOLE_STEPS = 50
"""… in so many steps for each of them …"""
SEAT_STEPS = 20
"""… and so many more with an eye on seats."""
WINDOW = 64
"""More of them are looked at in windows of about this size, each overlapping the next by half."""
WINDOW_STEPS = 250
REPAIRS = 20
"""Passes over tables that are still bad, together with others by lot."""
WALKS = 40
"""Swaps that only change who sits where, tried where seats are still uneven …"""
SERIOUS = DEAR**2 - DEAR
"""… by two or more."""

SEAT_LOOKS = 400
"""How many swaps that cost nothing are looked at in a window for the sake of seats, each time."""

Groups = list[list[int]]


class Finder:
    """Finds tables for the people of one round."""

    def __init__(self, field: Field, history: History, rng: "Random") -> None:
        self.history = history
        self.kinds: Kinds = kinds_of(field, history)
        self.rng = rng
        self.unavoidable: bool | None = None
        """Whether it is proven that no tables without a repeat exist; None where that was not asked or is unknown."""

    def find(self, people: Sequence[int], sizes: Sequence[int]) -> Groups:
        """Tables of these sizes for these people, who are given best first."""
        groups = self._slices(people, sizes)
        if len(people) <= WHOLE:
            groups = self._improved(groups, WHOLE_STEPS * len(people), SEAT_STEPS * len(people))
            if any(map(self.bad, groups)):
                groups = self._without_repeats(people, sizes) or groups
            return groups
        for window in _windows([len(group) for group in groups]):
            groups[window] = self._improved(groups[window], WINDOW_STEPS)
        for _pass in range(REPAIRS):
            bad = [number for number, group in enumerate(groups) if self.bad(group)]
            if not bad:
                break
            self._repair(groups, bad)
        return groups

    def bad(self, group: Sequence[int]) -> bool:
        """Whether two of a table met before, or must not meet."""
        kinds = self.kinds
        return any(
            other in kinds.met.get(person, {}) or other in kinds.hard.get(person, {})
            for person in group
            for other in group
        )

    def _slices(self, people: Sequence[int], sizes: Sequence[int]) -> Groups:
        """The standing cut into tables, equal points in an order by lot."""
        lots = {person: self.rng.random() for person in people}
        rest = iter(sorted(people, key=lambda person: (-self.kinds.points[person], lots[person])))
        return [[next(rest) for _seat in range(size)] for size in sizes]

    def _improved(self, groups: Groups, steps: int, seat_steps: int = 0) -> Groups:
        """Better tables, looking at seats only where nothing else is lost by it."""
        people, problem, start = self._posed(groups)
        table = improve(problem, start, self.rng, steps)
        if seat_steps:
            with_seats = problem_of(self.kinds, people, list(map(len, groups)), seats=True)
            table = improve(with_seats, table, self.rng, seat_steps)
        return _even_seats(Search(problem, table), people, self.history, self.rng, WALKS if seat_steps else 0)

    def _posed(self, groups: Groups) -> tuple[list[int], Problem, Ints]:
        """Tables as the search sees them: people, prices, and who sits where."""
        people = [person for group in groups for person in group]
        sizes = [len(group) for group in groups]
        return people, problem_of(self.kinds, people, sizes), np.repeat(np.arange(len(sizes)), sizes)

    def _without_repeats(self, people: Sequence[int], sizes: Sequence[int]) -> Groups | None:
        """Tables where nobody meets again, if there are any and they are found in time."""
        where = {person: number for number, person in enumerate(people)}
        kinds = self.kinds
        barred = [
            sum(1 << where[other] for other in {**kinds.met.get(one, {}), **kinds.hard.get(one, {})} if other in where)
            for one in people
        ]
        answer = without(barred, sizes)
        self.unavoidable = answer == "none"
        if isinstance(answer, str):
            self.unavoidable = True if answer == "none" else None
            return None
        self.unavoidable = False
        found = sorted(([people[one] for one in group] for group in answer), key=len, reverse=True)
        return self._improved(found, WHOLE_STEPS * len(people), SEAT_STEPS * len(people))

    def nearest(self, groups: Groups) -> Groups | None:
        """The cheapest of all tables that differ from these by one swap."""
        people, problem, start = self._posed(groups)
        search = Search(problem, start)
        changes = search.changes()
        first, second = divmod(int(changes.argmin()), len(people))
        if changes[first, second] == NEVER:
            return None
        swap = {people[first]: people[second], people[second]: people[first]}
        return [[swap.get(person, person) for person in group] for group in groups]

    def _repair(self, groups: Groups, bad: list[int]) -> None:
        """Look at bad tables again, beside others taken by lot."""
        tables = WINDOW // max(map(len, groups))
        chosen = bad[: tables // 2]
        others = [number for number in range(len(groups)) if number not in set(chosen)]
        chosen += self.rng.sample(others, min(len(others), tables - len(chosen)))
        for number, group in zip(
            chosen, self._improved([groups[number] for number in chosen], WINDOW_STEPS), strict=True
        ):
            groups[number] = group


def _windows(sizes: Sequence[int]) -> Iterator[slice]:
    tables = WINDOW // max(sizes)
    for start in range(0, max(1, len(sizes) - tables // 2), tables // 2):
        yield slice(start, start + tables)


def _even_seats(search: Search, people: Sequence[int], history: History, rng: "Random", walks: int) -> Groups:
    """Swap where it costs nothing but makes seats more even; then the tables of the search as people.

    Where somebody's turns would still be uneven, up to `walks` swaps that change nothing are tried as well.
    """
    table: Ints = search.table
    groups = [
        [people[int(index)] for index in np.flatnonzero(table == number)]
        for number in range(search.problem.lone.shape[1])
    ]
    costs = [seat_cost(group, history.seats) for group in groups]
    looks = None if walks else SEAT_LOOKS
    while any(costs):
        swap = _seat_swap(
            search, people, groups, costs, history, rng, looks=looks, walking=walks > 0 and max(costs) >= SERIOUS
        )
        if swap is None:
            break
        first, second, gain = swap
        walks -= not gain
        here, there = int(table[first]), int(table[second])
        groups[here], groups[there] = _swapped(groups[here], groups[there], people[first], people[second])
        costs[here], costs[there] = seat_cost(groups[here], history.seats), seat_cost(groups[there], history.seats)
        search.swap(first, second)
    return groups


def _seat_swap(
    search: Search,
    people: Sequence[int],
    groups: Groups,
    costs: Sequence[int],
    history: History,
    rng: "Random",
    *,
    looks: int | None,
    walking: bool,
) -> tuple[int, int, int] | None:
    """Some swap that costs nothing and gains something for seats; when walking, else one that gains nothing."""
    neutral = []
    free = np.argwhere(search.changes() == 0).tolist()
    for first, second in free if looks is None else rng.sample(free, min(len(free), looks)):
        here, there = int(search.table[first]), int(search.table[second])
        if not costs[here]:
            continue
        pair = _swapped(groups[here], groups[there], people[first], people[second])
        gain = costs[here] + costs[there] - sum(seat_cost(group, history.seats) for group in pair)
        if gain > 0:
            return first, second, gain
        if not gain:
            neutral.append((first, second, 0))
    return rng.choice(neutral) if walking and neutral else None


def _swapped(here: Sequence[int], there: Sequence[int], one: int, other: int) -> tuple[list[int], list[int]]:
    return (
        [other if person == one else person for person in here],
        [one if person == other else person for person in there],
    )
