"""Alhambra's events (rules.md 11): names and parameters are those of Classifica's records.

Cards are written `"B7"` (colour letter and value), tiles by the ids of the component set, slots 1 to 4.
"""

from typing import Annotated, Literal

import msgspec

from games.engine.events import Action, Chance, Seat

Slot = Annotated[int, msgspec.Meta(ge=1, le=4, description="Slot of the market.")]
Coordinate = Annotated[
    int, msgspec.Meta(ge=-64, le=64, description="x grows to the east, y to the south; the fountain is 0, 0.")
]
TileId = Annotated[str, msgspec.Meta(description="Id of a tile in the component set.", examples=["TOW08"])]
Card = Annotated[str, msgspec.Meta(description="Money card: letter of the currency and value.", examples=["B7"])]
Target = Literal["alhambra", "reserve", "dirk"]


class Deal(Chance, frozen=True, gc=False):
    """Start money of one seat, in the order dealt; `"?"` for a card that was not seen."""

    seat: Seat
    cards: tuple[Card, ...]


class StartPlayer(Chance, frozen=True, gc=False):
    """The seat that begins."""

    seat: Seat


class DirkTiles(Chance, frozen=True, gc=False):
    """Tiles drawn for the third party of the two-player game. `"?:tower"` is a tile of which only the kind is known."""

    tiles: tuple[TileId, ...]
    reason: Literal["setup", "round1", "round2"]


class RevealMoney(Chance, frozen=True, gc=False):
    """A money card comes up from the deck and is laid open."""

    card: Card


class RevealScoring(Chance, frozen=True, gc=False):
    """A scoring card comes up from the deck and leaves the game; its round is scored at the end of the refill."""

    round: Literal[1, 2]


class Reshuffle(Chance, frozen=True, gc=False):
    """The deck is empty, a card is needed: the discards become the new deck."""


class RevealTile(Chance, frozen=True, gc=False):
    """A tile from the bag fills the lowest empty slot of the market."""

    slot: Slot
    tile: TileId


class TakeMoney(Action, frozen=True, gc=False):
    """One card of the display, or several with a sum of at most 5."""

    cards: tuple[Card, ...]


class Buy(Action, frozen=True, gc=False):
    """Buy the tile in a slot with cards of the slot's currency."""

    slot: Slot
    cards: tuple[Card, ...]


class RedesignAdd(Action, frozen=True, gc=False):
    """Put a tile from the reserve into the Alhambra."""

    tile: TileId
    x: Coordinate
    y: Coordinate


class RedesignRemove(Action, frozen=True, gc=False):
    """Take a tile from the Alhambra into the reserve."""

    tile: TileId


class RedesignSwap(Action, frozen=True, gc=False):
    """`tile` comes from the reserve and takes the cell (x, y) of a tile that goes to the reserve."""

    tile: TileId
    x: Coordinate
    y: Coordinate


class Pass(Action, frozen=True, gc=False):
    """No further action: after an exact payment where the rules make it a right, or when nothing else is possible."""


class Place(Action, frozen=True, gc=False, omit_defaults=True):
    """What becomes of a tile bought in this turn; `x` and `y` belong to the target `alhambra` only."""

    tile: TileId
    target: Target
    x: Coordinate | None = None
    y: Coordinate | None = None


class PlaceLeftover(Action, frozen=True, gc=False, omit_defaults=True):
    """What becomes of a tile won at the end; `x` and `y` belong to the target `alhambra` only."""

    tile: TileId
    target: Literal["alhambra", "reserve"]
    x: Coordinate | None = None
    y: Coordinate | None = None


RecordEvent = (
    Deal
    | StartPlayer
    | DirkTiles
    | RevealMoney
    | RevealScoring
    | Reshuffle
    | RevealTile
    | TakeMoney
    | Buy
    | RedesignAdd
    | RedesignRemove
    | RedesignSwap
    | Pass
    | Place
    | PlaceLeftover
)
"""Everything that stands in a record's `events`."""
