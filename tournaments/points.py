"""What a table gives the people at it under a tournament's terms."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from games.scoring.facts import Score, Seat, Unscorable
from games.scoring.forfeits import ABSENT
from games.scoring.place_points import PlacePoints
from tournaments.standings.played import Sat
from tournaments.terms import Terms

NOTHING = Fraction(0)


def sat(terms: Terms, seats: Sequence[Seat]) -> tuple[Sat, ...]:
    """A decided table as standings look at it. Who is the only one to come has a bye; nobody came, nobody gets anything."""
    try:
        scores = PlacePoints(tables=terms.tables).scores(seats)
    except Unscorable as problem:
        if problem.code != "too_few":
            raise
        scores = {seat.player: Score(NOTHING, False, None, len(seats)) for seat in seats}
    return tuple(_sat(terms, seat, scores[seat.player]) for seat in seats)


def _sat(terms: Terms, seat: Seat, score: Score) -> Sat:
    points = score.points
    if score.bye:
        points = terms.bye_points(score.size)
    elif terms.draw is not None and score.size == 2 and score.tied and score.place == 1:
        points = terms.draw
    return Sat(
        entrant=seat.player,
        place=score.place,
        points=points,
        score=seat.score,
        here=seat.flag not in ABSENT,
        played=score.played and not score.bye,
    )


class Games(msgspec.Struct, frozen=True):
    """How a best of several stands: games won by each, and whether that decides it."""

    wins: dict[int, int]
    is_decided: bool
    played: int


def games(people: Sequence[int], results: Sequence[Sequence[Seat]], best_of: int) -> Games:
    """Count the games of a table of two, as far as they decide it: what was played behind that counts no more.

    A game to which one did not come, and a last draw, decide it as well.
    """
    wins = Counter(dict.fromkeys(people, 0))
    for played, seats in enumerate(results, start=1):
        firsts = [seat.player for seat in seats if seat.place == 1]
        if len(firsts) == 1:
            wins[firsts[0]] += 1
        absent = any(seat.flag in ABSENT for seat in seats)
        if absent or played >= best_of or max(wins.values()) > best_of // 2:
            return Games(dict(wins), is_decided=True, played=played)
    return Games(dict(wins), is_decided=False, played=len(results))
