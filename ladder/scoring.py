"""What a match is worth: scoring schemes, pure. Points are exact fractions.

A *result* is who sat at a table and in which places; a *score* is what one player gets from one result.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

import msgspec

PLACE_TABLES: dict[int, tuple[int, ...]] = {
    2: (8, 2),
    3: (9, 4, 2),
    4: (10, 6, 3, 1),
    5: (11, 7, 4, 2, 1),
    6: (12, 8, 5, 3, 1, 1),
}
"""Points by place for each table size: 5 a seat at every size, so that nobody gains by choosing one."""

ABSENT = frozenset({"no_show"})
"""Flags of those who were never at the table: nobody met them."""
FORFEITED = ABSENT | {"left", "timed_out"}
"""Flags of those who get no points and did not play; the others are scored at the original size."""


class Seat(msgspec.Struct, frozen=True):
    """One person of a result. `place` may be shared (1, 1, 3); None where the result does not say."""

    player: int
    place: int | None
    flag: str = "played"


class Score(msgspec.Struct, frozen=True):
    """What one result gives one player.

    `place` and `size` are those the points were taken from, `tied` the number of others in that place. `beaten` counts
    the people met who came behind, and half of those in the same place.
    """

    points: Fraction
    played: bool
    place: int | None
    size: int
    tied: int = 0
    beaten: Fraction = Fraction(0)
    met: int = 0


class Unscorable(Exception):
    """A result that a scheme cannot score. `code`: `no_places`, `table_size` or `too_few`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class PlacePoints(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points by place and table size; those who share a place get the mean of the places they cover.

    >>> four = [Seat(1, 1), Seat(2, 2), Seat(3, 2), Seat(4, 4)]
    >>> [str(score.points) for score in PlacePoints().scores(four).values()]
    ['10', '9/2', '9/2', '1']
    """

    name: ClassVar[str] = "place_points"

    tables: dict[int, tuple[int, ...]] = msgspec.field(default_factory=PLACE_TABLES.copy)
    best: int = 6
    """How many of a player's matches count in a month."""
    participation: int = 1
    """Points for each match played …"""
    participation_matches: int = 6
    """… up to this many a month."""
    minimum: int = 3
    """Matches needed to be ranked."""

    def __post_init__(self) -> None:
        for size, table in self.tables.items():
            if len(table) != size:
                raise ValueError(f"the table for {size} has {len(table)} places")
        if min(self.best, self.participation, self.participation_matches, self.minimum) < 0:
            raise ValueError("no number may be below 0")

    def scores(self, seats: Sequence[Seat]) -> dict[int, Score]:
        """What each player gets. Those who forfeit get nothing; the others take the places in front of them.

        Raises `Unscorable` where a place is missing, fewer than two played, or no table fits.
        """
        table = self.tables.get(len(seats))
        if table is None:
            raise Unscorable("table_size")
        playing = [seat for seat in seats if seat.flag not in FORFEITED]
        places = [seat.place for seat in playing if seat.place is not None]
        if len(places) < len(playing):
            raise Unscorable("no_places")
        if len(playing) < 2:
            raise Unscorable("too_few")
        behind = sum(seat.flag not in ABSENT for seat in seats) - len(playing)
        scores = {seat.player: Score(Fraction(0), False, None, len(seats)) for seat in seats}
        for seat in playing:
            before = sum(place < (seat.place or 0) for place in places)
            same = places.count(seat.place or 0)
            scores[seat.player] = Score(
                points=Fraction(sum(table[before : before + same]), same),
                played=True,
                place=before + 1,
                size=len(seats),
                tied=same - 1,
                beaten=len(places) - before - same + behind + Fraction(same - 1, 2),
                met=len(places) - 1 + behind,
            )
        return scores


SCHEMES: dict[str, type[PlacePoints]] = {PlacePoints.name: PlacePoints}


def scheme_of(name: str, params: Mapping[str, object]) -> PlacePoints:
    """The scheme of that name with these parameters; what they leave out has its default.

    Raises `KeyError` for an unknown scheme and `msgspec.ValidationError` for wrong parameters.
    """
    return msgspec.convert(dict(params), SCHEMES[name], str_keys=True)
