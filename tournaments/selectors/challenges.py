"""The challenge ladder of a stage as it stands: its order, and what is open."""

from datetime import date, datetime
from typing import Any

import msgspec

from tournaments.formats.challenge import Rules, Standing
from tournaments.formats.challenge_log import Move, Result, Step, moves, replayed
from tournaments.selectors.board import Board, LaidTable


def is_ladder(board: Board) -> bool:
    """Whether the stage is a challenge ladder."""
    return board.stage_terms.format == "challenge"


def rules_of(board: Board) -> Rules:
    """How far up one may challenge, and the days."""
    terms = board.stage_terms
    return Rules(
        reach=terms.reach,
        days_to_accept=terms.accept_days,
        days_to_play=terms.play_days,
        refusals=terms.refusals,
    )


def steps_of(board: Board) -> list[Step]:
    """What happened, in order."""
    return msgspec.convert(board.stage.notes.get("steps", []), list[Step])


def ladder_of(board: Board) -> Standing:
    """Order and open challenges, from the seeds, the steps and the results as they are now."""
    return replayed(*_history(board))


def _history(board: Board) -> tuple[list[int], list[Step], Rules, dict[int, Result]]:
    results = {
        laid.round.number: _result(board, table)
        for laid in board.published
        for table in laid.tables
        if table.is_decided
    }
    return [one for one in board.field if "joined" not in board.why[one]], steps_of(board), rules_of(board), results


def ladder_places(board: Board) -> list[tuple[int, dict[str, Any]]]:
    """Everybody from the top with what last changed his place; who left stands behind, by seed."""
    order, moved = ladder_of(board).order, moves(*_history(board))
    gone = [one for one in board.field if one not in order]
    return [(one, _told(moved.get(one))) for one in order] + [(one, {"left": True}) for one in gone]


def _told(move: Move | None) -> dict[str, Any]:
    if move is None:
        return {}
    kind = "refused" if move.step.kind == "lapsed" else move.step.kind
    return {"moved": kind, "before": move.before, "round": move.step.round}


def _result(board: Board, table: LaidTable) -> Result:
    """Who won; of a draw nothing follows. Of a larger table: by place, those who share it as they are seated."""
    challenged = table.people[0] if len(table.people) == 2 else None
    here = [seat for seat in table.seats if seat.flag != "no_show" and seat.place is not None]
    if not here or (challenged is not None and len({seat.place for seat in here}) < len(here)):
        return Result((), challenged)
    best = sorted(here, key=lambda seat: seat.place or 0)
    others = [one for one in table.people if one not in {seat.player for seat in here}]
    return Result((*(seat.player for seat in best), *others), challenged)


def day_told(day: int) -> date:
    """The day of such a number."""
    return date.fromordinal(day)


def day_of(board: Board, at: datetime) -> int:
    """The number of a day in the tournament's zone."""
    return at.astimezone(board.tournament.zone).date().toordinal()
