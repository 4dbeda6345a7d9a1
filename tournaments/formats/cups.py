"""Elimination at tables of three and more: the first of each table go on, in as many rounds as that takes."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from tournaments.pairing.sizes import split

Why = Literal["place", "best_next", "bye"]


class Step(msgspec.Struct, frozen=True):
    """A round: table sizes, how many sit out with a bye, how many of the tables go on by place and by being best next."""

    sizes: tuple[int, ...]
    byes: int
    by_place: int
    best_next: int

    @property
    def is_final(self) -> bool:
        """Whether the order at this table is the order of the cup."""
        return len(self.sizes) == 1 and not self.byes


class Finish(msgspec.Struct, frozen=True):
    """How somebody ended at a table of the round: place, part of the winner's score, seed (1 is the best)."""

    entrant: int
    place: int | None
    share: Fraction
    seed: int

    @property
    def order(self) -> tuple[int, Fraction, int]:
        """Best first: same place, then share of the winner's score, then seed."""
        return (99 if self.place is None else self.place, -self.share, self.seed)


class Through(msgspec.Struct, frozen=True):
    """Somebody who goes on, and why."""

    entrant: int
    why: Why
    place: int | None = None


def going_on(size: int, advance: int | None) -> int:
    """How many of a table go on: half of it, rounded up, but never all."""
    return min(advance or -(-size // 2), size - 1)


def step(entrants: int, wanted: int, least: int, most: int, advance: int | None = None) -> Step:
    """The next round of so many. Best next fill it up until the following round needs no bye.

    Fewer than fill a table, since others left, play the final all the same.
    """
    if 2 <= entrants < least:
        return Step((entrants,), 0, 0, 0)
    found = split(entrants, wanted, least, most)
    by_place = sum(going_on(size, advance) for size in found.sizes)
    if not found.sizes or (len(found.sizes) == 1 and not found.byes):
        return Step(found.sizes, found.byes, 0, 0)
    fill = 0
    while by_place + fill + found.byes < entrants - 1 and split(by_place + fill + found.byes, wanted, least, most).byes:
        fill += 1
    if split(by_place + fill + found.byes, wanted, least, most).byes:
        fill = 0
    return Step(found.sizes, found.byes, by_place, fill)


def cup(entrants: int, wanted: int, least: int, most: int, advance: int | None = None) -> tuple[Step, ...]:
    """All rounds, shown in advance.

    >>> [found.sizes for found in cup(14, 4, 3, 4)]
    [(4, 4, 3, 3), (4, 4), (4,)]
    """
    steps = []
    while entrants > 1:
        found = step(entrants, wanted, least, most, advance)
        steps.append(found)
        if found.is_final or not found.sizes:
            break
        entrants = found.by_place + found.best_next + found.byes
    return tuple(steps)


def through(
    tables: Sequence[Sequence[Finish]], byes: Sequence[int], best_next: int, advance: int | None = None
) -> tuple[Through, ...]:
    """Who goes on from a finished round: those with a bye, the first of each table, and so many best next.

    Of a shared last place that goes on, the better share and then the better seed has it. Nobody who did not come goes on.
    """
    found = [Through(entrant, "bye") for entrant in byes]
    rest: list[Finish] = []
    for table in tables:
        order = sorted(table, key=lambda one: one.order)
        number = going_on(len(order), advance)
        going = [one for one in order[:number] if one.place is not None]
        found += [Through(one.entrant, "place", one.place) for one in going]
        rest += [one for one in order[number:] if one.place is not None]
    rest.sort(key=lambda one: one.order)
    return (*found, *(Through(one.entrant, "best_next", one.place) for one in rest[:best_next]))
