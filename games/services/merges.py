"""Merging two players who are one person, and taking that back, for ever.

Seats, names and identities remember for whom they were recorded (`recorded_for`); to whom they belong now follows from
`Player.merged_into` alone. So an undo is exact in whatever order merges are undone.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from django.db.models import QuerySet

from games.limits import REASON_LENGTH
from games.models import Identity, Match, Merge, Name, Player, Seat, User
from games.selectors.merging import Blocks, blocks, seen_of
from games.selectors.players import formerly
from games.services.audit import audit
from games.services.errors import PersonRefused
from games.services.locks import recording
from games.services.people_notices import duplicate_tell, merge_tell
from games.services.players import name_show, player_now
from games.services.retry import atomic_retried

State = Player.State
BELONGINGS = (Seat, Name, Identity)


@atomic_retried
def players_merge(
    source: Player, target: Player, *, by: User | None, reason: str, seen: str = "", two_accounts: bool = False
) -> Merge:
    """Let all that is recorded for `source` belong to `target`.

    `seen` is what the person saw of the two (`seen_of`); empty for a command. `two_accounts` says that one person has
    two ids on one platform. Raises `PersonRefused`.
    """
    source, target = _locked(source, target)
    check_reason(reason)
    if seen and seen != seen_of(source, target):
        raise PersonRefused("changed")
    check_merge(source, target, blocks(source, target), two_accounts=two_accounts)
    for belonging in BELONGINGS:
        belonging._default_manager.filter(player=source).update(player=target)
    merge = Merge.objects.create(source=source, target=target, account=source.user, two_accounts=two_accounts)
    source.state, source.merged_into = State.MERGED, target
    _account_move(source.user, source, target)
    source.save(update_fields=["state", "merged_into"])
    _settle(target)
    audit("player.merged", merge, actor=by, reason=reason, player=source.pk, into=target.pk)
    merge_tell(merge, "merged", by, reason)
    duplicate_tell(source, target, "merged", by, reason)
    return merge


@atomic_retried
def merge_undo(merge: Merge, *, by: User | None, reason: str, stay: Iterable[Match] = ()) -> Merge:
    """Take a merge back. `stay` are matches entered after it under the old name that remain the other's.

    Raises `PersonRefused`.
    """
    recording()
    merge = (
        Merge.objects.select_for_update(of=("self",), no_key=True).select_related("source", "target").get(pk=merge.pk)
    )
    source = merge.source
    root = player_now(source)
    source, root = _locked(source, root)
    check_reason(reason)
    if merge.undone_at is not None:
        raise PersonRefused("undone")
    if root.is_anonymised:
        raise PersonRefused("anonymised", name=root.name)
    staying = seats_after(merge).filter(match__in=list(stay))
    stayed = sorted(staying.values_list("match__slug", flat=True))
    staying.update(recorded_for=merge.target)
    merge.undone_at = datetime.now(UTC)
    merge.save(update_fields=["undone_at"])
    mine = [source.pk, *(player.pk for player in formerly(source))]
    for belonging in BELONGINGS:
        belonging._default_manager.filter(player=root, recorded_for__in=mine).update(player=source)
    source.merged_into, source.state = None, State.PROVISIONAL
    source.save(update_fields=["merged_into", "state"])
    if merge.account is not None and getattr(merge.account, "player", None) in (None, root):
        _account_move(merge.account, root, source)
    for player in (source, root):
        _settle(player)
    _name_own(root, source)
    audit("player.unmerged", merge, actor=by, reason=reason, player=source.pk, into=root.pk, stayed=stayed)
    merge_tell(merge, "unmerged", by, reason)
    return merge


def seats_after(merge: Merge) -> QuerySet[Seat]:
    """Seats of matches entered after a merge for its old name: at an undo somebody chooses whose they are."""
    mine = [merge.source_id, *(player.pk for player in formerly(merge.source))]
    return Seat.objects.filter(recorded_for__in=mine, match__created_at__gt=merge.at)


def check_merge(source: Player, target: Player, found: Blocks, *, two_accounts: bool = False) -> None:
    """Raise `PersonRefused` where these two cannot be one: at one match both, or with two ids on one platform."""
    if source == target:
        raise PersonRefused("same_player")
    for player in (source, target):
        if player.is_merged:
            raise PersonRefused("merged", name=player.name)
        if player.is_anonymised:
            raise PersonRefused("anonymised", name=player.name)
    if found.matches:
        raise PersonRefused("together", matches=[match.slug for match in found.matches])
    if found.platforms and not two_accounts:
        raise PersonRefused("two_ids", platforms=[platform for platform, _ids in found.platforms])


def check_reason(reason: str) -> None:
    if not reason.strip():
        raise PersonRefused("reason_missing")
    if len(reason) > REASON_LENGTH:
        raise PersonRefused("reason_too_long", most=REASON_LENGTH)


def _locked(*players: Player) -> Sequence[Player]:
    """These players as they are now, locked in the order of their numbers, with no result coming in meanwhile."""
    recording()
    ids = [player.pk for player in players]
    rows = {row.pk: row for row in Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")}
    return [rows[player.pk] for player in players]


def _account_move(account: User | None, giver: Player, taker: Player) -> None:
    """An account goes with its player, unless the other has one already."""
    if account is None:
        return
    if giver.user_id == account.pk:
        giver.user = None
        giver.save(update_fields=["user"])
    if taker.user_id is None:
        taker.user = account
        taker.save(update_fields=["user"])


def _settle(player: Player) -> None:
    """A player is identified as long as an identity belongs to him."""
    if player.state in (State.PROVISIONAL, State.IDENTIFIED):
        has_id = Identity.objects.filter(player=player).exists()
        player.state = State.IDENTIFIED if has_id else State.PROVISIONAL
        player.save(update_fields=["state"])


def _name_own(player: Player, other: Player) -> None:
    """After an undo nobody is called by a name that is only the other's."""
    shown = player.known_as
    if other.names.filter(text=shown).exists() and not player.names.filter(text=shown).exists():
        last = player.names.first()
        if last is not None:
            name_show(player, last.text)
