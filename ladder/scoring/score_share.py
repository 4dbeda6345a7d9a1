"""The own score by the winner's, the mean of a month."""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from games.scoring.facts import NOTHING, Score, Seat, Unscorable
from games.scoring.forfeits import DEFAULT, Forfeits, table


class ScoreShare(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="score_share"):
    """The own score by the winner's, in per cent; the mean of the matches.

    >>> [str(score.points) for score in ScoreShare().scores([Seat(1, 1, score=80), Seat(2, 2, score=60)]).values()]
    ['100', '75']
    """

    name: ClassVar[str] = "score_share"
    kind: ClassVar[str] = "share"

    def scores(self, seats: Sequence[Seat], forfeits: Forfeits = DEFAULT) -> dict[int, Score]:
        """The share of each player in this match, in per cent.

        A game that was not played out counts as played and has no share. Raises `Unscorable` where one that was has
        none, and as `forfeits.table` does.
        """
        scores = table(seats, forfeits)
        cut_short = any(seat.flag == "conceded" for seat in seats) or sum(score.played for score in scores.values()) < 2
        if not cut_short and not any(score.share is not None for score in scores.values()):
            raise Unscorable("no_scores")
        for player, score in scores.items():
            if score.share is not None:
                scores[player] = replace(score, points=100 * score.share)
        return scores

    def parts(self, score: Score) -> tuple[Fraction, Fraction]:
        """What a match adds above and below the line."""
        return (NOTHING, NOTHING) if score.share is None else (score.weight * score.share, score.weight)

    def bye(self, size: int) -> Fraction:
        """Nothing was scored."""
        return NOTHING
