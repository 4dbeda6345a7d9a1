"""How players are called and known, where somebody says so: added, named, given an id, hidden; one person or two."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from games.engine.text import clean_name
from games.limits import NAME_LENGTH, REASON_LENGTH
from games.models import DifferentPeople, DuplicateReport, Identity, Name, OldAddress, Player, User
from games.models.player import fold
from games.selectors.merging import ordered
from games.selectors.players import formerly
from games.services.audit import audit
from games.services.errors import PersonRefused
from games.services.locks import recording
from games.services.people_notices import duplicate_tell, rename_tell
from games.services.players import (
    Seen,
    initials,
    name_show,
    names_note,
    player_now,
    slug_free,
    stored_ids,
)
from games.services.retry import atomic_retried

PLATFORM = re.compile(r"[a-z][a-z0-9_-]{0,19}")
PLATFORM_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")


@atomic_retried
def player_rename(player: Player, name: str, *, by: User | None) -> Player:
    """Call a player otherwise; every name he had still finds him. Raises `PersonRefused`."""
    player, name = locked(player), checked(name)
    if name != player.known_as:
        names_note([(player, name)], at=datetime.now(UTC), source=Name.Source.TYPED)
        name_show(player, name)
        row = Name.objects.filter(player=player, text=name).latest("pk")
        audit("player.renamed", player, actor=by, name=row.pk)
        rename_tell(player, row.pk, by)
    return player


@atomic_retried
def identity_add(player: Player, platform: str, platform_id: str, *, by: User | None) -> Player:
    """Say under which id a platform knows a player. Raises `PersonRefused`: `taken` names whose it is already."""
    player = locked(player)
    platform, platform_id = platform.strip().lower(), platform_id.strip()
    if not (PLATFORM.fullmatch(platform[:40]) and PLATFORM_ID.fullmatch(platform_id[:100])):
        raise PersonRefused("platform")
    stored = stored_ids(Seen("", platform, platform_id))
    known = Identity.objects.filter(platform=platform, platform_id__in=stored).select_related("player").first()
    if known is not None and known.player != player:
        raise PersonRefused("taken", player=known.player.slug, name=known.player.name)
    if known is None:
        Identity.objects.create(platform=platform, platform_id=platform_id, player=player)
        player.state = Player.State.IDENTIFIED
        player.save(update_fields=["state"])
        audit("player.identified", player, actor=by, platform=platform)
    return player


@atomic_retried
def lookup_keep(player: Player, platform: str, found: Sequence[tuple[str, str]], *, by: User | None) -> bool:
    """Keep what a platform's search said about a player: `found` are names and numbers. True if one is exactly his.

    A search finds parts of names as well, so only an equal one counts; where there is none, the name shown is marked as
    not found. Raises `PersonRefused`.
    """
    player = locked(player)
    names = Name.objects.filter(player=player)
    folded = set(names.values_list("folded", flat=True))
    exact = [number for name, number in found if fold(name) in folded]
    if exact:
        identity_add(player, platform, exact[0], by=by)
        names.filter(missed_at__isnull=False).update(missed_at=None)
        return True
    names.filter(folded=fold(player.known_as)).update(missed_at=datetime.now(UTC))
    audit("player.not_found", player, actor=by, platform=platform)
    return False


@atomic_retried
def name_hide(player: Player, *, hidden: bool, by: User | None) -> Player:
    """Show initials to the public, and the name to members only, or take that back. The address changes with it."""
    player = locked(player)
    if hidden == player.is_hidden:
        return player
    for part in (player, *formerly(player)):
        OldAddress.objects.get_or_create(digest=OldAddress.digest_of(part.slug), defaults={"player": player})
        name = part.known_as
        part.name, part.full_name = (initials(name), name) if hidden else (name, "")
        part.slug = slug_free(part.name)
        part.save(update_fields=["name", "full_name", "slug"])
    audit("player.hidden" if hidden else "player.shown", player, actor=by)
    return player


@atomic_retried
def different_people(one: Player, other: Player, *, by: User | None) -> DifferentPeople:
    """Two players are two people: they are never proposed as duplicates again. Raises `PersonRefused`."""
    first, second = ordered(*_pair(one, other))
    pair, is_new = DifferentPeople.objects.get_or_create(one=first, other=second, defaults={"by": by})
    if is_new:
        audit("players.different", pair, actor=by, one=first.pk, other=second.pk)
        duplicate_tell(first, second, "apart", by)
    return pair


@atomic_retried
def duplicate_report(one: Player, other: Player, *, by: User, words: str = "") -> DuplicateReport:
    """Somebody says that two players are one person; said again it is the same report. Raises `PersonRefused`."""
    if len(words) > REASON_LENGTH:
        raise PersonRefused("reason_too_long", most=REASON_LENGTH)
    first, second = ordered(*_pair(one, other))
    report, is_new = DuplicateReport.objects.get_or_create(one=first, other=second, by=by, defaults={"words": words})
    if is_new:
        audit("players.reported", report, actor=by, one=first.pk, other=second.pk)
    return report


def _pair(one: Player, other: Player) -> tuple[Player, Player]:
    one, other = player_now(one), player_now(other)
    if one == other:
        raise PersonRefused("same_player")
    for player in (one, other):
        if player.is_anonymised:
            raise PersonRefused("anonymised", name=player.name)
    return one, other


def checked(name: str) -> str:
    """A name fit to be kept. Raises `PersonRefused`."""
    if len(name) > NAME_LENGTH:
        raise PersonRefused("name_too_long", most=NAME_LENGTH)
    if not (name := clean_name(name)):
        raise PersonRefused("name_missing")
    return name


def locked(player: Player) -> Player:
    """A player as he is now, whoever he belongs to, locked; not one whose name was removed."""
    recording()
    player = Player.objects.select_for_update(no_key=True).get(pk=player_now(player).pk)
    if player.is_anonymised:
        raise PersonRefused("anonymised", name=player.name)
    return player
