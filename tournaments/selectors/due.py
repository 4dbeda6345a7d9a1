"""What the clock or a director has to see to: rounds past their deadline, and what may be done about each table."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Value

from tournaments.models import Act, NoShow, Round, Stage
from tournaments.selectors.board import Board, LaidRound, LaidTable

ASKED = "table.asked"
"""The act that puts a table before the arbiters."""
PLAYED = (Round.State.PUBLISHED, Round.State.PLAYING)


def open_tables(laid: LaidRound) -> list[LaidTable]:
    """Tables with people that wait for a result."""
    return [table for table in laid.tables if len(table.people) > 1 and not table.is_decided]


def acts_at(board: Board, laid: LaidRound) -> datetime | None:
    """When the clock does what the terms say, other than to extend; None: never.

    A director who alone may extend has the days of an extension for it.
    """
    due = laid.round.deadline
    if due is None or board.terms.overdue not in ("no_result", "forfeit"):
        return None
    return due if laid.round.extended else due + timedelta(days=board.terms.extension_days)


NEEDING = Exists(NoShow.objects.filter(pairing__round__stage=OuterRef("pk"))) | Exists(
    Act.objects.filter(tournament=OuterRef("tournament"), kind=ASKED)
)
"""An expression over stages: whether `needing` may find anything. Pages that annotate it as `needs` ask no more where not."""


def needing(stage: Stage) -> dict[int, set[str]]:
    """Tables of a stage, by number of their row, at which somebody was reported `absent`, or that an arbiter is `asked` about."""
    if not getattr(stage, "needs", True):
        return {}
    absent = NoShow.objects.filter(pairing__round__stage=stage).annotate(what=Value("absent")).order_by()
    asked = Act.objects.filter(tournament=stage.tournament_id, kind=ASKED).annotate(what=Value("asked")).order_by()
    rows = absent.values_list("pairing_id", "what").union(asked.values_list("target_id", "what"))
    found: dict[int, set[str]] = {}
    for pk, what in rows:
        found.setdefault(pk, set()).add(what)
    return found


def policy_of(board: Board) -> str:
    """What the terms let a director do about an overdue table besides its result: `leader`, `no_result` or `forfeit`."""
    return board.terms.overdue if board.terms.overdue in ("leader", "forfeit") else "no_result"
