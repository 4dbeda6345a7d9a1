"""Revive's events (rules.md 15, 16, 19): names and parameters are those of Classifica's records.

A cell is `[q, r]`, a composite its slot's id, the extra location `"extra"`. `"?"` is a piece that the writer did not see.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from games.engine.events import Action, Chance, Seat
from games.rules.revive.components import Back, Cell
from games.rules.revive.vocabulary import Color, Half

Space = tuple[int, int] | str
Place = Annotated[int, Meta(ge=0)]
Units = Annotated[int, Meta(ge=1)]
Pay = dict[Literal["gear", "book", "food", "crystal"], Units]
Turn = Literal[0, 1]
Size = Literal["small", "large"]
Step = Literal["wake", "rest", "switch", "energy", "track"]


class _Chance(Chance, frozen=True, gc=False, omit_defaults=True):
    pass


class _Action(Action, frozen=True, gc=False, omit_defaults=True):
    pass


class _Part(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    pass


class LakePlaced(_Part, frozen=True, gc=False):
    slot: str
    lake: str


class StartTilePlaced(_Part, frozen=True, gc=False):
    slot: str
    tile: str
    turn: Turn


class AreaTilePlaced(_Part, frozen=True, gc=False):
    """`back` only with the tile `"?"`."""

    slot: str
    tile: str
    back: Back | None = None


class Corner(_Part, frozen=True, gc=False):
    slot: str
    tile: str
    side: str


# ---- chance at set-up (19.2, 19.3)


class StartPlayer(_Chance, frozen=True, gc=False):
    seat: Seat


class Tribes(_Chance, frozen=True, gc=False):
    tribes: tuple[str, ...]


class Lakes(_Chance, frozen=True, gc=False):
    lakes: tuple[LakePlaced, ...]


class TilesPlaced(_Chance, frozen=True, gc=False):
    start: tuple[StartTilePlaced, ...]
    area: tuple[AreaTilePlaced, ...]


class LargeLocations(_Chance, frozen=True, gc=False):
    corners: tuple[Corner, ...]
    left: str


class ExtraLocation(_Chance, frozen=True, gc=False):
    tile: str
    side: str


class Display(_Chance, frozen=True, gc=False):
    citizens: tuple[str, ...]
    machines: dict[Color, tuple[str, ...]]
    modules: tuple[str, ...]


class JourneyDeck(_Chance, frozen=True, gc=False):
    face_up: tuple[str, ...]


class StartSet(_Chance, frozen=True, gc=False):
    seat: Seat
    set: str


class StartSplit(_Chance, frozen=True, gc=False):
    seat: Seat
    rest: tuple[str, ...]


class ArtifactCard(_Chance, frozen=True, gc=False):
    """Private: seat and card; `draft2`: seat and cards; `common`: card."""

    seat: Seat | None = None
    card: str | None = None
    cards: tuple[str, ...] | None = None


# ---- chance in play (15)


class RevealTile(_Chance, frozen=True, gc=False):
    slot: str
    tile: str


class RefillCitizen(_Chance, frozen=True, gc=False):
    card: str


class RefillModule(_Chance, frozen=True, gc=False):
    module: str


class RefillJourney(_Chance, frozen=True, gc=False):
    journey: str


class RefillMachine(_Chance, frozen=True, gc=False):
    color: Color
    machine: str


class DrawCitizen(_Chance, frozen=True, gc=False):
    seat: Seat
    card: str


class DrawCrate(_Chance, frozen=True, gc=False):
    seat: Seat
    crate: str


class DrawScyphoz(_Chance, frozen=True, gc=False):
    seat: Seat
    cards: tuple[str, ...]


# ---- decisions (16)


class ChooseTribe(_Action, frozen=True, gc=False):
    id: str


class ChooseArtifactCard(_Action, frozen=True, gc=False):
    id: str


class PlayCard(_Action, frozen=True, gc=False):
    card: str
    slot: str
    half: Half | None = None
    color: Color | None = None
    order: tuple[str, ...] | None = None


class SwitchBasic(_Action, frozen=True, gc=False):
    res: Literal["gear", "book", "food", "crystal"]


class SwitchCopy(_Action, frozen=True, gc=False):
    owner: Seat
    slot: str
    card: str


class SwitchJourney(_Action, frozen=True, gc=False):
    journey: str
    destroy: str


class Explore(_Action, frozen=True, gc=False):
    slot: str
    recruit: str | None = None
    less: Pay | None = None
    pay: Pay | None = None


class TurnTile(_Action, frozen=True, gc=False):
    turn: Turn


class Build(_Action, frozen=True, gc=False):
    size: Size
    space: Cell
    pay: Pay | None = None


class Populate(_Action, frozen=True, gc=False):
    technology: str
    location: Space
    pay: Pay | None = None


class Hibernate(_Action, frozen=True, gc=False):
    pass


class HibernateStep(_Action, frozen=True, gc=False):
    step: Step
    row: int | None = None
    remove: str | None = None


class UseTribe(_Action, frozen=True, gc=False):
    pay: Pay | None = None


class UseMachine(_Action, frozen=True, gc=False):
    machine: str
    card: str | None = None
    color: Color | None = None


class OpenCrate(_Action, frozen=True, gc=False):
    crate: str


class TechTrade(_Action, frozen=True, gc=False):
    technology: str
    times: Units
    pay: Pay | None = None
    get: Pay | None = None


class TradeCrystal(_Action, frozen=True, gc=False):
    res: Literal["gear", "book", "food"]


class OverflowCrystal(_Action, frozen=True, gc=False):
    res: Literal["gear", "book", "food"]


class ResolveJourney(_Action, frozen=True, gc=False):
    journey: str
    level: int


class TakeModule(_Action, frozen=True, gc=False):
    module: str
    slot: str
    space: Place
    discard: str | None = None


class TakeMachine(_Action, frozen=True, gc=False):
    machine: str
    space: str


class TakeArtifact(_Action, frozen=True, gc=False):
    artifact: str


class TakeCard(_Action, frozen=True, gc=False):
    card: str


class AdvanceAny(_Action, frozen=True, gc=False):
    track: Color


class PickResource(_Action, frozen=True, gc=False):
    choice: Literal["gear", "book", "food", "crystal"]


class PickOption(_Action, frozen=True, gc=False):
    """`choice`: the number of an option, `"pay"` or `"skip"` at a cost, or a crate."""

    choice: int | str
    pay: Pay | None = None


class PickCard(_Action, frozen=True, gc=False):
    cards: tuple[str, ...]


class PickEnergy(_Action, frozen=True, gc=False):
    machines: tuple[str, ...]


class OrderRewards(_Action, frozen=True, gc=False):
    choice: str


class PlaceMarker(_Action, frozen=True, gc=False):
    space: Cell
    pay: Pay | None = None


class MovePopulation(_Action, frozen=True, gc=False, rename={"source": "from", "target": "to"}):
    source: Cell
    target: Cell


class KeepScyphoz(_Action, frozen=True, gc=False):
    card: str


class SettlePoints(_Action, frozen=True, gc=False):
    to_devotion: Place
    to_points: Place


class DoTrade(_Action, frozen=True, gc=False):
    times: Units
    pay: Pay | None = None
    get: Pay | None = None


class Decline(_Action, frozen=True, gc=False):
    what: str


class SoloRefresh(_Action, frozen=True, gc=False):
    citizens: tuple[str, ...]
    machines: tuple[str, ...]
    modules: tuple[str, ...]


class NextAction(_Action, frozen=True, gc=False):
    pass


class EndTurn(_Action, frozen=True, gc=False):
    pass


RecordEvent = (
    StartPlayer
    | Tribes
    | Lakes
    | TilesPlaced
    | LargeLocations
    | ExtraLocation
    | Display
    | JourneyDeck
    | StartSet
    | StartSplit
    | ArtifactCard
    | RevealTile
    | RefillCitizen
    | RefillModule
    | RefillJourney
    | RefillMachine
    | DrawCitizen
    | DrawCrate
    | DrawScyphoz
    | ChooseTribe
    | ChooseArtifactCard
    | PlayCard
    | SwitchBasic
    | SwitchCopy
    | SwitchJourney
    | Explore
    | TurnTile
    | Build
    | Populate
    | Hibernate
    | HibernateStep
    | UseTribe
    | UseMachine
    | OpenCrate
    | TechTrade
    | TradeCrystal
    | OverflowCrystal
    | ResolveJourney
    | TakeModule
    | TakeMachine
    | TakeArtifact
    | TakeCard
    | AdvanceAny
    | PickResource
    | PickOption
    | PickCard
    | PickEnergy
    | OrderRewards
    | PlaceMarker
    | MovePopulation
    | KeepScyphoz
    | SettlePoints
    | DoTrade
    | Decline
    | SoloRefresh
    | NextAction
    | EndTurn
)
"""What records of Revive hold."""
