"""Pairs a round of duels, the Swiss way: equal points meet, nobody meets twice, the first seat changes hands.

Points groups are paired from the top, the upper half against the lower; who finds nobody new in his group goes down
to the next. What is left at the end is mended from the bottom up. Small fields are paired exactly, as a matching of
least cost. There is no chance in it: the same field gives the same round.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from tournaments.pairing.field import Field, History, history_of
from tournaments.pairing.matching import least_cost_pairs
from tournaments.pairing.tables import Draft, Locks, Proposal, draft_of, repeats_in

EXACT = 40
"""Up to so many people the whole field is paired at least cost."""
NEAR = 6
"""How far an opponent is looked for who wants the other seat, for each unit of `clash` with the nearest one."""
FAR = 200
"""How many pairs up and down are looked at for such an exchange."""
MOST = 320
"""More people than this are not paired exactly, even where a repeat could be avoided so."""
TRIES = 24
"""How many people to sit out are tried before a repeat is taken."""


def pair_duels(field: Field, locks: Locks = Locks()) -> Proposal:  # noqa: B008, frozen
    """Pair one round at tables of two. Raises `ValueError` for locks that name somebody twice or not in the field.

    With an odd number the lowest of those with the fewest byes sits out; another one, or a second bye, only where no
    round without a repeat exists otherwise. `repeats_unavoidable` is told for fields that are paired exactly.
    """
    taken = [person for table in locks.tables for person in table] + list(locks.byes)
    if len(set(taken)) < len(taken) or not set(taken) <= set(field.standing):
        raise ValueError("locked people must be in the standing, and nowhere twice")
    people = [person for person in field.standing if person not in set(taken)]
    history = history_of(field)
    best: Draft | None = None
    for tried, byes in enumerate(_who_sits_out(field, people)):
        paired = [person for person in people if person not in byes]
        pairs = _Round(field, history, paired).pairs()
        draft = draft_of(field, pairs, (*locks.byes, *byes), locks.tables, history)
        if best is None or draft.price.order < best.price.order:
            best = draft
        if not repeats_in(best) or tried >= TRIES:
            break
    assert best is not None
    exact = repeats_in(best) > 0 and len(people) <= EXACT
    return Proposal(best, None, True if exact else None)


def _who_sits_out(field: Field, people: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Whom an odd number leaves out, best first: the fewest byes so far, then the lowest."""
    if len(people) % 2 == 0:
        return iter([()])
    lowest_first = people[::-1]
    return ((one,) for one in sorted(lowest_first, key=lambda one: field.byes.get(one, 0)))


class _Someone(msgspec.Struct, frozen=True):
    """A person as this round sees him: place in the order, and how much oftener he had the first seat."""

    person: int
    place: int
    surplus: int


