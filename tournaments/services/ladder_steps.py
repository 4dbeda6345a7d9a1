"""Steps of a challenge ladder are noted in the stage, so that undoing an act takes them away."""

import msgspec

from tournaments.formats.challenge_log import Step
from tournaments.models import Round
from tournaments.selectors.board import Board
from tournaments.selectors.challenges import steps_of
from tournaments.services.work import Work


def noted(work: Work, board: Board, *steps: Step) -> None:
    """Add steps, as part of an act."""
    kept = board.stage.notes.get("steps", [])
    work.change(board.stage, notes={**board.stage.notes, "steps": [*kept, *map(msgspec.to_builtins, steps)]})


def played_noted(work: Work, board: Board) -> None:
    """Note tables that are decided for the first time: from now on they move the order, by what their results are."""
    known = {step.round for step in steps_of(board) if step.kind == "played"}
    over = [laid.round.number for laid in board.published if laid.round.state == Round.State.COMPLETE]
    new = [Step("played", round=number) for number in over if number not in known]
    if new:
        noted(work, board, *new)
