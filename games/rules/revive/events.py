"""Revive's events (rules.md 15, 16, 19): names and parameters are those of Classifica's records.

A cell is `[q, r]`, a composite its slot's id, the extra location `"extra"`. `"?"` is a piece that the writer did not see.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from games.engine.events import Action, Chance, Seat
from games.rules.revive.components import Back
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
    """A lake on one of the lake slots."""

    slot: str
    lake: str


class StartTilePlaced(_Part, frozen=True, gc=False):
    """A start tile, face up; with turn 1 its last cell comes first."""

    slot: str
    tile: str
    turn: Turn


class AreaTilePlaced(_Part, frozen=True, gc=False):
    """A face-down tile; `back` only with the tile `"?"`."""

    slot: str
    tile: str
    back: Back | None = None


class Corner(_Part, frozen=True, gc=False):
    """A large location tile in a corner, with the side that is up."""

    slot: str
    tile: str
    side: str


# ---- chance at set-up (19.2, 19.3)


class StartPlayer(_Chance, frozen=True, gc=False):
    """Who begins; start resources go by place in turn order."""

    seat: Seat


class Tribes(_Chance, frozen=True, gc=False):
    """The tribes by seat."""

    tribes: tuple[str, ...]


class Lakes(_Chance, frozen=True, gc=False):
    """With the expansion: the k-th lake drawn on the k-th lake slot."""

    lakes: tuple[LakePlaced, ...]


class TilesPlaced(_Chance, frozen=True, gc=False):
    """The tiles of the map; what is not named is in the box."""

    start: tuple[StartTilePlaced, ...]
    area: tuple[AreaTilePlaced, ...]


class LargeLocations(_Chance, frozen=True, gc=False):
    """The large locations in the corners, and the tile that is left over."""

    corners: tuple[Corner, ...]
    left: str


class ExtraLocation(_Chance, frozen=True, gc=False):
    """With the expansion: the large location beside the map."""

    tile: str
    side: str


class Display(_Chance, frozen=True, gc=False):
    """What lies face up: citizens, machines of each color, modules."""

    citizens: tuple[str, ...]
    machines: dict[Color, tuple[str, ...]]
    modules: tuple[str, ...]


class JourneyDeck(_Chance, frozen=True, gc=False):
    """With the expansion: the journeys that lie face up."""

    face_up: tuple[str, ...]


class StartSet(_Chance, frozen=True, gc=False):
    """The set of starting cards of a seat."""

    seat: Seat
    set: str


class StartSplit(_Chance, frozen=True, gc=False):
    """The starting cards that rest at first."""

    seat: Seat
    rest: tuple[str, ...]


class ArtifactCard(_Chance, frozen=True, gc=False):
    """Private: seat and card; `draft2`: seat and cards; `common`: card."""

    seat: Seat | None = None
    card: str | None = None
    cards: tuple[str, ...] | None = None


# ---- chance in play (15)


class RevealTile(_Chance, frozen=True, gc=False):
    """An explored tile is turned up."""

    slot: str
    tile: str


class RefillCitizen(_Chance, frozen=True, gc=False):
    """A citizen comes into the display."""

    card: str


class RefillModule(_Chance, frozen=True, gc=False):
    """A module comes into the display."""

    module: str


class RefillJourney(_Chance, frozen=True, gc=False):
    """A journey comes into the display."""

    journey: str


class RefillMachine(_Chance, frozen=True, gc=False):
    """A machine of a color comes into the display."""

    color: Color
    machine: str


class DrawCitizen(_Chance, frozen=True, gc=False):
    """The unseen top card of the citizen deck."""

    seat: Seat
    card: str


class DrawCrate(_Chance, frozen=True, gc=False):
    """A crate from the stack."""

    seat: Seat
    crate: str


class DrawScyphoz(_Chance, frozen=True, gc=False):
    """Scyphoz cards to choose from: first those never drawn, then those under the deck."""

    seat: Seat
    cards: tuple[str, ...]


# ---- decisions (16)


class ChooseTribe(_Action, frozen=True, gc=False):
    """At set-up: a tribe of one's choice."""

    id: str


class ChooseArtifactCard(_Action, frozen=True, gc=False):
    """At set-up: the artifact card that is kept."""

    id: str


class PlayCard(_Action, frozen=True, gc=False):
    """Play a card into a slot; `half` for the side slot, `color` for a Scyphoz card or `any_color`."""

    card: str
    slot: str
    half: Half | None = None
    color: Color | None = None
    order: tuple[str, ...] | None = None


class SwitchBasic(_Action, frozen=True, gc=False):
    """The switch: a resource."""

    res: Literal["gear", "book", "food", "crystal"]


class SwitchCopy(_Action, frozen=True, gc=False):
    """The advanced switch: copy a card in a slot of another player."""

    owner: Seat
    slot: str
    card: str


class SwitchJourney(_Action, frozen=True, gc=False):
    """The switch: give up an active card for a journey."""

    journey: str
    destroy: str


class Explore(_Action, frozen=True, gc=False):
    """Explore a face-down tile; `less` says which units a discount takes off."""

    slot: str
    recruit: str | None = None
    less: Pay | None = None
    pay: Pay | None = None


class TurnTile(_Action, frozen=True, gc=False):
    """How a tile just revealed lies."""

    turn: Turn


class Build(_Action, frozen=True, gc=False):
    """Build on a cell."""

    size: Size
    space: Space
    pay: Pay | None = None


