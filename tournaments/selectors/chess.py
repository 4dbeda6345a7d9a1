"""A stage at tables of two as FIDE's report file sees it: for its tie-breaks, the Dutch pairing and the export."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.scoring.parting import TieBreak
from tournaments.models import EntrantChange, PairingSeat, Round
from tournaments.selectors.board import Board, LaidRound, LaidTable
from tournaments.standings.fide import SIMPLE, Chess, order
from tournaments.standings.standings import Row
from tournaments.terms import Terms
from tournaments.trf import WORTH, Cell, Entry, Trf, about

SIGNS = {PairingSeat.Out.BYE: "U", PairingSeat.Out.HALF: "H", PairingSeat.Out.FULL: "F"}
"""How the file tells that somebody sits out and gets something."""


def trf_of(board: Board, people: Sequence[int] | None = None) -> Trf:
    """The stage so far; start numbers are the seeds. A table without a result is a round without one.

    `people`: only a group, numbered anew by seed, and the rounds in which it plays.
    """
    field = board.field if people is None else tuple(people)
    start = starts(board, people)
    rounds = [laid for laid in board.published if laid.round.side != Round.Side.PLAY_OFF]
    if people is not None:
        rounds = [laid for laid in rounds if any(set(table.people) & set(field) for table in laid.tables)]
    cells = {one: [_cell(board, laid, one, start) for laid in rounds] for one in field}
    worth = worth_of(board.terms)
    entries = tuple(
        Entry(
            start=start[one],
            about=about(board.entrants[one].player.name),
            points=sum((worth[cell.result] for cell in cells[one]), Fraction(0)),
            cells=tuple(cells[one]),
        )
        for one in field
    )
    planned = len(rounds) if people is not None else board.stage_terms.rounds or len(board.stage.plan)
    return Trf(entries=entries, rounds=max(planned, len(rounds)), worth=worth)


def starts(board: Board, people: Sequence[int] | None = None) -> dict[int, int]:
    """The start number of each."""
    return board.seed if people is None else {one: number for number, one in enumerate(people, start=1)}


def worth_of(terms: Terms) -> Mapping[str, Fraction]:
    """What each sign of the file gives under the tournament's terms."""
    win, loss = terms.points[2]
    return {
        **WORTH,
        **dict.fromkeys("1W+F", win),
        **dict.fromkeys("=DH", terms.draw_points()),
        **dict.fromkeys("0L", loss),
        "U": terms.bye_points(2),
    }


def _cell(board: Board, laid: LaidRound, entrant: int, start: Mapping[int, int]) -> Cell:
    for table in laid.tables:
        if entrant in table.people:
            return _at_a_table(table, entrant, start)
    out = next((seat.out for seat in laid.out if seat.entrant_id == entrant), "")
    if out in SIGNS:
        return Cell(0, "-", SIGNS[out])
    first = board.changes.get(entrant, [])[:1]
    if first and first[0].kind == EntrantChange.Kind.LATE and laid.round.number < first[0].round:
        return Cell(0, "-", _late(board.terms))
    return Cell(0, "-", "Z")


def _late(terms: Terms) -> str:
    """How the file tells what a late entrant has for a round missed: by what it is worth."""
    if terms.late != "bye":
        return "H" if terms.late == "half_bye" else "Z"
    return {terms.points[2][0]: "F", terms.draw_points(): "H"}.get(terms.bye_points(), "U")


def _at_a_table(table: LaidTable, entrant: int, start: Mapping[int, int]) -> Cell:
    other = next(one for one in table.people if one != entrant)
    opponent, colour = start[other], "wb"[table.people.index(entrant)]
    seats = {seat.player: seat for seat in table.seats}
    if not seats:
        return Cell(opponent, colour, " ")
    mine, theirs = seats[entrant], seats[other]
    if "no_show" in (mine.flag, theirs.flag):
        return Cell(opponent, colour, "-" if mine.flag == "no_show" else "+")
    win, draw, loss = "WDL" if table.pairing.unrated else "1=0"
    if mine.place == theirs.place:
        return Cell(opponent, colour, draw)
    return Cell(opponent, colour, win if (mine.place or 0) < (theirs.place or 0) else loss)


def fide_rows(board: Board, people: Sequence[int] | None = None) -> list[Row]:
    """The standings under FIDE's tie-breaks, in the edition that the terms name."""
    everybody = board.is_planned
    assert board.terms.fide
    chess = Chess(trf_of(board, people), board.terms.fide, everybody_meets=everybody)
    entrant = {number: one for one, number in starts(board, people).items()}
    rows: list[Row] = []
    for points, level in order(chess, board.terms.tie_breaks):
        why = level.tie_break
        if why is not None:
            why = TieBreak(why.criterion, why.above, why.mine, tuple(entrant[one] for one in why.group))
        rank = len(rows) + 1
        rows += [
            Row(
                entrant=entrant[start],
                rank=rank,
                points=points,
                played=sum(one.kind == "played" for one in chess.rounds[start]),
                at_tables=sum((one.points for one in chess.rounds[start] if one.kind == "played"), Fraction(0)),
                values={name: SIMPLE[name](chess, start) for name in board.terms.tie_breaks if name in SIMPLE},
                met=tuple(entrant[one.opponent] for one in chess.rounds[start] if one.kind == "played"),
                shared=len(level.members) > 1,
                tie_break=None if number else why,
            )
            for number, start in enumerate(level.members)
        ]
    return rows