class _Round:
    """The people of one round, an even number, best first."""

    def __init__(self, field: Field, history: History, people: Sequence[int]) -> None:
        self.field = field
        self.met = history.met
        self.apart = history.kept_apart
        order = sorted(people, key=lambda person: -field.points_of(person))
        self.order = [_Someone(person, place, _surplus(history, person)) for place, person in enumerate(order)]

    def pairs(self) -> list[tuple[int, int]]:
        """Everybody in pairs, the leaders' first."""
        pairs = self._exact(self.order) if len(self.order) <= EXACT else self._by_groups()
        pairs.sort(key=lambda pair: min(pair[0].place, pair[1].place))
        return [(one.person, other.person) for one, other in pairs]

    def _by_groups(self) -> list[tuple[_Someone, _Someone]]:
        """Group by group from the top, then what is left over."""
        pairs: list[tuple[_Someone, _Someone]] = []
        down: list[_Someone] = []
        for _points, group in groupby(self.order, key=lambda one: self.field.points_of(one.person)):
            found, down = self._group(down, list(group))
            pairs += found
        pairs = self._mend(pairs, down)
        pairs.sort(key=lambda pair: min(pair[0].place, pair[1].place))
        self._even_seats(pairs)
        return pairs

    def _even_seats(self, pairs: list[tuple[_Someone, _Someone]]) -> None:
        """Let two who both had one seat too often change opponents with a pair of the same points nearby."""
        points = self.field.points_of
        for here, (one, other) in enumerate(pairs):
            if one.surplus * other.surplus < 4:
                continue
            for there in range(max(0, here - FAR), min(len(pairs), here + FAR)):
                third, fourth = pairs[there]
                if abs(other.surplus - fourth.surplus) < 2 or points(other.person) != points(fourth.person):
                    continue
                if max(one.surplus * fourth.surplus, third.surplus * other.surplus) >= 4 or there == here:
                    continue
                if self._new(one, fourth) and self._new(third, other):
                    pairs[here], pairs[there] = (one, fourth), (third, other)
                    break

    def _group(
        self, from_above: list[_Someone], group: list[_Someone]
    ) -> tuple[list[tuple[_Someone, _Someone]], list[_Someone]]:
        """The pairs of one points group, and who must go down. Those from above meet the best they can."""
        pairs: list[tuple[_Someone, _Someone]] = []
        down: list[_Someone] = []
        free = list(group)
        for one in from_above:
            self._take(one, free, pairs, down)
        half = len(free) // 2
        upper, lower = free[:half], free[half:]
        for one in upper:
            self._take(one, lower, pairs, down)
        return pairs, sorted(down + lower, key=lambda one: one.place)

    def _take(
        self, one: _Someone, free: list[_Someone], pairs: list[tuple[_Someone, _Someone]], down: list[_Someone]
    ) -> None:
        """Pair `one` with the nearest of the free whom he may meet; with a farther one who wants the other seat."""
        best: tuple[int, int] | None = None
        for at, other in enumerate(free):
            if best is not None and at >= NEAR * best[0]:
                break
            clash = max(0, one.surplus * other.surplus)
            if (best is None or clash < best[0]) and self._new(one, other):
                best = clash, at
        if best is None:
            down.append(one)
        else:
            pairs.append((one, free.pop(best[1])))

    def _new(self, one: _Someone, other: _Someone) -> bool:
        """Whether two may meet: for the first time, and nobody wants them apart."""
        pair = frozenset((one.person, other.person))
        return pair not in self.met and pair not in self.apart

    def _mend(self, pairs: list[tuple[_Someone, _Someone]], rest: list[_Someone]) -> list[tuple[_Someone, _Someone]]:
        """Pair the rest among themselves, by opening the lowest pairs that help, or ever more of them."""
        opened = EXACT
        while rest:
            if self._swap_in(pairs, rest):
                continue
            region = sorted(rest + [one for pair in pairs[-opened:] for one in pair], key=lambda one: one.place)
            found = self._exact(region)
            if len(region) in range(min(MOST, len(self.order)), len(self.order) + 1) or all(
                self._new(*pair) for pair in found
            ):
                return pairs[: max(0, len(pairs) - opened)] + found
            opened *= 2
        return pairs

    def _swap_in(self, pairs: list[tuple[_Someone, _Someone]], rest: list[_Someone]) -> bool:
        """Pair two of the rest with each other, or with the two of one pair. Changes both lists; False if it cannot."""
        one = rest[0]
        for other in rest[1:]:
            if self._new(one, other):
                pairs.append((one, other))
                del rest[rest.index(other)], rest[0]
                return True
        other = rest[1]
        for at in range(len(pairs) - 1, -1, -1):
            high, low = pairs[at]
            for first, second in ((high, low), (low, high)):
                if self._new(one, first) and self._new(other, second):
                    pairs[at] = (one, first)
                    pairs.append((other, second))
                    del rest[1], rest[0]
                    return True
        return False

    def _exact(self, people: Sequence[_Someone]) -> list[tuple[_Someone, _Someone]]:
        """The pairs of least cost: hard wishes, repeats, soft wishes, points between the two, halves, seats."""
        levels = {points: level for level, points in enumerate(self._levels(people))}
        level = [levels[self.field.points_of(one.person)] for one in people]
        first = {number: level.index(number) for number in set(level)}
        half = {number: level.count(number) // 2 for number in set(level)}
        base = 4 * len(people) ** 3 + 4

        def cost(low: int, high: int) -> int:
            one, other = people[low], people[high]
            pair = frozenset((one.person, other.person))
            wishes = self.apart.get(pair, ())
            gap = (level[high] - level[low]) ** 2
            fold = abs(high - low - half[level[low]]) if not gap else high - first[level[high]] + len(people) - low
            same_seat = NEAR * max(0, one.surplus * other.surplus)
            parts = (
                sum(wish.hard for wish in wishes),
                len(self.met.get(pair, ())),
                sum(not wish.hard for wish in wishes),
                gap,
                fold + same_seat,
            )
            total = 0
            for part in parts:
                total = total * base + min(base - 1, part)
            return total

        return [(people[low], people[high]) for low, high in least_cost_pairs(len(people), cost)]

    def _levels(self, people: Iterable[_Someone]) -> list[object]:
        return [points for points, _ in groupby(self.field.points_of(one.person) for one in people)]


def _surplus(history: History, person: int) -> int:
    had = history.seats.get(person, {})
    return had.get(0, 0) - had.get(1, 0)
