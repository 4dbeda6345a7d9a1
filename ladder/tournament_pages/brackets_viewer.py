"""A bracket for two in the shape that brackets-viewer reads: `stages`, `matches`, `matchGames`, `participants`.

The shape is that of a power of two. In it a bye is a match with one opponent that is null, or with none; an opponent
without number is not known yet. Positions stand only where the package's own manager sets them: a seed in the first
round, elsewhere the place of the match whose loser comes. In the second round of the winners a seed would make the
viewer arrange the first round anew.
"""

from collections.abc import Mapping
from typing import Any

from ladder.tournament_pages.people import People
from ladder.tournament_pages.words import stage_name
from tournaments.formats import bracket_play
from tournaments.formats.bracket_play import NOBODY, Bracket, Seat
from tournaments.formats.brackets import Coming, Slot
from tournaments.selectors.board import Board, LaidTable
from tournaments.selectors.brackets import bracket_of

LOCKED, WAITING, READY, RUNNING, COMPLETED, ARCHIVED = range(6)
GROUPS = {"winners": 0, "losers": 1, "final": 2, "reset": 2, "third": 1}
"""Which part of the bracket a side is. In a single elimination the second one is the match for the third place."""
KINDS = {"single": "single_elimination", "double": "double_elimination"}
ROUNDS = 100
"""More than a group can have rounds: round numbers of the file are unique."""


def viewer_data(board: Board, people: People) -> dict[str, Any]:
    """The whole of a stage; `board` is one of a bracket for two."""
    bracket = bracket_of(board)
    terms = board.stage_terms
    settings: dict[str, Any] = {"size": 1 << (len(board.field) - 1).bit_length()}
    if terms.format == "double":
        settings["grandFinal"] = "double" if terms.reset else "simple"
    else:
        settings["consolationFinal"] = terms.third_place
    if terms.best_of > 1:
        settings["matchesChildCount"] = terms.best_of
    tables = {table.pairing.node: table for laid in board.published for table in laid.tables}
    matches, games = matches_of(bracket, {node: table for node, table in tables.items() if node is not None})
    two = len(board.field) == 2
    stage = {
        "id": 0,
        "tournament_id": 0,
        "name": stage_name(board.stage),
        "type": KINDS["single" if two else terms.format],
        "number": board.stage.number,
        "settings": settings,
    }
    return {
        "stages": [stage],
        "matches": matches,
        "matchGames": games,
        "participants": [
            {"id": number, "tournament_id": 0, "name": people.name(one)} for number, one in enumerate(board.field)
        ],
    }


