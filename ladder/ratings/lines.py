"""What each match did to everybody at it, as it lies in the database and as people read it. Pure.

A month of a pool keeps one row of bytes with a line for each seat, in the order of the seats of its `Facts`; what the
facts tell already is not in it.
"""

from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

import numpy as np

from ladder.ratings.arrays import Floats, Ints
from ladder.ratings.facts import Facts


class Line(NamedTuple):
    """What one match did to one player; values on the scale that people see."""

    player: int
    match: int
    ended: int
    before: float
    after: float
    spread: float
    expected: float
    scored: float
    place: int
    size: int
    left: bool

    @property
    def change(self) -> float:
        return self.after - self.before


class Move(NamedTuple):
    """Whose rating a recomputation moved, and how."""

    player: int
    before: float
    after: float


MOVE_FORMATS = ("<i8", "<f4", "<f4")
MOVE = Struct("<qff")
_LINE = np.dtype([("before", "<f4"), ("after", "<f4"), ("spread", "<f4"), ("expected", "<f4"), ("halves", "u1")])
"""`halves`: twice what was scored."""


def pack_lines(out: Floats) -> bytes:
    """The lines of the kernels, on the scale that people see."""
    lines = np.empty(len(out), _LINE)
    lines["before"], lines["after"], lines["spread"], lines["expected"] = out[:, 0], out[:, 2], out[:, 3], out[:, 4]
    lines["halves"] = 2 * out[:, 5]
    return lines.tobytes()


def lines_at(seats: Ints, facts: Facts, packed: bytes) -> Iterator[Line]:
    """The lines of these seats of a month."""
    kept = np.frombuffer(packed, _LINE)
    for seat, match in zip(seats.tolist(), np.searchsorted(facts.starts, seats, "right") - 1, strict=True):
        before, after, spread, expected, halves = kept[seat].tolist()
        yield Line(
            player=int(facts.people[facts.seats[seat]]),
            match=int(facts.matches[match]),
            ended=int(facts.ended[match]),
            before=before,
            after=after,
            spread=spread,
            expected=expected,
            scored=halves / 2,
            place=int(facts.places[seat]),
            size=int(facts.starts[match + 1] - facts.starts[match]),
            left=bool(facts.left[seat]),
        )


def moves_of(packed: bytes) -> list[Move]:
    return [Move(*values) for values in MOVE.iter_unpack(packed)]
