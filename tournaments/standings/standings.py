"""The order of an event: points, then the tie-breaks in the order that was set before the first round."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from games.scoring.parting import TieBreak, parted
from tournaments.standings.criteria import SIMPLE, Tally, criterion
from tournaments.standings.played import Event

DEFAULT = ("first_places", "opponents_points", "score_share", "lot")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One entrant. `rank` is shared by those whom nothing parts; `values` has the number of each simple tie-break.

    `tie_break` says what parted him from the row above, where both have the same points.
    """

    entrant: int
    rank: int
    points: Fraction
    played: int
    at_tables: Fraction = Fraction(0)
    """Points of the matches played alone: neither byes nor wins by forfeit."""
    values: dict[str, Fraction]
    met: tuple[int, ...]
    shared: bool = False
    tie_break: TieBreak | None = None


def standings(event: Event, tie_breaks: Sequence[str] = DEFAULT) -> list[Row]:
    """All entrants in order; those who are equal in everything in the order of their seeds, at one rank (1, 1, 3)."""
    tally = Tally(event)
    criteria = {name: criterion(name, tally) for name in tie_breaks}
    by_points: dict[Fraction, list[int]] = {}
    for entrant in event.entrants:
        by_points.setdefault(tally.totals[entrant], []).append(entrant)
    rows: list[Row] = []
    for points in sorted(by_points, reverse=True):
        for level in parted(by_points[points], criteria):
            rank = len(rows) + 1
            for number, entrant in enumerate(level.members):
                rows.append(
                    Row(
                        entrant=entrant,
                        rank=rank,
                        points=points,
                        played=tally.played[entrant],
                        at_tables=tally.points[entrant],
                        values={name: SIMPLE[name](tally, entrant) for name in tie_breaks if name in SIMPLE},
                        met=tuple(tally.met[entrant]),
                        shared=len(level.members) > 1,
                        tie_break=None if number else level.tie_break,
                    )
                )
    return rows
