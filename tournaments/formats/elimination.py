"""Elimination at tables of any size: who is best at a table goes on, until one table is left.

The whole plan is known before the first round. Results decide only who fills it.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from tournaments.formats.errors import Refused
from tournaments.pairing.field import Apart, Field
from tournaments.pairing.sizes import split
from tournaments.pairing.snake import snake

Filling = Literal["best_next", "byes"]
Ties = Literal["seed", "both", "match"]


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Table sizes, and how many go on from a table: `advance`, or half of it rounded up.

    `filling` says what happens where those who go on fit no tables: the best of the others come in, or the best seeds
    wait a round. `ties` for the last place that goes on: `seed` as everywhere (score share, then seed), `both` go on,
    or a deciding `match`.
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


class Round(msgspec.Struct, frozen=True):
    """One round of the plan: table sizes, who go on from each, byes of the best, and places filled by best next."""

    entrants: int
    sizes: tuple[int, ...]
    advance: tuple[int, ...]
    byes: int = 0
    fill: int = 0

    @property
    def final(self) -> bool:
        """Whether this round decides."""
        return len(self.sizes) == 1 and not self.byes

    @property
    def go_on(self) -> int:
        """How many the next round has."""
        return sum(self.advance) + self.byes + self.fill


def plan(entrants: int, shape: Shape) -> tuple[Round, ...]:
    """All rounds, the final last.

    >>> [found.sizes for found in plan(14, Shape())]
    [(4, 4, 3, 3), (4, 4), (4,)]
    """
    if entrants < 2:
        raise Refused("too_few", found=entrants, expected=2)
    rounds: list[Round] = []
    while True:
        found = _round(entrants, shape)
        if found.final:
            return (*rounds, found)
        rounds.append(found)
        entrants = found.go_on


def _round(entrants: int, shape: Shape) -> Round:
    if entrants <= shape.most:
        return Round(entrants, (entrants,), (1,))
    out = split(entrants, shape.wanted, shape.least, shape.most)
    advance = tuple(shape.from_table(size) for size in out.sizes)
    return Round(entrants, out.sizes, advance, out.byes, _fill(entrants, sum(advance) + out.byes, shape))


def _fill(entrants: int, through: int, shape: Shape) -> int:
    """How many more are needed so that the next round has tables of the right size, and yet fewer people than this."""
    for more in range(entrants - through):
        sizes = split(through + more, shape.wanted, shape.least, shape.most)
        if sizes.sizes and not sizes.byes:
            return more if shape.filling == "best_next" or through < shape.least else 0
    return 0


class Table(msgspec.Struct, frozen=True):
    """The result of a table: places (shared ones alike), and shares of the winner's score where there are scores."""

    places: Mapping[int, int]
    shares: Mapping[int, Fraction] = {}


class Advanced(msgspec.Struct, frozen=True):
    """Who goes on after a round, best first: `through` by place or bye, `filled` as best next. Others are `out`.

    `undecided` are groups that must play for the last place of their table first; then nothing else is final.
    """

    through: tuple[int, ...]
    filled: tuple[int, ...]
    out: tuple[int, ...]
    undecided: tuple[tuple[int, ...], ...] = ()

    @property
    def going_on(self) -> tuple[int, ...]:
        """Everybody of the next round, best first."""
        return self.through + self.filled


def advance(
    found: Round, tables: Sequence[Table], seeds: Mapping[int, int], shape: Shape, byes: Sequence[int] = ()
) -> Advanced:
    """Who goes on from these tables, given in the order of the plan. `seeds`: 1 is the best."""
    if [len(table.places) for table in tables] != list(found.sizes) or len(byes) != found.byes:
        raise Refused("other_tables", expected=list(found.sizes), found=[len(table.places) for table in tables])
    merit = {one: _merit(table, one, seeds) for table in tables for one in table.places}
    merit |= {one: (0, Fraction(0), seeds[one]) for one in byes}
    through, undecided, extra = list(byes), [], 0
    for table, number in zip(tables, found.advance, strict=True):
        order = sorted(table.places, key=merit.__getitem__)
        border = table.places[order[number - 1]]
        tied = [one for one in order if table.places[one] == border]
        ahead = [one for one in order if table.places[one] < border]
        level = len(ahead) + len(tied) > number
        if level and shape.ties == "match":
            undecided.append(tuple(tied))
        chosen = ahead + tied if level and shape.ties == "both" and not found.final else order[:number]
        extra += len(chosen) - number
        through += chosen
    rest = sorted((one for one in merit if one not in set(through)), key=merit.__getitem__)
    fill = max(0, found.fill - extra)
    return Advanced(
        through=tuple(sorted(through, key=merit.__getitem__)),
        filled=tuple(rest[:fill]),
        out=tuple(rest[fill:]),
        undecided=tuple(undecided),
    )


def _merit(table: Table, one: int, seeds: Mapping[int, int]) -> tuple[int, Fraction, int]:
    return table.places[one], -table.shares.get(one, Fraction(0)), seeds[one]


def draw(
    found: Round, entrants: Sequence[int], before: Sequence[Sequence[int]] = ()
) -> tuple[list[list[int]], tuple[int, ...]]:
    """Tables of a round by snake, people of one table before apart where possible; and the best, who have byes."""
    byes = tuple(entrants[: found.byes])
    field = Field(standing=tuple(entrants), apart=tuple(Apart(tuple(table), "table") for table in before))
    return snake(field, found.sizes, byes), byes


def replacements(before: Advanced, after: Advanced) -> dict[int, int]:
    """After a correction: who leaves the next round, and who takes the seat, in order of merit."""
    leaving = [one for one in before.going_on if one not in after.going_on]
    coming = [one for one in after.going_on if one not in before.going_on]
    if len(leaving) != len(coming):
        raise Refused("next_round_changes", expected=len(before.going_on), found=len(after.going_on))
    return dict(zip(leaving, coming, strict=True))


def replace(tables: Sequence[Sequence[int]], changes: Mapping[int, int]) -> tuple[list[list[int]], tuple[int, ...]]:
    """The next round's tables with others in the seats; and which tables changed, whose results would fall."""
    new = [[changes.get(one, one) for one in table] for table in tables]
    return new, tuple(number for number, table in enumerate(tables) if list(table) != new[number])
