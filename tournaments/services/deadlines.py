"""What happens by itself when a deadline is over. Each step is an act of its own: the clock may die at any line."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext, override

from games.models import User
from games.services.retry import atomic_retried
from tournaments.models import Act, NoShow, Pairing, Round, Stage
from tournaments.selectors.board import Board, LaidRound, LaidTable
from tournaments.selectors.due import acts_at, open_tables, rounds_due
from tournaments.services.errors import Changed, Refused
from tournaments.services.results import Line, result_enter, round_extend, stage_held, table_no_result


@atomic_retried
def table_forfeit(pairing: Pairing, *, version: int, by: User | None) -> Act:
    """Decide an open table without a match: those reported as absent lose it, the others share it.

    Where nobody was reported, nobody came.
    """
    board = stage_held(Stage.objects.values_list("pk", flat=True).get(rounds__pairings=pairing))
    table = board.table(pairing)
    absent = set(NoShow.objects.filter(pairing=pairing).values_list("entrant", flat=True))
    here = [one for one in table.people if absent and one not in absent]
    lines = {one: Line(1) if one in here else Line(None, flag="no_show") for one in table.people}
    return result_enter(pairing, lines, version=version, by=by, held=board)


def deadlines_run(now: datetime | None = None) -> int:
    """Extend rounds and decide tables as the terms say. Safe to run twice.

    Returns how many rounds and tables changed.
    """
    at = now or timezone.now()
    changed = 0
    for board, laid in rounds_due():
        due = laid.round.deadline
        assert due is not None
        if due < at:
            changed += _overdue(board, laid, at)
    return changed


def _overdue(board: Board, laid: LaidRound, at: datetime) -> int:
    if board.terms.extends == "clock" and not laid.round.extended:
        return _tried(round_extend, laid.round, version=laid.round.version, by=None)
    acts = acts_at(board, laid)
    if acts is None or acts > at:
        return 0
    return sum(_decide(board, table) for table in open_tables(laid) if table.state == "open")


def _decide(board: Board, table: LaidTable) -> int:
    pairing = Pairing.objects.get(pk=table.pairing.pk)
    if board.terms.overdue == "forfeit":
        return _tried(table_forfeit, pairing, version=pairing.version, by=None)
    with override(board.tournament.language):
        reason = gettext("Nothing was played by the deadline.")
    return _tried(table_no_result, pairing, version=pairing.version, by=None, reason=reason)


def _tried(act: object, row: Round | Pairing, **more: object) -> int:
    """One act; what a person does at the same moment goes first."""
    try:
        act(row, **more)  # type: ignore[operator]
    except (Refused, Changed):
        return 0
    return 1
