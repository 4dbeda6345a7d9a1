"""A component file of Arctica as it is written (rules.md 15): typed tables, unknown keys refused."""

from typing import Annotated, Any, Literal

import msgspec

from games.rules.arctica.vocabulary import COST_NAMES, EFFECT_NAMES, Cost, Effects

Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Generation = Literal["long", "short"]
Side = Literal["N", "E", "S", "W"]
SpaceId = int | str


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Meta(_Table, frozen=True):
    id: Annotated[str, msgspec.Meta(min_length=1)]
    game: Literal["arctica"]
    version: Positive
    official: bool
    min_players: int
    max_players: int
    rounds: int
    hand_limit: Natural
    badges: tuple[str, ...]
    actions: tuple[str, ...]
    effects: tuple[str, ...] = tuple(EFFECT_NAMES)
    cost_effects: tuple[str, ...] = tuple(COST_NAMES)
    note: str = ""


class GenerationCount(_Table, frozen=True):
    long: Literal[1]
    short: Literal[1]


class SetUp(_Table, frozen=True):
    hand: Natural
    flora_release: Natural
    points: int
    generation_cards: GenerationCount
    supply_per_family: Natural
    wheel_orientation: Literal["random"] = "random"
    first_player: Literal["random"] = "random"


class Family(_Table, frozen=True):
    id: str
    needs_ice: bool


class GenerationWheel(_Table, frozen=True):
    segments: tuple[int, ...]
    accepts: tuple[Literal["animal", "flora"], ...]
    side: str = ""


class ActionWheel(_Table, frozen=True):
    id: str
    row: int
    col: int
    actions: tuple[str, ...]


class Touch(_Table, frozen=True):
    wheel: str
    side: Side


class ActionSpace(_Table, frozen=True):
    id: str
    a: Touch
    b: Touch


class Circle(_Table, frozen=True):
    entry: SpaceId
    redeem_tile: int
    redeem_flora: Natural
    redeem_points: Natural


class CircleSpace(_Table, frozen=True):
    id: SpaceId
    ice_tile: int | None = None
    ice_bonus: Effects = ()
    bare_bonus: Effects = ()
    melts_in_round: int | None = None


class Subregion(_Table, frozen=True):
    id: str
    escape: tuple[SpaceId, ...]


class Region(_Table, frozen=True):
    id: str
    subregions: tuple[Subregion, ...]
    name: str = ""


class MapSpace(_Table, frozen=True):
    id: str
    subregion: str
    family: str
    bonus: Effects = ()
    cost: Cost = ()


class Link(_Table, frozen=True):
    ends: tuple[str, str]
    bonus: Effects


class RoundEndCard(_Table, frozen=True):
    id: str
    rounds: tuple[int, ...]
    regions: tuple[str, ...]
    rewards: dict[str, tuple[int, ...]]


class EventTile(_Table, frozen=True):
    id: str
    subregion: str
    name: str = ""


class GenerationCard(_Table, frozen=True):
    id: str
    generation: Generation
    ability: Effects
    badges: tuple[str, ...]
    points: int
    name: str = ""


class FaunaCard(_Table, frozen=True):
    id: str
    family: str
    generation: Generation
    cost: int
    requires: dict[str, Natural]
    badges: tuple[str, ...]
    flash: Effects
    ability: Effects
    points: int
    name: str = ""


class Catalogue(_Table, frozen=True):
    meta: Meta
    options: dict[str, Any]
    rule_sets: dict[str, dict[str, Any]]
    setup: SetUp
    families: tuple[Family, ...]
    generation_wheels: dict[str, GenerationWheel]
    action_wheels: tuple[ActionWheel, ...]
    action_spaces: tuple[ActionSpace, ...]
    circle: Circle
    circle_spaces: tuple[CircleSpace, ...]
    regions: tuple[Region, ...]
    map_spaces: tuple[MapSpace, ...]
    links: tuple[Link, ...]
    round_end_cards: tuple[RoundEndCard, ...]
    event_tiles: tuple[EventTile, ...]
    generation_cards: tuple[GenerationCard, ...]
    fauna_cards: tuple[FaunaCard, ...]
