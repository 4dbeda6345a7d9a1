"""A bracket for two, as it follows from the plan, the seeds and the results."""

from tournaments.formats import bracket_play, brackets
from tournaments.formats.bracket_play import Bracket, Outcome
from tournaments.selectors.board import Board, LaidTable
from tournaments.terms import StageTerms


def plan_of(terms: StageTerms, entrants: int) -> brackets.Plan:
    """The matches of the stage's format."""
    if terms.format == "double":
        return brackets.double_elimination(
            entrants, reset=terms.reset, best_of=terms.best_of, best_of_final=terms.best_of_final
        )
    return brackets.single_elimination(
        entrants, third_place=terms.third_place, best_of=terms.best_of, best_of_final=terms.best_of_final
    )


def is_bracket(board: Board) -> bool:
    """Whether the stage is a bracket for two."""
    return board.is_bracket


def outcome_of(table: LaidTable) -> Outcome | None:
    """How a table for two ended, as the bracket sees it; None where it has not. A draw is none: somebody must go on."""
    if table.state == "no_result":
        return Outcome((table.people[0], table.people[1]), None, forfeit=True) if len(table.people) == 2 else None
    if table.state != "decided":
        return None
    here = [seat.flag != "no_show" for seat in table.seats]
    forfeit = not all(here)
    places = [seat.place for seat in table.seats]
    if forfeit:
        winner = here.index(True) if any(here) else None
    elif places[0] == places[1] or None in places:
        return None
    else:
        winner = int((places[1] or 0) < (places[0] or 0))
    wins = tuple(table.games.wins[one] for one in table.people) if table.pairing.best_of > 1 else (0, 0)
    return Outcome((table.people[0], table.people[1]), winner, (wins[0], wins[1]), forfeit)


def bracket_of(board: Board) -> Bracket:
    """The bracket with every result that fits the people who sit there."""
    bracket = bracket_play.start(plan_of(board.stage_terms, len(board.field)), board.field)
    tables = {
        table.pairing.node: table for laid in board.published for table in laid.tables if table.pairing.node is not None
    }
    for node in sorted(tables):
        outcome = outcome_of(tables[node])
        if outcome is not None and bracket_play.seats(bracket).get(node) == outcome.entrants:
            bracket = bracket_play.decide(bracket, node, outcome)
    return bracket


def misplaced(board: Board, bracket: Bracket | None = None) -> list[LaidTable]:
    """Tables at which something was played or decided, and at which others should sit by what went before them.

    They stay as they are until a director decides that what was played there falls.
    """
    seats = bracket_play.seats(bracket or bracket_of(board))
    return [
        table
        for laid in board.published
        for table in laid.tables
        if (table.matches or table.pairing.no_result) and seats.get(table.pairing.node or 0) != table.people
    ]
