"""Where an account is logged in."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth import HASH_SESSION_KEY
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import User
from ladder.models.sessions import BEGAN, DEVICE, SEEN, Session


@dataclass(frozen=True)
class LoggedIn:
    """`id` names the session to people; its key would let anybody in. `seen` is right to a day."""

    id: str
    key: str
    device: str
    began: datetime | None
    seen: datetime | None
    here: bool


def logged_in(user: User, here: str | None) -> list[LoggedIn]:
    """The account's sessions that still let somebody in, the one with the key `here` first, then by their last visit."""
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    found = []
    for row in user.sessions.filter(expire_date__gt=datetime.now(UTC)).order_by("session_key"):
        data = row.get_decoded()
        if any(constant_time_compare(data.get(HASH_SESSION_KEY, ""), one) for one in hashes):
            found.append(_told(row, data, here))
    found.sort(key=lambda one: (one.here, one.seen or datetime.min.replace(tzinfo=UTC)), reverse=True)
    return found


def _told(row: Session, data: dict[str, object], here: str | None) -> LoggedIn:
    return LoggedIn(
        id=salted_hmac("sessions.id", row.session_key, algorithm="sha256").hexdigest()[:32],
        key=row.session_key,
        device=str(data.get(DEVICE, "?")),
        began=_instant(data.get(BEGAN)),
        seen=_instant(data.get(SEEN)),
        here=row.session_key == here,
    )


def _instant(seconds: object) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int) else None
