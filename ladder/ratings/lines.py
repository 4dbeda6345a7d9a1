"""How the lines of ratings lie in the database, and reading them without numpy. Pure.

A player's month in a pool is one row of packed lines, oldest first: a ladder of a million matches has some hundred
thousand rows instead of millions.
"""

from struct import Struct
from typing import NamedTuple


class Line(NamedTuple):
    """What one match did to one player; values on the scale that people see."""

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


LINE_FORMATS = ("<i8", "<i8", "<f4", "<f4", "<f4", "<f4", "<f4", "u1", "u1", "?")
LINE = Struct("<qqfffffBB?")
MOVE_FORMATS = ("<i8", "<f4", "<f4")
MOVE = Struct("<qff")


def lines_of(packed: bytes) -> list[Line]:
    return [Line(*values) for values in LINE.iter_unpack(packed)]


def moves_of(packed: bytes) -> list[Move]:
    return [Move(*values) for values in MOVE.iter_unpack(packed)]
