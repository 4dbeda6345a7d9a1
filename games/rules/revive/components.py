"""A component set as it is written: the structs of a set file of schema `revive-set/1`."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from games.rules.revive.vocabulary import Color, Cost, Count, Counter, Effects, Natural, On, Resource, Terrain

Cell = tuple[int, int]
"""Axial hex coordinates `[q, r]`."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class MapSlot(_Table, frozen=True):
    id: str
    col: int
    row: int
    kind: Literal["area", "start", "chasm", "large_location"]
    cells: tuple[Cell, ...]


class EdgeCrystal(_Table, frozen=True):
    id: str
    cell: Cell


class Map(_Table, frozen=True):
    columns: Count
    rows: Count
    chasm_passable: bool
    edge_crystals_passable: bool
    location_passable: bool
    water_passable: bool
    slot: tuple[MapSlot, ...]
    edge_crystal: tuple[EdgeCrystal, ...] = ()


class StartTile(_Table, frozen=True):
    id: str
    cells: tuple[Terrain, ...]
    water: Effects = ()


class Back(_Table, frozen=True):
    """What a face-down tile shows."""

    cost: Cost
    points: Natural
    card: bool
    icon: Literal["location", "water", "none", "vast_crystal"]


class AreaTile(_Table, frozen=True):
    id: str
    back: Back
    cells: tuple[Terrain, ...]
    water: Effects = ()


class VastCrystals(_Table, frozen=True):
    replace: Count
    adjacent: Effects
    doubled_by_large: bool


class VastCrystalTile(_Table, frozen=True):
    id: str
    back: Back


class Side(_Table, frozen=True):
    side: str
    count: Counter
    points: Count


class LargeLocation(_Table, frozen=True):
    id: str
    sides: tuple[Side, ...]


class Card(_Table, frozen=True):
    """A citizen, starting or Scyphoz card; `set` only for starting cards."""

    id: str
    color: Literal["gray", "green", "yellow", "wild"]
    top: Effects
    bottom: Effects
    slot_top: bool
    slot_bottom: bool
    flask_top: Natural
    flask_bottom: Natural
    set: str = ""


class Module(_Table, frozen=True):
    id: str
    colors: tuple[Color, ...]
    effects: Effects
    flask: Natural


class Machine(_Table, frozen=True):
    """`space` only for the standard machines: the reward space that holds it."""

    id: str
    color: Color
    on: tuple[On, ...]
    effects: Effects
    flask: Natural
    space: str = ""


class Crate(_Table, frozen=True):
    id: str
    effects: Effects


class MajorArtifact(_Table, frozen=True):
    id: str
    color: Color
    min_players: Annotated[int, Meta(ge=1, le=4)]


class MajorCount(_Table, frozen=True):
    p1: Count
    p2: Count
    p3: Count
    p4: Count


class MinorArtifacts(_Table, frozen=True):
    pieces: Natural
    points: Natural
    unlimited: bool


class EndTile(_Table, frozen=True):
    points: Natural


class Category(_Table, frozen=True):
    count: Counter
    points: Count


class ArtifactCard(_Table, frozen=True):
    id: str
    gray: Category
    green: Category
    yellow: Category

    def category(self, color: Color) -> Category:
        """The category of one color."""
        return self.gray if color == "gray" else self.green if color == "green" else self.yellow


class CardSlot(_Table, frozen=True):
    id: str
    row: Literal["top", "bottom", "side"]
    half: Literal["top", "bottom", "either"]
    module_spaces: Natural
    activation_spaces: tuple[int, ...]
    locked: bool


class Track(_Table, frozen=True):
    first: int
    last: int
    start: int
    colors: tuple[Color, ...]
    end_gain: dict[Color, Resource]
    terrain: dict[Literal["mountain", "forest", "field"], Color]


class RewardSpace(_Table, frozen=True):
    id: str
    kind: Literal["standard_machine", "special_machine", "artifact", "card_bonus"]
    color: Literal["gray", "green", "yellow", "any"]
    need: dict[Color, int]


class Bonus(_Table, frozen=True):
    space: Count
    effects: Effects


class ProgressTrack(_Table, frozen=True):
    spaces: Count
    visible_points: tuple[int, ...]
    bonus: tuple[Bonus, ...]


class PlayerBoard(_Table, frozen=True):
    card_slot: tuple[CardSlot, ...]
    track: Track
    reward_space: tuple[RewardSpace, ...]
    standard_machine: tuple[Machine, ...]
    progress_track: ProgressTrack


