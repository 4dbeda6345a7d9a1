"""What the table of a month shows besides its own numbers: ratings, and which matches belong to tournaments."""

from collections.abc import Iterable

from ladder.models import Ladder, Rating, RatingPool, Season
from tournaments.models import TableMatch


def ratings_now(ladder: Ladder, players: Iterable[int]) -> dict[int, Rating]:
    """The present ratings of these players, in the first rating pool of their league that goes on; in one query."""
    first = RatingPool.objects.filter(ladder=ladder, paused=False).order_by("name", "pk").values("pk")[:1]
    return {row.player_id: row for row in Rating.objects.filter(pool=first, player__in=list(players))}


def matches_of_tournaments(season: Season) -> frozenset[int]:
    """The matches of a month that decide a table of some tournament."""
    rows = TableMatch.objects.filter(match__season_matches__season=season.pk or 0, pairing__isnull=False)
    return frozenset(rows.values_list("match", flat=True))
