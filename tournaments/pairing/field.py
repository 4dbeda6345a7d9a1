"""What a round is paired from: who is there, what they have, whom they met."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import msgspec

from tournaments.pairing.sizes import Split, split

Points = int | Fraction


class Past(msgspec.Struct, frozen=True):
    """A table of an earlier round. Those who were `absent` met nobody there, but had the seat."""

    round: int
    seats: tuple[int, ...]
    absent: frozenset[int] = frozenset()


class Apart(msgspec.Struct, frozen=True):
    """People who should not meet: all members of a club, or two who asked. `hard` comes before anything else."""

    entrants: tuple[int, ...]
    why: str = "asked"
    hard: bool = False


class Field(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Everything that pairing one round looks at.

    `standing` names those who take part in the round, best first: of equal points the better seed. People who left
    are not in it, late entrants are, with the points they were given. `byes` counts the rounds sat out so far.
    """

    standing: tuple[int, ...]
    points: Mapping[int, Points] = {}
    past: tuple[Past, ...] = ()
    byes: Mapping[int, int] = {}
    apart: tuple[Apart, ...] = ()
    wanted: int = 4
    least: int = 3
    most: int = 4

    def __post_init__(self) -> None:
        if len(set(self.standing)) < len(self.standing):
            raise ValueError("somebody stands twice in the standing")

    @property
    def split(self) -> Split:
        """The tables of this round."""
        return split(len(self.standing), self.wanted, self.least, self.most)

    def points_of(self, entrant: int) -> Points:
        """Points before this round."""
        return self.points.get(entrant, 0)


class History(msgspec.Struct, frozen=True):
    """The past of a field, counted once."""

    met: Mapping[frozenset[int], tuple[int, ...]]
    """The rounds in which two met."""
    short: Mapping[int, int]
    """How often somebody sat at a table shorter than wanted."""
    seats: Mapping[int, Mapping[int, int]]
    """How often somebody had each seat, counted from 0."""
    kept_apart: Mapping[frozenset[int], tuple[Apart, ...]]


def history_of(field: Field) -> History:
    """Count the past once, for all questions about it."""
    met: dict[frozenset[int], list[int]] = defaultdict(list)
    short: Counter[int] = Counter()
    seats: dict[int, Counter[int]] = defaultdict(Counter)
    for table in field.past:
        present = [entrant for entrant in table.seats if entrant not in table.absent]
        for pair in pairs_of(present):
            met[pair].append(table.round)
        for number, entrant in enumerate(table.seats):
            seats[entrant][number] += 1
        if len(table.seats) < field.wanted:
            short.update(table.seats)
    kept: dict[frozenset[int], list[Apart]] = defaultdict(list)
    here = set(field.standing)
    for apart in field.apart:
        for pair in pairs_of([entrant for entrant in apart.entrants if entrant in here]):
            kept[pair].append(apart)
    return History(
        met={pair: tuple(rounds) for pair, rounds in met.items()},
        short=short,
        seats=seats,
        kept_apart={pair: tuple(reasons) for pair, reasons in kept.items()},
    )


def pairs_of(entrants: Iterable[int]) -> list[frozenset[int]]:
    """Every two of them."""
    return [frozenset(pair) for pair in combinations(entrants, 2)]


def spread(points: Sequence[Points]) -> Points:
    """Most points less fewest."""
    return max(points) - min(points)
