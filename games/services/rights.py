"""What an account may do has changed: its sessions go on under new ids (see `User.get_session_auth_fallback_hash`)."""

from django.db.models import F

from games.models import User


def rights_changed(user_id: int) -> None:
    """Call it in the transaction that gives or takes a role."""
    User.objects.filter(pk=user_id).update(rights_edition=F("rights_edition") + 1)
