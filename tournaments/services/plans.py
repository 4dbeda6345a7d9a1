"""Stages whose rounds are all known before the first: a round robin of all, of each group, or of each division."""

import random
from collections.abc import Sequence
from itertools import zip_longest

from tournaments.formats import groups
from tournaments.formats.errors import Refused as NotPossible
from tournaments.models import Stage
from tournaments.pairing.circle import circle
from tournaments.pairing.plans import plan
from tournaments.selectors.board import Board
from tournaments.services.errors import Refused

Rounds = list[list[list[int]]]


def plan_of(board: Board) -> Rounds:
    """All rounds, tables of places in the field counted from 0. Groups play at the same time; a smaller one ends first."""
    if board.stage_terms.format == "round_robin":
        return _round_robin(board, range(len(board.field)), "")
    place = {one: number for number, one in enumerate(board.field)}
    each = [
        _round_robin(board, [place[one] for one in people], f"/{number}") for number, people in board.groups.items()
    ]
    return [[table for tables in together for table in tables] for together in zip_longest(*each, fillvalue=[])]


def _round_robin(board: Board, places: Sequence[int], name: str) -> Rounds:
    people, terms = len(places), board.terms
    if people < 2:
        return []
    if terms.is_for_two:
        rounds = [list(map(list, tables)) for tables in circle(people, twice=board.stage_terms.twice)]
    else:
        dice = random.Random(f"{board.tournament.lot}/{board.stage.number}{name}")  # noqa: S311, anybody may repeat it
        size = min(terms.wanted, people)
        found = plan(people, size, dice, least=min(terms.least, size), rounds=board.stage_terms.rounds)
        rounds = [[list(table) for table in tables] for tables in found.rounds]
        if board.stage_terms.twice:  # once more, those who sat first now last
            rounds += [[table[::-1] for table in tables] for tables in rounds]
    return [[[places[one] for one in table] for table in tables] for tables in rounds]


def groups_drawn(stage: Stage, people: Sequence[int], apart: dict[int, str]) -> dict[int, int]:
    """The group of each, counted from 1: seeds in snake order, people of one club apart where the terms say so."""
    wanted = stage.terms.groups or max(1, len(people) // 4)
    try:
        drawn = groups.drawn_apart(people, wanted, apart) if apart else groups.drawn(people, wanted)
    except NotPossible as problem:
        raise Refused(problem.code, **problem.facts) from None
    return {one: number for number, members in enumerate(drawn, start=1) for one in members}
