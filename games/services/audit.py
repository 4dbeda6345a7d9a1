from typing import Any

from django.db.models import Model

from games.models import AuditEntry, User


def audit(act: str, target: Model, *, actor: User | None, reason: str = "", **facts: Any) -> AuditEntry:
    """Note a change of what others see, in the transaction of the change.

    The entry bears the version that `target` has by now; where it keeps none, its entries are counted.
    """
    kind = target._meta.model_name
    version = getattr(target, "version", None)
    if version is None:
        version = AuditEntry.objects.filter(kind=kind, target_id=target.pk).count() + 1
    return AuditEntry.objects.create(
        act=act, kind=kind, target_id=target.pk, version=version, actor=actor, reason=reason, facts=facts
    )
