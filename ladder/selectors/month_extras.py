"""What the table of a month shows besides its own numbers: ratings, and which matches belong to tournaments."""

from collections.abc import Iterable, Sequence

from ladder.models import Ladder, Rating, RatingPool, Season
from tournaments.models import TableMatch


def pools_shown(ladder: Ladder) -> list[RatingPool]:
    """The rating pools of a league that go on."""
    return list(RatingPool.objects.filter(ladder=ladder, paused=False).order_by("name", "pk"))


def ratings_now(pools: Sequence[RatingPool], players: Iterable[int]) -> dict[tuple[str, int], Rating]:
    """The present ratings of these players, by address of the pool and player; in one query, or none."""
    if not pools:
        return {}
    rows = Rating.objects.filter(pool__in=pools, player__in=list(players)).select_related("pool")
    return {(row.pool.slug, row.player_id): row for row in rows}


def matches_of_tournaments(season: Season) -> frozenset[int]:
    """The matches of a month that decide a table of some tournament."""
    rows = TableMatch.objects.filter(match__season_matches__season=season.pk or 0, pairing__isnull=False)
    return frozenset(rows.values_list("match", flat=True))