class Populate(_Action, frozen=True, gc=False):
    """Send a technology's figure to a location."""

    technology: str
    location: Space
    pay: Pay | None = None


class Hibernate(_Action, frozen=True, gc=False):
    """Open a hibernation."""


class HibernateStep(_Action, frozen=True, gc=False):
    """One step of a hibernation; the track step names its row and, if due, the artifact removed."""

    step: Step
    row: int | None = None
    remove: str | None = None


class UseTribe(_Action, frozen=True, gc=False):
    """Use the tribe's ability."""

    pay: Pay | None = None


class UseMachine(_Action, frozen=True, gc=False):
    """Put an energy on a machine; `card` and `color` only for `any_card`."""

    machine: str
    card: str | None = None
    color: Color | None = None


class OpenCrate(_Action, frozen=True, gc=False):
    """Open an own crate."""

    crate: str


class TechTrade(_Action, frozen=True, gc=False):
    """A trade of an unlocked technology, or its resting of a card."""

    technology: str
    times: Units
    pay: Pay | None = None
    get: Pay | None = None


class TradeCrystal(_Action, frozen=True, gc=False):
    """A crystal for a basic resource, where crystals are free."""

    res: Literal["gear", "book", "food"]


class OverflowCrystal(_Action, frozen=True, gc=False):
    """A crystal above the limit becomes a basic resource."""

    res: Literal["gear", "book", "food"]


class ResolveJourney(_Action, frozen=True, gc=False):
    """Turn over a journey for the highest level met, 1-based."""

    journey: str
    level: int


class TakeModule(_Action, frozen=True, gc=False):
    """Take a module to a place, 0-based; `discard` is the module that lay there."""

    module: str
    slot: str
    space: Place
    discard: str | None = None


class TakeMachine(_Action, frozen=True, gc=False):
    """Take a machine for a reward space."""

    machine: str
    space: str


class TakeArtifact(_Action, frozen=True, gc=False):
    """Take a major artifact, or `"minor"`."""

    artifact: str


class TakeCard(_Action, frozen=True, gc=False):
    """Recruit a card of the display, or `"deck"`."""

    card: str


class AdvanceAny(_Action, frozen=True, gc=False):
    """One step on a track of one's choice."""

    track: Color


class PickResource(_Action, frozen=True, gc=False):
    """One unit of one's choice, or the resource to be filled."""

    choice: Literal["gear", "book", "food", "crystal"]


class PickOption(_Action, frozen=True, gc=False):
    """`choice`: the number of an option, `"pay"` or `"skip"` at a cost, or a crate."""

    choice: int | str
    pay: Pay | None = None


class PickCard(_Action, frozen=True, gc=False):
    """The cards that an effect moves."""

    cards: tuple[str, ...]


class PickEnergy(_Action, frozen=True, gc=False):
    """The machines from which energy comes back."""

    machines: tuple[str, ...]


class OrderRewards(_Action, frozen=True, gc=False):
    """The reward of a group that comes next."""

    choice: str


class PlaceMarker(_Action, frozen=True, gc=False):
    """Put a marker of the tribe on a cell."""

    space: Space
    pay: Pay | None = None


class MovePopulation(_Action, frozen=True, gc=False, rename={"source": "from", "target": "to"}):
    """Move an own figure to another location."""

    source: Space
    target: Space


class KeepScyphoz(_Action, frozen=True, gc=False):
    """The Scyphoz card that is kept."""

    card: str


class SettlePoints(_Action, frozen=True, gc=False):
    """Move the pool onto the tracks; the numbers are what is received for two of the other kind."""

    to_devotion: Place
    to_points: Place


class DoTrade(_Action, frozen=True, gc=False):
    """Do a pending trade, all of its times at once."""

    times: Units
    pay: Pay | None = None
    get: Pay | None = None


class Decline(_Action, frozen=True, gc=False):
    """Let go an effect, by its name."""

    what: str


class SoloRefresh(_Action, frozen=True, gc=False):
    """Solo: throw face-up pieces out of the game."""

    citizens: tuple[str, ...]
    machines: tuple[str, ...]
    modules: tuple[str, ...]


class NextAction(_Action, frozen=True, gc=False):
    """The first half of the turn is over."""


class EndTurn(_Action, frozen=True, gc=False):
    """The turn is over."""


RecordEvent = (
    StartPlayer | Tribes | Lakes | TilesPlaced | LargeLocations | ExtraLocation | Display | JourneyDeck
    | StartSet | StartSplit | ArtifactCard | RevealTile | RefillCitizen | RefillModule | RefillJourney
    | RefillMachine | DrawCitizen | DrawCrate | DrawScyphoz | ChooseTribe | ChooseArtifactCard | PlayCard
    | SwitchBasic | SwitchCopy | SwitchJourney | Explore | TurnTile | Build | Populate | Hibernate
    | HibernateStep | UseTribe | UseMachine | OpenCrate | TechTrade | TradeCrystal | OverflowCrystal
    | ResolveJourney | TakeModule | TakeMachine | TakeArtifact | TakeCard | AdvanceAny | PickResource
    | PickOption | PickCard | PickEnergy | OrderRewards | PlaceMarker | MovePopulation | KeepScyphoz
    | SettlePoints | DoTrade | Decline | SoloRefresh | NextAction | EndTurn
)  # fmt: skip
"""What records of Revive hold."""
