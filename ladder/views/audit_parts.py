"""Entries of the audit trail as pages show them."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games.models import AuditEntry, Player, User
from ladder import formats
from ladder.views.audit_words import ACTS, FACTS, VALUES
from ladder.views.match_parts import ACTS as MATCH_ACTS

SHOWN = 300
PEOPLE = ("player", "into", "one", "other")
"""Facts that are numbers of players."""


def told(entries: Sequence[AuditEntry], zone: str, addresses: Mapping[int, str] | None = None) -> list[dict[str, Any]]:
    """Entries in words: act, who, from where, facts. Two queries for the names in facts, however many entries.

    `addresses` are those that the reader may see, by account: for accounts that have no other name.
    """
    names = Names(entries, addresses or {})
    return [
        {
            "entry": entry,
            "act": act_words(entry.act),
            "who": actor_name(entry.actor, names.addresses),
            "who_url": actor_url(entry.actor),
            "from": from_words(entry),
            "facts": facts_words(entry.facts, names, zone),
        }
        for entry in entries
    ]


class Names:
    """How the players and accounts are called whose numbers stand in facts."""

    def __init__(self, entries: Iterable[AuditEntry], addresses: Mapping[int, str]) -> None:
        self.addresses = addresses
        facts = [entry.facts for entry in entries]
        players = {each[name] for each in facts for name in PEOPLE if isinstance(each.get(name), int)}
        users = {each["user"] for each in facts if isinstance(each.get("user"), int)}
        self.players = dict(Player.objects.filter(pk__in=players).values_list("pk", "name")) if players else {}
        found = User.objects.filter(pk__in=users).select_related("player") if users else ()
        self.users = {user.pk: actor_name(user, addresses) for user in found}


def act_words(act: str) -> str:
    """What an act is called."""
    tone_and_words = MATCH_ACTS.get(act)
    return str(ACTS.get(act) or (tone_and_words[1] if tone_and_words else act))


def from_words(entry: AuditEntry) -> str:
    """Role and origin; nothing where the service acted by itself."""
    role = str(VALUES.get(entry.role, entry.role))
    origin = "" if entry.actor is None and entry.origin == "service" else entry.get_origin_display()
    return " · ".join(filter(None, [role, origin]))


def actor_name(user: User | None, addresses: Mapping[int, str] | None = None) -> str:
    """How an account is called: as its player, by its name, by its address where the reader may see that."""
    if user is None:
        return _("the service itself")
    player = getattr(user, "player", None)
    if player:
        return str(player.name)
    if not user.is_active:
        return _("closed account %(n)s") % {"n": user.pk}
    return user.get_full_name() or (addresses or {}).get(user.pk) or _("account %(n)s") % {"n": user.pk}


def actor_url(user: User | None) -> str:
    """The page of an account's player, if it has one."""
    player = getattr(user, "player", None)
    return player.get_absolute_url() if player else ""


def facts_words(facts: Mapping[str, Any], names: Names, zone: str) -> str:
    """What an entry holds besides, on one line."""
    parts = [fact_words(name, value, names, zone) for name, value in facts.items() if value not in (None, "", [], {})]
    text = " · ".join(filter(None, parts))
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def fact_words(name: str, value: Any, names: Names, zone: str) -> str:
    """One fact: its label and its value in words; a yes is its label alone, a no is left out."""
    label = str(FACTS.get(name, name))
    if isinstance(value, bool):
        return label if value else ""
    if isinstance(value, int) and name in PEOPLE:
        return f"{label}: {names.players.get(value, value)}"
    if isinstance(value, int) and name == "user":
        return f"{label}: {names.users.get(value, value)}"
    if name == "undone":
        return f"{label}: {act_words(f'tournament.{value}')}"
    return f"{label}: {value_words(value, zone)}"


def value_words(value: Any, zone: str) -> str:
    """A value as people write it: words for codes, the reader's clock for instants, lists and tables in a row."""
    match value:
        case bool():
            return _("yes") if value else _("no")
        case None | "":
            return "–"
        case str():
            at = instant(value)
            return formats.day_and_time(at, zone) if at else str(VALUES.get(value, value))
        case list():
            return ", ".join(value_words(each, zone) for each in value) or "–"
        case dict():
            return ", ".join(f"{FACTS.get(key, key)} {value_words(each, zone)}" for key, each in value.items()) or "–"
    return str(value)


def instant(text: str) -> dt.datetime | None:
    """The instant that a text names, where it names one with its zone."""
    try:
        at = parse_datetime(text)
    except ValueError:
        return None
    return at if at is not None and at.tzinfo is not None else None
