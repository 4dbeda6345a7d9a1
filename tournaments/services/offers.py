"""Seats offered to those in reserve, in the order of entry, one at a time: who answers too late is passed over."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, override

from games.models import User
from games.services.players import player_now
from games.services.retry import atomic_retried
from tournaments.models import (
    Act,
    Entrant,
    EntrantChange,
    Pairing,
    PairingSeat,
    Round,
    SeatOffer,
    Stage,
    StageEntrant,
    Tournament,
)
from tournaments.selectors.board import Board, LaidTable, board_of
from tournaments.services import told
from tournaments.services.errors import Refused
from tournaments.services.notices import substitute_tell
from tournaments.services.substitutes import seat_take
from tournaments.services.work import Work, seen, tournament_locked

Answer = SeatOffer.Answer


@atomic_retried
def seat_offer(
    pairing: Pairing, entrant: int, *, version: int, by: User | None, now: datetime | None = None
) -> SeatOffer:
    """Offer the seat of somebody who cannot play to the next in reserve. Refused in the second half of the round's time.

    An offer that is open already stands.
    """
    tournament = tournament_locked(pairing.round.stage.tournament_id)
    pairing = seen(pairing, version)
    board = board_of(pairing.round.stage_id)
    table = board.table(pairing)
    if tournament.state != Tournament.State.RUNNING or table.pairing.round.state == Round.State.DRAFT:
        raise Refused("not_published", table=pairing.number)
    if table.matches or table.is_decided:
        raise Refused("already_decided", table=pairing.number)
    if entrant not in table.people:
        raise Refused("not_at_the_table", entrant=entrant, table=pairing.number)
    open_one = SeatOffer.objects.filter(pairing=pairing, entrant=entrant, answer=Answer.OPEN).first()
    return open_one or _offer(board, table, entrant, by, now or timezone.now())


def latest(round_: Round) -> datetime | None:
    """Until when somebody in reserve may still come in: the middle between publication and deadline."""
    if round_.published_at is None or round_.deadline is None:
        return None
    return round_.published_at + (round_.deadline - round_.published_at) / 2


def next_reserve(board: Board, table: LaidTable, entrant: int) -> Entrant | None:
    """Who is asked next: in the order of entry, and not at a table of this round as a substitute already."""
    asked = SeatOffer.objects.filter(pairing=table.pairing, entrant=entrant).values("reserve")
    seats = PairingSeat.objects.filter(round=table.pairing.round, substitute__isnull=False)
    waiting = Q(answer=Answer.OPEN, pairing__round=table.pairing.round)
    found = board.tournament.entrants.filter(state=Entrant.State.RESERVE).exclude(pk__in=asked)
    found = found.exclude(player__in=seats.values("substitute"))
    found = found.exclude(pk__in=SeatOffer.objects.filter(waiting).values("reserve"))
    return found.order_by("entered_at", "pk").first()


def _offer(board: Board, table: LaidTable, entrant: int, by: User | None, now: datetime) -> SeatOffer:
    last = latest(table.pairing.round)
    if last is not None and now >= last:
        raise Refused("too_late_for_reserves", until=last.isoformat())
    reserve = next_reserve(board, table, entrant)
    if reserve is None:
        raise Refused("no_reserve", table=table.pairing.number)
    until = now + timedelta(hours=board.terms.reserve_hours)
    work = Work(board.tournament, by)
    offer = work.add(
        SeatOffer(pairing=table.pairing, entrant_id=entrant, reserve=reserve, until=min(until, last) if last else until)
    )
    work.done("seat.offered", offer, stacked=False, entrant=entrant, reserve=reserve.pk)
    told.seat_offered(board, table, offer)
    return offer


@atomic_retried
def offer_answer(offer: SeatOffer, accepts: bool, *, version: int, by: User, now: datetime | None = None) -> Act | None:
    """Take the seat, or leave it to the next one. Raises `Changed`, and `Refused` where the time is over."""
    pairing = offer.pairing
    tournament = tournament_locked(pairing.round.stage.tournament_id)
    offer = seen(offer, version)
    at = now or timezone.now()
    if offer.answer != Answer.OPEN or offer.until <= at:
        raise Refused("offer_over", answer=offer.answer or Answer.LAPSED)
    if not accepts:
        _close(tournament, offer, "declined", by)
        _next(offer, at)
        return None
    pairing.refresh_from_db()
    board, work = board_of(pairing.round.stage_id), Work(tournament, by)
    if _into_stage(work, board, offer, pairing.round):
        board = board_of(pairing.round.stage_id)
    work.change(offer, answer=Answer.ACCEPTED)
    player = player_now(offer.reserve.player)
    seat_take(work, board, board.table(pairing), offer.entrant_id, player, at)
    with override(tournament.language):
        reason = gettext("Accepted the free seat from the reserve.")
    facts = {"entrant": offer.entrant_id, "reserve": offer.reserve_id, "table": pairing.number}
    act = work.done("seat.accepted", pairing, reason=reason, **facts)
    substitute_tell(pairing, player.user_id, by, reason)
    return act


def _into_stage(work: Work, board: Board, offer: SeatOffer, round_: Round) -> bool:
    """Where the points are a substitute's own, he needs a line of his own: as one who entered late."""
    if board.terms.substitute == "original" or offer.reserve_id in board.seed:
        return False
    seed = max(board.seed.values(), default=0) + 1
    work.add(StageEntrant(stage=board.stage, entrant=offer.reserve, seed=seed, reason={"late": round_.number}))
    late = EntrantChange.Kind.LATE
    work.add(EntrantChange(entrant=offer.reserve, stage=board.stage, round=round_.number, kind=late))
    work.change(Entrant.objects.get(pk=offer.reserve_id), state=Entrant.State.ACTIVE)
    return True


def _close(tournament: Tournament, offer: SeatOffer, answer: str, by: User | None) -> None:
    work = Work(tournament, by)
    work.change(offer, answer=answer)
    work.done(f"seat.{answer}", offer, stacked=False, entrant=offer.entrant_id, reserve=offer.reserve_id)


def _next(offer: SeatOffer, at: datetime) -> None:
    """Ask the next one; where nobody is left, or it is too late, the director sees it."""
    board = board_of(Stage.objects.get(rounds__pairings=offer.pairing_id).pk)
    table = board.table(offer.pairing)
    if table.matches or table.is_decided:
        return
    try:
        _offer(board, table, offer.entrant_id, None, at)
    except Refused:
        told.seat_stays_free(board, table, offer.entrant_id)


def offers_lapse(now: datetime | None = None) -> int:
    """Pass on the offers to which nobody answered in time. Safe to run twice."""
    at = now or timezone.now()
    due = SeatOffer.objects.filter(answer=Answer.OPEN, until__lte=at).order_by("pk")
    return sum(_lapse(offer, at) for offer in due)


@atomic_retried
def _lapse(offer: SeatOffer, at: datetime) -> int:
    tournament = tournament_locked(offer.reserve.tournament_id)
    offer = SeatOffer.objects.select_related("pairing__round").get(pk=offer.pk)
    if offer.answer != Answer.OPEN:
        return 0
    _close(tournament, offer, "lapsed", None)
    if tournament.state == Tournament.State.RUNNING:
        _next(offer, at)
    return 1
