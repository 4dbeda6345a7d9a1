"""The five essences: as counts in a fixed order inside the engine, as a table by name in records and component files."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

Kind = Literal["life", "death", "elan", "calm", "gold"]
KINDS: tuple[Kind, ...] = ("life", "death", "elan", "calm", "gold")
LIFE, DEATH, ELAN, CALM, GOLD = range(5)
INDEX = {kind: index for index, kind in enumerate(KINDS)}

Counts = tuple[int, int, int, int, int]
"""How many of each, in the order of `KINDS`."""

NOTHING: Counts = (0, 0, 0, 0, 0)

Number = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class Essences(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Essences by name; what is left out is 0."""

    life: Number = 0
    death: Number = 0
    elan: Number = 0
    calm: Number = 0
    gold: Number = 0

    def counts(self) -> Counts:
        """In the order of `KINDS`."""
        return (self.life, self.death, self.elan, self.calm, self.gold)


def essences_of(counts: Sequence[int]) -> Essences:
    """The table for `counts` (order of `KINDS`)."""
    return Essences(*counts)


def one_kind(kind: Kind, amount: int) -> Counts:
    """`amount` of a single kind."""
    life, death, elan, calm, gold = (amount if kind == other else 0 for other in KINDS)
    return (life, death, elan, calm, gold)


def named(counts: Sequence[int]) -> dict[str, int]:
    """Only what there is, by name: for facts and views."""
    return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count}
