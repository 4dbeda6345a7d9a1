"""Ending sessions elsewhere, and clearing those that ended by themselves."""

from datetime import UTC, datetime

from games.models import User
from games.services.retry import atomic_retried
from ladder.models import Session
from ladder.selectors.sessions import logged_in


@atomic_retried
def sessions_end(user: User, *, here: str | None, which: str = "") -> int:
    """End the account's session of this id, or all but the one with the key `here`; the number of those ended.

    Ending one that is gone already does no harm.
    """
    keys = [one.key for one in logged_in(user, here) if not one.here and which in ("", one.id)]
    ended, _by_model = Session.objects.filter(user=user, pk__in=keys).delete()
    return ended


@atomic_retried
def sessions_clear() -> int:
    """Remove the rows of sessions that are over."""
    cleared, _by_model = Session.objects.filter(expire_date__lt=datetime.now(UTC)).delete()
    return cleared
