"""Several tables of one stage at once: the stage is read a single time, and what is refused at one leaves the others done."""

from collections.abc import Callable, Mapping

from games.services.errors import InvalidResult
from games.services.retry import atomic_retried
from tournaments.models import Act
from tournaments.selectors.board import Board, LaidTable, board_of
from tournaments.services.errors import Changed, Refused
from tournaments.services.results import stage_held
from tournaments.services.work import acts_together

AtTable = Callable[[Board, LaidTable], Act | None]
"""A service with the stage given as `held`, so that it neither locks nor reads it again."""
Problem = Refused | Changed | InvalidResult


@atomic_retried
def tables_each(stage_pk: int, acts: Mapping[int, AtTable]) -> dict[int, Problem]:
    """Do these acts, by table, each wholly or not at all. Gives what was in the way of those that were not done."""
    board = stage_held(stage_pk)
    problems: dict[int, Problem] = {}
    with acts_together() as done:
        for pk, act in acts.items():
            before = len(done)
            table = board.table_at(pk)
            if table is None:
                problems[pk] = Changed(None)
                continue
            try:
                act(board, table)
            except (Refused, Changed, InvalidResult) as problem:
                problems[pk] = problem
                del done[before:]
                board = board_of(stage_pk)
    return problems
