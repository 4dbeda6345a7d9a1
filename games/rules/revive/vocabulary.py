"""The closed vocabulary of effects: tagged frozen structs, as a component set writes them (components.toml, `[vocab]`).

An effect list is done from left to right (rules.md 19.4).
"""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Resource = Literal["gear", "book", "food", "crystal"]
Basic = Literal["gear", "book", "food"]
Color = Literal["gray", "green", "yellow"]
Terrain = Literal["sand", "forest", "mountain", "field", "water", "location"]
ActionName = Literal["play", "switch", "explore", "build", "populate"]
Half = Literal["top", "bottom"]
On = Literal["any", "play", "switch", "explore", "build", "populate"]
Count = Annotated[int, Meta(ge=1)]
Natural = Annotated[int, Meta(ge=0)]
Cost = dict[Literal["gear", "book", "food", "crystal", "basic"], Count]
"""Units by resource; `basic` is one basic resource of the payer's (or gainer's) choice per unit."""

BASIC: tuple[Basic, ...] = ("gear", "book", "food")
RESOURCES: tuple[Resource, ...] = ("gear", "book", "food", "crystal")
COLORS: tuple[Color, ...] = ("gray", "green", "yellow")

Counter = Literal[
    "crates",
    "energy",
    "modules",
    "module_pairs",
    "population",
    "population_large",
    "tribe_discs",
    "flasks",
    "visible_flasks",
    "cards",
    "cards_gray",
    "cards_green",
    "cards_yellow",
    "slot_cards_gray",
    "slot_cards_green",
    "slot_cards_yellow",
    "water_unique",
    "crystal_unique",
    "small_buildings",
    "large_buildings",
    "buildings",
    "track_gray",
    "track_green",
    "track_yellow",
    "area_tiles",
    "fixed",
]

PassiveName = Literal[
    "range_plus",
    "no_books_to_others",
    "free_passage",
    "explore_discount",
    "build_discount_per_adjacent",
    "crystal_per_crate",
    "resource_per_recruit",
    "extra_on_tribe",
    "tech_trade",
    "tech_machine",
    "tech_rest",
    "marker_range_origin",
    "switch_copy_bottom",
]

TECHNOLOGY_ONLY = ("tech_trade", "tech_machine", "tech_rest")
"""Passives that events name by their technology; nothing else can give them."""


class _Op(msgspec.Struct, frozen=True, gc=False, tag_field="op", forbid_unknown_fields=True):
    pass


class Gain(_Op, frozen=True, gc=False, tag="gain"):
    res: Literal["gear", "book", "food", "crystal", "basic"]
    n: Count


class Points(_Op, frozen=True, gc=False, tag="points"):
    n: Count


class EndPoints(_Op, frozen=True, gc=False, tag="end_points"):
    n: Count


class Devotion(_Op, frozen=True, gc=False, tag="devotion"):
    n: Count


class Advance(_Op, frozen=True, gc=False, tag="advance"):
    track: Literal["gray", "green", "yellow", "any"]
    n: Count


class Module(_Op, frozen=True, gc=False, tag="module"):
    n: Count


class Star(_Op, frozen=True, gc=False, tag="tribe"):
    n: Count


class Energy(_Op, frozen=True, gc=False, tag="energy"):
    n: Count


class RecoverEnergy(_Op, frozen=True, gc=False, tag="recover_energy"):
    n: Count


class Crate(_Op, frozen=True, gc=False, tag="crate"):
    n: Count


class Artifact(_Op, frozen=True, gc=False, tag="artifact"):
    n: Count


class Recruit(_Op, frozen=True, gc=False, tag="recruit", rename={"source": "from"}):
    source: Literal["display", "display_or_deck"]
    color: Literal["gray", "green", "yellow", "any"]


class RestCard(_Op, frozen=True, gc=False, tag="rest_card"):
    n: Count
    not_self: bool = False


class WakeCard(_Op, frozen=True, gc=False, tag="wake_card"):
    n: Count


class Trade(_Op, frozen=True, gc=False, tag="trade"):
    """`max` = 0: any number of times."""

    pay: Cost
    get: Cost
    max: Natural


class Range(_Op, frozen=True, gc=False, tag="range"):
    n: Count


class ExploreAnywhere(_Op, frozen=True, gc=False, tag="explore_anywhere"):
    pass


class Discount(_Op, frozen=True, gc=False, tag="discount"):
    action: Literal["explore", "build", "populate"]
    n: Count


class ExtraAction(_Op, frozen=True, gc=False, tag="extra_action"):
    actions: tuple[ActionName, ...]


class PlayExtra(_Op, frozen=True, gc=False, tag="play_extra"):
    color: Literal["gray", "green", "yellow", "any"]


class HibernateAfter(_Op, frozen=True, gc=False, tag="hibernate_after"):
    pass


