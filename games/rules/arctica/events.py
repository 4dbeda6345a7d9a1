"""Arctica's events (rules.md 11 and 12): names and parameters are those of Classifica's records.

A record's list `events` has four types: `setup`, `round_end_card`, `turn` and `round_end`. Decisions (key `do`) and the
other chance events (key `chance`) stand inside the last two, in maps by seat and in lists.
"""

from operator import attrgetter
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET

from games.engine.events import Chance, Event, Seat
from games.rules.arctica.catalogue import SpaceId

UNSEEN = "?"
Wheel = Literal["long", "short"]
Option = Literal["a", "b"]
ABSENT: Any = UNSET
"""Stands for a key that is not there; the writer leaves it out."""


class _Part(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    pass


class Move(_Part, frozen=True, gc=False):
    """One move on the Circle (D8); `redeem` only on arrival at the redeem tile."""

    family: str
    from_: SpaceId = msgspec.field(name="from")
    redeem: tuple[str, ...] = ()


class Token(_Part, frozen=True, gc=False):
    """A token: of a collapse (D14) by its place, of an event (D16) by its space, with what becomes of it."""

    space: str = ABSENT
    wheel: Wheel = ABSENT
    segment: int = ABSENT
    slot: int = ABSENT
    release: Literal[True] = ABSENT
    circle: SpaceId = ABSENT
    save: bool = ABSENT
    to: SpaceId = ABSENT
    redeem: tuple[str, ...] = ()


class Item(_Part, frozen=True, gc=False):
    """One time of an effect that is done 0 to n times (D19)."""

    family: str = ABSENT
    from_: SpaceId = msgspec.field(default=UNSET, name="from")  # type: ignore[assignment]
    column: Wheel = ABSENT
    segment: int = ABSENT
    slot: int = ABSENT
    redeem: tuple[str, ...] = ()


class _Nested(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"):
    """A choice that an effect asked for. `seat` only if it is not the seat of the decision around it."""


class Choose(_Nested, frozen=True, gc=False, tag="choose"):
    """D17."""

    option: int
    seat: Seat = ABSENT


class May(_Nested, frozen=True, gc=False, tag="may"):
    """D18."""

    yes: bool
    cards: tuple[str, ...] = ()
    seat: Seat = ABSENT


class Amount(_Nested, frozen=True, gc=False, tag="amount"):
    """D19."""

    items: tuple[Item, ...]
    seat: Seat = ABSENT


class Discard(_Nested, frozen=True, gc=False, tag="discard"):
    """D20."""

    cards: tuple[str, ...]
    seat: Seat = ABSENT


Nested = Choose | May | Amount | Discard


class Placement(_Part, frozen=True, gc=False):
    """One token put on the map (D12), with the choices that it asks for."""

    space: str
    cards: tuple[str, ...] = ()
    sub: tuple[Nested, ...] = ()


Decided = Literal[
    "fauna",
    "reproduce",
    "ability",
    "flora2",
    "migrate",
    "draw2",
    "rotate_card",
    "rotate_migrate",
    "colony",
    "forgo",
    "collapse",
    "endangered",
    "save",
]
Drawn = Literal["draw", "reshuffle"]


class Step(_Part, frozen=True, gc=False):
    """A decision (`do`: D4 to D16) or a chance event (`chance`: C2, C3) with the keys of its kind and no other."""

    do: Decided = ABSENT
    chance: Drawn = ABSENT
    seat: Seat = ABSENT
    card: str = ABSENT
    discards: tuple[str, ...] = ABSENT
    column: Wheel = ABSENT
    moves: tuple[Move, ...] = ABSENT
    family: str = ABSENT
    placements: tuple[Placement, ...] = ABSENT
    side: Option = ABSENT
    tokens: tuple[Token, ...] = ABSENT
    pay: int = ABSENT
    destroy: tuple[str, ...] = ABSENT
    region: str = ABSENT
    cards: tuple[str, ...] = ABSENT
    count: int = ABSENT
    sub: tuple[Nested, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a missing or surplus key (`ValueError`)."""
        if (self.do is ABSENT) == (self.chance is ABSENT):
            raise ValueError("a step has one of the keys do and chance")
        kind = self.chance if self.do is ABSENT else self.do
        needed = KEYS_OF[kind]
        given = sum(1 for value in _KEYS(self) if value is not UNSET)
        if given != len(needed) + 1 or any(getattr(self, name) is UNSET for name in needed):
            raise ValueError(f"{kind} has the keys {', '.join(needed) or 'of every step'} and no other")
        if self.sub and self.do is ABSENT:
            raise ValueError(f"{kind} has no sub")


DECISIONS: dict[Decided, tuple[str, ...]] = {
    "fauna": ("card", "discards"),
    "reproduce": ("column",),
    "ability": ("column",),
    "flora2": (),
    "migrate": ("moves",),
    "draw2": (),
    "rotate_card": (),
    "rotate_migrate": ("moves",),
    "colony": ("family", "placements"),
    "forgo": ("side",),
    "collapse": ("family", "tokens"),
    "endangered": ("pay", "destroy"),
    "save": ("region", "tokens"),
}
CHANCES: dict[Drawn, tuple[str, ...]] = {"draw": ("cards",), "reshuffle": ("count",)}
KEYS_OF: dict[Any, tuple[str, ...]] = {**DECISIONS, **CHANCES}
_KEYS = attrgetter(*(name for name in Step.__struct_fields__ if name not in ("seat", "sub")))


def _shape(key: str, kind: str, needed: tuple[str, ...]) -> dict[str, Any]:
    """What JSON Schema can say of one kind of step."""
    allowed = [key, *needed, "seat", *(["sub"] if key == "do" else [])]
    return {
        "properties": {key: {"const": kind}},
        "required": [key, *needed],
        "propertyNames": {"enum": allowed},
    }


_SHAPES = [_shape("do", kind, needed) for kind, needed in DECISIONS.items()]
_SHAPES += [_shape("chance", kind, needed) for kind, needed in CHANCES.items()]
Steps = tuple[Annotated[Step, msgspec.Meta(extra_json_schema={"oneOf": _SHAPES})], ...]


class Place(_Part, frozen=True, gc=False):
    """D1."""

    space: str
    wheel: str
    dir: Literal["cw", "ccw"]


class Offer(_Part, frozen=True, gc=False):
    """The two actions of the turn: derived, so a claim."""

    a: str
    b: str


class EventHit(_Part, frozen=True, gc=False):
    """C4."""

    chance: Literal["event"]
    region: str
    subregion: str


class StartCards(_Part, frozen=True, gc=False):
    """Generation cards of one seat."""

    long: str
    short: str


class Opening(Chance, frozen=True, gc=False, tag="setup"):
    """C1. `"?"` is a card that was not seen. No round-end cards with `round_end_reveal = round_start`."""

    first: Seat
    orientations: dict[str, int]
    round_end_cards: tuple[str, ...]
    generation: tuple[StartCards, ...]
    hands: tuple[tuple[str, ...], ...]


class RoundCard(Chance, frozen=True, gc=False, tag="round_end_card"):
    """C5."""

    round: int
    id: str


class Turn(Event, frozen=True, gc=False, tag="turn", omit_defaults=True):
    """One active turn. `colony` steps carry `seat`, those of the maps and of `after` do not; `offer` and `scores` are claims."""

    round: int
    turn: int
    active: Seat
    place: Place
    picks: dict[Seat, Literal["a", "b", "pass"]]
    order: Option
    parallel: dict[Seat, Steps]
    colony: Steps
    after: Steps
    offer: Offer = ABSENT
    scores: tuple[int, ...] = ABSENT


class RoundEnd(Event, frozen=True, gc=False, tag="round_end", omit_defaults=True):
    """The five steps of a round's end. `regions` (C6) only with `region_source = logged`; `scores` is a claim."""

    round: int
    collapse: dict[Seat, Steps]
    endangered: dict[Seat, Steps]
    events: tuple[EventHit, ...]
    save: dict[Seat, Steps]
    regions: tuple[str, ...] = ()
    scores: tuple[int, ...] = ABSENT


ArcticaEvent = Opening | RoundCard | Turn | RoundEnd


def parts(event: Event) -> int:
    """How many decisions and chance events of rules.md 11 and 12 an event holds."""
    if isinstance(event, Turn):
        lists = [*event.parallel.values(), event.colony, event.after]
        return 2 + len(event.picks) + sum(_parts(step) for steps in lists for step in steps)
    if isinstance(event, RoundEnd):
        lists = [steps for zone in (event.collapse, event.endangered, event.save) for steps in zone.values()]
        return len(event.events) + bool(event.regions) + sum(_parts(step) for steps in lists for step in steps)
    return 1


def _parts(step: Step) -> int:
    placements = () if step.placements is ABSENT else step.placements
    return 1 + len(step.sub) + sum(len(placement.sub) for placement in placements)
