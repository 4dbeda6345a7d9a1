"""Eliminations at tables of three and more: who goes on from a round, who plays for a place first, and the order."""

from fractions import Fraction

import msgspec

from games.scoring.forfeits import score_shares
from tournaments.formats import cups
from tournaments.formats.cups import Finish, Outcome, Step
from tournaments.models import Round
from tournaments.selectors.board import Board, LaidRound

NOT_PLACED = 99


class Spot(msgspec.Struct, frozen=True):
    """A place of the order, shared from `first` to `last`: `at` the round in which it was decided, None while one is in."""

    entrant: int
    first: int
    last: int
    at: int | None = None
    place: int | None = None
    decided: bool = False
    """Whether a deciding match parted him from others."""
    left: bool = False


def is_cup(board: Board) -> bool:
    """Whether the stage is an elimination at tables without further lives."""
    return board.stage_terms.format == "single" and not board.terms.is_for_two


def cup_rounds(board: Board) -> list[LaidRound]:
    """The published rounds, without those of deciding matches."""
    return [laid for laid in board.published if laid.round.side != Round.Side.PLAY_OFF]


def cup_step(board: Board, laid: LaidRound) -> Step:
    """What a round leads to."""
    return cups.step(sum(len(table.people) for table in laid.tables) + len(laid.byes), board.shape)


def cup_outcome(board: Board, laid: LaidRound) -> Outcome:
    """Who goes on from a round whose tables are decided; nobody from the final."""
    step = cup_step(board, laid)
    if step.is_final:
        return Outcome(())
    return cups.through(finishes(board, laid), laid.byes, step.best_next, board.shape)


def cup_going(board: Board, laid: LaidRound) -> frozenset[int]:
    """Who goes on from a round, or from the one whose places its matches decide, as far as it is known."""
    round_ = [one for one in cup_rounds(board) if one.round.number <= laid.round.number][-1]
    return frozenset(cup_outcome(board, round_).going) if round_.all_decided else frozenset()


def cup_expected(board: Board) -> int:
    """How many the next round has, known or not; nobody after the final."""
    rounds = cup_rounds(board)
    if not rounds:
        return len(board.field)
    if not board.published[-1].all_decided or cup_undecided(board):
        return cup_step(board, rounds[-1]).go_on
    return len(cup_going(board, rounds[-1]))


def cup_undecided(board: Board) -> list[tuple[int, ...]]:
    """Who must play for a place before the next round: groups of people of one table each."""
    rounds = cup_rounds(board)
    if not is_cup(board) or not rounds or not board.published[-1].all_decided:
        return []
    return list(cup_outcome(board, rounds[-1]).undecided)


def finishes(board: Board, laid: LaidRound) -> list[list[Finish]]:
    """How everybody ended at the tables of a round."""
    number = laid.round.number + 1
    decided = _decided(board, number)
    left = {one for one in board.field if board.presence(one, number) == "out"}
    found = []
    for table in laid.tables:
        came = [seat for seat in table.seats if seat.flag != "no_show"]
        place, shares = {seat.player: seat.place for seat in table.seats}, score_shares(came) if came else {}
        found.append(
            [
                Finish(
                    one,
                    place.get(one),
                    Fraction(shares.get(one, 0)),
                    board.seed[one],
                    decided.get(one, 0),
                    left=one in left,
                )
                for one in table.people
            ]
        )
    return found


def _decided(board: Board, number: int) -> dict[int, int]:
    """Places in the deciding matches that are the round of this number; who got none there is behind."""
    laid = next((one for one in board.published if one.round.number == number), None)
    if laid is None or laid.round.side != Round.Side.PLAY_OFF or not laid.all_decided:
        return {}
    every = {one: NOT_PLACED for table in laid.tables for one in table.people}
    return every | {seat.player: seat.place or NOT_PLACED for table in laid.tables for seat in table.seats}


def cup_places(board: Board) -> list[Spot]:
    """Who came further stands higher; in one round by place at the table, then seed. The final's order counts as it is."""
    alive = list(board.field)
    found: list[Spot] = []
    for laid in cup_rounds(board):
        outcome = cup_outcome(board, laid) if laid.all_decided else Outcome((), (tuple(alive),))
        if outcome.undecided:
            break
        alive = [one for one in alive if one in outcome.going]
        found = _out(board, laid, outcome, len(alive)) + found
    here = [one for one in alive if one in board.still_in(len(board.published) + 1)]
    gone = [one for one in alive if one not in here]
    still = [Spot(one, 1, len(here)) for one in here]
    return [*still, *(Spot(one, len(here) + 1, len(alive), left=True) for one in gone), *found]


def _out(board: Board, laid: LaidRound, outcome: Outcome, above: int) -> list[Spot]:
    """Those who are out after a round, or the order of the final."""
    order = sorted(
        (one for table in finishes(board, laid) for one in table if one.entrant not in outcome.going),
        key=lambda one: (one.order[0], one.decided, one.seed),
    )
    final, found = cup_step(board, laid).is_final, []
    for number, one in enumerate(order):
        same = [other for other in order if final and other.place == one.place]
        first = 1 + above + (order.index(same[0]) if same else number)
        last = first + max(0, len(same) - 1)
        found.append(Spot(one.entrant, first, last, laid.round.number, one.place, decided=one.decided > 0))
    return found
