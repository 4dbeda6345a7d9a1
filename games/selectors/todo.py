"""What waits for one account."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.models import Claim, Match, Player, Seat, User, Verification, Voucher
from games.selectors.meetings import LATELY

REMEMBERED = timedelta(days=14)


def claimed_by(user: User) -> Player | None:
    """Who the user says he is, as long as that waits."""
    claim = Claim.objects.filter(user=user, state=Claim.State.OPEN).select_related("player").first()
    return claim.player if claim is not None else None


def to_confirm(user: User) -> QuerySet[Match]:
    """Matches the user played in that wait for somebody other than who entered them, oldest first."""
    return waiting_results(user).select_related("game").order_by("pk")[:50]


def waiting_results(user: User) -> QuerySet[Match]:
    """All of `to_confirm`."""
    return Match.objects.filter(state=Match.State.SUBMITTED, seats__player__user=user).exclude(submitted_by=user)


def claims_to_vouch(user: User) -> QuerySet[Claim]:
    """Claims on players whom the user met lately and for which he has not vouched; contested ones are a manager's."""
    since = timezone.now() - LATELY
    mine = Seat.objects.filter(match=OuterRef("match"), player__user=user)
    met = Seat.objects.filter(Exists(mine), player=OuterRef("player"), match__ended_at__gte=since)
    rivals = Claim.objects.filter(player=OuterRef("player"), state=Claim.State.OPEN).exclude(pk=OuterRef("pk"))
    rows = Claim.objects.filter(Exists(met.exclude(match__state=Match.State.VOID)), ~Exists(rivals))
    free = rows.filter(state=Claim.State.OPEN, player__user=None).exclude(user=user)
    return free.exclude(Exists(Voucher.objects.filter(claim=OuterRef("pk"), user=user)))


def refused_uploads(user: User) -> list[Verification]:
    """The user's uploads of the last two weeks that were refused or could not be read, newest first."""
    return list(refusals(user).select_related("submission").order_by("-pk")[:50])


def refusals(user: User) -> QuerySet[Verification]:
    """All of `refused_uploads`."""
    rows = Verification.objects.filter(submission__uploader=user, finished_at__gte=timezone.now() - REMEMBERED)
    return rows.filter(verdict__in=[Verification.Verdict.REFUSED, Verification.Verdict.UNREADABLE])


def uploads_of(user: User) -> QuerySet[Verification]:
    """All judgements on the user's files, newest first."""
    rows = Verification.objects.filter(submission__uploader=user).select_related(
        "submission__match__game", "submission__game"
    )
    return rows.order_by("-pk")
