"""The share of the people met whom a player beat, over the whole month."""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from games.scoring.facts import NOTHING, Score, Seat
from games.scoring.forfeits import DEFAULT, Forfeits, table


class ShareBeaten(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="share_beaten"):
    """People beaten, and half of those level, by people met, in per cent; matches with more people weigh more.

    >>> seats = [Seat(1, 1), Seat(2, 2), Seat(3, 2), Seat(4, 4)]
    >>> [str(score.points) for score in ShareBeaten().scores(seats).values()]
    ['100', '50', '50', '0']
    """

    name: ClassVar[str] = "share_beaten"
    kind: ClassVar[str] = "share"

    def scores(self, seats: Sequence[Seat], forfeits: Forfeits = DEFAULT) -> dict[int, Score]:
        """The share of each player in this match, in per cent."""
        scores = table(seats, forfeits)
        for player, score in scores.items():
            if score.met:
                scores[player] = replace(score, points=100 * score.beaten / score.met)
        return scores

    def parts(self, score: Score) -> tuple[Fraction, Fraction]:
        """What a match adds above and below the line."""
        return score.weight * score.beaten, score.weight * score.met

    def bye(self, size: int) -> Fraction:
        """Nobody was met."""
        return NOTHING
