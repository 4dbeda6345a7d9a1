"""How the lines of ratings lie in the database, and reading them without numpy. Pure.

A month of a pool is kept in at most `BUCKETS` rows, each with the lines of the players whose number falls into it: a
ladder of a million matches has some thousand rows instead of millions.
"""

from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

BUCKETS = 256


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


LINE_FORMATS = ("<i8", "<i8", "<i8", "<f4", "<f4", "<f4", "<f4", "<f4", "u1", "u1", "?")
LINE = Struct("<qqqfffffBB?")
MOVE_FORMATS = ("<i8", "<f4", "<f4")
MOVE = Struct("<qff")


def lines_of(packed: bytes) -> Iterator[Line]:
    return (Line(*values) for values in LINE.iter_unpack(packed))


def bucket_of(player: int) -> int:
    return player % BUCKETS


def moves_of(packed: bytes) -> list[Move]:
    return [Move(*values) for values in MOVE.iter_unpack(packed)]
