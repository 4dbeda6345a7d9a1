"""What those who judge say about a match, for everybody to read, without changing it."""

from games.models import Match, User
from games.services.changes import match_as_seen, match_change
from games.services.matches import check_reason
from games.services.retry import atomic_retried

COMMENTED = "match.commented"


@atomic_retried
def match_comment(match: Match, *, version: int, by: User, reason: str) -> Match:
    """Put words beside a match; its result and what it gives stay. Raises `Conflict` and `InvalidResult`."""
    match = match_as_seen(match, version)
    check_reason(reason)
    return match_change(match, COMMENTED, actor=by, state=Match.State(match.state), reason=reason)
