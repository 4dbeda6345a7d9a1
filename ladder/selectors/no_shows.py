"""Who did not come again and again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.models import Match, Player, Seat
from games.services.changes import COUNTABLE


@dataclass(frozen=True)
class NoShows:
    """A player with the matches to which he did not come, oldest first."""

    player: Player
    matches: Sequence[Match]


def no_shows(matches: QuerySet[Match], now: datetime, *, many: int, days: int) -> list[NoShows]:
    """The players who did not come to so many believed matches of these, or more, in so many days before `now`."""
    seats = Seat.objects.filter(
        flag=Seat.Flag.NO_SHOW,
        match__in=matches.filter(
            state__in=COUNTABLE, ended_at__gt=now - timedelta(days=days), ended_at__lte=now
        ).order_by(),
    )
    missed: dict[Player, list[Match]] = {}
    for seat in seats.select_related("player", "match__game").order_by("match__ended_at", "match"):
        missed.setdefault(seat.player, []).append(seat.match)
    return [NoShows(player, found) for player, found in missed.items() if len(found) >= many]
