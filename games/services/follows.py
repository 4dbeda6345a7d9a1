"""Following players, leagues and tournaments, and who is told because of it."""

from collections.abc import Collection
from functools import partial

from django.core.cache import cache
from django.db import transaction

from games import limits
from games.models import Follow, Match, Player, User
from games.services.notices import notice_send
from games.services.quiet import Quiet
from games.services.retry import atomic_retried

Kind = Follow.Kind
KEPT_SECONDS = 86_400
nobody_follows_players = Quiet()


class TooMany(Exception):
    """Somebody follows as much as one may."""


@atomic_retried
def follow_set(user: User, kind: str, target: int, *, wanted: bool) -> None:
    """Follow a thing, or no more. Safe to run twice. Raises `TooMany`."""
    rows = Follow.objects.filter(user=user)
    if not wanted:
        rows.filter(kind=kind, target_id=target).delete()
        _ask_anew(user)
        return
    if rows.count() >= limits.FOLLOWS:
        raise TooMany
    Follow.objects.get_or_create(user=user, kind=kind, target_id=target)
    nobody_follows_players.wake()
    _ask_anew(user)


def follows(user: User, kind: str, target: int) -> bool:
    """Whether somebody follows a thing; kept with him, for many pages ask it."""
    kept = cache.get_or_set(_key(user), lambda: list(user.follows.values_list("kind", "target_id")), KEPT_SECONDS)
    return (kind, target) in [tuple(one) for one in kept or ()]


def _ask_anew(user: User) -> None:
    """What was kept is not true any more; nor what another request keeps before this one is committed."""
    cache.delete(_key(user))
    transaction.on_commit(partial(cache.delete, _key(user)))


def _key(user: User) -> str:
    return f"follows-{user.pk}"


def followers(kind: str, target: int, *, but: Collection[int | None] = ()) -> list[int]:
    """The accounts that follow a thing, without those who are told of it anyway."""
    rows = Follow.objects.filter(kind=kind, target_id=target).exclude(user__in=[pk for pk in but if pk is not None])
    return list(rows.values_list("user", flat=True))


def follows_take_over(source: Player, target: Player) -> None:
    """Who follows a player that is merged into another follows that one, too; taking the merge back leaves both."""
    rows = Follow.objects.filter(kind=Kind.PLAYER, target_id=source.pk).values_list("user", flat=True)
    both = [Follow(user_id=user, kind=Kind.PLAYER, target_id=target.pk) for user in rows]
    Follow.objects.bulk_create(both, ignore_conflicts=True)


def believed_tell(match: Match) -> None:
    """A result counts from now on: those who follow somebody of the table hear of it, once."""
    if nobody_follows_players.lasts:
        return
    seats = {seat.player_id: seat.player for seat in match.seats.select_related("player")}
    rows = Follow.objects.filter(kind=Kind.PLAYER)
    found = list(rows.filter(target_id__in=seats).values_list("user", "target_id"))
    if not found and not rows.exists():
        nobody_follows_players.begin()
    at_the_table = {player.user_id for player in seats.values()}
    own: dict[int, dict[str, list[str]]] = {}
    for user, player in found:
        if user not in at_the_table:
            own.setdefault(user, {"players": []})["players"].append(seats[player].name)
    if own:
        notice_send(
            "follow.result",
            own,
            key=f"follow.result/{match.pk}",
            about=f"match/{match.slug}",
            link=match.get_absolute_url(),
            own=own,
            game=match.game.name,
            **({"played_at": match.ended_at} if match.ended_at else {}),
        )
