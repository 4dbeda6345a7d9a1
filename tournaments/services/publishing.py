"""Showing a draft to everybody: at once, or by the clock."""

from datetime import datetime

from django.utils import timezone

from games.models import User
from games.services.retry import atomic_retried
from tournaments.models import Act, Round, TableMatch
from tournaments.selectors.board import Board, LaidRound, board_of
from tournaments.services.drafts import check_arrangement, missing_in
from tournaments.services.errors import Changed, Refused
from tournaments.services.hanging import hanging_removed
from tournaments.services.local_time import days_after, instant, local_time
from tournaments.services.notices import draft_stuck_tell, round_tell
from tournaments.services.settle import settle
from tournaments.services.work import Work, seen, tournament_running


@atomic_retried
def round_publish(
    round_: Round,
    *,
    version: int,
    by: User | None,
    now: datetime | None = None,
    deadline: str = "",
    fold: int | None = None,
    reason: str = "",
) -> Act:
    """Show a draft to everybody. Results that these people had before an undone round come back to their tables.

    `deadline` is a local time such as `2026-10-08T23:59`; without, the terms say.
    """
    tournament = tournament_running(round_.stage.tournament_id)
    round_ = seen(round_, version)
    if round_.state != Round.State.DRAFT:
        raise Refused("not_a_draft", round=round_.number)
    work = Work(tournament, by)
    board = board_of(round_.stage_id)
    draft = board.laid(round_)
    if _emptied(work, draft):
        board = board_of(round_.stage_id)
        draft = board.laid(round_)
    check_arrangement(board, draft, draft.arrangement)
    _check_whole(board, draft)
    at = now or timezone.now()
    terms = board.terms
    local = (
        local_time(deadline)
        if deadline
        else days_after(at.astimezone(tournament.zone).date(), terms.round_days, terms.round_time, tournament.zone)
    )
    due = instant(local, tournament.zone, 0 if fold is None and not deadline else fold)
    if due <= at:
        raise Refused("deadline_past", found=local)
    work.change(
        round_,
        state=Round.State.PUBLISHED,
        published_at=at,
        publish_at=None,
        deadline_local=local,
        deadline=due,
    )
    _attach_again(work, board, draft)
    settle(work, board_of(round_.stage_id))
    act = work.done("round.published", round_, reason=reason, round=round_.number, deadline=local)
    round_tell(round_, by)
    return act


def _emptied(work: Work, draft: LaidRound) -> bool:
    """Take away tables that everybody was moved from; those behind them move up."""
    empty = [table.pairing for table in draft.tables if not table.people]
    hanging_removed(work, empty)
    for pairing in empty:
        work.remove(pairing)
    whole = [table.pairing for table in draft.tables if table.people]
    for number, pairing in enumerate(whole, start=1):
        work.change(pairing, number=number)
    return bool(empty)


def _check_whole(board: Board, draft: LaidRound) -> None:
    """Before publishing: nobody forgotten, no table too short."""
    missing = missing_in(board, draft)
    if missing:
        raise Refused("people", twice=[], missing=sorted(missing), extra=[])
    is_last = board.stage_terms.format in ("single", "double") and len(draft.tables) == 1 and not draft.out
    is_deciding = draft.round.side == Round.Side.PLAY_OFF
    fewest = 2 if board.is_planned or is_last or is_deciding else board.terms.least
    wrong = [table.pairing.number for table in draft.tables if len(table.people) < fewest]
    if wrong:
        raise Refused("table_size", tables=wrong, fewest=fewest, most=board.terms.most)


def _attach_again(work: Work, board: Board, draft: LaidRound) -> None:
    """Give tables the matches of just their people that were detached, the last ones first; of several games all."""
    rows = TableMatch.objects.filter(tournament=work.tournament, pairing=None).select_related("match")
    waiting = [row for row in rows.prefetch_related("match__seats").order_by("-pk") if row.match.state != "void"]
    for table in draft.tables if waiting else ():
        if table.pairing.table_matches.exists():
            continue
        fits = [row for row in waiting if board.result_of(row.match, table.people, table.substitutes) is not None]
        for number, row in enumerate(reversed(fits[: table.pairing.best_of]), start=1):
            work.change(row, pairing=table.pairing, number=number)


@atomic_retried
def round_schedule(round_: Round, at: datetime | None, *, version: int, by: User) -> Act:
    """Publish a draft at an instant, or not by itself after all."""
    tournament = tournament_running(round_.stage.tournament_id)
    round_ = seen(round_, version)
    if round_.state != Round.State.DRAFT:
        raise Refused("not_a_draft", round=round_.number)
    work = Work(tournament, by)
    work.change(round_, publish_at=at)
    return work.done("draft.scheduled", round_, round=round_.number)


def rounds_publish_due(now: datetime | None = None) -> int:
    """Publish what is due. A draft that is being changed is left; of one that cannot be, its directors are told. Safe to run twice."""
    at = now or timezone.now()
    count = 0
    for round_ in Round.objects.filter(state=Round.State.DRAFT, publish_at__lte=at).select_related("stage__tournament"):
        try:
            round_publish(round_, version=round_.version, by=None, now=at)
            count += 1
        except Refused as why:
            if why.code != "not_a_draft":
                draft_stuck_tell(round_)
        except Changed:
            continue
    return count
