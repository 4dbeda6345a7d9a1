"""A stage as a FIDE report file for others, with the records that name the event."""

import msgspec

from tournaments.selectors.board import Board
from tournaments.selectors.chess import trf_of
from tournaments.selectors.ranked import stage_rows
from tournaments.trf import Edition, write_trf

TYPES = {
    "swiss": "Individual: Swiss-System",
    "round_robin": "Individual: Round-Robin",
    "dutch": "Individual: Swiss-System (Dutch)",
}


def trf_text(board: Board, edition: Edition = "TRF26") -> str:
    """The file of a Swiss or round robin for two, with everybody's rank. Raises `ValueError` for other stages."""
    if not board.terms.is_for_two or board.stage_terms.format not in TYPES:
        raise ValueError("only a Swiss or a round robin for two has such a file")
    trf = trf_of(board)
    rank = {board.seed[row.entrant]: row.rank for row in stage_rows(board)}
    entries = tuple(msgspec.structs.replace(entry, rank=rank[entry.start]) for entry in trf.entries)
    return write_trf(msgspec.structs.replace(trf, entries=entries, records=_records(board)), edition)


def _records(board: Board) -> tuple[str, ...]:
    """Name, days of the first and the last round in the tournament's zone, number of players, and kind of event."""
    days = [
        laid.round.published_at.astimezone(board.tournament.zone).date()
        for laid in board.published
        if laid.round.published_at is not None
    ]
    kind = "dutch" if board.stage_terms.pairing == "dutch" else board.stage_terms.format
    lines = [f"012 {' '.join(board.tournament.name.split())}"]
    if days:
        lines += [f"042 {min(days):%Y/%m/%d}", f"052 {max(days):%Y/%m/%d}"]
    return (*lines, f"062 {len(board.field)}", f"092 {TYPES[kind]}")
