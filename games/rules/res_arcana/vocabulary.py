"""The closed vocabulary in which a component file describes costs, effects, collecting and abilities.

The sense of every word stands in the file's own section `vocabulary`; effects.py and handlers carry it out.
"""

import re
from typing import Annotated, Literal

import msgspec

from games.rules.res_arcana.essences import Essences, Kind

CardType = Literal["dragon", "creature"]
Positive = Annotated[int, msgspec.Meta(ge=1, le=100)]
Natural = Annotated[int, msgspec.Meta(ge=0, le=100)]
DeckName = Literal["own_artifact_deck", "monument_deck"]
Barred = tuple[Kind, ...]


def _word(class_name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


class Op(msgspec.Struct, frozen=True, gc=False, tag_field="op", tag=_word, forbid_unknown_fields=True):
    """One word with its parameters; the key `op` is the class name in snake_case."""


# Costs


class TurnSelf(Op, frozen=True, gc=False):
    pass


class TurnOther(Op, frozen=True, gc=False):
    type: CardType


class Pay(Op, frozen=True, gc=False):
    essences: Essences


class PayAny(Op, frozen=True, gc=False):
    amount: Positive


class PayOneOf(Op, frozen=True, gc=False):
    options: tuple[Kind, ...]
    amount: Positive


class PaySame(Op, frozen=True, gc=False):
    var: Literal["X"]


class RemoveFromSelf(Op, frozen=True, gc=False):
    essences: Essences


class DestroySelf(Op, frozen=True, gc=False):
    pass


class DestroyArtifact(Op, frozen=True, gc=False):
    scope: Literal["any_own", "another_own"]
    types: tuple[CardType, ...] = ()


class DiscardFromHand(Op, frozen=True, gc=False):
    amount: Literal[1]


Cost = (
    TurnSelf
    | TurnOther
    | Pay
    | PayAny
    | PayOneOf
    | PaySame
    | RemoveFromSelf
    | DestroySelf
    | DestroyArtifact
    | DiscardFromHand
)


# Effects


class Gain(Op, frozen=True, gc=False):
    essences: Essences


class GainAny(Op, frozen=True, gc=False):
    amount: Positive
    barred: Barred = msgspec.field(default=(), name="not")


class GainXOf(Op, frozen=True, gc=False, tag="gain_x_of"):
    essence: Kind
    var: Literal["X"]


class GainSame(Op, frozen=True, gc=False):
    var: Literal["X"]
    barred: Barred = msgspec.field(default=(), name="not")


class GainByCost(Op, frozen=True, gc=False):
    of: Literal["destroyed", "discarded"]
    bonus: Natural
    barred: Barred = msgspec.field(default=(), name="not")
    kind: Kind | None = msgspec.field(default=None, name="as")


class GainEqualToRival(Op, frozen=True, gc=False):
    gain: Kind
    count: Kind


class RivalsGain(Op, frozen=True, gc=False):
    essences: Essences


class PlaceOnSelf(Op, frozen=True, gc=False):
    essences: Essences


class PlaceAnyOnSelf(Op, frozen=True, gc=False):
    amount: Positive
    barred: Barred = msgspec.field(default=(), name="not")


class PlacePaid(Op, frozen=True, gc=False):
    scope: Literal["self", "own_component"]


class Straighten(Op, frozen=True, gc=False):
    scope: Literal["own_component", "own_creature"]


class StraightenSelf(Op, frozen=True, gc=False):
    pass


class Draw(Op, frozen=True, gc=False):
    amount: Positive


class DrawThenDiscard(Op, frozen=True, gc=False):
    draw: Positive


class LookReorder(Op, frozen=True, gc=False):
    amount: Positive
    decks: tuple[DeckName, ...]


class RivalsLoseLife(Op, frozen=True, gc=False):
    amount: Positive
    ignore_cost: tuple[Pay | DiscardFromHand | DestroyArtifact, ...]


class IgnoreTrigger(Op, frozen=True, gc=False):
    pass


class Reduction(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A placing power's own discount; `barred` is nothing or Gold."""

    amount: Natural
    barred: tuple[Literal["gold"], ...] = msgspec.field(default=(), name="not")


class PlaceArtifact(Op, frozen=True, gc=False):
    source: Literal["hand", "own_discard", "any_discard"] = msgspec.field(name="from")
    types: tuple[Literal["artifact", "dragon", "creature"], ...]
    discount: Reduction = Reduction(0)
    free: bool = False


class CheckVictory(Op, frozen=True, gc=False):
    pass


class TempPoints(Op, frozen=True, gc=False):
    amount: Positive


Effect = (
    Gain
    | GainAny
    | GainXOf
    | GainSame
    | GainByCost
    | GainEqualToRival
    | RivalsGain
    | PlaceOnSelf
    | PlaceAnyOnSelf
    | PlacePaid
    | Straighten
    | StraightenSelf
    | Draw
    | DrawThenDiscard
    | LookReorder
    | RivalsLoseLife
    | IgnoreTrigger
    | PlaceArtifact
    | CheckVictory
    | TempPoints
)


# Collecting


class GainOneOf(Op, frozen=True, gc=False):
    options: tuple[Kind, ...]


class IfLeft(Op, frozen=True, gc=False):
    essence: Kind
    then: GainAny


class IfLeftGrow(Op, frozen=True, gc=False):
    each_type_present: Positive


class CollectCost(Op, frozen=True, gc=False):
    either: tuple[Pay, TurnSelf]


Collect = Gain | GainAny | GainOneOf | IfLeft | IfLeftGrow | CollectCost


# Abilities


class Discount(Op, frozen=True, gc=False):
    on: Literal["artifact", "dragon"]
    amount: Positive
    barred: tuple[Literal["gold"], ...] = msgspec.field(default=(), name="not")


class PointsPerEssenceOnSelf(Op, frozen=True, gc=False):
    essence: Kind
    points: Positive


class PointsPerType(Op, frozen=True, gc=False):
    type: CardType
    points: Positive


Ability = Discount | PointsPerEssenceOnSelf | PointsPerType
