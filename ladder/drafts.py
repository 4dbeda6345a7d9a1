"""Files given but not saved yet. Kept for an hour under a random name that only the giver's session knows.

There is no address to read one: a draft is saved, or it vanishes.
"""

import hashlib
import secrets
import time
from collections.abc import Iterator

from django.contrib.sessions.backends.base import SessionBase

from games.places import place

HOUR = 3600
OWN_FILES = 60  # of one session; the oldest make room
ALL_BYTES = 512 * 1024 * 1024
KEY = FOLDER = "drafts"


class NoRoom(Exception):
    """Too much is waiting to be saved by too many; nothing was kept."""


def keep(session: SessionBase, raw: bytes, name: str) -> str:
    """Keep `raw` for this session and return its token. Raises `NoRoom`, `StorageRefused`."""
    if sweep() + len(raw) > ALL_BYTES:
        raise NoRoom
    token = secrets.token_hex(16)
    place().put(name_of(token), raw)
    own = {**session.get(KEY, {}), token: name}
    for old in list(own)[:-OWN_FILES]:
        discard(old)
        del own[old]
    session[KEY] = own
    return token


def take(session: SessionBase, token: str) -> tuple[str, bytes] | None:
    """Name and bytes of a draft of this session; None if it is another's, was taken, or is too old."""
    name = session.get(KEY, {}).get(token)
    if name is None:
        return None
    try:
        return name, place().get(name_of(token))
    except FileNotFoundError:
        return None


def all_of(session: SessionBase) -> Iterator[tuple[str, tuple[str, bytes]]]:
    """Token, name and bytes of each draft of this session that is still there, in the order in which they were given."""
    for token in session.get(KEY, {}):
        if found := take(session, token):
            yield token, found


def digest(raw: bytes) -> str:
    """The name under which the same bytes are stored once they are saved (`games.storage`)."""
    return hashlib.sha256(raw).hexdigest()


def forget(session: SessionBase, token: str) -> None:
    """Remove a draft of this session after it was saved."""
    own = session.get(KEY, {})
    if token in own:
        discard(token)
        session[KEY] = {other: name for other, name in own.items() if other != token}


def discard(token: str) -> None:
    place().remove(name_of(token))


def name_of(token: str) -> str:
    return f"{FOLDER}/{token}"


def sweep() -> int:
    """Remove what is older than an hour; returns the bytes of what stays."""
    stays = 0
    for file in place().under(FOLDER):
        if file.written < time.time() - HOUR:
            place().remove(file.name)
        else:
            stays += file.size
    return stays
