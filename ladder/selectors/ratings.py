"""Ratings for pages: tables, a player's lines, what a match did, and why a rating moved."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet, Window
from django.db.models.functions import Rank

from games.models import Match, Player
from ladder.models import Ladder, Rating, RatingPool, RatingRun, RatingTrack
from ladder.models.ratings import PROVISIONAL_UNTIL
from ladder.ratings.lines import Line, lines_of, moves_of

RUNS_LOOKED_AT = 50


def pools_of(ladder: Ladder) -> QuerySet[RatingPool]:
    return RatingPool.objects.filter(ladder=ladder).select_related("ladder").order_by("name", "pk")


def ratings_of(pool: RatingPool, *, provisional: bool) -> QuerySet[Rating]:
    """A pool's table in order, with `rank` for those who are rated for good; the provisional ones apart."""
    rows = Rating.objects.filter(pool=pool).select_related("player")
    if provisional:
        return rows.filter(played__lt=PROVISIONAL_UNTIL).order_by("-order", "player__name", "player")
    settled = rows.filter(played__gte=PROVISIONAL_UNTIL)
    return settled.annotate(rank=Window(Rank(), order_by=F("order").desc())).order_by(
        "-order", "player__name", "player"
    )


def player_ratings(player: Player) -> list[Rating]:
    """The present ratings of a player in all pools."""
    rows = Rating.objects.filter(player=player).select_related("pool__ladder")
    return list(rows.order_by("pool__ladder__name", "pool__name", "pool"))


def player_lines(pool: RatingPool, player: Player) -> list[Line]:
    """What every match did to a player's rating, oldest first."""
    tracks = RatingTrack.objects.filter(month__pool=pool, player=player).order_by("month__first")
    return [line for lines in tracks.values_list("lines", flat=True) for line in lines_of(bytes(lines))]


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
        RatingTrack.objects.filter(month__first__in=around, player__in=list(players))
        .select_related("month__pool__ladder")
        .defer("month__facts", "month__state")
        .order_by("month__pool__ladder__name", "month__pool__name", "month__pool", "month__first")
    )
    found: dict[int, Rated] = {}
    for track in tracks:
        for line in lines_of(bytes(track.lines)):
            if line.match == match.pk:
                pool = track.month.pool
                found.setdefault(pool.pk, Rated(pool, {})).lines[track.player_id] = line
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
