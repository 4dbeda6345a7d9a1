"""Facts into rankings: whatever changes a fact says so here, in its own transaction."""

from collections.abc import Iterable

from games.models import Match, Player, User
from ladder.services.ladders import seasons_open_for


def matches_changed(matches: Iterable[Match], *, cause: str, by: User | None = None, reason: str = "") -> None:
    """Bring the months of these matches in line with the facts; call it in the transaction that changed them.

    `cause` is the act as the audit names it (`match.corrected`), `by` and `reason` are whose and why. Call it once for
    all matches of an act, after the last of its writes, for it locks their months.
    """
    believed = [match for match in matches if match.state in (Match.State.CONFIRMED, Match.State.VERIFIED)]
    seasons_open_for(believed)


def players_changed(players: Iterable[Player], *, cause: str, by: User | None = None, reason: str = "") -> None:
    """The same for all matches at which one of these players sits now: after a merge, say, or its undo."""
    matches = Match.objects.filter(seats__player__in=list(players)).distinct()
    matches_changed(matches.order_by("pk"), cause=cause, by=by, reason=reason)
