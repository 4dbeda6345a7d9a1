"""Points by place and table size."""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from games.scoring.facts import Score, Seat, Unscorable
from games.scoring.forfeits import DEFAULT, Forfeits, table


def _row(*worths: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, worths))


PLACE_TABLES: dict[int, tuple[Fraction, ...]] = {
    2: _row(8, 2),
    3: _row(9, 4, 2),
    4: _row(10, 6, 3, 1),
    5: _row(11, 7, 4, 2, 1),
    6: _row(12, 8, 5, 3, 1, 1),
}
"""Points by place for each table size: 5 a seat at every size, so that nobody gains by choosing one."""


class PlacePoints(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="place_points"):
    """Points by place and table size; those who share a place get the mean of the places they cover.

    >>> four = [Seat(1, 1), Seat(2, 2), Seat(3, 2), Seat(4, 4)]
    >>> [str(score.points) for score in PlacePoints().scores(four).values()]
    ['10', '9/2', '9/2', '1']
    """

    name: ClassVar[str] = "place_points"
    kind: ClassVar[str] = "points"

    tables: dict[int, tuple[Fraction, ...]] = msgspec.field(default_factory=PLACE_TABLES.copy)

    def __post_init__(self) -> None:
        if not self.tables:
            raise ValueError("a table of points is needed")
        for size, row in self.tables.items():
            if size < 2 or len(row) != size:
                raise ValueError("a line of points has as many places as there are players, two at least")
            if min(row) < 0 or list(row) != sorted(row, reverse=True):
                raise ValueError("points must fall from the first place to the last, and none below 0")

    def scores(self, seats: Sequence[Seat], forfeits: Forfeits = DEFAULT) -> dict[int, Score]:
        """What each player gets. Raises `Unscorable` where no table fits, and as `forfeits.table` does."""
        worths = self.tables.get(len(seats))
        if worths is None:
            raise Unscorable("table_size")
        scores = table(seats, forfeits)
        for player, score in scores.items():
            if score.place is not None:
                before, same = score.place - 1, score.tied + 1
                scores[player] = replace(score, points=sum(worths[before : before + same], Fraction(0)) / same)
        return scores

    def bye(self, size: int) -> Fraction:
        """The mean of a seat at a table of this size."""
        return sum(self.tables[size], Fraction(0)) / size

    def means(self) -> dict[int, Fraction]:
        """The mean of a seat at each table size."""
        return {size: self.bye(size) for size in sorted(self.tables)}

    def favoured(self) -> list[int]:
        """The table sizes at which a seat is worth most; empty where all are alike."""
        means = self.means()
        best = max(means.values())
        return [] if min(means.values()) == best else [size for size, mean in means.items() if mean == best]
