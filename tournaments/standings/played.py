"""What an event has seen so far, as standings look at it: tables that are decided, byes, points given at the start."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

Points = Fraction | int


class Sat(msgspec.Struct, frozen=True):
    """One entrant at a table. `points` are what the event's scheme gave him there.

    `here`: he came, so the others met him. `played`: the match counts as played by him, which it does not for those
    who left or ran out of time. `place` and `score` are None where the result does not say.
    """

    entrant: int
    place: int | None
    points: Points
    score: int | None = None
    here: bool = True
    played: bool = True


class Table(msgspec.Struct, frozen=True):
    """A decided table of a round, seats in turn order. Tables that still run are not shown to standings."""

    round: int
    seats: tuple[Sat, ...]

    @property
    def was_played(self) -> bool:
        """Whether at least two came; otherwise it was won without a match."""
        return sum(seat.here for seat in self.seats) > 1


class Bye(msgspec.Struct, frozen=True):
    """A round that an entrant sat out with points: no match, nobody met."""

    round: int
    entrant: int
    points: Points


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that decides the standings. `entrants` in order of their seeds; `given` are points at a late start."""

    entrants: tuple[int, ...]
    tables: tuple[Table, ...] = ()
    byes: tuple[Bye, ...] = ()
    given: Mapping[int, Points] = {}
    lot_seed: str = ""
