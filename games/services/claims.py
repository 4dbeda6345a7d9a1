"""“This is me”: an account becomes a player when a manager, or two players who met him lately, accept it."""

from datetime import UTC, datetime

from django.db.models import Exists, OuterRef

from games.limits import REASON_LENGTH
from games.models import Claim, Match, Player, Seat, User, Voucher
from games.selectors.meetings import LATELY
from games.services.audit import audit
from games.services.errors import PersonRefused
from games.services.people_notices import claim_tell
from games.services.players import player_now
from games.services.retry import atomic_retried
from games.services.rights import rights_changed

State = Claim.State
VOUCHERS = 2
"""Players who must know the claimant, where no manager decides."""


@atomic_retried
def claim_make(player: Player, *, by: User, words: str = "") -> Claim:
    """An account says that it is this player; said again it is the same claim. Raises `PersonRefused`."""
    player = _locked(player)
    if len(words) > REASON_LENGTH:
        raise PersonRefused("reason_too_long", most=REASON_LENGTH)
    if player.is_anonymised:
        raise PersonRefused("anonymised", name=player.name)
    if player.user_id == by.pk:
        raise PersonRefused("is_mine")
    known = Claim.objects.filter(user=by, player=player, state__in=[State.OPEN, State.ACCEPTED]).first()
    if known is not None:
        return known
    claim = Claim.objects.create(user=by, player=player, words=words)
    audit("claim.made", claim, actor=by, player=player.pk)
    claim_tell(claim, "contested", by)
    return claim


@atomic_retried
def claim_vouch(claim: Claim, *, by: User) -> Claim:
    """Another player says that he knows the claimant; the second one accepts the claim. Raises `PersonRefused`."""
    claim = _locked_claim(claim)
    voucher = getattr(by, "player", None)
    if voucher is None:
        raise PersonRefused("has_player")
    if by.pk == claim.user_id:
        raise PersonRefused("own")
    if is_contested(claim):
        raise PersonRefused("contested")
    if not met_lately(voucher, claim.player):
        raise PersonRefused("not_met", days=LATELY.days)
    if claim.vouchers.filter(user=by).exists():
        return claim
    Voucher.objects.create(claim=claim, user=by, player=voucher)
    audit("claim.vouched", claim, actor=by, player=claim.player_id)
    if claim.vouchers.count() >= VOUCHERS:
        _accept(claim, by=None)
    return claim


@atomic_retried
def claim_accept(claim: Claim, *, by: User) -> Claim:
    """A manager accepts; whoever had the player before has him no more. Raises `PersonRefused`."""
    claim = _locked_claim(claim)
    _accept(claim, by=by)
    return claim


@atomic_retried
def claim_decline(claim: Claim, *, by: User, reason: str) -> Claim:
    claim = _locked_claim(claim)
    if not reason.strip():
        raise PersonRefused("reason_missing")
    _decide(claim, State.DECLINED, by=by)
    audit("claim.declined", claim, actor=by, reason=reason[:REASON_LENGTH], player=claim.player_id)
    claim_tell(claim, "declined", by, reason[:REASON_LENGTH])
    return claim


def is_contested(claim: Claim) -> bool:
    """Whether another account has the player, or says that it is he: only a manager can decide then."""
    has_account = claim.player.user_id not in (None, claim.user_id)
    return has_account or Claim.objects.filter(player=claim.player, state=State.OPEN).exclude(pk=claim.pk).exists()


def met_lately(one: Player, other: Player) -> bool:
    """Whether two players sat at one table in the last three months."""
    since = datetime.now(UTC) - LATELY
    both = Seat.objects.filter(match=OuterRef("match"), player=other)
    seats = Seat.objects.filter(Exists(both), player=one, match__ended_at__gte=since)
    return one != other and seats.exclude(match__state=Match.State.VOID).exists()


def _accept(claim: Claim, *, by: User | None) -> None:
    """An account that has a player keeps him: that both are he then asks for a merge."""
    player = claim.player
    for other in Claim.objects.filter(player=player, state=State.ACCEPTED).exclude(pk=claim.pk):
        _decide(other, State.ENDED, by=by)
        audit("claim.ended", other, actor=by, player=player.pk)
        claim_tell(other, "ended", by)
    if player.user_id not in (None, claim.user_id):
        player.user = None
        player.save(update_fields=["user"])
    if not Player.objects.filter(user=claim.user).exists():
        player.user = claim.user
        player.save(update_fields=["user"])
        rights_changed(claim.user_id)
    _decide(claim, State.ACCEPTED, by=by)
    vouchers = list(claim.vouchers.values_list("player", flat=True))
    audit("claim.accepted", claim, actor=by, player=player.pk, vouchers=vouchers)
    claim_tell(claim, "accepted", by)


def _decide(claim: Claim, state: Claim.State, *, by: User | None) -> None:
    claim.state, claim.decided_at, claim.decided_by = state, datetime.now(UTC), by
    claim.save(update_fields=["state", "decided_at", "decided_by"])


def _locked(player: Player) -> Player:
    return Player.objects.select_for_update(no_key=True).get(pk=player_now(player).pk)


def _locked_claim(claim: Claim) -> Claim:
    """The claim as it is now, with its account and its player locked, whoever the player belongs to by now."""
    user = User.objects.select_for_update(no_key=True).get(pk=claim.user_id)
    player = _locked(claim.player)
    claim = Claim.objects.select_for_update(no_key=True).get(pk=claim.pk)
    if claim.state != State.OPEN:
        raise PersonRefused("state", state=claim.state)
    if claim.player_id != player.pk:
        claim.player = player
        claim.save(update_fields=["player"])
    claim.user, claim.player = user, player
    return claim
