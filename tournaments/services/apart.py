"""Who should not meet: pairs who asked, and clubs. What it weighs in pairing, the terms say. Nobody but directors sees it."""

from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone

from games.models import User
from games.services.retry import atomic_retried
from tournaments.models import Act, Entrant, NotToMeet, RoundCheckIn, TableDate, Tournament
from tournaments.services.errors import Refused
from tournaments.services.tournaments import check_reason
from tournaments.services.work import Work, seen, tournament_locked

KEPT = timedelta(days=30)
"""After the end of a tournament; then nobody needs to know any more who asked what."""
OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)
CLUB = 64


@atomic_retried
def not_to_meet_add(tournament: Tournament, first: Entrant, second: Entrant, *, by: User, reason: str) -> NotToMeet:
    """Keep two entrants apart from the next draft on. Adding a pair twice changes nothing."""
    tournament = tournament_locked(tournament.pk)
    check_reason(reason)
    _check_open(tournament)
    if first.pk == second.pk or {first.tournament_id, second.tournament_id} != {tournament.pk}:
        raise Refused("not_two_entrants", entrants=[first.pk, second.pk])
    pair = sorted((first.pk, second.pk))
    row = NotToMeet.objects.filter(first=pair[0], second=pair[1]).first()
    if row is not None:
        return row
    work = Work(tournament, by)
    row = work.add(NotToMeet(tournament=tournament, first_id=pair[0], second_id=pair[1], reason=reason.strip()))
    work.done("apart.added", tournament)
    return row


@atomic_retried
def not_to_meet_remove(row: NotToMeet, *, by: User) -> Act | None:
    """Let two be paired again. Nothing happens where somebody else has removed the pair."""
    tournament = tournament_locked(row.tournament_id)
    now = NotToMeet.objects.filter(pk=row.pk).first()
    if now is None:
        return None
    _check_open(tournament)
    work = Work(tournament, by)
    work.remove(now)
    return work.done("apart.removed", tournament)


@atomic_retried
def entrant_club(entrant: Entrant, club: str, *, version: int, by: User) -> Act:
    """Name somebody's club; empty: none."""
    tournament = tournament_locked(entrant.tournament_id)
    entrant = seen(entrant, version)
    _check_open(tournament)
    club = " ".join(club.split())
    if len(club) > CLUB:
        raise Refused("club_too_long", most=CLUB)
    work = Work(tournament, by)
    work.change(entrant, club=club)
    return work.done("entrant.club", entrant, club=club)


@atomic_retried
def wishes_forget(now: datetime | None = None) -> int:
    """Forget who asked not to meet whom, and who could when, a month after the end. Safe to run twice."""
    before = (now or timezone.now()) - KEPT
    ended = Tournament.objects.filter(state__in=OVER).annotate(last=Max("acts__at")).filter(last__lt=before)
    pks = list(ended.values_list("pk", flat=True))
    removed = NotToMeet.objects.filter(tournament__in=pks).delete()[0]
    removed += TableDate.objects.filter(pairing__round__stage__tournament__in=pks).delete()[0]
    removed += RoundCheckIn.objects.filter(stage__tournament__in=pks).delete()[0]
    Act.objects.filter(tournament__in=pks, kind__startswith="apart.").exclude(steps=[]).update(steps=[])
    return removed


def _check_open(tournament: Tournament) -> None:
    if tournament.state in OVER:
        raise Refused("state", found=tournament.state, wanted=Tournament.State.RUNNING)
