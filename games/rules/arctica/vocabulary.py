"""What cards, spaces and links can do: a closed vocabulary of effects, as it stands in a component file."""

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=1)]
Wheel = Literal["long", "short", "own"]
"""`own` is the wheel of the card's generation; it occurs on cards only."""


class _Effect(msgspec.Struct, frozen=True, gc=False, tag_field="e", forbid_unknown_fields=True):
    pass


class Flora(_Effect, frozen=True, gc=False, tag="flora"):
    """Gain Flora by A34."""

    n: Count


class FloraNow(_Effect, frozen=True, gc=False, tag="flora_now"):
    """Flora straight into the release area."""

    n: Count


class DrawCards(_Effect, frozen=True, gc=False, tag="draw"):
    """Draw by A40."""

    n: Count


class Points(_Effect, frozen=True, gc=False, tag="points"):
    n: Count


class Rotate(_Effect, frozen=True, gc=False, tag="rotate"):
    """Turn both generation wheels n notches (A31)."""

    n: Count


class Migrate(_Effect, frozen=True, gc=False, tag="migrate"):
    """0 to n moves (A44)."""

    n: Count


class CircleEnter(_Effect, frozen=True, gc=False, tag="circle_enter"):
    """0 to n tokens of the release area arrive on the entry space (A49)."""

    n: Count


class CircleSupply(_Effect, frozen=True, gc=False, tag="circle_supply"):
    """0 to n tokens of the supply arrive on the entry space; `family` may be `any` (A49)."""

    family: str
    n: Count


class Reproduce(_Effect, frozen=True, gc=False, tag="reproduce"):
    """The Reproduction action 0 to n times (A25-A27)."""

    n: Count


class PutToken(_Effect, frozen=True, gc=False, tag="token"):
    """0 to n tokens of the family go from the supply to the wheel."""

    family: str
    wheel: Wheel
    n: Count


class Release(_Effect, frozen=True, gc=False, tag="release"):
    """0 to n animal tokens go from the wheel to the release area."""

    wheel: Wheel
    n: Count


class PayFlora(_Effect, frozen=True, gc=False, tag="pay_flora"):
    n: Count


class PayCards(_Effect, frozen=True, gc=False, tag="pay_cards"):
    n: Count


class PerBadge(_Effect, frozen=True, gc=False, tag="per_badge"):
    """`gain`, min(max, badges // per) times; counted once, before the first."""

    badge: str
    per: Count
    max: Count
    gain: tuple["Effect", ...]


class Choose(_Effect, frozen=True, gc=False, tag="choose"):
    """Exactly one of the lists."""

    options: Annotated[tuple[tuple["Effect", ...], ...], msgspec.Meta(min_length=2)]


class May(_Effect, frozen=True, gc=False, tag="may"):
    """`gain`, if `cost` is paid in full."""

    cost: tuple[PayFlora | PayCards, ...]
    gain: tuple["Effect", ...]


Effect = (
    Flora
    | FloraNow
    | DrawCards
    | Points
    | Rotate
    | Migrate
    | CircleEnter
    | CircleSupply
    | Reproduce
    | PutToken
    | Release
    | PerBadge
    | Choose
    | May
)
Effects = tuple[Effect, ...]
Cost = tuple[PayFlora | PayCards, ...]

EFFECT_NAMES = frozenset(
    "flora flora_now draw points rotate migrate circle_enter circle_supply reproduce token release per_badge choose may"
    " pay_flora pay_cards".split()
)
COST_NAMES = frozenset({"pay_flora", "pay_cards"})


def inner_lists(effect: Effect | PayFlora | PayCards) -> tuple[Effects, ...]:
    """The lists of effects inside an effect (its cost apart)."""
    if isinstance(effect, PerBadge | May):
        return (effect.gain,)
    return effect.options if isinstance(effect, Choose) else ()


def name_of(effect: Effect | PayFlora | PayCards) -> str:
    """The word by which a file calls the effect."""
    return str(effect.__struct_config__.tag)


def flora_price(cost: Cost) -> int:
    """How many Flora a cost takes."""
    return sum(part.n for part in cost if isinstance(part, PayFlora))


def cards_price(cost: Cost) -> int:
    """How many cards a cost takes."""
    return sum(part.n for part in cost if isinstance(part, PayCards))
