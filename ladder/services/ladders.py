"""Leagues, who keeps them, and their months."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.core.cache import cache
from django.db import transaction

from games import registry
from games.models import Game, User
from games.services.audit import audit
from games.services.errors import NotAllowed
from games.services.names_kept import names_changed
from games.services.results import game_for
from games.services.retry import atomic_retried
from games.services.rights import rights_changed
from ladder.models import Community, Ladder, LadderRules, Role, Season
from ladder.models.ladder import season_fields
from ladder.permissions import may
from ladder.scoring.rules import document_of, rules_from
from ladder.selectors.community import CACHE_KEY as COMMUNITY_KEY
from ladder.selectors.seasons import rules_for
from ladder.services.ladder_notices import role_tell
from ladder.services.rules import seeded


@atomic_retried
def community_set(*, name: str, language: str, time_zone: str, by: User | None = None) -> Community:
    """Name the community, or name it anew. Raises `ValidationError`."""
    community = Community.objects.select_for_update(no_key=True).first() or Community()
    before = (community.name, community.language, community.time_zone)
    community.name, community.language, community.time_zone = name, language, time_zone
    if before != (name, language, time_zone):
        community.full_clean(validate_unique=False)
        community.save()
        audit("community.named", community, actor=by, name=name)
        transaction.on_commit(partial(cache.delete, COMMUNITY_KEY))
    return community


@atomic_retried
def ladder_create(
    *,
    slug: str,
    name: str,
    time_zone: str = "Europe/Rome",
    language: str = "it",
    games: Iterable[Game] = (),
    params: Mapping[str, Any] | None = None,
    by: User | None = None,
    **fields: Any,
) -> tuple[Ladder, bool]:
    """A league with its first rules, and whether it is new; one that exists under this slug stays as it is.

    Raises `ValidationError` for a wrong name or zone, `msgspec.ValidationError` for wrong parameters of the rules.
    """
    ladder = Ladder.objects.filter(slug=slug).first()
    if ladder is not None:
        return ladder, False
    ladder = Ladder(slug=slug, name=name, time_zone=time_zone, language=language, **fields)
    ladder.full_clean()
    document = document_of(rules_from(seeded(params or {})))
    ladder.save()
    ladder.games.set(games)
    LadderRules.objects.create(ladder=ladder, version=1, params=document, created_by=by)
    for key in registry.ENGINES:
        game_for(key)  # so that results of it can be typed before its first log comes
    audit("ladder.created", ladder, actor=by, slug=slug)
    return ladder, True


@atomic_retried
def ladder_change(ladder: Ladder, *, by: User | None, **fields: Any) -> Ladder:
    """Change what a league keeps beside its rules: `name`, `grace_days`, `logs_public`; what is not told stays.

    Months that were opened keep their end of grace: nobody who counted on it comes too late. Raises `NotAllowed` and
    `ValidationError`.
    """
    if by is not None and not may(by, "change_league", ladder):
        raise NotAllowed("role", act="change_league")
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    before = {name: getattr(ladder, name) for name, value in fields.items() if getattr(ladder, name) != value}
    after = {name: fields[name] for name in before}
    if before:
        for name, value in after.items():
            setattr(ladder, name, value)
        ladder.full_clean(validate_unique=False)
        ladder.save(update_fields=list(after))
        audit("ladder.changed", ladder, actor=by, before=before, after=after)
        names_changed()  # no page that was drawn under the old ones is shown any more
    return ladder


@atomic_retried
def role_grant(user: User, kind: str, *, ladder: Ladder, by: User | None = None) -> bool:
    """Make somebody manager or arbiter of a league; True if he was not yet."""
    role, is_new = Role.objects.get_or_create(user=user, ladder=ladder, kind=kind)
    if is_new:
        rights_changed(user.pk)
        audit("role.granted", role, actor=by, user=user.pk, ladder=ladder.slug, kind=kind)
        role_tell(role, "granted", by)
    return is_new


@atomic_retried
def admin_grant(user: User, *, by: User | None = None) -> bool:
    """Make somebody admin of the site; True if he was not yet."""
    if user.is_superuser:
        return False
    user.is_superuser = user.is_staff = True
    user.save(update_fields=["is_superuser", "is_staff"])
    rights_changed(user.pk)
    audit("admin.granted", user, actor=by)
    return True


def season_open(ladder: Ladder, year: int, month: int) -> Season:
    """The month of a league; opened now, under the rules of now, if it was not yet."""
    season = Season.objects.filter(ladder=ladder, year=year, month=month).first()
    if season is None:
        fields = {"rules": rules_for(ladder, year, month), **season_fields(ladder, year, month)}
        season, _is_new = Season.objects.get_or_create(ladder=ladder, year=year, month=month, defaults=fields)
    return season
