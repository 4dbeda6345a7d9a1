"""What the table of a month shows besides its own numbers: ratings, and which matches belong to tournaments."""

from collections.abc import Iterable

from ladder.models import Ladder, Rating, RatingPool, Season
from tournaments.models import TableMatch


def pools_shown(ladder: Ladder) -> list[RatingPool]:
    """The rating pools of a league that go on, by name: from these a reader chooses."""
    return list(RatingPool.objects.filter(ladder=ladder, paused=False).order_by("name", "pk"))


def ratings_now(pool: RatingPool | None, players: Iterable[int]) -> dict[int, Rating]:
    """The present ratings of these players in a pool."""
    if pool is None:
        return {}
    return {row.player_id: row for row in Rating.objects.filter(pool=pool, player__in=list(players))}


def matches_of_tournaments(season: Season) -> frozenset[int]:
    """The matches of a month that decide a table of some tournament."""
    rows = TableMatch.objects.filter(match__season_matches__season=season.pk or 0, pairing__isnull=False)
    return frozenset(rows.values_list("match", flat=True))