class BonusTrack(_Table, frozen=True):
    length: Count
    bonus: tuple[Bonus, ...]


class HibernationTrack(_Table, frozen=True):
    last: Count
    remove_artifact_at: Count
    rows: tuple[Bonus, ...]


class Technology(_Table, frozen=True):
    id: str
    row: Count
    books: Natural
    effects: Effects


class Links(_Table, frozen=True):
    pairs: tuple[tuple[str, str], ...]


class MarkerRule(_Table, frozen=True):
    collect_water: bool
    counts_once_for_scoring: Literal[True]
    blocks_others: Literal[False]


class Tribe(_Table, frozen=True):
    id: str
    name: str
    discs: Natural
    markers: Natural
    ability: Effects
    technology: tuple[Technology, ...]
    links: Links
    marker_rule: MarkerRule | None = None


class Journey(_Table, frozen=True):
    """`levels` are pairs of counter value and devotion."""

    id: str
    destroy: Color
    count: Counter
    levels: tuple[tuple[int, Count], ...]


class JourneyDisplay(_Table, frozen=True):
    face_up: Count


class BuildDevotion(_Table, frozen=True):
    small: Natural
    large: Natural


class LakeSetup(_Table, frozen=True):
    draw: Natural
    lake_slots: tuple[str, ...]
    build_devotion: BuildDevotion


class Lake(_Table, frozen=True):
    id: str
    hibernate_small: Effects
    hibernate_large: Effects


class Expansion(_Table, frozen=True):
    """Call of the Abyss."""

    devotion_track: BonusTrack
    large_location: tuple[LargeLocation, ...]
    scyphoz: tuple[Card, ...]
    journey: tuple[Journey, ...]
    journey_display: JourneyDisplay
    lake_setup: LakeSetup
    lake: tuple[Lake, ...]


class Catalogue(_Table, frozen=True):
    """A component file, whole."""

    schema: Literal["revive-set/1"]
    set_id: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9._-]*$")]
    version: Count
    official: bool
    title: str
    map: Map
    start_tile: tuple[StartTile, ...]
    area_tile: tuple[AreaTile, ...]
    large_location: tuple[LargeLocation, ...]
    starting_card: tuple[Card, ...]
    citizen: tuple[Card, ...]
    module: tuple[Module, ...]
    machine: tuple[Machine, ...]
    crate: tuple[Crate, ...]
    major_artifact: tuple[MajorArtifact, ...]
    major_count: MajorCount
    minor_artifacts: MinorArtifacts
    end_tile: EndTile
    artifact_card: tuple[ArtifactCard, ...]
    board: PlayerBoard
    score_track: BonusTrack
    hibernation_track: HibernationTrack
    tribe: tuple[Tribe, ...]
    vast_crystals: VastCrystals | None = None
    vast_crystal_tile: tuple[VastCrystalTile, ...] = ()
    expansion: Expansion | None = None


def identified(catalogue: Catalogue) -> dict[str, tuple[Any, ...]]:
    """Every list of pieces with ids, by its key in the file."""
    lists: dict[str, tuple[Any, ...]] = {
        "map.slot": catalogue.map.slot,
        "map.edge_crystal": catalogue.map.edge_crystal,
        "start_tile": catalogue.start_tile,
        "area_tile": catalogue.area_tile,
        "vast_crystal_tile": catalogue.vast_crystal_tile,
        "large_location": catalogue.large_location,
        "starting_card": catalogue.starting_card,
        "citizen": catalogue.citizen,
        "module": catalogue.module,
        "machine": catalogue.machine,
        "board.standard_machine": catalogue.board.standard_machine,
        "crate": catalogue.crate,
        "major_artifact": catalogue.major_artifact,
        "artifact_card": catalogue.artifact_card,
        "board.card_slot": catalogue.board.card_slot,
        "board.reward_space": catalogue.board.reward_space,
        "tribe": catalogue.tribe,
    }
    for number, tribe in enumerate(catalogue.tribe):
        lists[f"tribe[{number}].technology"] = tribe.technology
    if expansion := catalogue.expansion:
        lists["expansion.large_location"] = expansion.large_location
        lists["expansion.scyphoz"] = expansion.scyphoz
        lists["expansion.journey"] = expansion.journey
        lists["expansion.lake"] = expansion.lake
    return lists
