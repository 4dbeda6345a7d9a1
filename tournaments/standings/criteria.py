"""The tie-breaks of an event, each a number for every entrant (product's list for tables of any size).

Rounds without a match add nothing to any of them; a win by forfeit counts in direct meetings alone. Opponents are
people who were really met.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction

from games.scoring.parting import Criterion, drawn_lot, little_league
from tournaments.standings.played import Event, Sat, Table


class Tally:
    """What an event's tables add up to, counted once."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.won: defaultdict[int, Fraction] = defaultdict(Fraction)
        """Points won at tables, also by forfeit."""
        self.points: defaultdict[int, Fraction] = defaultdict(Fraction)
        """Points won at tables at which one played: no byes, no wins by forfeit, nothing given."""
        self.played: defaultdict[int, int] = defaultdict(int)
        self.firsts: defaultdict[int, int] = defaultdict(int)
        self.met: defaultdict[int, list[int]] = defaultdict(list)
        self.shares: defaultdict[int, list[Fraction]] = defaultdict(list)
        self.balance: defaultdict[tuple[int, int], int] = defaultdict(int)
        self.defeated: defaultdict[int, list[tuple[int, Fraction]]] = defaultdict(list)
        for table in event.tables:
            self._count(table)
        self.totals = {
            entrant: self.won[entrant]
            + event.given.get(entrant, 0)
            + sum((Fraction(bye.points) for bye in event.byes if bye.entrant == entrant), Fraction(0))
            for entrant in event.entrants
        }

    def _count(self, table: Table) -> None:
        best = max((seat.score for seat in table.seats if seat.score is not None), default=None)
        for seat in table.seats:
            self.won[seat.entrant] += Fraction(seat.points)
            if table.was_played:
                self.points[seat.entrant] += Fraction(seat.points)
            if table.was_played and seat.here and seat.played:
                self.played[seat.entrant] += 1
                self.firsts[seat.entrant] += seat.place == 1
                if seat.score is not None and best is not None and best > 0:
                    self.shares[seat.entrant].append(Fraction(seat.score, best))
        for one, other in _meetings(table):
            outcome = _ahead(one, other)
            self.balance[one.entrant, other.entrant] += outcome
            if table.was_played and one.here and other.here:
                self.met[one.entrant].append(other.entrant)
                self.defeated[one.entrant].append((other.entrant, Fraction(outcome + 1, 2)))

    def strength(self, entrant: int) -> Fraction:
        """Points at tables for each match played."""
        return self.points[entrant] / self.played[entrant] if self.played[entrant] else Fraction(0)


def _meetings(table: Table) -> Iterator[tuple[Sat, Sat]]:
    return ((one, other) for one in table.seats for other in table.seats if one is not other)


def _ahead(one: Sat, other: Sat) -> int:
    """1, 0 or -1: who came is ahead of who did not, then who stayed to the end, then the better place."""
    if one.here != other.here:
        return one.here - other.here
    if not (one.here and one.played and other.played):
        return one.played - other.played
    if one.place is None or other.place is None:
        return 0
    return (other.place > one.place) - (other.place < one.place)


def first_places(tally: Tally, entrant: int) -> Fraction:
    """Matches won; shared first places count."""
    return Fraction(tally.firsts[entrant])


def opponents_points(tally: Tally, entrant: int) -> Fraction:
    """The mean, over all meetings, of the opponent's points for each match he played.

    So neither who drops out nor who does not come hurts those who met him.
    """
    met = tally.met[entrant]
    return sum(map(tally.strength, met), Fraction(0)) / len(met) if met else Fraction(0)


def score_share(tally: Tally, entrant: int) -> Fraction:
    """Own score by the best of the table, the mean over the matches that have scores."""
    shares = tally.shares[entrant]
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


def median_buchholz(tally: Tally, entrant: int) -> Fraction:
    """Points of the opponents met, without the highest and the lowest where there are three or more."""
    points = sorted(tally.points[other] for other in tally.met[entrant])
    return sum(points[1:-1] if len(points) > 2 else points, Fraction(0))


def sonneborn_berger(tally: Tally, entrant: int) -> Fraction:
    """Points of those who were beaten, and half the points of those with whom the place was shared."""
    return sum((tally.points[other] * part for other, part in tally.defeated[entrant]), Fraction(0))


def lot(tally: Tally, entrant: int) -> Fraction:
    """Drawn once for the event: the same whenever it is asked."""
    return drawn_lot(f"{tally.event.lot_seed}:{entrant}")


SIMPLE: dict[str, Callable[[Tally, int], Fraction]] = {
    "first_places": first_places,
    "opponents_points": opponents_points,
    "score_share": score_share,
    "median_buchholz": median_buchholz,
    "sonneborn_berger": sonneborn_berger,
    "lot": lot,
}
CRITERIA = (*SIMPLE, "direct_meetings")


def criterion(name: str, tally: Tally) -> Criterion:
    """A criterion by name, asked of a group. Raises `KeyError` for an unknown one."""
    if name == "direct_meetings":
        return lambda group: little_league(tally.balance, group)
    rule = SIMPLE[name]
    return lambda group: {entrant: rule(tally, entrant) for entrant in group}
