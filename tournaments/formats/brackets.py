"""Brackets for two at a table: which matches there are, and where winner and loser of each go.

A bye is no match: who has one enters in the next round. A plan knows seeds only; `bracket_play` says what happened.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

Side = Literal["winners", "losers", "final", "reset", "third"]


class Edge(msgspec.Struct, frozen=True):
    """A seat (0 or 1) of a later match."""

    match: int
    seat: int


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A match of the plan; its id is its place in the plan.

    `seeds` enter here (counted from 1), None where the seat is filled by an earlier match. `round` counts from 1 on
    each side, `number` from 1 inside a round.
    """

    id: int
    side: Side
    round: int
    number: int
    best_of: int
    seeds: tuple[int | None, int | None]
    winner_to: Edge | None = None
    loser_to: Edge | None = None


class From(msgspec.Struct, frozen=True):
    """Who comes: a seed, or the winner or loser of a match. `mask` has a bit for every seed it could be."""

    mask: int
    seed: int | None = None
    match: int | None = None
    loses: bool = False


Coming = From | None
"""None is a bye."""


class Slot(msgspec.Struct, frozen=True):
    """A place in the whole shape, with those who come to it: a match, or None where there is a bye.

    `round` and `number` count every place from 1, so that two neighbours lead to one place of the next round.
    """

    side: Side
    round: int
    number: int
    match: int | None
    coming: tuple[Coming, Coming]


class Plan(msgspec.Struct, frozen=True):
    """All matches, each after those it is fed by. A second final is not among them: `reset` says whether it may come."""

    entrants: int
    matches: tuple[Match, ...]
    reset: bool = False
    slots: tuple[Slot, ...] = ()

    def depths(self) -> dict[tuple[str, int], int]:
        """How many rounds each round (its side and number) needs to be over, itself counted, where all are played at once."""
        ready = dict.fromkeys((match.id for match in self.matches), 1)
        found: dict[tuple[str, int], int] = {}
        for match in self.matches:
            mine = ready[match.id]
            found[match.side, match.round] = max(found.get((match.side, match.round), 0), mine)
            for edge in filter(None, (match.winner_to, match.loser_to)):
                ready[edge.match] = max(ready[edge.match], mine + 1)
        return found


