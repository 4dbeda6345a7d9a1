"""Groups and divisions: the standings of each, and people of several groups compared."""

from fractions import Fraction
from typing import Any

from games.scoring.forfeits import score_shares
from tournaments.formats.groups import Row as Line
from tournaments.selectors.board import Board
from tournaments.selectors.ranked import ordered, stage_rows
from tournaments.standings.standings import Row


def group_rows(board: Board) -> dict[int, list[Row]]:
    """The standings of each group or division, by its number."""
    return {number: stage_rows(board, people) for number, people in board.groups.items()}


def group_line(board: Board, row: Row) -> Line:
    """A row as it is compared with those of other groups: points per match played, then share of the winners' scores."""
    return Line(row.entrant, row.at_tables, row.played, _share(board, row.entrant))


def _share(board: Board, entrant: int) -> Fraction:
    """The mean part of the winner's score, over tables with scores."""
    shares = [
        found[entrant]
        for laid in board.published
        for table in laid.tables
        if entrant in table.people and table.seats
        for found in [score_shares([seat for seat in table.seats if seat.flag != "no_show"])]
        if entrant in found
    ]
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


def comparison(board: Board) -> list[tuple[Row, dict[str, Any]]]:
    """Everybody of all groups: by place in the group, points per match, share of the winners' scores, and seed."""
    found = []
    for number, rows in group_rows(board).items():
        for place, row in enumerate(ordered(board, rows), start=1):
            line = group_line(board, row)
            key = (place, -line.rate, -line.share, board.seed[row.entrant])
            found.append((key, row, {"group": number, "place": place, "rate": str(line.rate)}))
    return [(row, told) for _key, row, told in sorted(found, key=lambda one: one[0])]
