"""Elo for tables of any size, as the scheme of a month: everybody begins the month at the same rating.

Reproducible: each pair of opponents exchanges a whole number of millionths, so that nothing is lost in rounding and the
changes of a match add up to exactly 0. Ratings between matches are whole millionths as well.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from games.scoring.facts import NOTHING, Score, Seat
from games.scoring.forfeits import DEFAULT, Forfeits, rated, table

UNIT = 1_000_000


class Elo(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="elo"):
    """Every match moves the rating by K ÷ (n−1) for each opponent, times what the result is above the expected one."""

    name: ClassVar[str] = "elo"
    kind: ClassVar[str] = "rating"

    k: Fraction = Fraction(32)
    start: Fraction = Fraction(1500)

    def __post_init__(self) -> None:
        if not 0 < self.k <= 1000:
            raise ValueError("K must be above 0 and at most 1000")
        if not 0 <= self.start <= 10_000:
            raise ValueError("the rating at the start must lie between 0 and 10000")

    def book(self) -> "EloBook":
        """The ratings of a month, before its first match."""
        return EloBook(self)

    def bye(self, size: int) -> Fraction:
        """Without opponents no rating moves."""
        return NOTHING


class EloBook:
    """Ratings in millionths by player, brought forward match by match in the order of their end."""

    def __init__(self, scheme: Elo) -> None:
        self.scheme = scheme
        self.ratings: dict[int, int] = {}

    def scores(self, seats: Sequence[Seat], forfeits: Forfeits = DEFAULT) -> dict[int, Score]:
        """The change of each player by this match, which is then in the book."""
        scores = table(seats, forfeits)
        start = int(self.scheme.start * UNIT)
        places = rated(seats, forfeits)
        before = {player: self.ratings.get(player, start) for player, _place in places}
        for player, change in changes(places, before, self.scheme.k).items():
            self.ratings[player] = before[player] + change
            scores[player] = replace(
                scores[player], points=Fraction(change, UNIT), rating=Fraction(before[player] + change, UNIT)
            )
        return scores


def changes(places: Sequence[tuple[int, int]], before: Mapping[int, int], k: Fraction) -> dict[int, int]:
    """How the rating of each player moves, in millionths, from the places and the ratings before.

    >>> changes([(1, 1), (2, 2)], {1: 1500 * UNIT, 2: 1500 * UNIT}, Fraction(32))
    {1: 16000000, 2: -16000000}
    """
    moved = {player: 0 for player, _place in places}
    for (one, place), (other, behind) in combinations(places, 2):
        expected = 1 / (1 + 10 ** ((before[other] - before[one]) / UNIT / 400))
        result = 0.5 if place == behind else float(place < behind)
        change = round(float(k) / (len(places) - 1) * (result - expected) * UNIT)
        moved[one] += change
        moved[other] -= change
    return moved
