"""Does what the log states agree with the position? (rules.md 11, bga-log.md 4)"""

from collections.abc import Iterable
from typing import Any

from games.engine.errors import ClaimMismatch
from games.rules.alhambra.claims import (
    Ended,
    ExactPayment,
    HandSize,
    Holdings,
    InAlhambra,
    LeftoverAwarded,
    OnSlot,
    PilesLeft,
    Restored,
    RoundResult,
    ToAct,
)
from games.rules.alhambra.handlers.flow import due, scoring_cards_left
from games.rules.alhambra.handlers.leftovers import can_win
from games.rules.alhambra.layout import ORIGIN, REACH, cell_of, place_of
from games.rules.alhambra.state import State


def verify_to_act(state: State, claim: ToAct) -> None:
    if state.phase != "main":
        raise ClaimMismatch("due", seat=claim.seat, expected=list(due(state)), found="turn", rule="3")
    if state.turn != claim.seat:
        raise ClaimMismatch("turn", seat=claim.seat, expected=state.turn, found=claim.seat, rule="3")


def verify_hand_size(state: State, claim: HandSize) -> None:
    player = state.players[claim.seat]
    held = sum(player.hand.values()) + player.hidden
    if held != claim.count:
        raise ClaimMismatch("hand_size", seat=claim.seat, expected=held, found=claim.count, rule="10")


def verify_piles_left(state: State, claim: PilesLeft) -> None:
    if claim.deck is not None:
        _note_count(state, "deck", state.deck.left + scoring_cards_left(state), claim.deck)
    if claim.bag is not None:
        _note_count(state, "bag", state.bag.left, claim.bag)


def _note_count(state: State, pile: str, expected: int, found: int) -> None:
    """A wrong count changes nothing in the story, so it is told once for each pile (bga-log.md 7)."""
    if expected != found and not any(note["code"] == "count_differs" and note["pile"] == pile for note in state.notes):
        state.notes.append({"code": "count_differs", "pile": pile, "expected": expected, "found": found})


def verify_on_slot(state: State, claim: OnSlot) -> None:
    tile = state.market[claim.slot - 1] if 1 <= claim.slot <= len(state.market) else None
    if tile is None or tile.id != claim.tile:
        raise ClaimMismatch(
            "market",
            seat=claim.seat,
            slot=claim.slot,
            tile=claim.tile,
            expected=tile and tile.id,
            found=claim.tile,
            rule="3.2",
        )


def verify_in_alhambra(state: State, claim: InAlhambra) -> None:
    inside = max(abs(claim.x), abs(claim.y)) <= REACH
    tile = state.players[claim.seat].board.get(cell_of(claim.x, claim.y)) if inside else None
    if tile is None or tile.id != claim.tile:
        expected = tile and tile.id
        raise ClaimMismatch(
            "alhambra",
            seat=claim.seat,
            tile=claim.tile,
            x=claim.x,
            y=claim.y,
            expected=expected,
            found=claim.tile,
            rule="3.3",
        )


def verify_exact_payment(state: State, claim: ExactPayment) -> None:
    if not state.extra or state.turn != claim.seat:
        raise ClaimMismatch("exact_payment", seat=claim.seat, expected=False, found=True, rule="3.2")


def verify_holdings(state: State, claim: Holdings) -> None:
    if claim.seat is None:
        if state.dirk is None or tuple(state.dirk.kinds) != claim.kinds:
            raise ClaimMismatch("buildings", dirk=True, expected=_dirk_kinds(state), found=list(claim.kinds), rule="9")
        return
    player = state.players[claim.seat]
    if tuple(player.kinds) != claim.kinds:
        raise ClaimMismatch(
            "buildings", seat=claim.seat, expected=list(player.kinds), found=list(claim.kinds), rule="7.1"
        )
    if player.wall != claim.walls:
        raise ClaimMismatch("walls", seat=claim.seat, expected=player.wall, found=claim.walls, rule="7.2")


def _dirk_kinds(state: State) -> list[int] | None:
    return None if state.dirk is None else list(state.dirk.kinds)


