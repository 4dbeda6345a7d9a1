"""Standings of a stage, who goes on from it, and the final classification. Every place has its reason."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.formats import bracket_play, groups
from tournaments.models import Entrant, Stage, Tournament
from tournaments.selectors.board import Board, boards_of
from tournaments.selectors.brackets import bracket_of, is_bracket
from tournaments.selectors.challenges import ladder_places
from tournaments.selectors.cups import Spot, cup_places
from tournaments.selectors.groups import comparison, group_line, group_rows
from tournaments.selectors.lives import lives_places
from tournaments.selectors.ranked import ordered, stage_rows
from tournaments.standings.standings import Row


@dataclass(frozen=True)
class Placed:
    """Somebody's place, shared from `first` to `last`, and what it follows from."""

    entrant: Entrant
    first: int
    last: int
    reason: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Qualifier:
    """Who goes on, with which seed, and why."""

    entrant: int
    seed: int
    reason: dict[str, Any]


def placed(board: Board) -> list[Placed]:
    """The order of a stage, whatever its format."""
    if is_bracket(board):
        places = bracket_play.places(bracket_of(board)) if len(board.field) > 1 else dict.fromkeys(board.field, (1, 1))
        order = sorted(places, key=lambda one: (places[one][0], board.seed[one]))
        return [Placed(board.entrants[one], *places[one], {"format": board.stage_terms.format}) for one in order]
    if board.stage_terms.format == "single":
        return [
            Placed(board.entrants[spot.entrant], spot.first, spot.last, _told(board, spot))
            for spot in cup_places(board)
        ]
    if board.stage_terms.format == "double":
        return [Placed(board.entrants[one], *span, told) for one, span, told in lives_places(board)]
    if board.stage_terms.format == "challenge":
        ladder = enumerate(ladder_places(board), start=1)
        return [Placed(board.entrants[one], place, place, {"place": place} | told) for place, (one, told) in ladder]
    if board.stage_terms.format == "groups":
        found = enumerate(comparison(board), start=1)
        return [Placed(board.entrants[row.entrant], n, n, reason | _reason(row)) for n, (row, reason) in found]
    if board.stage_terms.format == "divisions":
        return _division_places(board)
    return _row_places(board, stage_rows(board))


def _row_places(board: Board, rows: Sequence[Row], above: int = 0, **told: Any) -> list[Placed]:
    sizes = Counter(row.rank for row in rows)
    return [
        Placed(
            board.entrants[row.entrant], above + row.rank, above + row.rank + sizes[row.rank] - 1, told | _reason(row)
        )
        for row in rows
    ]


def _division_places(board: Board) -> list[Placed]:
    """The first division, then the second, and so on."""
    found: list[Placed] = []
    for number, rows in group_rows(board).items():
        found += _row_places(board, rows, above=len(found), group=number)
    return found


def _reason(row: Row) -> dict[str, Any]:
    told: dict[str, Any] = {"points": str(row.points), "rank": row.rank}
    if row.tie_break is not None:
        told |= {
            "tie_break": row.tie_break.criterion,
            "above": str(row.tie_break.above),
            "mine": str(row.tie_break.mine),
        }
    return told


def _told(board: Board, spot: Spot) -> dict[str, Any]:
    """What a place in an elimination at tables follows from."""
    if spot.left:
        return {"left": True}
    seed = {"seed": board.seed[spot.entrant]}
    return (
        seed
        if spot.at is None
        else {
            "round": spot.at,
            "place": spot.place,
            "decided": spot.decided,
            **seed,
        }
    )


def qualifiers(board: Board) -> list[Qualifier]:
    """Who goes on to the next stage: the first of this one who are still in, with their new seeds."""
    last = max((laid.round.number for laid in board.rounds), default=0) + 1
    here = {one for one in board.field if board.presence(one, last) == "in"}
    if board.stage_terms.format == "groups":
        return _group_qualifiers(board, here)
    order = [one for one in placed(board) if one.entrant.pk in here]
    number = board.stage_terms.qualify or len(order)
    return [
        Qualifier(one.entrant.pk, seed, {"stage": board.stage.number, "place": one.first} | one.reason)
        for seed, one in enumerate(order[:number], start=1)
    ]


def _group_qualifiers(board: Board, here: set[int]) -> list[Qualifier]:
    """The first of each group, then the best of the others; `group` is kept so that they do not meet at once."""
    standing = {
        number: [row for row in ordered(board, rows) if row.entrant in here]
        for number, rows in group_rows(board).items()
    }
    terms = board.stage_terms
    each = min([terms.per_group, *map(len, standing.values())])
    wanted = max(each * len(standing), min(terms.qualify or 0, len(here)))
    lines = [[group_line(board, row) for row in rows] for rows in standing.values()]
    found = groups.qualified(lines, each, wanted, [one for one in board.field if one in here])
    place = {row.entrant: number for rows in standing.values() for number, row in enumerate(rows, start=1)}
    return [
        Qualifier(
            one,
            seed,
            {
                "stage": board.stage.number,
                "group": board.group[one],
                "place": place[one],
                "why": "best_next" if one in found.best_next else "place",
            },
        )
        for seed, one in enumerate(found.seeds, start=1)
    ]


def classification(tournament: Tournament) -> list[Placed]:
    """The final order: the last stage's first, then those who did not come so far, by the stage before."""
    return classified(boards_of(stages_of(tournament)))


def classified(boards: Sequence[Board]) -> list[Placed]:
    """The final order from the stages of a tournament that have begun, in their order."""
    found: list[Placed] = []
    seen: set[int] = set()
    for board in reversed(boards):
        rest = [one for one in placed(board) if one.entrant.pk not in seen]
        for one in rest:
            above = sum(other.first < one.first for other in rest)
            same = sum(other.first == one.first for other in rest)
            first = len(seen) + above + 1
            span = (first, first + same - 1) if seen else (one.first, one.last)  # without a champion nobody is first
            found.append(Placed(one.entrant, *span, {"stage": board.stage.number} | one.reason))
        seen |= {one.entrant.pk for one in rest}
    return found


def stages_of(tournament: Tournament) -> Sequence[Stage]:
    """The stages that have begun, in order."""
    return list(
        tournament.stages.exclude(state=Stage.State.PLANNED).select_related("tournament__game").order_by("number")
    )
