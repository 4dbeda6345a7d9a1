"""What entries of the audit trail are about: each thing by its name, and the way to its page."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.models import AuditEntry, User
from ladder import formats
from ladder.views.audit_parts import actor_name


@dataclass(frozen=True)
class Thing:
    """`kind` in words, what it is called, and its page; both empty where it is not there any more or has none."""

    kind: str
    text: str = ""
    url: str = ""


KINDS: dict[str, str | Promise] = {
    "claim": pgettext_lazy("audit object", "claim"),
    "community": pgettext_lazy("audit object", "community"),
    "deletion": pgettext_lazy("audit object", "wish to be forgotten"),
    "differentpeople": pgettext_lazy("audit object", "two people"),
    "duplicatereport": pgettext_lazy("audit object", "report of a duplicate"),
    "entrant": pgettext_lazy("audit object", "entrant"),
    "game": pgettext_lazy("audit object", "game"),
    "import": pgettext_lazy("audit object", "import"),
    "ladder": pgettext_lazy("audit object", "league"),
    "ladderrules": pgettext_lazy("audit object", "rules"),
    "match": pgettext_lazy("audit object", "match"),
    "merge": pgettext_lazy("audit object", "merge"),
    "pairing": pgettext_lazy("audit object", "table"),
    "player": pgettext_lazy("audit object", "player"),
    "publishtarget": pgettext_lazy("audit object", "target"),
    "ratingpool": pgettext_lazy("audit object", "ratings"),
    "role": pgettext_lazy("audit object", "role"),
    "round": pgettext_lazy("audit object", "round"),
    "season": pgettext_lazy("audit object", "month"),
    "stage": pgettext_lazy("audit object", "stage"),
    "takeaway": pgettext_lazy("audit object", "texts and frames"),
    "tournament": pgettext_lazy("audit object", "tournament"),
    "user": pgettext_lazy("audit object", "account"),
}


def things_of(entries: Iterable[AuditEntry]) -> dict[tuple[str, int], Thing]:
    """The things of these entries by kind and number, with one query for each kind."""
    wanted: dict[str, set[int]] = {}
    for entry in entries:
        wanted.setdefault(entry.kind, set()).add(entry.target_id)
    models = {model._meta.model_name: model for model in apps.get_models()}
    found = {}
    for kind, pks in wanted.items():
        word = str(KINDS.get(kind, kind))
        found.update({(kind, pk): Thing(word) for pk in pks})
        if kind not in CALLED or kind not in models:
            continue
        along, called = CALLED[kind]
        rows = models[kind]._default_manager.select_related(*along).in_bulk(pks)
        for pk, row in rows.items():
            text, url = called(row)
            found[kind, pk] = Thing(word, text, url)
    return found


def _match(match: Any) -> tuple[str, str]:
    day = f", {formats.day(match.ended_at, year=True)}" if match.ended_at else ""
    return f"{match.game}{day}", match.get_absolute_url()


def _season(season: Any) -> tuple[str, str]:
    return f"{formats.month(formats.first_day(season))}, {season.ladder}", season.get_absolute_url()


def _rules(rules: Any) -> tuple[str, str]:
    told = _("%(league)s, version %(version)s") % {"league": rules.ladder, "version": rules.version}
    return told, f"{reverse('league_rules', args=[rules.ladder.slug])}?version={rules.version}"


def _two(one: Any, other: Any) -> tuple[str, str]:
    return f"{one.known_as}, {other.known_as}", one.get_absolute_url()


def _deletion(deletion: Any) -> tuple[str, str]:
    player: Any = deletion.player
    return player.known_as if player else actor_name(deletion.user), reverse("deletions")


def _role(role: Any) -> tuple[str, str]:
    return f"{actor_name(role.user)}, {role.ladder}", reverse("people", args=[role.ladder.slug])


def _of_tournament(tournament: Any, text: str) -> tuple[str, str]:
    return f"{tournament.name}, {text}", reverse("tournament", args=[tournament.slug])


def _user(user: User) -> tuple[str, str]:
    player = getattr(user, "player", None)
    return actor_name(user), player.get_absolute_url() if player else ""


CALLED: dict[str, tuple[tuple[str, ...], Callable[[Any], tuple[str, str]]]] = {
    "claim": (("player",), lambda row: (row.player.known_as, reverse("player_names", args=[row.player.slug]))),
    "community": ((), lambda row: (row.name, reverse("home"))),
    "deletion": (("player", "user__player"), _deletion),
    "differentpeople": (("one", "other"), lambda row: _two(row.one, row.other)),
    "duplicatereport": (("one", "other"), lambda row: _two(row.one, row.other)),
    "entrant": (("player", "tournament"), lambda row: _of_tournament(row.tournament, row.player.known_as)),
    "game": ((), lambda row: (str(row), reverse("game", args=[row.key]))),
    "import": (("ladder",), lambda row: (str(row), row.get_absolute_url())),
    "ladder": ((), lambda row: (row.name, row.get_absolute_url())),
    "ladderrules": (("ladder",), _rules),
    "match": (("game",), _match),
    "merge": (("source", "target"), lambda row: _two(row.target, row.source)),
    "pairing": (
        ("round__stage__tournament",),
        lambda row: _of_tournament(row.round.stage.tournament, _("table %(n)s") % {"n": row.number}),
    ),
    "player": ((), lambda row: (row.known_as, row.get_absolute_url())),
    "publishtarget": (("ladder",), lambda row: (row.name, row.get_absolute_url())),
    "ratingpool": (("ladder",), lambda row: (row.name, row.get_absolute_url())),
    "role": (("user__player", "ladder"), _role),
    "round": (
        ("stage__tournament",),
        lambda row: _of_tournament(row.stage.tournament, _("round %(n)s") % {"n": row.number}),
    ),
    "season": (("ladder",), _season),
    "stage": (("tournament",), lambda row: _of_tournament(row.tournament, _("stage %(n)s") % {"n": row.number})),
    "takeaway": (("ladder",), lambda row: (row.ladder.name, row.ladder.get_absolute_url())),
    "tournament": ((), lambda row: (row.name, reverse("tournament", args=[row.slug]))),
    "user": (("player",), _user),
}
"""By kind: what is read along with a thing, and what it is called, with its page."""
