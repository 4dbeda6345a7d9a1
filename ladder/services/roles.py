"""Who keeps a league: giving roles and taking them away. What was done with a role stays done."""

from games.models import User
from games.services.audit import audit
from games.services.retry import atomic_retried
from games.services.rights import rights_changed
from ladder.models import Ladder, Role
from ladder.services.ladder_notices import role_tell
from ladder.services.ladders import role_grant

__all__ = ["LastManager", "role_grant", "role_revoke"]


class LastManager(Exception):
    """A league keeps one manager at least: somebody else must be made one first."""


@atomic_retried
def role_revoke(user: User, kind: str, *, ladder: Ladder, by: User | None = None, reason: str = "") -> bool:
    """Take a role from somebody, or lay down one's own; True if he had it. Raises `LastManager`."""
    Ladder.objects.select_for_update(no_key=True).get(
        pk=ladder.pk
    )  # two managers who leave at once come one after the other
    role = Role.objects.filter(user=user, ladder=ladder, kind=kind).first()
    if role is None:
        return False
    others = Role.objects.filter(ladder=ladder, kind=Role.Kind.MANAGER, user__is_active=True).exclude(user=user)
    if kind == Role.Kind.MANAGER and not others.exists():
        raise LastManager
    resigned = by is not None and by.pk == user.pk
    audit("role.revoked", role, actor=by, reason=reason, user=user.pk, ladder=ladder.slug, kind=kind, resigned=resigned)
    role_tell(role, "taken", by, reason)
    role.delete()
    rights_changed(user.pk)
    return True
