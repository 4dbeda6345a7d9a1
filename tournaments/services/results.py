"""Results of tables. A table is decided by a match: one that people reported or a log told, or one that a director enters."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Max, Q
from django.utils import timezone

from games.models import Match, Player, User
from games.services.changes import COUNTABLE, match_change
from games.services.corrections import match_correct
from games.services.players import Seen
from games.services.results import Result, SeatResult, match_find_or_create
from games.services.retry import atomic_retried
from games.services.statements import TypedSeat, check_seats, ending_of
from tournaments.formats.errors import Refused as NotInTheBracket
from tournaments.models import Act, Pairing, Round, Stage, TableMatch, Tournament
from tournaments.selectors.board import Board, LaidTable, board_of
from tournaments.selectors.brackets import is_bracket, misplaced, outcome_of
from tournaments.services.errors import Changed, Refused
from tournaments.services.local_time import days_after, instant
from tournaments.services.notices import extended_tell
from tournaments.services.settle import settle
from tournaments.services.tournaments import check_reason
from tournaments.services.work import Work, seen, tournament_locked, tournament_running

State = Match.State


class Line(msgspec.Struct, frozen=True):
    """The result of one entrant. Who did not come has no place."""

    place: int | None
    score: int | None = None
    flag: str = "played"


@atomic_retried
def result_enter(
    pairing: Pairing,
    lines: Mapping[int, Line],
    *,
    version: int,
    by: User | None,
    ended_at: datetime | None = None,
    ending: str = "",
    table_id: str = "",
    held: Board | None = None,
) -> Act:
    """Enter a result as the director (None: the clock): `lines` by entrant. It makes a confirmed match, or believes the one that is reported.

    `held`: the stage as `tables_each` holds it. Raises `Changed` and `Refused`; `InvalidResult` as `check_seats`.
    """
    work, board, table = _open(pairing, version, by, held)
    if table.is_decided:
        raise Refused("already_decided", table=pairing.number)
    seats = _typed(board, table, lines)
    ending = ending or ending_of([seat.flag for seat in seats])
    check_seats(seats, ending)
    at = ended_at or timezone.now()
    reported = next((match for match in table.matches if match.state not in COUNTABLE), None)
    if reported is not None:
        match = _believe(work, reported, seats, ending, at)
    else:
        players = [seat.player for seat in seats if seat.player is not None]
        found = match_find_or_create(
            _result_of(board, table, seats, ending, at, table_id),
            by=by,
            players=players,
            game=board.tournament.game,
            state=State.CONFIRMED,
            apart_from=_of_other_tables(players),
        )
        match = found.match
        if found.is_new:
            work.matches.append({"match": match.pk, "version": match.version, "did": "made"})
        else:
            _check_free(match)
            if match.state not in COUNTABLE:
                match = _believe(work, match, seats, ending, at)
        _attach(work, table, match, is_new=found.is_new)
    return _decided(work, board, table, "result.entered", match=match.slug)


def _result_of(
    board: Board, table: LaidTable, seats: Sequence[TypedSeat], ending: str, at: datetime, table_id: str
) -> Result:
    """The result of a table as a director states it."""
    return Result(
        game=board.tournament.game.key,
        seats=tuple(
            SeatResult(Seen(name), seat.place, seat.score, seat.flag)
            for seat, name in zip(seats, _entered_names(board, table), strict=True)
        ),
        platform="bga" if table_id else "",
        table_id=table_id,
        ended_at=at,
        source="typed",
        ending=ending,
    )


def _of_other_tables(players: Sequence[Player]) -> list[int]:
    """Matches of these people that are not this one, though ended in the same ten minutes: of tables, and struck out.

    A director who undoes a result and enters it again means a new match.
    """
    theirs = Match.objects.filter(seats__player=players[0])
    return list(theirs.filter(Q(table__isnull=False) | Q(state=State.VOID)).values_list("pk", flat=True))


def stage_held(stage_pk: int) -> Board:
    """The stage as it is now, under the tournament's lock until the transaction ends."""
    tournament_locked(Stage.objects.values_list("tournament", flat=True).get(pk=stage_pk))
    return board_of(stage_pk)


def _open(pairing: Pairing, version: int, by: User | None, held: Board | None = None) -> tuple[Work, Board, LaidTable]:
    """A table of a published round, under the lock."""
    board = held or stage_held(Stage.objects.values_list("pk", flat=True).get(rounds__pairings=pairing))
    tournament, table = board.tournament, board.table_at(pairing.pk)
    if table is None or table.pairing.version != version:
        raise Changed(None if table is None else table.pairing)
    if table.pairing.round.state == Round.State.DRAFT or tournament.state != Tournament.State.RUNNING:
        raise Refused("not_published", table=pairing.number)
    if board.stage.state == Stage.State.LOCKED:
        raise Refused("stage_state", found=board.stage.state, stage=board.stage.number)
    if len(table.people) < 2:
        raise Refused("not_ready", table=pairing.number)
    return Work(tournament, by), board, table


