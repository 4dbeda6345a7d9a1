"""Writes under a key: the same key again gets the first answer, and nothing is done twice."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Now

from games import limits
from games.models import IdempotencyKey, User
from games.services.retry import atomic_retried

Answer = dict[str, Any]
KEPT = timedelta(hours=limits.KEY_HOURS)


class KeyReused(Exception):
    """The key came with something else before."""


class KeyRunning(Exception):
    """What came under the key before is not over yet."""


@atomic_retried
def once(user: User, key: str, body: bytes, act: Callable[[], Answer], *, wait: bool = True) -> Answer:
    """Do `act` unless this person had it done under this key; its answer either way.

    The key is committed with the effect, so a second one waits until the first has ended; what failed may be tried
    again. Raises `KeyReused`, without `wait` `KeyRunning`, and whatever `act` raises.
    """
    if not wait and _is_running(user, key):
        raise KeyRunning
    digest = hashlib.sha256(body).hexdigest()
    try:
        with transaction.atomic():
            row = IdempotencyKey.objects.create(user=user, key=key, body=digest)
    except IntegrityError:
        row = IdempotencyKey.objects.get(user=user, key=key)
        if row.body != digest:
            raise KeyReused from None
        return dict(row.answer)
    row.answer = act()
    row.save(update_fields=["answer"])
    return row.answer


def once_answered(user: User, key: str, body: bytes) -> Answer | None:
    """What this person was answered under this key; None where nothing was done under it. Raises `KeyReused`."""
    row = IdempotencyKey.objects.filter(user=user, key=key).first()
    if row is None:
        return None
    if row.body != hashlib.sha256(body).hexdigest():
        raise KeyReused
    return dict(row.answer)


def _is_running(user: User, key: str) -> bool:
    """Whether another transaction holds this key; if none does, ours holds it now. On SQLite only one at a time writes."""
    if connection.vendor != "postgresql":
        return False
    number = int.from_bytes(hashlib.sha256(f"once {user.pk} {key}".encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
        return not cursor.fetchone()[0]


def keys_forget() -> int:
    """Forget keys that are older than a day. Returns how many."""
    count, _by_model = IdempotencyKey.objects.filter(created_at__lt=Now() - KEPT).delete()
    return count
