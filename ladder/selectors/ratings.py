"""Ratings for pages: tables, a player's lines, what a match did, and why a rating moved."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from games.models import Match, Name, Player
from games.models.player import fold
from ladder.models import Ladder, Rating, RatingMonth, RatingPool, RatingRun
from ladder.models.ratings import PROVISIONAL_UNTIL
from ladder.ratings.facts import Facts
from ladder.ratings.lines import Line, lines_at, moves_of

MONTHS_AT_ONCE = 4
RUNS_LOOKED_AT = 50
ZONES_APART = timedelta(hours=14)
"""How far the clocks of a league may be from UTC."""


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


def player_lines(pool: RatingPool, player: Player, least: int | None = None) -> list[Line]:
    """What matches did to a player's rating, oldest first: all, or at least as many of the newest, by whole months."""
    months = pool.months.order_by("-first").values_list("facts", "lines").iterator(chunk_size=MONTHS_AT_ONCE)
    found: list[Line] = []
    for packed, lines in months:
        facts = Facts.unpack(packed)
        found += reversed(list(lines_at(facts.seats_of(player.pk), facts, lines)))
        if least is not None and len(found) >= least:
            break
    return found[::-1]


@dataclass(frozen=True, slots=True)
class Rated:
    """What a match did in one pool, by player."""

    pool: RatingPool
    lines: dict[int, Line]


def match_lines(match: Match) -> list[Rated]:
    """What a match did to the ratings of those who sat at it, pool by pool; those that did not rate it are missing."""
    if match.ended_at is None:
        return []
    game = Q(games=match.game_id) | Q(games=None) & (Q(ladder__games=match.game_id) | Q(ladder__games=None))
    around = {(match.ended_at + apart).date().replace(day=1) for apart in (-ZONES_APART, ZONES_APART)}
    months = (
        RatingMonth.objects.filter(pool__in=RatingPool.objects.filter(game), first__in=around)
        .select_related("pool__ladder")
        .defer("state")
        .order_by("pool__ladder__name", "pool__name", "pool", "first")
    )
    rated = []
    for month in months:
        facts = Facts.unpack(month.facts)
        lines = {line.player: line for line in lines_at(facts.seats_at(match.pk), facts, month.lines)}
        if lines:
            rated.append(Rated(month.pool, lines))
    return rated


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
