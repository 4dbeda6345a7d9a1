"""What parts those who are level: each criterion is a number, and the greater one stands ahead.

A criterion is asked of a whole group that is level. Where it parts the group, each part that is still level begins
again with the first criterion (or goes on with the next one, as FIDE has it); where it does not, the next one is asked.
So the order of the input decides nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

Values = Mapping[int, Fraction]
Criterion = Callable[[Sequence[int]], Values]
"""The number of each member of a level group; it may hang on who else is in it."""


class TieBreak(msgspec.Struct, frozen=True):
    """What parted somebody from the one above. `group`: everybody who was level and was compared."""

    criterion: str
    above: Fraction
    mine: Fraction
    group: tuple[int, ...]


class Level(msgspec.Struct, frozen=True):
    """Those whom nothing parts, and what parted them from the ones before; None for the first."""

    members: tuple[int, ...]
    tie_break: TieBreak | None


def parted(group: Sequence[int], criteria: Mapping[str, Criterion], *, again: bool = True) -> Iterator[Level]:
    """A level group in order, in parts that stay level; `again`: each part begins with the first criterion."""
    names = list(criteria) if len(group) > 1 else []
    for number, name in enumerate(names):
        values = criteria[name](group)
        steps = sorted(set(values.values()), reverse=True)
        if len(steps) > 1:
            rest = criteria if again else {later: criteria[later] for later in names[number + 1 :]}
            for step in steps:
                parts = parted([member for member in group if values[member] == step], rest, again=again)
                above = steps[steps.index(step) - 1]
                reason = TieBreak(name, above, step, tuple(sorted(group))) if step != steps[0] else None
                yield msgspec.structs.replace(next(parts), tie_break=reason)
                yield from parts
            return
    yield Level(tuple(group), None)
