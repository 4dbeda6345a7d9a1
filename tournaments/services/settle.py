"""What follows from results: a round is played or complete, seats of a bracket are filled, a stage is complete."""

from tournaments.formats import bracket_play
from tournaments.formats.bracket_play import NOBODY, Bracket
from tournaments.models import Entrant, Pairing, PairingSeat, Round
from tournaments.selectors.board import Board, LaidRound
from tournaments.selectors.brackets import bracket_of, is_bracket, misplaced
from tournaments.selectors.challenges import is_ladder
from tournaments.services import told
from tournaments.services.ladder_steps import played_noted
from tournaments.services.work import Work


def settle(work: Work, board: Board) -> None:
    """Bring rounds in line with their results, as part of an act. `board` as it is after the change; it is kept so."""
    bracket = None
    if is_bracket(board):
        known = {table.pairing.pk: table.people for laid in board.rounds for table in laid.tables}
        bracket = bracket_of(board)
        left = any(one.state == Entrant.State.DROPPED for one in board.entrants.values())
        while _bracket_seats(work, board, bracket) and left:  # who left may lose at once where he comes to sit
            bracket = bracket_of(board)
        told.tables_filled(board, known)
    for laid in board.published:
        work.change(laid.round, state=_state(laid, bracket))
    if is_ladder(board):
        played_noted(work, board)


def is_behind(board: Board) -> bool:
    """Whether something of what follows from results has not been done yet."""
    bracket = bracket_of(board) if is_bracket(board) else None
    if any(laid.round.state != _state(laid, bracket) for laid in board.published):
        return True
    if bracket is None:
        return False
    seats = bracket_play.seats(bracket)
    tables = {table.pairing.node: table.people for laid in board.published for table in laid.tables}
    due = {node: tuple(one for one in both if one is not None and one != NOBODY) for node, both in seats.items()}
    return due != tables


def _state(laid: LaidRound, bracket: Bracket | None) -> str:
    over = laid.all_decided if bracket is None else _nodes_over(laid, bracket)
    if over:
        return Round.State.COMPLETE
    return Round.State.PLAYING if any(table.state != "open" for table in laid.tables) else Round.State.PUBLISHED


def _nodes_over(laid: LaidRound, bracket: Bracket) -> bool:
    seats = bracket_play.seats(bracket)
    nodes = [table.pairing.node for table in laid.tables if table.pairing.node is not None]
    return all(node in bracket.outcomes or NOBODY in seats.get(node, (NOBODY,)) for node in nodes)


def _bracket_seats(work: Work, board: Board, bracket: Bracket) -> bool:
    """Let people sit where the bracket has them; make the second final once it is due, and take it away if not.

    Where something was played already, nobody is moved. Whether anybody was.
    """
    if _second_final(work, board, bracket):
        board.reread()
    rows = {table.pairing.node: table.pairing for laid in board.rounds for table in laid.tables}
    known: dict[int | None, dict[int | None, PairingSeat]] = {}
    for seat in PairingSeat.objects.filter(round__stage=board.stage, pairing__isnull=False):
        known.setdefault(seat.pairing_id, {})[seat.number] = seat
    new: list[PairingSeat] = []
    moved: set[int] = set()
    staying = {table.pairing.pk for table in misplaced(board, bracket)}
    for node, both in bracket_play.seats(bracket).items():
        pairing = rows[node]
        if pairing.pk in staying:
            continue
        wanted = {number: one for number, one in enumerate(both) if one is not None and one != NOBODY}
        stored = known.get(pairing.pk, {})
        if wanted != {number: seat.entrant_id for number, seat in stored.items()}:
            moved.add(pairing.pk)
        for number, seat in stored.items():
            if wanted.get(number) != seat.entrant_id:
                work.remove(seat)
        new += [
            PairingSeat(round=pairing.round, pairing=pairing, number=number, entrant_id=one)
            for number, one in wanted.items()
            if number not in stored or stored[number].entrant_id != one
        ]
    work.add_all(new)
    if moved:
        board.reread_tables(moved, people=True)
    return bool(moved)


def _second_final(work: Work, board: Board, bracket: Bracket) -> bool:
    """Whether the second final came or went."""
    every = bracket_play.matches(bracket)
    last = board.rounds[-1]
    due = every[-1].side == "reset"
    if due and last.round.side != Round.Side.RESET:
        final = last.round
        round_ = work.add(
            Round(
                stage=board.stage,
                number=final.number + 1,
                side=Round.Side.RESET,
                side_number=1,
                state=Round.State.PUBLISHED,
                lot=final.lot,
                published_at=final.published_at,
                deadline_local=final.deadline_local,
                deadline=final.deadline,
            )
        )
        made = work.add(Pairing(round=round_, number=1, node=every[-1].id, best_of=every[-1].best_of))
        first = last.tables[0].pairing
        work.change(first, winner_to_id=made.pk, winner_seat=1, loser_to_id=made.pk, loser_seat=0)
        return True
    if not due and last.round.side == Round.Side.RESET and not any(table.matches for table in last.tables):
        for seat in last.round.seats.all():
            work.remove(seat)
        first = board.rounds[-2].tables[0].pairing
        work.change(first, winner_to_id=None, winner_seat=0, loser_to_id=None, loser_seat=0)
        for table in last.tables:
            work.remove(table.pairing)
        work.remove(last.round)
        return True
    return False
