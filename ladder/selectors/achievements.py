"""What a player has reached, as far as the facts say."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from games.models import Match, Player, Seat
from games.selectors.meetings import BELIEVED
from games.selectors.players import formerly
from ladder.models import RankingRow, RatingPool, Season
from ladder.ratings.lines import Line
from ladder.selectors.ratings import player_lines

UNLIKELY = 0.25
VERIFIED, MET, RUNNING = 10, 20, 6
"""Matches with a log that agrees, people met, and months in a row, from which on they are an achievement."""


@dataclass(frozen=True)
class Achievement:
    """`kind`: `won`, `podium`, `verified`, `met`, `giant` or `attendance`. `goal` is what was to be reached, `count` what was."""

    kind: str
    count: int
    goal: int = 1
    seasons: tuple[Season, ...] = ()

    @property
    def reached(self) -> bool:
        return self.count >= self.goal


def achievements(player: Player) -> list[Achievement]:
    """All kinds, in a fixed order, those not reached yet as well."""
    whole = [player, *formerly(player)]  # a month that was published before a merge holds whoever was merged since
    rows = RankingRow.objects.filter(player__in=whole, revision__gt=0, revision=F("season__revision"), rank__lte=3)
    rows = rows.select_related("season__ladder").order_by("-season__start")
    podium = list(dict.fromkeys(row.season for row in rows))
    won = list(dict.fromkeys(row.season for row in rows if row.rank == 1))
    seats = Seat.objects.filter(player=player, match__state__in=BELIEVED).exclude(flag=Seat.Flag.NO_SHOW)
    met = Seat.objects.filter(match__in=seats.values("match")).exclude(player=player).values("player").distinct()
    ends = seats.filter(match__ended_at__isnull=False).values_list("match__ended_at", flat=True)
    return [
        Achievement("won", len(won), 1, tuple(won)),
        Achievement("podium", len(podium), 1, tuple(podium)),
        Achievement("verified", seats.filter(match__state=Match.State.VERIFIED).count(), VERIFIED),
        Achievement("met", met.count(), MET),
        Achievement("giant", len({line.match for lines in rated_lines(player) for line in lines if felled(line)})),
        Achievement("attendance", longest_run(ends.order_by("match__ended_at").iterator()), RUNNING),
    ]


def rated_lines(player: Player) -> Iterator[list[Line]]:
    """What matches did to a player's rating, pool by pool."""
    for pool in RatingPool.objects.filter(ratings__player=player).order_by("pk"):
        yield player_lines(pool, player)


def felled(line: Line) -> bool:
    """Whether somebody won alone against a table at which he was expected to beat a quarter of the others at most."""
    return line.place == 1 and line.scored == line.size - 1 and line.expected <= UNLIKELY * (line.size - 1)


def longest_run(instants: Iterator[datetime]) -> int:
    """The most calendar months in a row in which something happened; `instants` in order, months of UTC."""
    best = run = 0
    last = None
    for instant in instants:
        month = instant.year * 12 + instant.month
        if month != last:
            run = run + 1 if last is not None and month == last + 1 else 1
            last = month
            best = max(best, run)
    return best
