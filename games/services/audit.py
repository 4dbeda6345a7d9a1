from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, Model
from django.dispatch import Signal

from games.models import AuditEntry, User

Origin = AuditEntry.Origin
TRIES = 10
noted = Signal()
"""Sent with each new `entry` and its `target`, in the transaction of the change, to those above; not by `audit_created`."""


@dataclass
class Acting:
    """From where acts come just now, and the role by which a person was last allowed one."""

    origin: str = Origin.SERVICE
    user: int | None = None
    role: str = ""


_acting: ContextVar[Acting | None] = ContextVar("acting", default=None)


def origin_now() -> str:
    """From where acts come just now."""
    return (_acting.get() or Acting()).origin


@contextmanager
def acting(origin: str) -> Iterator[None]:
    """Acts inside come from there: a page, a token, a command."""
    token = _acting.set(Acting(origin))
    try:
        yield
    finally:
        _acting.reset(token)


def role_noted(user: int, role: str) -> None:
    """A permission was given to an account by a role; the entries that follow bear it."""
    now = _acting.get()
    if now is not None:
        now.user, now.role = user, role


def audit(act: str, target: Model, *, actor: User | None, reason: str = "", **facts: Any) -> AuditEntry:
    """Note a change of what others see, in the transaction of the change.

    The entry bears the version that `target` has by now; where it keeps none, its entries are numbered.
    """
    now = _acting.get() or Acting()
    entry = AuditEntry(
        act=act,
        kind=target._meta.model_name,
        target_id=target.pk,
        actor=actor,
        role=now.role if actor is not None and actor.pk == now.user else "",
        origin=now.origin,
        reason=reason,
        facts=facts,
    )
    version = getattr(target, "version", None)
    if version is None:
        _save_numbered(entry)
    else:
        entry.version = version
        entry.save(force_insert=True)
    noted.send(sender=AuditEntry, entry=entry, target=target)
    return entry


def _save_numbered(entry: AuditEntry) -> None:
    """As the next one about its thing; where two acts on it meet, the one that finds its number taken has the next."""
    others = AuditEntry.objects.filter(kind=entry.kind, target_id=entry.target_id)
    for left in reversed(range(TRIES)):
        entry.version = (others.aggregate(last=Max("version"))["last"] or 0) + 1
        try:
            with transaction.atomic():
                entry.save(force_insert=True)
        except IntegrityError:
            if not left:
                raise
        else:
            return


def audit_created(act: str, targets: Sequence[Model], *, actor: User | None, **facts: Any) -> None:
    """As `audit`, for many things made at once: each entry is its thing's first."""
    now = _acting.get() or Acting()
    role = now.role if actor is not None and actor.pk == now.user else ""
    AuditEntry.objects.bulk_create(
        (
            AuditEntry(
                act=act,
                kind=target._meta.model_name,
                target_id=target.pk,
                version=1,
                actor=actor,
                role=role,
                origin=now.origin,
                facts=facts,
            )
            for target in targets
        ),
        batch_size=1_000,
    )