def verify_round_result(state: State, claim: RoundResult) -> None:
    line = next((line for line in state.breakdown if line["round"] == claim.round), None)
    if line is None:
        expected = [line["round"] for line in state.breakdown]
        raise ClaimMismatch("round", expected=expected, found=claim.round, rule="7")
    for seat, points in enumerate(line["seats"]):
        if points["walls"] != claim.walls[seat]:
            raise ClaimMismatch(
                "walls", seat=seat, round=claim.round, expected=points["walls"], found=claim.walls[seat], rule="7.2"
            )
        if points["total"] != claim.totals[seat]:
            raise ClaimMismatch(
                "score", seat=seat, round=claim.round, expected=points["total"], found=claim.totals[seat], rule="7"
            )
    if claim.dirk is not None and line["dirk"] is not None and line["dirk"]["total"] != claim.dirk:
        raise ClaimMismatch(
            "score", dirk=True, round=claim.round, expected=line["dirk"]["total"], found=claim.dirk, rule="9"
        )
    for kind, results in enumerate(claim.kinds):
        _verify_kind(state, claim.round, kind, line, results)


def _verify_kind(state: State, number: int, kind: int, line: dict[str, Any], results: tuple[Any, ...]) -> None:
    """The lines of one kind: tiles (as they are now: nothing is built between a scoring and its statement) and points."""
    name = state.components.kinds[kind]
    counts = [player.kinds[kind] for player in state.players]
    if state.dirk is not None:
        counts.append(state.dirk.kinds[kind])
    from_most = sorted(counts, reverse=True)
    for result in results:
        index = len(state.players) if result.seat is None else result.seat
        count = counts[index]
        points = (line["dirk"] if result.seat is None else line["seats"][result.seat])[name]
        if result.count != count:
            raise _kind_mismatch("buildings", state, number, name, result, count, result.count)
        if result.points != points:
            raise _kind_mismatch("score", state, number, name, result, points, result.points)
        place = 1 + from_most.index(count)
        if count and result.place != place:
            raise _kind_mismatch("place", state, number, name, result, place, result.place)


def _kind_mismatch(
    code: str, state: State, number: int, kind: str, result: Any, expected: int, found: int
) -> ClaimMismatch:
    return ClaimMismatch(
        code,
        seat=result.seat,
        dirk=result.seat is None,
        round=number,
        kind=kind,
        expected=expected,
        found=found,
        rule="7.1",
    )


def verify_restored(state: State, claim: Restored) -> None:
    player = state.players[claim.seat]
    verify_hand_size(state, HandSize(claim.seat, claim.hand))
    board = {place_of(cell): tile.id for cell, tile in player.board.items() if cell != ORIGIN}
    stated = {(x, y): tile for tile, x, y in claim.board if (x, y) != (0, 0)}
    for x, y in sorted(board.keys() | stated.keys()):
        expected, found = board.get((x, y)), stated.get((x, y))
        if expected != found:
            raise ClaimMismatch("alhambra", seat=claim.seat, x=x, y=y, expected=expected, found=found, rule="10")
    market = dict(claim.market)
    for slot, tile in enumerate(state.market, start=1):
        expected, found = tile.id if tile is not None else None, market.get(slot)
        if expected != found:
            raise ClaimMismatch("restored_market", slot=slot, expected=expected, found=found, rule="10")
    if sorted(player.reserve) != sorted(claim.reserve):
        raise _pieces_mismatch("restored_reserve", claim, player.reserve, claim.reserve)
    if sorted(state.display) != sorted(claim.display):
        raise _pieces_mismatch("restored_display", claim, state.display, claim.display)


def _pieces_mismatch(code: str, claim: Restored, expected: Iterable[str], found: Iterable[str]) -> ClaimMismatch:
    return ClaimMismatch(code, seat=claim.seat, expected=sorted(expected), found=sorted(found), rule="10")


def verify_ended(state: State, claim: Ended) -> None:
    if state.phase not in ("leftovers", "over"):
        raise ClaimMismatch("end", expected=False, found=True, rule="8.1")


def verify_leftover_awarded(state: State, claim: LeftoverAwarded) -> None:
    expected = state.leftovers.get(claim.tile)
    if claim.tile in state.open_leftovers and claim.seat in (None, *can_win(state, claim.tile)):
        expected = claim.seat
    if state.phase not in ("leftovers", "over") or expected != claim.seat:
        raise ClaimMismatch(
            "leftover", slot=claim.slot, tile=claim.tile, expected=expected, found=claim.seat, rule="8.2"
        )
    slot = state.leftover_slots.get(claim.tile)
    if slot != claim.slot:
        raise ClaimMismatch("leftover_slot", tile=claim.tile, expected=slot, found=claim.slot, rule="8.2")
