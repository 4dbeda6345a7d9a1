"""What happens to those who gave up, left or never came, and to the people they left at the table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from games.scoring.facts import NOTHING, Score, Seat, Unscorable

ABSENT = frozenset({"no_show"})
"""Flags of those who were never at the table: nobody met them."""
GONE = frozenset({"left", "timed_out"})
"""Flags of those who did not play to the end."""

Treatment = Literal["as_recorded", "no_points"]
"""`no_points`: last, 0 points, not played; the others move up and are scored at the original table size."""


class Forfeits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules for conceding, leaving and staying away, set before the month."""

    conceded: Treatment = "as_recorded"
    left: Treatment = "no_points"
    """Also for those whose time ran out."""
    bye_points: Fraction | None = None
    """For the only person present; None: the mean of the scheme at that table size."""
    stand_in_rated: bool = True
    """Whether a match in which a stand-in moved changes the rating of the person replaced."""
    no_shows: int = 3
    """So many no-shows …"""
    no_show_days: int = 60
    """… in so many days raise a flag for the managers; 0 never does."""

    def __post_init__(self) -> None:
        if min(self.no_shows, self.no_show_days, self.bye_points or 0) < 0:
            raise ValueError("no number may be below 0")

    def out(self, flag: str) -> bool:
        """Whether somebody with this flag was at the table and gets nothing."""
        return (flag in GONE and self.left == "no_points") or (flag == "conceded" and self.conceded == "no_points")


DEFAULT = Forfeits()


def table(seats: Sequence[Seat], forfeits: Forfeits = DEFAULT) -> dict[int, Score]:
    """Each player's score but for the points: places after the forfeits, people beaten and met, share of the score.

    Somebody alone at the table has a bye. Raises `Unscorable` where a place is missing or nobody played on.
    """
    if len(seats) < 2:
        raise Unscorable("table_size")
    present = [seat for seat in seats if seat.flag not in ABSENT]
    playing = [seat for seat in present if not forfeits.out(seat.flag)]
    size = len(seats)
    scores = {seat.player: Score(NOTHING, False, None, size) for seat in seats}
    if not playing:
        raise Unscorable("too_few")
    if len(present) == 1:
        scores[playing[0].player] = Score(NOTHING, True, None, size, bye=True)
        return scores
    places = [seat.place for seat in playing if seat.place is not None]
    if len(places) < len(playing):
        raise Unscorable("no_places")
    shares = score_shares(playing)
    behind = len(present) - len(playing)
    for seat, place in zip(playing, places, strict=True):
        before = sum(other < place for other in places)
        same = places.count(place)
        scores[seat.player] = Score(
            points=NOTHING,
            played=True,
            place=before + 1,
            size=size,
            tied=same - 1,
            beaten=len(places) - before - same + behind + Fraction(same - 1, 2),
            met=len(places) - 1 + behind,
            share=shares.get(seat.player),
        )
    return scores


def score_shares(playing: Sequence[Seat]) -> Mapping[int, Fraction]:
    """Each player's score by the winner's, at most 1; where the lowest score wins, the winner's by each player's.

    Nothing where somebody conceded or all others left (the game was not played out), where a score is missing, or where
    the winner has none above 0.
    """
    if len(playing) < 2 or any(seat.flag == "conceded" for seat in playing):
        return {}
    scored = [(seat.player, seat.score) for seat in playing if seat.score is not None]
    if len(scored) < len(playing):
        return {}
    first = min(seat.place or 0 for seat in playing)
    best = max(seat.score or 0 for seat in playing if seat.place == first)
    if best <= 0:
        return {}
    return {
        player: Fraction(max(score, 0), best) if score <= best else Fraction(best, score) for player, score in scored
    }


def rated(seats: Sequence[Seat], forfeits: Forfeits = DEFAULT) -> list[tuple[int, int]]:
    """Those whose rating a result changes, with their place: who left loses to all.

    Empty where somebody did not come, or fewer than two are left. Raises `Unscorable` as `table` does.
    """
    scores = table(seats, forfeits)
    if any(seat.flag in ABSENT for seat in seats):
        return []
    there = list(seats)
    if not forfeits.stand_in_rated:
        there = [seat for seat in there if seat.flag != "stand_in"]
    if len(there) < 2:
        return []
    return [(seat.player, scores[seat.player].place or len(seats)) for seat in there]


def meetings(seats: Sequence[Seat], forfeits: Forfeits = DEFAULT) -> list[tuple[int, int, int]]:
    """Pairs of people who met, and 1 where the first came before the second, 0 where they were level.

    Somebody who did not come met those who did, and lost to them: nobody can harm a rival by staying away. It is a
    meeting for this alone.
    """

    def level(seat: Seat) -> tuple[int, int]:
        if seat.flag in ABSENT:
            return 2, 0
        return (1, 0) if forfeits.out(seat.flag) else (0, seat.place or 0)

    pairs = []
    ranked = sorted(((level(seat), seat.player) for seat in seats), key=lambda one: one[0])
    for number, (above, first) in enumerate(ranked):
        for below, second in ranked[number + 1 :]:
            if above[0] == 2 or (above[0] == 1 and below[0] == 2):
                continue
            pairs.append((first, second, int(above < below)))
    return pairs
