"""What is said when tables are changed by hand: what got worse, as facts. Warnings never forbid."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from tournaments.pairing.field import Field, Points
from tournaments.pairing.price import TablePrice, price

Kind = Literal["together", "repeat", "short", "seat", "distance", "bye"]


class Warned(msgspec.Struct, frozen=True):
    """One warning: whom it is about, and its facts (rounds in which two met, the how-manieth time, points)."""

    kind: Kind
    entrants: tuple[int, ...]
    facts: dict[str, Any]

    @property
    def key(self) -> tuple[str, tuple[int, ...]]:
        """The same warning before and after a change has the same key."""
        return self.kind, self.entrants


def warnings(field: Field, tables: Sequence[Sequence[int]], byes: Sequence[int], far: Points) -> list[Warned]:
    """All that can be said against a draft. Points that lie further apart than `far` at one table are told."""
    whole = price(field, tables, byes)
    found = [
        one for table, worth in zip(tables, whole.tables, strict=True) for one in _of_table(field, table, worth, far)
    ]
    return found + [
        Warned("bye", (bye.entrant,), {"had": bye.had, "fewest": bye.fewest, "below": bye.below})
        for bye in whole.byes
        if bye.had > bye.fewest or bye.below
    ]


def _of_table(field: Field, table: Sequence[int], worth: TablePrice, far: Points) -> list[Warned]:
    found = [Warned("together", (one.first, one.second), {"why": one.why}) for one in worth.together]
    found += [Warned("repeat", (one.first, one.second), {"rounds": list(one.rounds)}) for one in worth.repeats]
    found += [Warned("short", (one.entrant,), {"time": one.time}) for one in worth.short if one.time > 2]
    found += [
        Warned("seat", (one.entrant,), {"seat": one.seat + 1, "had": one.had})
        for one in worth.seats
        if one.had > one.least + 1
    ]
    if worth.spread > far:
        ordered = sorted(table, key=lambda one: (field.points_of(one), one))
        found.append(Warned("distance", (ordered[-1], ordered[0]), {"points": str(worth.spread)}))
    return found


def new_warnings(
    field: Field,
    before: tuple[Sequence[Sequence[int]], Sequence[int]],
    after: tuple[Sequence[Sequence[int]], Sequence[int]],
    far: Points,
) -> list[Warned]:
    """What a change by hand brings that was not there before it."""
    known = {one.key for one in warnings(field, *before, far)}
    return [one for one in warnings(field, *after, far) if one.key not in known]
