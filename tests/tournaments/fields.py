"""Fields for tests, and every way to seat a small one."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec

from tournaments.pairing.field import Field, Past
from tournaments.pairing.tables import Proposal, pair_round

POINTS = (5, 3, 1, 0)


def every_seating(people: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to fill tables of these sizes, seats and the order of equal tables left aside."""
    if not people:
        yield []
        return
    first, *rest = people
    for size in sorted(set(sizes)):
        others = list(sizes)
        others.remove(size)
        for mates in combinations(rest, size - 1):
            left = [one for one in rest if one not in mates]
            for seating in every_seating(left, others):
                yield [(first, *mates), *seating]


def played(entrants: int, rounds: int, seed: int, **facts: Any) -> Field:
    """A field after so many rounds that were paired by ourselves and played by lot."""
    field = Field(standing=tuple(range(entrants)), **facts)
    lots = random.Random(seed)
    for number in range(1, rounds + 1):
        field = after(field, pair_round(field, random.Random(number)), number, lots)
    return field


def after(field: Field, proposal: Proposal, number: int, lots: random.Random) -> Field:
    """The field when a round was played by lot; who sat out gets 2."""
    points, byes = dict(field.points), dict(field.byes)
    for table in proposal.draft.tables:
        for entrant, won in zip(lots.sample(table, len(table)), POINTS, strict=False):
            points[entrant] = points.get(entrant, 0) + won
    for entrant in proposal.draft.byes:
        points[entrant] = points.get(entrant, 0) + 2
        byes[entrant] = byes.get(entrant, 0) + 1
    return msgspec.structs.replace(
        field,
        standing=tuple(sorted(field.standing, key=lambda one: (-points.get(one, 0), one))),
        points=points,
        byes=byes,
        past=(*field.past, *(Past(number, table) for table in proposal.draft.tables)),
    )