def matches_of(
    bracket: Bracket, tables: Mapping[int, LaidTable] | None = None
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """All matches with their byes, and the games of those that are a best of several."""
    shape = _Shape(bracket, tables or {})
    matches = [shape.told(slot) for slot in bracket.plan.slots]
    every = bracket_play.matches(bracket)
    if every[-1].side == "reset":
        matches.append(shape.told(Slot("reset", 2, 1, every[-1].id, (None, None))))
    games: list[dict[str, Any]] = []
    for number, (match, slot_games) in enumerate(matches):
        match["id"] = number
        games += [{"id": len(games) + at, "parent_id": number} | game for at, game in enumerate(slot_games)]
    return [match for match, _games in matches], games


class _Shape:
    """Tells the places of a bracket, one after the other."""

    def __init__(self, bracket: Bracket, tables: Mapping[int, LaidTable]) -> None:
        self.bracket, self.tables = bracket, tables
        self.number_of = {one: number for number, one in enumerate(bracket.entrants)}
        self.best_of = {match.id: match.best_of for match in bracket_play.matches(bracket)}
        self.seats = bracket_play.seats(bracket)
        self.ends = bracket_play.ends(bracket)
        self.place = {slot.match: slot.number for slot in bracket.plan.slots if slot.match is not None}

    def told(self, slot: Slot) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """A place as a match, and its games."""
        opponents = [self.opponent(slot, seat) for seat in (0, 1)]
        if slot.side == "losers" and slot.round % 2 == 0:  # there who comes down stands first
            opponents.reverse()
        best_of = self.best_of[slot.match] if slot.match is not None else 1
        match = self.frame(slot) | {
            "child_count": best_of if best_of > 1 else 0,
            "status": self.status(slot, opponents),
            "opponent1": opponents[0],
            "opponent2": opponents[1],
        }
        return match, self.games(slot, match, best_of) if best_of > 1 else []

    def frame(self, slot: Slot) -> dict[str, Any]:
        """Where it stands. Of two there is one line: the match, the final, the second final."""
        group, round_ = GROUPS[slot.side], slot.round
        if self.bracket.plan.entrants == 2:
            group, round_ = 0, round_ + (slot.side != "winners")
        return {"stage_id": 0, "group_id": group, "round_id": ROUNDS * group + round_ - 1, "number": slot.number}

    def opponent(self, slot: Slot, seat: int) -> dict[str, Any] | None:
        coming = slot.coming[seat]
        who = self.seats[slot.match][seat] if slot.match is not None else self.who(coming)
        if who == NOBODY:
            return None
        one: dict[str, Any] = {"id": None if who is None else self.number_of[who]}
        position = self.position(slot, seat)
        if position is not None:
            one["position"] = position
        outcome = self.bracket.outcomes.get(slot.match) if slot.match is not None else None
        if outcome is not None:
            one |= {"result": "win" if outcome.winner == seat else "loss"}
            if outcome.forfeit and outcome.winner != seat:
                one["forfeit"] = True
            score = self.score(slot.match, who)
            if score is not None:
                one["score"] = score
        elif who is not None and self.is_bye(slot, 1 - seat):
            one["result"] = "win"
        return one

    def is_bye(self, slot: Slot, seat: int) -> bool:
        """Whether nobody will come to a seat."""
        return (self.seats[slot.match][seat] if slot.match is not None else self.who(slot.coming[seat])) == NOBODY

    def who(self, coming: Coming) -> Seat:
        if coming is None:
            return NOBODY
        if coming.match is None:
            return self.bracket.entrants[(coming.seed or 1) - 1]
        return self.ends[coming.match][1 if coming.loses else 0]

    def position(self, slot: Slot, seat: int) -> int | None:
        coming = slot.coming[seat]
        if slot.side == "winners":
            return coming.seed if coming is not None and slot.round == 1 else None
        if slot.side == "final" and self.bracket.plan.entrants > 2:
            return 1 if seat == 1 else None
        comes_down = slot.side == "third" or (
            slot.side == "losers" and (slot.round == 1 or (seat, slot.round % 2) == (1, 0))
        )
        return self.place[coming.match] if comes_down and coming is not None and coming.match is not None else None

    def score(self, match: int | None, who: int | None) -> int | None:
        """Games won in a best of several, else the score of the game."""
        table = self.tables.get(match) if match is not None else None
        if table is None or who is None:
            return None
        if table.pairing.best_of > 1:
            return table.games.wins[who]
        return next((seat.score for seat in table.seats if seat.player == who), None)

    def status(self, slot: Slot, opponents: list[dict[str, Any] | None]) -> int:
        if slot.match is not None and slot.match in self.bracket.outcomes:
            return COMPLETED
        if None in opponents:
            return LOCKED
        table = self.tables.get(slot.match) if slot.match is not None else None
        if table is not None and table.results:
            return RUNNING
        return (LOCKED, WAITING, READY)[sum(one is not None and one["id"] is not None for one in opponents)]

    def games(self, slot: Slot, match: dict[str, Any], best_of: int) -> list[dict[str, Any]]:
        """The games of a best of several, also those that are not played, or need not be."""
        both = [one and {"id": one["id"]} for one in (match["opponent1"], match["opponent2"])]
        table = self.tables.get(slot.match) if slot.match is not None else None
        found = []
        for number in range(1, best_of + 1):
            game = {"number": number, "stage_id": 0, "status": match["status"]}
            game |= {"opponent1": both[0], "opponent2": both[1]}
            if table is not None and number <= len(table.results):
                game |= self.game_told(table, number, both)
            elif match["status"] == COMPLETED:
                game["status"] = ARCHIVED
            elif match["status"] == RUNNING:
                game["status"] = READY
            found.append(game)
        return found

    def game_told(self, table: LaidTable, number: int, both: list[dict[str, Any] | None]) -> dict[str, Any]:
        """How one game ended, the opponents in the order of their match."""
        seats = {self.number_of[seat.player]: seat for seat in table.results[number - 1]}
        firsts = [one for one, seat in seats.items() if seat.place == 1]
        told: dict[str, Any] = {"status": COMPLETED}
        for name, one in zip(("opponent1", "opponent2"), both, strict=True):
            seat = seats[one["id"]] if one else None
            if one is None or seat is None:
                continue
            result = "loss" if seat.place != 1 else "win" if len(firsts) == 1 else "draw"
            told[name] = {"id": one["id"], "result": result}
            if seat.score is not None:
                told[name]["score"] = seat.score
        return told
