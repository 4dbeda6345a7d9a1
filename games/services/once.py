"""Writes under a key: the same key again gets the first answer, and nothing is done twice."""

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Now

from games import limits
from games.models import IdempotencyKey, User
from games.services.retry import atomic_retried

Answer = dict[str, Any]
KEPT = timedelta(hours=limits.KEY_HOURS)
_held: set[str] = set()
_guard = threading.Lock()


class KeyReused(Exception):
    """The key came with something else before."""


class KeyRunning(Exception):
    """What came under the key before is not over yet."""


def once(user: User, key: str, body: bytes, act: Callable[[], Answer], *, wait: bool = True) -> Answer:
    """Do `act` unless this person had it done under this key; its answer either way.

    The key is committed with the effect, so a second one waits until the first has ended; what failed may be tried
    again. Raises `KeyReused`, without `wait` `KeyRunning`, and whatever `act` raises.
    """
    with nullcontext() if wait else _alone_here(f"{user.pk} {key}"):
        return _once(user, key, hashlib.sha256(body).hexdigest(), act, wait=wait)


@atomic_retried
def _once(user: User, key: str, digest: str, act: Callable[[], Answer], *, wait: bool) -> Answer:
    if not wait and _runs_elsewhere(user, key):
        raise KeyRunning
    row = _row(user, key, digest)
    if row.body != digest:
        raise KeyReused
    if row.answer is None:
        row.answer = act()
        row.save(update_fields=["answer"])
    return dict(row.answer)


def _row(user: User, key: str, digest: str) -> IdempotencyKey:
    """The row of a key, with its answer; a new one where there is none, or one that is no longer kept."""
    new = IdempotencyKey(user=user, key=key, body=digest)
    try:
        with transaction.atomic():
            new.save(force_insert=True)
    except IntegrityError:
        rows = IdempotencyKey.objects.filter(user=user, key=key)
        if not rows.filter(created_at__lt=Now() - KEPT).delete()[0]:
            return rows.get()
        new.save(force_insert=True)
    return new


def once_answered(user: User, key: str, body: bytes) -> Answer | None:
    """What this person was answered under this key; None where nothing was done under it. Raises `KeyReused`."""
    row = IdempotencyKey.objects.filter(user=user, key=key, created_at__gte=Now() - KEPT).first()
    if row is None:
        return None
    if row.body != hashlib.sha256(body).hexdigest():
        raise KeyReused
    return dict(row.answer)


@contextmanager
def _alone_here(name: str) -> Iterator[None]:
    """Hold this key in this process. On SQLite, where one process serves, nobody else could know who writes."""
    with _guard:
        if name in _held:
            raise KeyRunning
        _held.add(name)
    try:
        yield
    finally:
        _held.discard(name)


def _runs_elsewhere(user: User, key: str) -> bool:
    """Whether a transaction of another process holds this key; if none does, ours holds it now."""
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