class _Standing(_Op, frozen=True, gc=False):
    """Parameters of the standing rules; which of them a name takes: `PASSIVE_FIELDS`."""

    n: Natural = 0
    terrains: tuple[Terrain, ...] = ()
    terrain: Terrain | None = None
    map: dict[Color, Resource] = {}
    effects: tuple["Effect", ...] = ()
    pay: Cost = {}
    get: Cost = {}
    on: tuple[On, ...] = ()
    kind: str = ""
    bonus: Natural = 0


class Passive(_Standing, frozen=True, gc=False, tag="passive", kw_only=True):
    name: PassiveName


class WhileInSlot(_Standing, frozen=True, gc=False, tag="while_in_slot", kw_only=True):
    passive: PassiveName

    @property
    def name(self) -> PassiveName:
        """The standing rule that holds while the card lies in a slot."""
        return self.passive


PASSIVE_FIELDS: dict[PassiveName, tuple[frozenset[str], frozenset[str]]] = {
    "range_plus": (frozenset({"n"}), frozenset()),
    "no_books_to_others": (frozenset(), frozenset()),
    "free_passage": (frozenset({"terrains"}), frozenset()),
    "explore_discount": (frozenset({"n"}), frozenset()),
    "build_discount_per_adjacent": (frozenset({"terrain"}), frozenset()),
    "crystal_per_crate": (frozenset(), frozenset()),
    "resource_per_recruit": (frozenset({"map"}), frozenset()),
    "extra_on_tribe": (frozenset({"effects"}), frozenset()),
    "tech_trade": (frozenset({"pay", "get"}), frozenset()),
    "tech_machine": (frozenset({"effects"}), frozenset({"on"})),
    "tech_rest": (frozenset({"pay"}), frozenset()),
    "marker_range_origin": (frozenset({"kind"}), frozenset({"bonus"})),
    "switch_copy_bottom": (frozenset(), frozenset()),
}
"""By name: the parameters it must have, and those it may have."""


class Per(_Op, frozen=True, gc=False, tag="per"):
    count: Counter
    gain: tuple["Effect", ...]
    cap: Count | None = None


class Choice(_Op, frozen=True, gc=False, tag="choice"):
    options: tuple[tuple["Effect", ...], ...]


class CostOp(_Op, frozen=True, gc=False, tag="cost"):
    pay: Cost


class FlipHalf(_Op, frozen=True, gc=False, tag="flip_half"):
    pass


class AnyColor(_Op, frozen=True, gc=False, tag="any_color"):
    pass


class ReopenCrate(_Op, frozen=True, gc=False, tag="reopen_crate"):
    pay: Cost


class TopOfActive(_Op, frozen=True, gc=False, tag="top_of_active"):
    pass


class UnlockSideSlot(_Op, frozen=True, gc=False, tag="unlock_side_slot"):
    pass


class SwitchReady(_Op, frozen=True, gc=False, tag="switch_ready"):
    pass


class PlaceMarker(_Op, frozen=True, gc=False, tag="place_marker"):
    kind: str
    on: tuple[Terrain, ...]
    pay_range: bool


class MovePopulation(_Op, frozen=True, gc=False, tag="move_population"):
    pass


class FreePopulate(_Op, frozen=True, gc=False, tag="free_populate"):
    place: Literal["extra_location"]


class FillResource(_Op, frozen=True, gc=False, tag="fill_resource"):
    res: tuple[Resource, ...]


class Scyphoz(_Op, frozen=True, gc=False, tag="scyphoz"):
    draw: Count
    keep: Count


class DiscardForTop(_Op, frozen=True, gc=False, tag="discard_for_top"):
    n: Count


Effect = (
    Gain
    | Points
    | EndPoints
    | Devotion
    | Advance
    | Module
    | Star
    | Energy
    | RecoverEnergy
    | Crate
    | Artifact
    | Recruit
    | RestCard
    | WakeCard
    | Trade
    | Range
    | ExploreAnywhere
    | Discount
    | ExtraAction
    | PlayExtra
    | HibernateAfter
    | Passive
    | WhileInSlot
    | Per
    | Choice
    | CostOp
    | FlipHalf
    | AnyColor
    | ReopenCrate
    | TopOfActive
    | UnlockSideSlot
    | SwitchReady
    | PlaceMarker
    | MovePopulation
    | FreePopulate
    | FillResource
    | Scyphoz
    | DiscardForTop
)
Effects = tuple[Effect, ...]

CHANGES = (Range, ExploreAnywhere, Discount, FlipHalf, AnyColor)
"""Effects that only change the next action of a kind (rules.md 8, 19.6.1)."""

EXPANSION_ONLY = (Devotion, Scyphoz, FreePopulate)


def walk(effects: Effects) -> Iterator[tuple[str, Effect]]:
    """Every effect of a list and of the lists inside it, with its place, for example `1.0`."""
    for number, effect in enumerate(effects):
        yield str(number), effect
        inner: tuple[Effects, ...] = ()
        if isinstance(effect, Per):
            inner = (effect.gain,)
        elif isinstance(effect, Choice):
            inner = effect.options
        elif isinstance(effect, Passive | WhileInSlot):
            inner = (effect.effects,)
        for list_of in inner:
            for at, nested in walk(list_of):
                yield f"{number}.{at}", nested
