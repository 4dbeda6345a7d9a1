"""The results of a month as arrays, and which results are rated at all. Pure.

Kept packed beside what came out of them, so that a change in one month leaves the others' results unread.
"""

import io
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np

from ladder.ratings.arrays import Ints

LEFT = frozenset({"left", "timed_out"})
"""Flags of those who lose to all who played on."""


class SeatRow(NamedTuple):
    """One seat as the database gives it; `ended` in whole seconds since 1970."""

    match: int
    version: int
    ended: int
    player: int
    place: int | None
    flag: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Rated results in order of their end. The seats of match `m` are `starts[m]:starts[m + 1]`.

    `seats` are positions in `people`, the sorted numbers of everybody who played.
    """

    matches: Ints
    versions: Ints
    ended: Ints
    starts: Ints
    people: Ints
    seats: Ints
    places: Ints
    left: Ints

    def __len__(self) -> int:
        return len(self.matches)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts) and all(
            np.array_equal(getattr(self, field.name), getattr(other, field.name)) for field in fields(self)
        )

    def people_of(self, matches: Iterable[int]) -> set[int]:
        """Everybody who sat at these matches."""
        at = np.repeat(np.isin(self.matches, list(matches)), np.diff(self.starts))
        return set(self.people[np.unique(self.seats[at])].tolist())


def facts_of(rows: Iterable[SeatRow], sizes: tuple[int, int], forbidden: frozenset[str]) -> Facts:
    """The rated ones among results given seat by seat, each match in one piece.

    Not rated: a table of another size, a flag that is `forbidden`, nobody who played to the end, or one of those
    without a place.
    """
    columns = list(zip(*rows, strict=True)) or [()] * len(SeatRow._fields)
    matches, versions, ended, players = (np.array(column, np.int64) for column in columns[:4])
    places = np.array([place or 0 for place in columns[4]], np.uint8)
    left = np.array([flag in LEFT for flag in columns[5]], np.uint8)
    bad = np.array([flag in forbidden for flag in columns[5]], bool) | ((places == 0) & (left == 0))
    first = np.flatnonzero(np.diff(matches, prepend=-1))
    sizes_found = np.diff(first, append=len(matches))
    rated = (sizes_found >= sizes[0]) & (sizes_found <= sizes[1])
    if len(first):
        rated &= ~np.logical_or.reduceat(bad, first) & (np.logical_and.reduceat(left, first) == 0)
    seats = np.repeat(rated, sizes_found)
    people, positions = np.unique(players[seats], return_inverse=True)
    return Facts(
        matches=matches[first][rated],
        versions=versions[first][rated].astype(np.int32),
        ended=ended[first][rated],
        starts=np.concatenate([[0], np.cumsum(sizes_found[rated])]).astype(np.int64),
        people=people,
        seats=positions.astype(np.int32),
        places=places[seats],
        left=left[seats],
    )


def pack(facts: Facts) -> bytes:
    """As bytes for the database."""
    stream = io.BytesIO()
    np.savez(stream, allow_pickle=False, **{field.name: getattr(facts, field.name) for field in fields(facts)})
    return stream.getvalue()


def unpack(packed: bytes) -> Facts:
    with np.load(io.BytesIO(packed), allow_pickle=False) as arrays:
        return Facts(**{field.name: arrays[field.name] for field in fields(Facts)})
