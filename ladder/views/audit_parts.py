"""Entries of the audit trail as pages show them."""

import json
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import AuditEntry, User
from ladder.views.match_parts import ACTS as MATCH_ACTS

ACTS: dict[str, str | Promise] = {
    "ladder.created": gettext_lazy("League created"),
    "community.exported": gettext_lazy("Community exported"),
    "community.imported": gettext_lazy("Community imported from another server"),
    "community.named": gettext_lazy("Community named"),
    "game.added": gettext_lazy("Game added"),
    "role.granted": gettext_lazy("Role given"),
    "role.revoked": gettext_lazy("Role taken away"),
    "admin.granted": gettext_lazy("Made admin of the site"),
    "season.grace_lengthened": gettext_lazy("Days of grace lengthened"),
    "target.added": gettext_lazy("Target added"),
    "target.changed": gettext_lazy("Target changed"),
    "target.removed": gettext_lazy("Target removed"),
    "target.key_confirmed": gettext_lazy("Key of the server confirmed"),
    "target.publication_asked": gettext_lazy("Publication asked for"),
    "target.publication_retried": gettext_lazy("Publication tried again"),
    "target.rolled_back": gettext_lazy("Back to the copy before"),
    "target.secret_resealed": gettext_lazy("Password encrypted anew"),
    "target.published": gettext_lazy("Published"),
    "pieces.changed": gettext_lazy("Texts and frames changed"),
}
"""Words of the acts that no other page tells; the rest is shown by its code."""
SHOWN = 300


def told(entry: AuditEntry) -> dict[str, Any]:
    return {
        "entry": entry,
        "act": act_words(entry.act),
        "who": actor_name(entry.actor),
        "from": from_words(entry),
        "facts": facts_words(entry.facts),
    }


def act_words(act: str) -> str:
    tone_and_words = MATCH_ACTS.get(act)
    return str(ACTS.get(act) or (tone_and_words[1] if tone_and_words else act))


ROLES: dict[str, str | Promise] = {
    "account": gettext_lazy("account"),
    "player": gettext_lazy("player"),
    "uploader": gettext_lazy("who brought the file"),
    "arbiter": gettext_lazy("arbiter"),
    "director": gettext_lazy("director"),
    "manager": gettext_lazy("manager"),
    "admin": gettext_lazy("admin"),
}


def from_words(entry: AuditEntry) -> str:
    """Role and origin; nothing where the service acted by itself."""
    role = str(ROLES.get(entry.role, entry.role))
    origin = "" if entry.actor is None and entry.origin == "service" else entry.get_origin_display()
    return " · ".join(filter(None, [role, origin]))


def actor_name(user: User | None) -> str:
    """How an account is called where its address stays private."""
    if user is None:
        return _("the service itself")
    player = getattr(user, "player", None)
    return player.name if player else user.get_full_name() or _("account %(n)s") % {"n": user.pk}


def facts_words(facts: dict[str, Any]) -> str:
    """What an entry holds besides, on one line."""
    parts = (f"{name}: {value if isinstance(value, str) else json.dumps(value)}" for name, value in facts.items())
    text = " · ".join(parts)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
