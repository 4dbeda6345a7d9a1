"""The results of a month as arrays, and which results are rated at all. Pure.

Kept packed beside what came out of them, so that a change in one month leaves the others' results unread.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import ClassVar

import numpy as np

from ladder.ratings.arrays import Ints, Packed

LEFT = frozenset({"left", "timed_out"})
"""Flags of those who lose to all who played on."""
ENDED = 2
"""The column of the end of a match among those that `facts_of` takes."""


@dataclass(frozen=True, slots=True, eq=False)
class Facts(Packed):
    """Rated results in order of their end. The seats of match `m` are `starts[m]:starts[m + 1]`.

    `seats` are positions in `people`, the sorted numbers of everybody who played. `ended` is in whole seconds since 1970.
    """

    KINDS: ClassVar = ("<i8", "<i8", "<i8", "<i8", "<i4", "<i4", "u1", "u1")

    matches: Ints
    ended: Ints
    starts: Ints
    people: Ints
    versions: Ints
    seats: Ints
    places: Ints
    left: Ints

    def __len__(self) -> int:
        return len(self.matches)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts) and all(
            np.array_equal(getattr(self, field.name), getattr(other, field.name)) for field in fields(self)
        )

    __hash__ = None  # type: ignore[assignment]

    def people_of(self, matches: Iterable[int]) -> set[int]:
        """Everybody who sat at these matches."""
        at = np.repeat(np.isin(self.matches, list(matches)), np.diff(self.starts))
        return set(self.people[np.unique(self.seats[at])].tolist())

    def seats_at(self, match: int) -> Ints:
        """Where the seats of a match lie; none if it is not among these."""
        [found] = np.nonzero(self.matches == match)
        return np.arange(self.starts[found[0]], self.starts[found[0] + 1]) if len(found) else found

    def seats_of(self, player: int) -> Ints:
        """Where the seats of a player lie."""
        position = np.searchsorted(self.people, player)
        known = position < len(self.people) and self.people[position] == player
        return np.flatnonzero(self.seats == position) if known else np.zeros(0, np.int64)


def facts_of(rows: Ints, sizes: tuple[int, int]) -> Facts:
    """The rated ones among results given seat by seat, each match in one piece.

    Columns: match, its version and its end, player, place (0 for none), whether he left, whether his flag is not rated.
    Not rated: a table of another size, such a flag, nobody who played to the end, or one of those without a place.
    """
    matches, versions, ended, players, places, left, forbidden = rows.T
    bad = (forbidden != 0) | ((places == 0) & (left == 0))
    first = np.flatnonzero(np.diff(matches, prepend=-1))
    sizes_found = np.diff(first, append=len(matches))
    rated = (sizes_found >= sizes[0]) & (sizes_found <= sizes[1])
    if len(first):
        rated &= ~np.logical_or.reduceat(bad, first) & (np.logical_and.reduceat(left, first) == 0)
    seats = np.repeat(rated, sizes_found)
    people, positions = np.unique(players[seats], return_inverse=True)
    return Facts(
        matches=matches[first][rated],
        ended=ended[first][rated],
        starts=np.concatenate([[0], np.cumsum(sizes_found[rated])]).astype(np.int64),
        people=people,
        versions=versions[first][rated].astype(np.int32),
        seats=positions.astype(np.int32),
        places=np.minimum(places[seats], 255).astype(np.uint8),
        left=left[seats].astype(np.uint8),
    )
