"""Standings by points: of a stage, or of a group of it."""

from collections.abc import Sequence

from tournaments.selectors.board import Board
from tournaments.selectors.chess import fide_rows
from tournaments.standings.standings import Row, standings


def stage_rows(board: Board, people: Sequence[int] | None = None) -> list[Row]:
    """The standings of a stage by points; equal in everything: by name, at one rank. `people`: only this group."""
    if board.terms.fide:
        rows = fide_rows(board, people)
    else:
        rows = standings(board.event(people=people), board.terms.tie_breaks)
    return sorted(rows, key=lambda row: (row.rank, board.entrants[row.entrant].player.name if row.shared else ""))


def ordered(board: Board, rows: Sequence[Row]) -> list[Row]:
    """The rows one after another, also where the rank is shared: then the better seed is ahead."""
    return sorted(rows, key=lambda row: (row.rank, board.seed[row.entrant]))
