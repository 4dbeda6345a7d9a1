"""Elimination with two lives at tables: who is still in, and with how many lives."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from games.scoring.forfeits import score_shares
from tournaments.formats import lives
from tournaments.formats.lives import Lives, Table
from tournaments.selectors.board import Board, LaidRound, LaidTable


class Standing(msgspec.Struct, frozen=True):
    """The state after the complete rounds, and the final's table once it is played."""

    lives: Lives
    final: Table | None = None


def is_lives(board: Board) -> bool:
    """Whether the stage is an elimination with lives at tables."""
    return board.stage_terms.format == "double" and not board.terms.is_for_two


def lives_of(board: Board) -> Standing:
    """Everybody's lives after the rounds that are complete. Who has left has none."""
    state, final = lives.begin(board.field, board.stage_terms.lives), None
    for laid, before, after, is_final in _rounds(board):
        if after is None:
            return Standing(before)
        state, final = after, _table(laid.tables[0]) if is_final else None
    if final is None:
        state = lives.without(state, _gone(board, len(board.published) + 1))
    return Standing(state, final)


def lives_by_round(board: Board) -> list[tuple[Mapping[int, int], Mapping[int, int]]]:
    """Everybody's lives before and after each complete round."""
    return [(before.lives, after.lives) for _laid, before, after, _final in _rounds(board) if after is not None]


def _rounds(board: Board) -> Iterator[tuple[LaidRound, Lives, Lives | None, bool]]:
    """Each round with the state before it and after it, and whether it is the final; nothing after one that goes on."""
    state, shape = lives.begin(board.field, board.stage_terms.lives), board.shape
    for laid in board.published:
        state = lives.without(state, _gone(board, laid.round.number))
        if not laid.all_decided:
            yield laid, state, None, False
            return
        is_final = any(pool.final for pool in lives.pools(state, shape))
        absent = {one for table in laid.tables for one in _absent(table)}
        after = lives.after(state, [_table(table) for table in laid.tables], shape, final=is_final, absent=absent)
        yield laid, state, after, is_final
        state = after


def _gone(board: Board, number: int) -> list[int]:
    return [one for one in board.field if board.presence(one, number) == "out"]


def _table(table: LaidTable) -> Table:
    """Its result; who has no place is last, and where there is no result all are."""
    last = len(table.people)
    places = dict.fromkeys(table.people, last) | {seat.player: seat.place or last for seat in table.seats}
    shares = score_shares([seat for seat in table.seats if seat.flag != "no_show"]) if table.seats else {}
    return Table(places, {one: Fraction(share) for one, share in shares.items()})


def _absent(table: LaidTable) -> set[int]:
    """Who did not come: they keep no life, and where there is no result nobody does."""
    if not table.seats:
        return set(table.people)
    return {seat.player for seat in table.seats if seat.flag == "no_show"}


def is_over(board: Board) -> bool:
    """Whether the final is played, or too few are left for one."""
    standing = lives_of(board)
    return standing.final is not None or len(standing.lives.alive) < 2


def lives_places(board: Board) -> list[tuple[int, tuple[int, int], dict[str, int]]]:
    """Entrants in order with their places, the lives they have left, the round that took the last, and their place in the
    final (0: in none); who shares by seed."""
    standing = lives_of(board)
    places = lives.places(standing.lives, standing.final)
    order = sorted(places, key=lambda one: (places[one], board.seed[one]))
    state = standing.lives
    final = standing.final.places if standing.final else {}
    return [
        (one, places[one], {"lives": state.lives[one], "out": state.out_after.get(one, 0), "final": final.get(one, 0)})
        for one in order
    ]
