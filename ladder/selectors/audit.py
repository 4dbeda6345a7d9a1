"""The audit trail: which entries a person may see, and finding some among them."""

import datetime as dt
from collections.abc import Callable, Iterable

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, Q, QuerySet

from games.models import AuditEntry, Match, User
from ladder.models import Ladder, Publication, PublishTarget, Role, Season, TakeAway

OF_LEAGUES: dict[str, Callable[[list[Ladder]], Q]] = {
    "ladder": lambda ladders: Q(target_id__in=[ladder.pk for ladder in ladders]),
    "season": lambda ladders: Q(target_id__in=Season.objects.filter(ladder__in=ladders).values("pk")),
    "publishtarget": lambda ladders: (
        Q(target_id__in=PublishTarget.objects.filter(ladder__in=ladders).values("pk")) | told_of(ladders)
    ),
    "publication": lambda ladders: Q(target_id__in=Publication.objects.filter(target__ladder__in=ladders).values("pk")),
    "takeaway": lambda ladders: Q(target_id__in=TakeAway.objects.filter(ladder__in=ladders).values("pk")),
    "match": lambda ladders: Q(target_id__in=matches_of(ladders).values("pk")),
    "player": lambda ladders: Q(),
    "claim": lambda ladders: Q(),
    "merge": lambda ladders: Q(),
}
"""Entries by kind that concern leagues. Players belong to all leagues. Other kinds name the league in their facts."""
ARBITERS_SEE = ("match", "season", "player", "claim", "merge")


def told_of(ladders: list[Ladder]) -> Q:
    return Q(facts__ladder__in=[ladder.slug for ladder in ladders])


def matches_of(ladders: list[Ladder]) -> QuerySet[Match]:
    """The matches of games that one of the leagues takes."""
    games = {game.pk for ladder in ladders for game in ladder.games.all()}
    takes_all = any(not ladder.games.all() for ladder in ladders)
    return Match.objects.all() if takes_all else Match.objects.filter(game__in=games)


def entries_for(user: User) -> QuerySet[AuditEntry]:
    """All for an admin, those of the league for a manager, those of what he judges for an arbiter; newest first."""
    entries = AuditEntry.objects.select_related("actor__player")
    if user.is_superuser:
        return entries
    seen = Q(pk__in=[])
    for kind in (Role.Kind.MANAGER, Role.Kind.ARBITER):
        ladders = list(Ladder.objects.filter(roles__user=user, roles__kind=kind).prefetch_related("games").distinct())
        if not ladders:
            continue
        kinds = OF_LEAGUES if kind == Role.Kind.MANAGER else {name: OF_LEAGUES[name] for name in ARBITERS_SEE}
        for name, within in kinds.items():
            seen |= Q(kind=name) & within(ladders)
        if kind == Role.Kind.MANAGER:
            seen |= ~Q(kind__in=list(OF_LEAGUES)) & told_of(ladders)
    return entries.filter(seen)


def addresses_seen(user: User | AnonymousUser, entries: Iterable[AuditEntry]) -> dict[int, str]:
    """The addresses in entries that a person may see: all for an admin, those of who keeps his leagues for a manager.

    By account, and only of accounts that are no player.
    """
    named = {entry.actor_id for entry in entries} | {entry.facts.get("user") for entry in entries}
    if not isinstance(user, User):
        return {}
    accounts = User.objects.filter(pk__in=[pk for pk in named if isinstance(pk, int)], is_active=True, player=None)
    if not user.is_superuser:
        managed = Role.objects.filter(user=user, kind=Role.Kind.MANAGER).values("ladder")
        accounts = accounts.filter(roles__ladder__in=managed)
    return dict(accounts.values_list("pk", "email"))


def entries_of(thing: Model) -> QuerySet[AuditEntry]:
    """The entries of one object, newest first. Whether a person may see them is asked before."""
    return AuditEntry.objects.filter(kind=thing._meta.model_name, target_id=thing.pk).select_related("actor__player")


def found(
    entries: QuerySet[AuditEntry],
    *,
    text: str = "",
    who: str = "",
    act: str = "",
    kind: str = "",
    target: int | None = None,
    origin: str = "",
    since: dt.datetime | None = None,
    until: dt.datetime | None = None,
) -> QuerySet[AuditEntry]:
    """Those among the entries that fit; `text` is looked for in reasons, `who` in names and addresses."""
    if text:
        entries = entries.filter(Q(reason__icontains=text) | Q(act__icontains=text))
    if who:
        entries = entries.filter(Q(actor__email__icontains=who) | Q(actor__player__name__icontains=who))
    exact = {"act": act, "kind": kind, "target_id": target, "origin": origin}
    entries = entries.filter(**{name: value for name, value in exact.items() if value})
    if since:
        entries = entries.filter(at__gte=since)
    return entries.filter(at__lt=until) if until else entries
