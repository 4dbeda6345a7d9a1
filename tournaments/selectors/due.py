"""What the clock or a director has to see to: rounds past their deadline, and what may be done about each table."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from tournaments.models import Round, Stage, Tournament
from tournaments.selectors.board import Board, LaidRound, LaidTable

PLAYED = (Round.State.PUBLISHED, Round.State.PLAYING)


def open_tables(laid: LaidRound) -> list[LaidTable]:
    """Tables with people that wait for a result."""
    return [table for table in laid.tables if len(table.people) > 1 and not table.is_decided]


def rounds_due() -> Iterator[tuple[Board, LaidRound]]:
    """Rounds with open tables and a deadline, past or not, but those of challenge ladders, which end by their own rules."""
    running = Stage.objects.filter(
        tournament__state=Tournament.State.RUNNING,
        state=Stage.State.RUNNING,
        rounds__state__in=PLAYED,
        rounds__deadline__isnull=False,
    ).exclude(document__format="challenge")
    for stage in running.select_related("tournament__game").distinct().order_by("pk"):
        board = Board(stage)
        for laid in board.published:
            if laid.round.state in PLAYED and laid.round.deadline is not None and open_tables(laid):
                yield board, laid


def acts_at(board: Board, laid: LaidRound) -> datetime | None:
    """When the clock does what the terms say, other than to extend; None: never.

    A director who alone may extend has the days of an extension for it.
    """
    due = laid.round.deadline
    if due is None or board.terms.overdue not in ("no_result", "forfeit"):
        return None
    return due if laid.round.extended else due + timedelta(days=board.terms.extension_days)


def policy_of(board: Board) -> str:
    """What the terms let a director do about an overdue table besides its result: `leader`, `no_result` or `forfeit`."""
    return board.terms.overdue if board.terms.overdue in ("leader", "forfeit") else "no_result"
