"""Elimination at tables of three and more: the first of each table go on, in as many rounds as that takes."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from tournaments.pairing.sizes import split

Why = Literal["place", "best_next", "bye"]
Filling = Literal["best_next", "byes"]
Ties = Literal["seed", "both", "match"]


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Table sizes, and how many go on from a table: `advance`, or half of it rounded up.

    `filling` says what happens where those who go on fit no tables: the best of the others come in, or the best seeds
    have a bye. `ties` for the last place of a table that goes on: by share of the winner's score and then by `seed`,
    `both` go on and one best next fewer, or a deciding `match`.
    """

    wanted: int = 4
    least: int = 3
    most: int = 4
    advance: int | None = None
    filling: Filling = "best_next"
    ties: Ties = "seed"

    def from_table(self, size: int) -> int:
        """How many go on from a table: never all."""
        return min(self.advance or -(-size // 2), size - 1)

    def byes(self, people: int) -> int:
        """How many of so many sit out."""
        return split(people, self.wanted, self.least, self.most).byes


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

    @property
    def go_on(self) -> int:
        """How many the next round has, unless more go on for being level."""
        return self.by_place + self.best_next + self.byes


class Finish(msgspec.Struct, frozen=True):
    """How somebody ended at a table of the round: place, part of the winner's score, seed (1 is the best).

    `decided` is the place in the deciding match, where there was one; who has `left` since yields to whoever is level.
    """

    entrant: int
    place: int | None
    share: Fraction
    seed: int
    decided: int = 0
    left: bool = False

    @property
    def order(self) -> tuple[int, Fraction, int]:
        """Best first: same place, then share of the winner's score, then seed."""
        return (99 if self.place is None else self.place, -self.share, self.seed)

    @property
    def at_table(self) -> tuple[int, bool, int, Fraction, int]:
        """Best first among those of one table."""
        place, share, seed = self.order
        return (place, self.left, self.decided, share, seed)


class Through(msgspec.Struct, frozen=True):
    """Somebody who goes on, and why."""

    entrant: int
    why: Why
    place: int | None = None


class Outcome(msgspec.Struct, frozen=True):
    """Who goes on from a round. While groups are `undecided`, who must play for a place, only those known for sure."""

    through: tuple[Through, ...]
    undecided: tuple[tuple[int, ...], ...] = ()

    @property
    def going(self) -> tuple[int, ...]:
        """Who goes on, by number."""
        return tuple(one.entrant for one in self.through)


def step(entrants: int, shape: Shape) -> Step:
    """The next round of so many. Best next fill it up until the following round needs no bye, unless byes save that.

    Fewer than fill a table, since others left, play the final all the same.
    """
    if 2 <= entrants < shape.least:
        return Step((entrants,), 0, 0, 0)
    found = split(entrants, shape.wanted, shape.least, shape.most)
    by_place = sum(map(shape.from_table, found.sizes))
    if not found.sizes or (len(found.sizes) == 1 and not found.byes):
        return Step(found.sizes, found.byes, 0, 0)
    return Step(found.sizes, found.byes, by_place, _fill(entrants, by_place + found.byes, shape))


def _fill(entrants: int, through: int, shape: Shape) -> int:
    """How many are needed so that nobody sits out the next round, and yet fewer are in it than in this one."""
    if shape.filling == "byes" and through >= shape.least:
        return 0
    return next((more for more in range(entrants - through) if not shape.byes(through + more)), 0)


def cup(entrants: int, shape: Shape) -> tuple[Step, ...]:
    """All rounds, shown in advance.

    >>> [found.sizes for found in cup(14, Shape())]
    [(4, 4, 3, 3), (4, 4), (4,)]
    """
    steps = []
    while entrants > 1:
        found = step(entrants, shape)
        steps.append(found)
        if found.is_final or not found.sizes:
            break
        entrants = found.go_on
    return tuple(steps)


def through(tables: Sequence[Sequence[Finish]], byes: Sequence[int], best_next: int, shape: Shape) -> Outcome:
    """Who goes on from a finished round: those with a bye, the first of each table, and so many best next.

    A shared last place that goes on is treated as the shape says, unless then nobody were out. Nobody who did not come
    goes on.
    """
    by_seed = _through(tables, byes, best_next, shape, "seed")
    if shape.ties == "both":
        found = _through(tables, byes, best_next, shape, "both")
        return found if len(found.through) < len(byes) + sum(map(len, tables)) else by_seed
    if shape.ties == "match":
        found = _through(tables, byes, best_next, shape, "match")
        level = {one for group in found.undecided for one in group}
        return by_seed if level <= set(by_seed.going) else found
    return by_seed


def _through(
    tables: Sequence[Sequence[Finish]], byes: Sequence[int], best_next: int, shape: Shape, ties: Ties
) -> Outcome:
    found = [Through(entrant, "bye") for entrant in byes]
    undecided, rest, extra = [], [], 0
    for table in tables:
        order = sorted((one for one in table if one.place is not None), key=lambda one: one.at_table)
        number = max(0, min(shape.from_table(len(table)), len(order)))
        level = _level(order, number)
        first = order.index(level[0]) if level else number
        going = order[: first + len(level)] if ties == "both" else order[:first] if ties == "match" else order[:number]
        if level and ties == "match":
            undecided.append(tuple(one.entrant for one in level))
        found += [Through(one.entrant, "place", one.place) for one in going]
        rest += order[len(going) :]
        extra += max(0, len(going) - number)
    if undecided:
        return Outcome(tuple(found), tuple(undecided))
    rest = sorted((one for one in rest if not one.left), key=lambda one: one.order)
    return Outcome(
        (*found, *(Through(one.entrant, "best_next", one.place) for one in rest[: max(0, best_next - extra)]))
    )


def _level(order: Sequence[Finish], number: int) -> Sequence[Finish]:
    """Those who share the last place that goes on, where not all of them fit and no match has parted them."""
    if not 0 < number < len(order):
        return ()
    last, out = order[number - 1], order[number]
    if last.left or last.at_table[:3] != out.at_table[:3] or last.decided:
        return ()
    return [one for one in order if one.at_table[:3] == last.at_table[:3]]