def seeding(places: int) -> list[int]:
    """Seeds from top to bottom of a bracket for a power of two, so that the better two meet the later.

    >>> seeding(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < places:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def single_elimination(
    entrants: int, *, third_place: bool = False, best_of: int = 1, best_of_final: int | None = None
) -> Plan:
    """Who loses is out; the losers of the semi-finals may play for the third place."""
    builder = _Builder(entrants, best_of)
    rounds = builder.winners()
    if third_place and entrants > 3:
        builder.side, builder.round, builder.row = "third", 1, 1
        builder.join([(builder.loser_of(rounds[-2][0]), builder.loser_of(rounds[-2][1]))])
    return builder.plan(rounds[-1][0], best_of_final)


def double_elimination(
    entrants: int, *, reset: bool = True, best_of: int = 1, best_of_final: int | None = None
) -> Plan:
    """Who loses twice is out. With `reset` a second final follows if the unbeaten finalist loses the first."""
    builder = _Builder(entrants, best_of)
    rounds = builder.winners()
    survivors: list[Coming] = []
    number = builder.row = 0
    for matches in rounds:
        dropped = [builder.loser_of(match) for match in matches]
        builder.side = "losers"
        if survivors:
            number = builder.next_round(number, list(zip(survivors, _crossed(survivors, dropped), strict=True)))
            survivors = builder.coming
        else:
            survivors = dropped
        if len(survivors) > 1:
            number = builder.next_round(number, _pairs(survivors))
            survivors = builder.coming
    builder.side, builder.round, builder.row = "final", 1, 1
    builder.join([(builder.winner_of(rounds[-1][0]), survivors[0])])
    return builder.plan(len(builder.matches) - 1, best_of_final, reset=reset)


class _Builder:
    def __init__(self, entrants: int, best_of: int) -> None:
        if entrants < 2:
            raise ValueError("a bracket needs two entrants")
        self.entrants = entrants
        self.best_of = best_of
        self.matches: list[dict[str, object]] = []
        self.masks: list[int] = []
        self.side: Side = "winners"
        self.round = 0
        self.row = 0
        self.slots: list[Slot] = []
        self.coming: list[Coming] = []

    def winners(self) -> list[list[int | None]]:
        """The winners' side: for each round its matches, None where a bye stands instead of one."""
        places = 1 << (self.entrants - 1).bit_length()
        coming: list[Coming] = [
            From(1 << seed, seed=seed) if seed <= self.entrants else None for seed in seeding(places)
        ]
        rounds = []
        while len(coming) > 1:
            self.round = self.row = self.round + 1
            rounds.append(self.join(_pairs(coming)))
            coming = self.coming
        return rounds

    def next_round(self, number: int, pairs: Sequence[tuple[Coming, Coming]]) -> int:
        """Join pairs as the next round of a side, which only counts if it has a match."""
        self.round = number + 1
        self.row += 1
        return number + any(match is not None for match in self.join(pairs))

    def join(self, pairs: Sequence[tuple[Coming, Coming]]) -> list[int | None]:
        """One round: a match for every pair without a bye; `coming` are those who go on."""
        made: list[int | None] = []
        self.coming = []
        for pair in pairs:
            if pair[0] is None or pair[1] is None:
                made.append(None)
                self.coming.append(pair[0] or pair[1])
            else:
                made.append(self._match(pair[0], pair[1], 1 + sum(one is not None for one in made)))
                self.coming.append(self.winner_of(made[-1]))
            self.slots.append(Slot(self.side, self.row, len(made), made[-1], pair))
        return made

    def _match(self, first: From, second: From, number: int) -> int:
        found = len(self.matches)
        for seat, one in enumerate((first, second)):
            if one.match is not None:
                self.matches[one.match]["loser_to" if one.loses else "winner_to"] = Edge(found, seat)
        self.matches.append(
            {
                "id": found,
                "side": self.side,
                "round": self.round,
                "number": number,
                "best_of": self.best_of,
                "seeds": (first.seed, second.seed),
            }
        )
        self.masks.append(first.mask | second.mask)
        return found

    def winner_of(self, match: int | None) -> Coming:
        """Who wins a match; nobody where there is none."""
        return None if match is None else From(self.masks[match], match=match)

    def loser_of(self, match: int | None) -> Coming:
        """Who loses a match; nobody where there is none."""
        return None if match is None else From(self.masks[match], match=match, loses=True)

    def plan(self, final: int | None, best_of_final: int | None, *, reset: bool = False) -> Plan:
        """What was built."""
        if final is not None and best_of_final:
            self.matches[final]["best_of"] = best_of_final
        return Plan(self.entrants, msgspec.convert(self.matches, tuple[Match, ...]), reset, tuple(self.slots))


def _pairs(coming: Sequence[Coming]) -> list[tuple[Coming, Coming]]:
    return list(zip(coming[::2], coming[1::2], strict=True))


def _crossed(survivors: Sequence[Coming], dropped: Sequence[Coming]) -> list[Coming]:
    """Those who drop, in the order in which the fewest could meet again, now or in the round after."""
    half = len(dropped) // 2
    orders: list[Callable[[Sequence[Coming]], list[Coming]]] = [
        lambda row: list(reversed(row)),
        lambda row: [*row[half:], *row[:half]],
        lambda row: [*reversed(row[:half]), *reversed(row[half:])],
        list,
    ]

    def again(order: Callable[[Sequence[Coming]], list[Coming]]) -> tuple[int, int]:
        pairs = list(zip(survivors, order(dropped), strict=True))
        both = [_mask(one) | _mask(other) for one, other in pairs]
        now = sum((_mask(one) & _mask(other)).bit_count() for one, other in pairs)
        return now, sum((one & other).bit_count() for one, other in zip(both[::2], both[1::2], strict=False))

    return min(orders, key=again)(dropped)


def _mask(coming: Coming) -> int:
    return coming.mask if coming else 0