def _typed(board: Board, table: LaidTable, lines: Mapping[int, Line]) -> list[TypedSeat]:
    """The lines as seats of the table. Just its people must be named."""
    if lines.keys() != set(table.people):
        raise Refused(
            "people",
            twice=[],
            missing=sorted(set(table.people) - lines.keys()),
            extra=sorted(lines.keys() - set(table.people)),
        )
    players = {one: _player(table.substitutes.get(one) or board.entrants[one].player) for one in table.people}
    return [
        TypedSeat(lines[one].place, players[one], score=lines[one].score, flag=lines[one].flag) for one in table.people
    ]


def _entered_names(board: Board, table: LaidTable) -> list[str]:
    """The names that entered: if one was merged since, an undo of that gives the seat back to him."""
    return [(table.substitutes.get(one) or board.entrants[one].player).name for one in table.people]


def _player(player: Player) -> Player:
    while player.merged_into is not None:
        player = player.merged_into
    return player


def _believe(work: Work, match: Match, seats: Sequence[TypedSeat], ending: str, at: datetime) -> Match:
    """Confirm what people reported, or decide another result."""
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    if work.by is None:  # what people reported, the clock leaves to them
        raise Refused("reported", match=match.slug)
    stated = {seat.player.pk: (seat.place, seat.score, seat.flag) for seat in seats if seat.player is not None}
    stored = {seat.player_id: (seat.place, seat.score, seat.flag) for seat in match.seats.all()}
    if match.state == State.VOID:
        raise Refused("match_void", match=match.slug)
    before, number = match.state, match.results.aggregate(last=Max("number"))["last"]
    if stated == stored and ending == match.ending:
        match = match_change(match, "match.confirmed", state=State.CONFIRMED, actor=work.by, official=True)
        work.matches.append({"match": match.pk, "version": match.version, "did": "confirmed", "before": before})
        return match
    match = match_correct(
        match,
        version=match.version,
        by=work.by,
        seats=seats,
        ending=ending,
        ended_at=match.ended_at or at,
        reason="decided by the director",
    )
    work.matches.append({"match": match.pk, "version": match.version, "did": "corrected", "result": number})
    return match


def _attach(work: Work, table: LaidTable, match: Match, *, is_new: bool = False) -> None:
    row = None if is_new else TableMatch.objects.filter(match=match).first()
    number = len(table.matches) + 1
    if number > table.pairing.best_of:
        raise Refused("games", best_of=table.pairing.best_of)
    if row is None:
        work.add(TableMatch(tournament=work.tournament, pairing=table.pairing, match=match, number=number))
    else:
        work.change(row, tournament_id=work.tournament.pk, pairing_id=table.pairing.pk, number=number)


def _decided(work: Work, board: Board, table: LaidTable, kind: str, *, reason: str = "", **facts: Any) -> Act:
    """After a result: refuse a draw where somebody must go on, then bring the stage in line and note the act."""
    board.reread_tables({table.pairing.pk, *facts.get("fell", ())})
    now = board.table(table.pairing)
    if is_bracket(board) and now.state == "decided" and outcome_of(now) is None:
        raise Refused("nobody_goes_on", table=table.pairing.number)
    settle(work, board)
    number = table.pairing.round.number
    return work.done(kind, table.pairing, reason=reason, round=number, table=table.pairing.number, **facts)


@atomic_retried
def result_correct(
    pairing: Pairing,
    lines: Mapping[int, Line],
    *,
    version: int,
    by: User,
    reason: str,
    ending: str = "",
    game: int = 1,
    confirmed: Collection[int] = (),
) -> Act:
    """Give a decided table another result. A complete round must be re-opened first.

    In a bracket later results may fall: refused with their tables, unless just these are `confirmed` (by their id).
    """
    work, board, table = _open(pairing, version, by)
    check_reason(reason)
    if not table.matches or not table.is_decided:
        raise Refused("not_decided", table=pairing.number)
    if not 1 <= game <= len(table.matches):
        raise Refused("games", best_of=table.pairing.best_of)
    if table.pairing.round.state == Round.State.COMPLETE and not is_bracket(board):
        raise Refused("round_complete", round=table.pairing.round.number)
    seats = _typed(board, table, lines)
    match = Match.objects.select_for_update(no_key=True).get(pk=table.matches[game - 1].pk)
    number = match.results.aggregate(last=Max("number"))["last"]
    match = match_correct(
        match,
        version=match.version,
        by=by,
        seats=seats,
        ending=ending or ending_of([seat.flag for seat in seats]),
        ended_at=match.ended_at,
        reason=reason,
    )
    work.matches.append({"match": match.pk, "version": match.version, "did": "corrected", "result": number})
    falls = _let_fall(work, board, confirmed)
    return _decided(work, board, table, "result.corrected", reason=reason, match=match.slug, fell=falls)


