"""Points for winning, drawing and losing at tables of two."""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from games.scoring.facts import Score, Seat, Unscorable
from games.scoring.forfeits import DEFAULT, Forfeits, table


class WinDrawLoss(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="win_draw_loss"):
    """For two: so many points for a win, a draw and a loss.

    >>> [str(score.points) for score in WinDrawLoss().scores([Seat(1, 1), Seat(2, 1)]).values()]
    ['1', '1']
    """

    name: ClassVar[str] = "win_draw_loss"
    kind: ClassVar[str] = "points"

    win: Fraction = Fraction(3)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if not self.win >= self.draw >= self.loss >= 0:
            raise ValueError("a win may not be worth less than a draw, nor a draw less than a loss")

    def scores(self, seats: Sequence[Seat], forfeits: Forfeits = DEFAULT) -> dict[int, Score]:
        """What each of the two gets. Raises `Unscorable` for another number of seats, and as `forfeits.table` does."""
        if len(seats) != 2:
            raise Unscorable("table_size")
        scores = table(seats, forfeits)
        for player, score in scores.items():
            if score.place is not None:
                worth = self.draw if score.tied else self.win if score.place == 1 else self.loss
                scores[player] = replace(score, points=worth)
        return scores

    def bye(self, size: int) -> Fraction:
        """Somebody whose opponent does not come has won."""
        return self.win
