"""Rating pools as their managers keep them: create, change, pause, go on."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.models import Game, User
from games.services.audit import audit
from games.services.errors import NotAllowed
from games.services.retry import atomic_retried
from ladder.models import Ladder, RatingPool
from ladder.permissions import may
from ladder.services.rating_requests import pool_ask

SETTINGS = ("name", "seats_min", "seats_max", "method", "start", "k", "january", "stand_ins")


NEW = "new"
"""An address of its own among those of pools."""


class PoolConflict(Exception):
    """The pool is not as the person saw it any more; `pool` is as it is now."""

    def __init__(self, pool: RatingPool) -> None:
        super().__init__(pool.version)
        self.pool = pool


@atomic_retried
def pool_create(ladder: Ladder, *, by: User | None, games: Iterable[Game] = (), **settings: Any) -> RatingPool:
    """A new pool, which rates all that the league has. Its address comes from its first name and stays.

    Without `by` the service itself acts. Raises `ValidationError` and `NotAllowed`.
    """
    _allowed(by, ladder)
    pool = RatingPool(ladder=ladder, slug=slugify(settings.get("name", ""))[:40], **settings)
    _check(pool, games)
    pool.save()
    pool.games.set(games)
    audit("pool.created", pool, actor=by, **_facts(pool))
    pool_ask(pool, cause="pool.created")
    return pool


@atomic_retried
def pool_change(
    pool: RatingPool, *, version: int, by: User | None, games: Iterable[Game], **settings: Any
) -> RatingPool:
    """Change settings; everything is rated anew by them. Raises `PoolConflict`, `ValidationError` and `NotAllowed`."""
    pool = _locked(pool, version, by)
    before = _facts(pool)
    for name in SETTINGS:
        setattr(pool, name, settings.get(name, getattr(pool, name)))
    _check(pool, games)
    pool.games.set(games)
    after = _facts(pool)
    if after == before:
        return pool
    _save(pool, "pool.changed", by, before=before, after=after)
    if {**after, "name": ""} != {**before, "name": ""}:
        pool_ask(pool, cause="pool.changed")
    return pool


@atomic_retried
def pool_pause(pool: RatingPool, *, version: int, by: User | None, paused: bool) -> RatingPool:
    """Leave the ratings as they are whatever happens to matches, or catch up with all that happened meanwhile."""
    pool = _locked(pool, version, by)
    if pool.paused != paused:
        pool.paused = paused
        _save(pool, "pool.paused" if paused else "pool.resumed", by)
        if not paused:
            pool_ask(pool, cause="pool.resumed")
    return pool


def _locked(pool: RatingPool, version: int, by: User | None) -> RatingPool:
    # The games of a league are not locked: what is asked for meanwhile is rated by the settings of then.
    pool = RatingPool.objects.select_for_update(of=("self",), no_key=True).select_related("ladder").get(pk=pool.pk)
    _allowed(by, pool.ladder)
    if pool.version != version:
        raise PoolConflict(pool)
    return pool


def _allowed(by: User | None, ladder: Ladder) -> None:
    if by is not None and not may(by, "rate", ladder):
        raise NotAllowed("role", act="rate")


def _save(pool: RatingPool, act: str, by: User | None, **facts: Any) -> None:
    pool.version += 1
    pool.save(update_fields=[*SETTINGS, "paused", "version"])
    audit(act, pool, actor=by, **facts)


def _check(pool: RatingPool, games: Iterable[Game]) -> None:
    """Refuse settings that cannot be, in words, before the database does."""
    problems: dict[str, list[str]] = {}
    if not pool.slug or pool.slug == NEW:
        problems["name"] = [_("Take a name with letters or digits; the address is made of it.")]
    elif RatingPool.objects.filter(ladder=pool.ladder, slug=pool.slug).exclude(pk=pool.pk).exists():
        problems["name"] = [_("The league has a pool with this address already: “%(slug)s”.") % {"slug": pool.slug}]
    if pool.seats_max < pool.seats_min:
        problems["seats_max"] = [_("This is below the fewest players.")]
    if pool.method == RatingPool.Kind.GLICKO2 and (pool.seats_min, pool.seats_max) != (2, 2):
        problems["method"] = [_("Glicko-2 rates games of two only: set both table sizes to 2, or choose OpenSkill.")]
    taken = set(pool.ladder.games.all())
    if taken and (others := [str(game) for game in games if game not in taken]):
        problems["games"] = [_("The league does not take %(games)s.") % {"games": ", ".join(others)}]
    if problems:
        raise ValidationError(problems)
    pool.full_clean(validate_constraints=False, validate_unique=False)


def _facts(pool: RatingPool) -> dict[str, Any]:
    games = sorted(pool.games.values_list("key", flat=True)) if pool.pk else []
    return {name: getattr(pool, name) for name in SETTINGS} | {"games": games}
