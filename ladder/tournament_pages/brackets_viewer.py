"""A bracket for two in the shape that brackets-viewer reads: `stages`, `matches`, `matchGames`, `participants`.

In it a bye is a match with one opponent that is null; an opponent without number is not known yet.
"""

from typing import Any

from ladder.tournament_pages.people import People
from ladder.tournament_pages.words import stage_name
from tournaments.formats import bracket_play
from tournaments.formats.bracket_play import NOBODY, Bracket, Seat
from tournaments.formats.brackets import Match, seeding
from tournaments.selectors.board import Board
from tournaments.selectors.brackets import bracket_of

LOCKED, WAITING, READY, COMPLETED = 0, 1, 2, 4
GROUPS = {"winners": 0, "losers": 1, "final": 2, "reset": 2, "third": 1}
"""Which part of the bracket a side is. In a single elimination the second one is the match for the third place."""
KINDS = {"single": "single_elimination", "double": "double_elimination"}


def viewer_data(board: Board, people: People) -> dict[str, Any]:
    """The whole of a stage; `board` is one of a bracket for two."""
    bracket = bracket_of(board)
    places = 1 << (len(board.field) - 1).bit_length()
    stage = {
        "id": 0,
        "tournament_id": 0,
        "name": stage_name(board.stage),
        "type": KINDS[board.stage_terms.format],
        "number": board.stage.number,
        "settings": {
            "size": places,
            "consolationFinal": board.stage_terms.third_place,
            "grandFinal": "double" if board.stage_terms.reset else "simple",
        },
    }
    return {
        "stages": [stage],
        "matches": matches_of(board, bracket, places),
        "matchGames": [],
        "participants": [
            {"id": number, "tournament_id": 0, "name": people.name(one)} for number, one in enumerate(board.field)
        ],
    }


def matches_of(board: Board, bracket: Bracket, places: int) -> list[dict[str, Any]]:
    """All matches, the first round whole with its byes."""
    seats = bracket_play.seats(bracket)
    number_of = {one: number for number, one in enumerate(board.field)}
    every = bracket_play.matches(bracket)
    first = {frozenset(match.seeds): match for match in every if match.side == "winners" and match.round == 1}
    found = []
    seeds = seeding(places)
    for number, pair in enumerate(zip(seeds[::2], seeds[1::2], strict=True), start=1):
        match = first.get(frozenset(pair))
        if match is not None:
            found.append(told(match, bracket, seats[match.id], number_of, number))
        else:
            found.append(bye(pair[0] if pair[0] <= len(board.field) else pair[1], len(found), number))
    later = [match for match in every if match.side != "winners" or match.round > 1]
    found += [told(match, bracket, seats[match.id], number_of, match.number) for match in later]
    for number, one in enumerate(found):
        one["id"] = number
    return found


def bye(seed: int, number: int, place: int) -> dict[str, Any]:
    opponent = {"id": seed - 1, "position": seed, "result": "win"}
    return frame("winners", 1, place) | {"status": LOCKED, "opponent1": opponent, "opponent2": None, "id": number}


def told(
    match: Match, bracket: Bracket, both: tuple[Seat, Seat], number_of: dict[int, int], number: int
) -> dict[str, Any]:
    outcome = bracket.outcomes.get(match.id)
    opponents: list[dict[str, Any]] = []
    for seat, who in enumerate(both):
        one: dict[str, Any] = {"id": number_of[who] if who is not None and who != NOBODY else None}
        if match.seeds[seat]:
            one["position"] = match.seeds[seat]
        if outcome is not None:
            one["result"] = "win" if outcome.winner == seat else "loss"
            if match.best_of > 1:
                one["score"] = outcome.wins[seat]
            if outcome.forfeit and outcome.winner != seat:
                one["forfeit"] = True
        opponents.append(one)
    known = sum(one["id"] is not None for one in opponents)
    status = COMPLETED if outcome is not None else (LOCKED, WAITING, READY)[known]
    round_ = match.round + (match.side == "reset")
    return frame(match.side, round_, number) | {"status": status, "opponent1": opponents[0], "opponent2": opponents[1]}


def frame(side: str, round_: int, number: int) -> dict[str, Any]:
    group = GROUPS[side]
    return {
        "id": 0,
        "number": number,
        "stage_id": 0,
        "group_id": group,
        "round_id": 100 * group + round_ - 1,
        "child_count": 0,
    }
