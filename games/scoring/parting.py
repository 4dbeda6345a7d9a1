"""What parts those who are level: each criterion is a number, and the greater one stands ahead.

A criterion is asked of a whole group that is level. Where it parts the group, each part that is still level begins
again with the first criterion (or goes on with the next one, as FIDE has it); where it does not, the next one is asked.
So the order of the input decides nothing.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

Values = Mapping[int, Fraction]
Criterion = Callable[[Sequence[int]], Values]
"""The number of each member of a level group; it may hang on who else is in it."""


class TieBreak(msgspec.Struct, frozen=True):
    """What parted somebody from the one above, both with the same points. `shared`: nothing did.

    `above` and `mine` are the numbers of the criterion; `group` holds everybody who was level and was compared.
    """

    criterion: str
    above: Fraction = Fraction(0)
    mine: Fraction = Fraction(0)
    group: tuple[int, ...] = ()


class Level(msgspec.Struct, frozen=True):
    """Those whom nothing parts, and what parted them from the ones before; None for the first."""

    members: tuple[int, ...]
    tie_break: TieBreak | None


def parted(group: Sequence[int], criteria: Mapping[str, Criterion], *, again: bool = True) -> Iterator[Level]:
    """A level group in order, in parts that stay level; `again`: each part begins with the first criterion."""
    names = list(criteria) if len(group) > 1 else []
    for number, name in enumerate(names):
        values = criteria[name](group)
        level: dict[Fraction, list[int]] = {}
        for member in group:
            level.setdefault(values[member], []).append(member)
        if len(level) > 1:
            rest = criteria if again else {later: criteria[later] for later in names[number + 1 :]}
            above: Fraction | None = None
            for step in sorted(level, reverse=True):
                parts = parted(level[step], rest, again=again)
                reason = None if above is None else TieBreak(name, above, step, tuple(sorted(group)))
                yield msgspec.structs.replace(next(parts), tie_break=reason)
                yield from parts
                above = step
            return
    yield Level(tuple(group), None)


def little_league(ahead: Mapping[tuple[int, int], int], group: Sequence[int]) -> dict[int, Fraction]:
    """Direct meetings: 1 for each of the others whom one was ahead of on balance, ½ where even or never met.

    `ahead` tells of two how much more often the first came before the second.
    """

    def against(one: int, other: int) -> Fraction:
        balance = ahead.get((one, other), 0)
        return Fraction((balance > 0) - (balance < 0) + 1, 2)

    return {one: sum((against(one, other) for other in group if other != one), Fraction(0)) for one in group}


def drawn_lot(what: str) -> Fraction:
    """A lot that is the same whenever it is asked, by a text with the seed in it; below 2**64."""
    return Fraction(int.from_bytes(hashlib.sha256(what.encode()).digest()[:8], "big"))
