"""Acts on people: whether somebody may, the service below, and the months that follow, in one transaction."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from games.models import Claim, Match, Merge, Player, User
from games.selectors.players import candidates
from games.services import claims, merges, naming
from games.services.errors import NotAllowed, PersonRefused
from games.services.follows import follows_take_over
from games.services.locks import recording
from games.services.players import player_provisional
from games.services.retry import atomic_retried
from ladder.permissions import may
from ladder.services.leaving import copies_follow
from ladder.services.live import matches_changed, tables_ring
from tournaments.selectors.people import touched


@atomic_retried
def players_merge(
    source: Player,
    target: Player,
    *,
    by: User | None,
    reason: str,
    seen: str = "",
    two_accounts: bool = False,
    two_entrants: bool = False,
) -> Merge:
    """Merge two players. `by` is None for a command of the server's keeper. Raises `NotAllowed`, `PersonRefused`.

    `two_entrants` says that both may stay in a tournament that both entered, as two lines.
    """
    _check(by, "merge", target)
    recording()  # before the matches are looked at, else one that comes meanwhile moves unseen
    both = [one.tournament.name for one in touched(source, target) if one.both]
    if both and not two_entrants:
        raise PersonRefused("two_entrants", tournaments=both)
    moved = _matches_of(source)
    merge = merges.players_merge(source, target, by=by, reason=reason, seen=seen, two_accounts=two_accounts)
    matches_changed(Match.objects.filter(pk__in=moved).order_by("pk"), cause="player.merged", by=by, reason=reason)
    follows_take_over(source, target)
    tables_ring()
    return merge


@atomic_retried
def merge_undo(merge: Merge, *, by: User | None, reason: str, stay: Iterable[Match] = ()) -> Merge:
    """Take a merge back. Raises `NotAllowed`, `PersonRefused`."""
    _check(by, "merge", merge.target)
    merge = merges.merge_undo(merge, by=by, reason=reason, stay=stay)
    moved = _matches_of(merge.source)
    matches_changed(Match.objects.filter(pk__in=moved).order_by("pk"), cause="player.unmerged", by=by, reason=reason)
    tables_ring()
    return merge


def claim_make(player: Player, *, by: User, words: str = "") -> Claim:
    _check(by, "claim", player)
    return claims.claim_make(player, by=by, words=words)


@atomic_retried
def newcomer_make(name: str, *, by: User) -> Claim:
    """Somebody without a result yet: a player under a name that nobody bore, and the claim to be it.

    Once for each account. Raises `NotAllowed`, `PersonRefused`.
    """
    _check(by, "claim", Player())
    name = naming.checked(name)
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    if hasattr(by, "player") or Claim.objects.filter(user=by, state=Claim.State.OPEN).exists():
        raise PersonRefused("asked")
    recording()  # before anybody of that name is looked for, else two of them come at once
    if candidates(name).exact:
        raise PersonRefused("known", name=name)
    return claims.claim_make(player_provisional(name, at=datetime.now(UTC)), by=by)


def claim_accept(claim: Claim, *, by: User) -> Claim:
    _check(by, "decide_claim", claim.player)
    return claims.claim_accept(claim, by=by)


def claim_decline(claim: Claim, *, by: User, reason: str) -> Claim:
    _check(by, "decide_claim", claim.player)
    return claims.claim_decline(claim, by=by, reason=reason)


def player_rename(player: Player, name: str, *, by: User | None) -> Player:
    _check(by, "edit_player", player)
    return naming.player_rename(player, name, by=by)


def identity_add(player: Player, platform: str, platform_id: str, *, by: User | None) -> Player:
    _check(by, "edit_player", player)
    return naming.identity_add(player, platform, platform_id, by=by)


def lookup_keep(player: Player, platform: str, found: Sequence[tuple[str, str]], *, by: User | None) -> bool:
    _check(by, "edit_player", player)
    return naming.lookup_keep(player, platform, found, by=by)


@atomic_retried
def name_hide(player: Player, *, hidden: bool, by: User | None) -> Player:
    """Show initials to the public, or the name again; static copies follow. Raises `NotAllowed`, `PersonRefused`."""
    _check(by, "hide_name", player)
    player = naming.name_hide(player, hidden=hidden, by=by)
    copies_follow(by)
    return player


def different_people(one: Player, other: Player, *, by: User | None) -> None:
    _check(by, "merge", one)
    naming.different_people(one, other, by=by)


def duplicate_report(one: Player, other: Player, *, by: User, words: str = "") -> None:
    _check(by, "report_duplicate", one)
    naming.duplicate_report(one, other, by=by, words=words)


def _matches_of(player: Player) -> list[int]:
    """The matches at which a player sits now."""
    return list(Match.objects.filter(seats__player=player).values_list("pk", flat=True))


def _check(by: User | None, act: str, player: Player) -> None:
    if by is not None and not may(by, act, player):
        raise NotAllowed("role", act=act)