def _let_fall(work: Work, before: Board, confirmed: Collection[int]) -> list[int]:
    """Take away what was played or decided at later tables of a bracket whose people would be others now.

    Their matches stay, detached.
    """
    if not is_bracket(before):
        return []
    known = {table.pairing.pk for table in misplaced(before)}
    try:
        fallen = [one for one in misplaced(board_of(before.stage.pk)) if one.pairing.pk not in known]
    except NotInTheBracket as problem:
        raise Refused(problem.code, **problem.facts) from None
    ids = sorted(one.pairing.pk for one in fallen)
    if ids != sorted(confirmed):
        raise Refused("results_fall", tables=ids)
    for one in fallen:
        detach(work, one)
    return ids


def detach(work: Work, table: LaidTable) -> None:
    """Take the matches of a table away; they are kept for when the same people are paired again."""
    for row in table.pairing.table_matches.all():
        work.change(row, pairing_id=None)
    if table.pairing.no_result:
        work.change(table.pairing, no_result=False)


@atomic_retried
def result_detach(pairing: Pairing, *, version: int, by: User, reason: str, confirmed: Collection[int] = ()) -> Act:
    """The table is open again: a match that does not belong to it, or that is to be played anew."""
    work, board, table = _open(pairing, version, by)
    check_reason(reason)
    if not table.matches and not table.pairing.no_result:
        raise Refused("not_decided", table=pairing.number)
    if table.pairing.round.state == Round.State.COMPLETE and not is_bracket(board):
        raise Refused("round_complete", round=table.pairing.round.number)
    detach(work, table)
    falls = _let_fall(work, board, confirmed)
    return _decided(work, board, table, "result.detached", reason=reason, fell=falls)


@atomic_retried
def table_no_result(pairing: Pairing, *, version: int, by: User | None, reason: str) -> Act:
    """Decide that a table stays without a result: nobody gets anything; in a bracket nobody goes on from it."""
    work, board, table = _open(pairing, version, by)
    check_reason(reason)
    if table.is_decided:
        raise Refused("already_decided", table=pairing.number)
    work.change(table.pairing, no_result=True)
    return _decided(work, board, table, "result.none", reason=reason)


@atomic_retried
def match_attach(pairing: Pairing, match: Match, *, version: int, by: User | None) -> Act:
    """Let a match decide a table: just its people sat there, and it is of the tournament's game."""
    work, board, table = _open(pairing, version, by)
    _check_fits(board, table, match)
    _attach(work, table, match)
    return _decided(work, board, table, "result.attached", match=match.slug)


def _check_fits(board: Board, table: LaidTable, match: Match) -> None:
    if table.is_decided:
        raise Refused("already_decided", table=table.pairing.number)
    if match.game_id != board.tournament.game_id:
        raise Refused("other_game", match=match.slug, found=str(match.game), wanted=str(board.tournament.game))
    if board.result_of(match, table.people, table.substitutes) is None:
        found = [seat.player.name for seat in match.seats.select_related("player")]
        wanted = [board.entrants[one].player.name for one in table.people]
        raise Refused("other_people", match=match.slug, found=", ".join(found), wanted=", ".join(wanted))
    _check_free(match)


def _check_free(match: Match) -> None:
    """Refuse a match that decides a table."""
    row = TableMatch.objects.filter(match=match).exclude(pairing=None).select_related("pairing__round").first()
    if row is not None and row.pairing is not None:
        raise Refused("match_elsewhere", match=match.slug, table=row.pairing.number, round=row.pairing.round.number)


@atomic_retried
def round_extend(round_: Round, *, version: int, by: User | None, fold: int | None = None) -> Act:
    """Give a round that is overdue, or soon will be, more time; once."""
    tournament = tournament_running(round_.stage.tournament_id)
    round_ = seen(round_, version)
    if round_.state not in (Round.State.PUBLISHED, Round.State.PLAYING) or not round_.deadline_local:
        raise Refused("round_state", found=round_.state, round=round_.number)
    if round_.extended:
        raise Refused("extended_before", round=round_.number)
    before = datetime.fromisoformat(round_.deadline_local)
    local = days_after(before.date(), tournament.terms.extension_days, f"{before:%H:%M}", tournament.zone)
    work = Work(tournament, by)
    work.change(round_, deadline_local=local, deadline=instant(local, tournament.zone, fold or 0), extended=True)
    act = work.done("round.extended", round_, round=round_.number, deadline=local)
    extended_tell(round_, by)
    return act
