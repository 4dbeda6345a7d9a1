"""What two players have, and whether they can be one."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from games.models import DifferentPeople, Identity, Match, Name, Player, Seat


@dataclass(frozen=True)
class Blocks:
    """What speaks against two players being one: matches at which both sat, and platforms where their ids differ."""

    matches: list[Match]
    platforms: list[tuple[str, list[str]]]


def blocks(one: Player, other: Player) -> Blocks:
    both = Match.objects.filter(seats__player=one).filter(seats__player=other).distinct()
    ids: dict[str, list[str]] = {}
    for identity in Identity.objects.filter(player__in=[one, other]).order_by("platform", "platform_id"):
        ids.setdefault(identity.platform, []).append(identity.platform_id)
    of_one = set(Identity.objects.filter(player=one).values_list("platform", flat=True))
    of_other = set(Identity.objects.filter(player=other).values_list("platform", flat=True))
    return Blocks(
        list(both.select_related("game").order_by("-ended_at", "-pk")),
        [(platform, ids[platform]) for platform in sorted(of_one & of_other)],
    )


def seen_of(*players: Player) -> str:
    """A token for what belongs to these players: another one as soon as anything of it changes."""
    parts: list[object] = []
    for player in players:
        parts.append((player.pk, player.state, player.name, player.merged_into_id))
        for belonging in (Seat, Name, Identity):
            rows = belonging._default_manager.filter(player=player).order_by("pk")
            parts.append(list(rows.values_list("pk", "recorded_for")))
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def ordered(one: Player, other: Player) -> tuple[Player, Player]:
    """A pair as it is stored: the lower number first."""
    return (one, other) if one.pk < other.pk else (other, one)


def different(players: Iterable[int]) -> set[tuple[int, int]]:
    """The pairs among these that somebody called different people."""
    pairs = DifferentPeople.objects.filter(one__in=players, other__in=players)
    return set(pairs.values_list("one", "other"))
