"""Drafts of rounds: paired by program, changed by hand, published. The same field and seed give the same draft."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games.models import User
from games.services.retry import atomic_retried
from tournaments.formats.cups import step
from tournaments.models import Act, Pairing, PairingSeat, Round, Stage
from tournaments.pairing.duels import pair_duels
from tournaments.pairing.field import Field
from tournaments.pairing.snake import snake
from tournaments.pairing.tables import Draft, Locks, Proposal, draft_of, pair_round
from tournaments.pairing.warnings import Warned, new_warnings
from tournaments.selectors.board import Board, LaidRound, board_of
from tournaments.selectors.brackets import is_bracket
from tournaments.selectors.challenges import is_ladder
from tournaments.selectors.cups import cup_outcome, cup_rounds, cup_step, cup_undecided, is_cup
from tournaments.selectors.lives import is_lives, is_over, lives_of
from tournaments.selectors.seasons import play_off_pairs
from tournaments.services.errors import Refused
from tournaments.services.hanging import hanging_removed
from tournaments.services.lives import lives_round
from tournaments.services.work import Work, seen, tournament_running

Arrangement = tuple[list[list[int]], list[int]]
OFF = (PairingSeat.Out.HALF, PairingSeat.Out.REST)
"""How somebody sits out who asked for the round off."""


@dataclass(frozen=True)
class ByHand:
    """A change by hand: the act, and what it was warned of."""

    act: Act
    warnings: list[Warned]


@atomic_retried
def round_pair(stage: Stage, *, version: int, by: User | None, seed: str = "") -> Round:
    """Draft the next round, or pair a draft anew around its locked tables. `version` is the stage's.

    `seed`: other dice than those of the tournament's lot.

    Raises `Changed`, and `Refused` where the round before is not over or nothing is left to be played. What a worker
    pairs is asked for with `dutch_jobs.dutch_ask`.
    """
    tournament = tournament_running(stage.tournament_id)
    seen(stage, version)
    board = board_of(stage.pk)
    if board.stage_terms.pairing == "dutch":
        raise Refused("paired_by_a_worker", stage=board.stage.number)
    number, draft = next_round(board)
    proposal = proposed(board, number, _lot(board, number, seed), _locks(draft))
    return draft_lay(Work(tournament, by), board, number, draft, proposal, seed)


def _lot(board: Board, number: int, seed: str) -> str:
    return f"{board.tournament.lot}/{board.stage.number}/{number}" + (f"/{seed}" if seed else "")


def draft_lay(
    work: Work, board: Board, number: int, draft: LaidRound | None, proposal: Proposal, seed: str = ""
) -> Round:
    """Write what was proposed as the draft of a round, instead of the one there is. Ends the act."""
    lot = _lot(board, number, seed)
    if draft is None:
        round_ = work.add(Round(stage=board.stage, number=number, lot=lot))
    else:
        round_ = draft.round
        _clear(work, draft)
        off = board.asked_off(number)
        work.add_all(PairingSeat(round=round_, entrant_id=one, out=kind) for one, kind in off.items())
    locked = set(_locks(draft).tables)
    _lay(work, board, round_, proposal.draft, locked)
    notes: dict[str, Any] = {"unavoidable": proposal.repeats_unavoidable}
    if proposal.alternative is not None:
        notes["alternative"] = {"tables": proposal.alternative.tables, "byes": proposal.alternative.byes}
    side = Round.Side.PLAY_OFF if _deciding(board, number) else Round.Side.NONE
    work.change(round_, lot=lot, notes=notes, side=side)
    if board.stage.state != Stage.State.RUNNING:
        work.change(board.stage, state=Stage.State.RUNNING)
    work.done("draft.paired", board.stage, round=number, round_id=round_.pk)
    round_.refresh_from_db()
    return round_


def next_round(board: Board) -> tuple[int, LaidRound | None]:
    """The number of the round to be drafted, and its draft. Refuses where none can be."""
    if board.stage.state not in (Stage.State.SEEDED, Stage.State.RUNNING):
        raise Refused("stage_state", found=board.stage.state, stage=board.stage.number)
    if is_bracket(board):
        raise Refused("bracket_is_paired")
    if is_ladder(board):
        raise Refused("ladder_is_not_paired")
    open_round = next((laid for laid in board.published if laid.round.state != Round.State.COMPLETE), None)
    if open_round is not None:
        raise Refused("round_open", round=open_round.round.number)
    number = len(board.published) + 1
    most = rounds_of(board)
    if most is not None and number > most:
        raise Refused("no_more_rounds", rounds=most)
    return number, board.draft


def rounds_of(board: Board) -> int | None:
    """How many rounds the stage has; None where that follows from who goes on. It is over where too few are left."""
    played = len(board.published)
    if board.stage_terms.format == "swiss":
        too_few = played and len(board.still_in(played + 1)) < board.terms.least
        return played if too_few else board.stage_terms.rounds
    if board.is_planned:
        return len(board.stage.plan) + bool(play_off_pairs(board))
    if is_lives(board):
        return played if is_over(board) else None
    done = [laid for laid in cup_rounds(board) if cup_step(board, laid).is_final]
    over = played and board.published[-1].all_decided and not cup_undecided(board)
    if not done and over and len(_going_on(board)) < 2:
        return played
    return done[0].round.number if done else None


def _going_on(board: Board) -> list[int]:
    """Who goes on from the last round of a cup and has not left, by seed; before the first all."""
    rounds = cup_rounds(board)
    people = cup_outcome(board, rounds[-1]).going if rounds else board.field
    return [one for one in board.still_in(len(board.published) + 1) if one in people]


def proposed(board: Board, number: int, lot: str, locks: Locks = Locks()) -> Proposal:  # noqa: B008, frozen
    """What the program proposes for a round."""
    field = board.pairing_field(number)
    try:
        tables = _deciding(board, number)
        if tables:
            people = tuple(one for table in tables for one in table)
            return Proposal(draft_of(msgspec.structs.replace(field, standing=people), tables, (), in_order=True))
        if board.is_planned:
            return Proposal(_planned(board, field, number))
        if is_cup(board):
            return Proposal(_cup_round(board, field))
        dice = random.Random(lot)  # noqa: S311, anybody may repeat it
        if is_lives(board):
            return Proposal(lives_round(board, field, dice, locks))
        found = pair_duels(field, locks) if board.terms.is_for_two else pair_round(field, dice, locks)
    except ValueError:
        raise Refused("locks") from None
    if not found.draft.tables:
        raise Refused("too_few", found=len(field.standing), fewest=field.least)
    return found


def _planned(board: Board, field: Field, number: int) -> Draft:
    """A round of the plan. Who has left leaves the seat empty; a table of one is none: who is there has a bye."""
    here = set(field.standing)
    tables = [
        tuple(board.field[one] for one in table if board.field[one] in here) for table in board.stage.plan[number - 1]
    ]
    tables = [table for table in tables if len(table) > 1]
    seated = {one for table in tables for one in table}
    return draft_of(field, tables, tuple(one for one in board.field if one in here - seated), in_order=True)


def _deciding(board: Board, number: int) -> Sequence[tuple[int, ...]]:
    """Who plays for a place while everybody else is done with the round: to go up, or to go on. Nobody in other rounds."""
    if board.is_planned:
        return play_off_pairs(board) if number > len(board.stage.plan) else ()
    return cup_undecided(board)


def _cup_round(board: Board, field: Field) -> Draft:
    """Those who go on, dealt over the tables by seed; where sizes leave somebody over, the best seeds sit out."""
    here = [one for one in _going_on(board) if one in field.standing]
    now = msgspec.structs.replace(field, standing=tuple(here))
    found = step(len(here), board.shape)
    byes = tuple(here[: found.byes])
    if not found.sizes:
        raise Refused("too_few", found=len(here), fewest=2)
    return draft_of(now, snake(now, found.sizes, byes), byes, in_order=True)


def _locks(draft: LaidRound | None) -> Locks:
    if draft is None:
        return Locks()
    return Locks(tuple(table.people for table in draft.tables if table.pairing.locked))


def _clear(work: Work, draft: LaidRound) -> None:
    hanging_removed(work, [table.pairing for table in draft.tables])
    for table in draft.tables:
        for seat in table.pairing.seats.all():
            work.remove(seat)
        work.remove(table.pairing)
    for seat in draft.out:
        work.remove(seat)


def _lay(work: Work, board: Board, round_: Round, draft: Draft, locked: set[tuple[int, ...]]) -> None:
    """Write tables, seats and byes."""
    pairings = work.add_all(
        Pairing(round=round_, number=number, best_of=board.stage_terms.best_of, locked=table in locked)
        for number, table in enumerate(draft.tables, start=1)
    )
    work.add_all(
        PairingSeat(round=round_, pairing=pairing, number=number, entrant_id=entrant)
        for pairing, table in zip(pairings, draft.tables, strict=True)
        for number, entrant in enumerate(table)
    )
    work.add_all(
        PairingSeat(round=round_, entrant_id=entrant, out=board.out_kind(entrant, round_.number))
        for entrant in draft.byes
    )


@atomic_retried
def seats_swap(round_: Round, first: int, second: int, *, version: int, by: User, reason: str = "") -> ByHand:
    """Let two entrants of a draft change places. What it is warned of asks for a reason."""

    def swapped(tables: list[list[int]], out: list[int]) -> None:
        places = [(row, row.index(one)) for one in (first, second) for row in (*tables, out) if one in row]
        if len(places) < 2 or first == second:
            raise Refused("not_in_the_draft", entrants=[first, second])
        (here, at), (there, other) = places
        here[at], there[other] = second, first

    return _by_hand(round_, version, by, reason, "draft.swapped", swapped, entrants=[first, second])


@atomic_retried
def seat_move(
    round_: Round, entrant: int, *, to: int | None, version: int, by: User, reason: str = "", off: str = ""
) -> ByHand:
    """Move an entrant of a draft to the last seat of another table (by its number), or out with a bye.

    `off`: he asked for the round off, which a Swiss knows: `half` a bye, or `rest` without points. Whoever is paired
    anew, he stays out.
    """
    if off and (to is not None or off not in OFF or round_.stage.terms.format != "swiss"):
        raise Refused("not_in_the_draft", entrants=[entrant])

    def moved(tables: list[list[int]], out: list[int]) -> None:
        row = next((row for row in (*tables, out) if entrant in row), None)
        if to is not None and not 1 <= to <= len(tables):
            raise Refused("not_in_the_draft", table=to)
        target = out if to is None else tables[to - 1]
        if row is None or (row is target and not off):
            raise Refused("not_in_the_draft", entrants=[entrant])
        row.remove(entrant)
        target.append(entrant)

    kinds = {entrant: off} if off else {}
    return _by_hand(round_, version, by, reason, "draft.moved", moved, kinds, entrants=[entrant], to=to)


@atomic_retried
def draft_arrange(
    round_: Round,
    tables: Sequence[Sequence[int]],
    *,
    version: int,
    by: User,
    byes: Sequence[int] = (),
    reason: str = "",
) -> ByHand:
    """Set the whole draft by hand, seats in order, or take the alternative that the program found."""

    def arranged(now: list[list[int]], out: list[int]) -> None:
        now[:] = [list(table) for table in tables]
        out[:] = list(byes)

    return _by_hand(round_, version, by, reason, "draft.arranged", arranged)


def _by_hand(
    round_: Round,
    version: int,
    by: User,
    reason: str,
    kind: str,
    change: Any,
    off: Mapping[int, str] = {},
    **facts: Any,
) -> ByHand:
    """Change the lists of a draft, look what got worse, and write what differs. `off`: how some sit out who asked for it."""
    tournament = tournament_running(round_.stage.tournament_id)
    round_ = seen(round_, version)
    if round_.state != Round.State.DRAFT:
        raise Refused("not_a_draft", round=round_.number)
    board = board_of(round_.stage_id)
    draft = board.laid(round_)
    before, after = draft.arrangement, draft.arrangement
    change(*after)
    check_arrangement(board, draft, after)
    field = board.pairing_field(round_.number)
    asked = {*draft.asked_off, *off} if board.stage_terms.format == "swiss" else set()
    priced = [
        ([table for table in rows if table], [one for one in out if one not in asked]) for rows, out in (before, after)
    ]
    found = new_warnings(field, *priced, max(board.terms.points[board.terms.wanted]))
    warned = [{"kind": one.kind, "entrants": one.entrants, **one.facts} for one in found]
    if found and not reason.strip():
        raise Refused("warned", warnings=warned)
    work = Work(tournament, by)
    _write(work, board, draft, before, after, off)
    act = work.done(kind, round_, reason=reason, warnings=warned, round=round_.number, **facts)
    return ByHand(act, found)


def check_arrangement(board: Board, draft: LaidRound, after: Arrangement) -> None:
    """Everybody has just one place, nobody falls out who had one, and no table is too long."""
    present = set(_taking_part(board, draft.round.number))
    placed = [one for row in (*after[0], after[1]) for one in row]
    twice = sorted({one for one in placed if placed.count(one) > 1})
    extra = sorted(set(placed) - present)
    missing = sorted(present - set(placed) - missing_in(board, draft))
    if twice or extra or missing:
        raise Refused("people", twice=twice, missing=missing, extra=extra)
    wrong = [number for number, table in enumerate(after[0], start=1) if len(table) > board.terms.most]
    if wrong:
        raise Refused("table_size", tables=wrong, fewest=board.terms.least, most=board.terms.most)


def _taking_part(board: Board, number: int) -> tuple[int, ...]:
    """Who should have a place in a round."""
    present = board.present(number)
    deciding = _deciding(board, number)
    if deciding:
        return tuple(one for table in deciding for one in table)
    if is_cup(board) and board.published:
        going = set(_going_on(board))
        return tuple(one for one in present if one in going)
    if is_lives(board):
        return tuple(one for one in present if lives_of(board).lives.lives[one])
    return present


def missing_in(board: Board, draft: LaidRound) -> set[int]:
    """Who has no place in a draft, since he came after it was made."""
    placed = {one for row in (*draft.arrangement[0], draft.arrangement[1]) for one in row}
    return set(_taking_part(board, draft.round.number)) - placed


def _write(
    work: Work, board: Board, draft: LaidRound, before: Arrangement, after: Arrangement, off: Mapping[int, str]
) -> None:
    """Write the seats of tables that changed: first all that go, then all that come."""
    pairings = [table.pairing for table in draft.tables]
    changed = [number for number, table in enumerate(after[0]) if number >= len(pairings) or before[0][number] != table]
    gone = list(range(len(after[0]), len(pairings)))
    for number in [*changed, *gone]:
        if number < len(pairings):
            for seat in pairings[number].seats.all():
                work.remove(seat)
    staying = [
        seat for seat in draft.out if seat.entrant_id in after[1] and off.get(seat.entrant_id, seat.out) == seat.out
    ]
    for seat in draft.out:
        if seat not in staying:
            work.remove(seat)
    hanging_removed(work, [pairings[number] for number in gone])
    for number in gone:
        work.remove(pairings[number])
    for number in range(len(pairings), len(after[0])):
        pairings.append(work.add(Pairing(round=draft.round, number=number + 1, best_of=board.stage_terms.best_of)))
    work.add_all(
        PairingSeat(round=draft.round, pairing=pairings[number], number=seat, entrant_id=entrant)
        for number in changed
        for seat, entrant in enumerate(after[0][number])
    )
    known = {seat.entrant_id for seat in staying}
    work.add_all(
        PairingSeat(
            round=draft.round, entrant_id=entrant, out=off.get(entrant) or board.out_kind(entrant, draft.round.number)
        )
        for entrant in after[1]
        if entrant not in known
    )


@atomic_retried
def table_lock(pairing: Pairing, locked: bool, *, version: int, by: User) -> Act:
    """Keep a table of a draft as it is when the rest is paired anew, or no more."""
    tournament = tournament_running(pairing.round.stage.tournament_id)
    pairing = seen(pairing, version)
    if pairing.round.state != Round.State.DRAFT:
        raise Refused("not_a_draft", round=pairing.round.number)
    work = Work(tournament, by)
    work.change(pairing, locked=locked)
    return work.done("draft.locked" if locked else "draft.unlocked", pairing, table=pairing.number)


@atomic_retried
def draft_delete(round_: Round, *, version: int, by: User) -> Act:
    """Throw a draft away."""
    tournament = tournament_running(round_.stage.tournament_id)
    round_ = seen(round_, version)
    if round_.state != Round.State.DRAFT:
        raise Refused("not_a_draft", round=round_.number)
    work = Work(tournament, by)
    _clear(work, board_of(round_.stage_id).laid(round_))
    work.remove(round_)
    return work.done("draft.deleted", round_, round=round_.number)
