"""What parts those who are level: each criterion is a number, and the greater one stands ahead.

A criterion is asked of a whole group that is level. Where it parts the group, each part that is still level begins
again with the first criterion; where it does not, the next one is asked. So the order of the input decides nothing.
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


def parted(group: Sequence[int], criteria: Mapping[str, Criterion]) -> Iterator[Level]:
    """A level group in order, in parts that stay level."""
    for name, criterion in criteria.items() if len(group) > 1 else ():
        values = criterion(group)
        steps = sorted(set(values.values()), reverse=True)
        if len(steps) > 1:
            yield from _in_steps(name, steps, values, group, criteria)
            return
    yield Level(tuple(group), None)


def _in_steps(
    name: str, steps: Sequence[Fraction], values: Values, group: Sequence[int], criteria: Mapping[str, Criterion]
) -> Iterator[Level]:
    everybody = tuple(sorted(group))
    for number, step in enumerate(steps):
        parts = parted([member for member in group if values[member] == step], criteria)
        first = next(parts)
        reason = TieBreak(name, steps[number - 1], step, everybody) if number else None
        yield msgspec.structs.replace(first, tie_break=reason)
        yield from parts
