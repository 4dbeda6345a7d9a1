"""What a ranking knows of a match, and what one match gives one player. Points are exact fractions.

A *result* is who sat at a table and in which places; a *score* is what one player gets from one result.
"""

from fractions import Fraction

import msgspec

NOTHING = Fraction(0)
ONE = Fraction(1)


class Seat(msgspec.Struct, frozen=True):
    """One person of a result. `place` may be shared (1, 1, 3); None where the result does not say. No score is not 0."""

    player: int
    place: int | None
    flag: str = "played"
    score: int | None = None


class Result(msgspec.Struct, frozen=True):
    """A match as a ranking sees it: its number, who sat in which places, and what rules may ask of it.

    `stage` is the format of the tournament stage it belongs to, empty for a free match. `rule_set` is the one that its
    log names. `witnesses` counts the files beyond the first that tell the same moves.
    """

    match: int
    seats: tuple[Seat, ...]
    game: str = ""
    stage: str = ""
    verified: bool = False
    training: bool = False
    rule_set: str = ""
    witnesses: int = 0


class Score(msgspec.Struct, frozen=True):
    """What one result gives one player.

    `place` and `size` are those the points were taken from, `tied` the number of others in that place. `beaten` counts
    the people met who came behind, and half of those in the same place. `share` is the own score by the winner's.
    `weight` is what game, stage and repetition make of the match; points have it in them, and the `bonus` as well.
    `time` says that it was the n-th match of these people in the month. `rating` is the one after it, and `spread` how
    far off that may be (OpenSkill: 120 σ).
    """

    points: Fraction
    played: bool
    place: int | None
    size: int
    tied: int = 0
    beaten: Fraction = NOTHING
    met: int = 0
    share: Fraction | None = None
    bye: bool = False
    bonus: Fraction = NOTHING
    weight: Fraction = ONE
    time: int = 1
    rating: Fraction = NOTHING
    spread: Fraction = NOTHING


class Unscorable(Exception):
    """A result that a scheme cannot score. `code`: `no_places`, `table_size`, `too_few` or `no_scores`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
