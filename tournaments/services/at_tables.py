"""What people of a table do between publication and result: agree a date, tell who did not come, check in for a round."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import Model
from django.utils import timezone

from games.models import User
from games.services.audit import audit
from games.services.retry import atomic_retried
from tournaments.models import (
    Act,
    Entrant,
    NoShow,
    Pairing,
    PairingSeat,
    Round,
    RoundCheckIn,
    Stage,
    TableDate,
    TableDateAnswer,
    Tournament,
)
from tournaments.selectors.board import Board, LaidTable, board_of
from tournaments.selectors.needs import ASKED
from tournaments.selectors.seasons import check_in_round
from tournaments.services import told
from tournaments.services.errors import Refused
from tournaments.services.results import stage_held
from tournaments.services.work import Work, settling, tournament_locked

DATES = 12
"""Open proposals of one table, at most."""


@atomic_retried
def date_propose(pairing: Pairing, entrant: int, at: datetime, *, by: User, now: datetime | None = None) -> TableDate:
    """Propose when to play; whoever proposes can. A date that is there already is answered instead."""
    board, table = _open(pairing)
    _check_seated(table, entrant)
    _ask_leave("date", by, _seat(table, entrant))
    clock = now or timezone.now()
    if at <= clock:
        raise Refused("date_past", found=at.isoformat())
    date = TableDate.objects.filter(pairing=pairing, at=at).first()
    if date is None:
        if TableDate.objects.filter(pairing=pairing).count() >= DATES:
            raise Refused("too_many_dates", most=DATES)
        date = TableDate.objects.create(pairing=table.pairing, at=at, proposed_by_id=entrant)
        audit("tournament.date.proposed", date, actor=by, table=table.pairing.number)
        told.date_proposed(board, table, date, by)
    _answer(board, table, date, entrant, clock, by)
    date.refresh_from_db()
    return date


@atomic_retried
def date_answer(date: TableDate, entrant: int, can: bool, *, by: User, now: datetime | None = None) -> TableDate | None:
    """Say whether one can at that time. Once all of the table can, it is agreed; who cannot any more opens it again.

    None where the date is gone: nobody can any more.
    """
    board, table = _open(date.pairing)
    _check_seated(table, entrant)
    _ask_leave("date", by, _seat(table, entrant))
    kept = TableDate.objects.filter(pk=date.pk).first()
    if kept is None:
        return None
    if can:
        _answer(board, table, kept, entrant, now or timezone.now(), by)
    elif TableDateAnswer.objects.filter(date=kept, entrant=entrant).delete()[0]:
        audit("tournament.date.declined", kept, actor=by, table=table.pairing.number)
        if kept.agreed_at is not None:
            TableDate.objects.filter(pk=kept.pk).update(agreed_at=None)
            told.date_opened(board, table, kept, by)
        if not kept.answers.exists():
            kept.delete()
            return None
    kept.refresh_from_db()
    return kept


@atomic_retried
def date_answer_for(
    date: TableDate, entrant: int, other: int, *, by: User, now: datetime | None = None
) -> TableDate | None:
    """Say for `other` of the table, who has no account here to say it himself, that he can. None where the date is gone."""
    board, table = _open(date.pairing)
    _check_seated(table, entrant)
    _check_seated(table, other)
    _ask_leave("date", by, _seat(table, entrant))
    if dict(zip(table.people, told.accounts_of(board, table), strict=True))[other] is not None:
        raise Refused("not_at_the_table", entrant=other, table=table.pairing.number)
    kept = TableDate.objects.filter(pk=date.pk).first()
    if kept is not None:
        _answer(board, table, kept, other, now or timezone.now(), by)
        kept.refresh_from_db()
    return kept


def _answer(board: Board, table: LaidTable, date: TableDate, entrant: int, at: datetime, by: User) -> None:
    TableDateAnswer.objects.get_or_create(date=date, entrant_id=entrant)
    can = set(date.answers.values_list("entrant", flat=True))
    settled = TableDate.objects.filter(pairing=date.pairing_id, agreed_at__isnull=False).exists()
    if set(table.people) <= can and not settled:
        TableDate.objects.filter(pk=date.pk).update(agreed_at=at)
        audit("tournament.date.agreed", date, actor=by, table=table.pairing.number)
        told.date_agreed(board, table, date, by)


@atomic_retried
def no_show_report(
    pairing: Pairing, absent: int, *, by: User, official: bool = False, now: datetime | None = None
) -> NoShow:
    """Report that somebody did not come: the others of the table once the time of grace is over, a director at any time.

    That is so many minutes after the agreed date, else so many hours after publication. Twice changes nothing.
    """
    board, table = _open(pairing)
    _check_seated(table, absent)
    _ask_leave("no_show.official" if official else "no_show", by, table.pairing)
    if not official:
        until = grace_until(board, table)
        if (now or timezone.now()) < until:
            raise Refused("grace", until=until.isoformat())
    row, is_new = NoShow.objects.get_or_create(pairing=table.pairing, entrant_id=absent, defaults={"told_by": by})
    if is_new:
        audit("tournament.no_show.reported", row, actor=by, table=table.pairing.number, entrant=absent)
        told.no_show_reported(board, table, absent, by)
    return row


@atomic_retried
def table_ask(pairing: Pairing, *, by: User, held: Board | None = None) -> Act | None:
    """Put an open table before the arbiters; where there are none, before the other directors. Twice changes nothing."""
    board, table = _open(pairing, held)
    if Act.objects.filter(tournament=board.tournament, kind=ASKED, target_id=table.pairing.pk).exists():
        return None
    where = {"round": table.pairing.round.number, "table": table.pairing.number}
    act = Work(board.tournament, by).done("table.asked", table.pairing, stacked=False, **where)
    told.table_asked(board, table, by)
    return act


@atomic_retried
def no_show_withdraw(row: NoShow, *, by: User) -> None:
    """He came after all. Nothing happens where the report is gone."""
    tournament = tournament_locked(row.entrant.tournament_id)
    _ask_leave("no_show.official", by, tournament)
    kept = NoShow.objects.filter(pk=row.pk).first()
    if kept is not None:
        audit("tournament.no_show.withdrawn", kept, actor=by, entrant=kept.entrant_id)
        kept.delete()


def grace_until(board: Board, table: LaidTable) -> datetime:
    """From when on those present may report who did not come."""
    agreed = TableDate.objects.filter(pairing=table.pairing, agreed_at__isnull=False).first()
    if agreed is not None:
        return agreed.at + timedelta(minutes=board.terms.no_show_minutes)
    published = table.pairing.round.published_at
    assert published is not None
    return published + timedelta(hours=board.terms.no_show_hours)


@atomic_retried
def round_check_in(stage: Stage, entrant: Entrant, here: bool = True, *, by: User) -> bool:
    """Check in for the next round or a season, or not after all. True if that changed something. Refused once it is late."""
    return bool(round_check_ins(stage, {entrant.pk: here}, by=by))


@atomic_retried
def round_check_ins(stage: Stage, here: Mapping[int, bool], *, by: User, number: int | None = None) -> int:
    """The same for many, by entrant, and for the round with this `number`. Returns how many changed."""
    tournament = tournament_locked(stage.tournament_id)
    board = board_of(stage.pk)
    now = check_in_round(board, timezone.now())
    number = number or now or len(board.published) + 1
    if tournament.state != Tournament.State.RUNNING or number != now:
        raise Refused("no_check_in", round=number)
    known = {row.entrant_id: row for row in RoundCheckIn.objects.filter(stage=board.stage, round=number)}
    changed = {one: is_here for one, is_here in here.items() if is_here is not (one in known)}
    _ask_leave("round_check_in", by, *(board.entrants[one] for one in changed if one in board.entrants))
    for one, is_here in changed.items():
        if one not in board.seed or board.presence(one, number) != "in":
            entrant = board.entrants.get(one)
            raise Refused("entrant_state", found=entrant.state if entrant else Entrant.State.WITHDRAWN, entrant=one)
        if is_here:
            row = RoundCheckIn.objects.create(stage=board.stage, round=number, entrant_id=one)
            audit("tournament.round.checked_in", row, actor=by, round=number)
        else:
            audit("tournament.round.checked_out", known[one], actor=by, round=number)
            known[one].delete()
    return len(changed)


def _ask_leave(kind: str, by: User, *things: Model) -> None:
    """Let those above refuse it."""
    settling.send(sender=Tournament, kind=kind, by=by, things=things)


def _seat(table: LaidTable, entrant: int) -> PairingSeat:
    return PairingSeat.objects.select_related("entrant__player", "substitute").get(
        pairing=table.pairing, entrant=entrant
    )


def _open(pairing: Pairing, held: Board | None = None) -> tuple[Board, LaidTable]:
    """A table that is still to be played, under the tournament's lock."""
    board = held or stage_held(Stage.objects.values_list("pk", flat=True).get(rounds__pairings=pairing))
    tournament, table = board.tournament, board.table(pairing)
    if tournament.state != Tournament.State.RUNNING or table.pairing.round.state == Round.State.DRAFT:
        raise Refused("not_published", table=pairing.number)
    if table.is_decided:
        raise Refused("already_decided", table=pairing.number)
    return board, table


def _check_seated(table: LaidTable, entrant: int) -> None:
    if entrant not in table.people:
        raise Refused("not_at_the_table", entrant=entrant, table=table.pairing.number)
