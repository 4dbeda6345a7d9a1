"""What the clock or a director has to see to: rounds past their deadline, and what may be done about each table."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Value

from tournaments.models import Act, NoShow, Round, Stage
from tournaments.selectors.board import Board, LaidRound, LaidTable

ASKED = "table.asked"
"""The act that puts a table before the arbiters."""
PLAYED = (Round.State.PUBLISHED, Round.State.PLAYING)


@dataclass(frozen=True)
class Overdue:
    """A table whose time is over. `acts`: what may be done: `extend`, `result`, `leader`, `no_result`, `forfeit`.

    `absent` are those who were reported as not having come; `clock_at` is when the terms decide by themselves.
    """

    table: LaidTable
    acts: tuple[str, ...]
    absent: tuple[int, ...]
    clock_at: datetime | None


def overdue(board: Board, now: datetime) -> list[Overdue]:
    """Tables of the stage whose deadline has passed, in order."""
    return [found for laid in overdue_rounds(board, now) for found in _tables(board, laid)]


def overdue_rounds(board: Board, now: datetime) -> Iterator[LaidRound]:
    """Rounds whose deadline has passed and that are not over. The last minute is still in time."""
    for laid in board.published:
        due = laid.round.deadline
        if due is not None and due < now and laid.round.state in PLAYED and open_tables(laid):
            yield laid


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


def _tables(board: Board, laid: LaidRound) -> Iterator[Overdue]:
    absent: dict[int, list[int]] = {}
    for pairing, entrant in NoShow.objects.filter(pairing__round=laid.round).values_list("pairing", "entrant"):
        absent.setdefault(pairing, []).append(entrant)
    policy = policy_of(board)
    acts = ("result", policy) if laid.round.extended else ("extend", "result", policy)
    for table in open_tables(laid):
        yield Overdue(table, acts, tuple(absent.get(table.pairing.pk, ())), acts_at(board, laid))
