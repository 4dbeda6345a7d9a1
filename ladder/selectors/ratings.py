"""Ratings for pages: tables, a player's lines, what a match did, and why a rating moved."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Count, Exists, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from games.models import Match, Name, Player
from games.models.player import fold
from ladder.models import Ladder, Rating, RatingPool, RatingRun, RatingTrack
from ladder.models.ratings import PROVISIONAL_UNTIL
from ladder.ratings.lines import Line, bucket_of, lines_of, moves_of

RUNS_LOOKED_AT = 50


def pools_counted(ladder: Ladder) -> list[RatingPool]:
    """The pools of a league, each with the number of players `rated` in it."""
    pools = RatingPool.objects.filter(ladder=ladder).annotate(rated=Count("ratings"))
    return list(pools.select_related("ladder").prefetch_related("games").order_by("paused", "name", "pk"))


def ratings_of(pool: RatingPool, query: str = "") -> QuerySet[Rating]:
    """A pool's ratings in order with their `rank`, the provisional ones, which have none, apart at the end.

    `query` picks players by any name they were seen under; ranks stay.
    """
    better = Rating.objects.filter(pool=pool, played__gte=PROVISIONAL_UNTIL, order__gt=OuterRef("order"))
    counted = better.order_by().values("pool").annotate(n=Count("pk")).values("n")
    rows = Rating.objects.filter(pool=pool).annotate(rank=Coalesce(Subquery(counted), 0) + 1)
    if folded := fold(query):
        rows = rows.filter(Exists(Name.objects.filter(player=OuterRef("player"), folded__contains=folded)))
    new = Case(When(played__lt=PROVISIONAL_UNTIL, then=1), default=0)
    return rows.select_related("player").order_by(new, "-order", "player__name", "player")


def player_ratings(player: Player) -> list[Rating]:
    """The present ratings of a player in all pools."""
    rows = Rating.objects.filter(player=player).select_related("pool__ladder")
    return list(rows.order_by("pool__ladder__name", "pool__name", "pool"))


def player_lines(pool: RatingPool, player: Player) -> list[Line]:
    """What every match did to a player's rating, oldest first."""
    tracks = RatingTrack.objects.filter(month__pool=pool, bucket=bucket_of(player.pk)).order_by("month__first")
    every = (line for lines in tracks.values_list("lines", flat=True) for line in lines_of(bytes(lines)))
    return [line for line in every if line.player == player.pk]


@dataclass(frozen=True, slots=True)
class Rated:
    """What a match did in one pool, by player."""

    pool: RatingPool
    lines: dict[int, Line]


def match_lines(match: Match, players: Iterable[int]) -> list[Rated]:
    """What a match did to the ratings of those who sat at it, pool by pool; those that did not rate it are missing."""
    if match.ended_at is None:
        return []
    month = match.ended_at.date().replace(day=1)
    around = [month.replace(year=year, month=number) for year, number in _months_around(match.ended_at)]
    tracks = (
        RatingTrack.objects.filter(month__first__in=around, bucket__in={bucket_of(player) for player in players})
        .select_related("month__pool__ladder")
        .defer("month__facts", "month__state")
        .order_by("month__pool__ladder__name", "month__pool__name", "month__pool", "month__first")
    )
    found: dict[int, Rated] = {}
    for track in tracks:
        for line in lines_of(bytes(track.lines)):
            if line.match == match.pk:
                pool = track.month.pool
                found.setdefault(pool.pk, Rated(pool, {})).lines[line.player] = line
    return list(found.values())


def _months_around(instant: datetime) -> list[tuple[int, int]]:
    """The month of an instant and its neighbours, for a league's month begins elsewhere than in UTC."""
    number = instant.year * 12 + instant.month - 1
    return [(one // 12, one % 12 + 1) for one in (number - 1, number, number + 1)]


@dataclass(frozen=True, slots=True)
class Moved:
    """A recomputation that moved a player's rating, and how."""

    run: RatingRun
    before: float
    after: float


def moves_of_player(pool: RatingPool, player: Player, most: int = 5) -> list[Moved]:
    """The last recomputations that moved a player although he had not just played."""
    moved = []
    for run in RatingRun.objects.filter(pool=pool)[:RUNS_LOOKED_AT]:
        for move in moves_of(bytes(run.moves)):
            if move.player == player.pk:
                moved.append(Moved(run, move.before, move.after))
        if len(moved) >= most:
            break
    return moved[:most]
