"""Alhambra's events (rules.md 11): names and parameters are those of Classifica's records.

Cards are written `"B7"` (colour letter and value), tiles by the ids of the component set, slots 1 to 4.
"""

from typing import Annotated, Literal

import msgspec

from games.engine.events import Action, Chance, Seat

Slot = Annotated[int, msgspec.Meta(ge=1, le=4)]
Coordinate = Annotated[int, msgspec.Meta(ge=-64, le=64)]
Target = Literal["alhambra", "reserve", "dirk"]


class Deal(Chance, frozen=True, gc=False):
    """Start money of one seat, in the order dealt; `"?"` for a card that was not seen."""

    seat: Seat
    cards: tuple[str, ...]


class StartPlayer(Chance, frozen=True, gc=False):
    seat: Seat


class DirkTiles(Chance, frozen=True, gc=False):
    """Tiles drawn for the third party of the two-player game. `"?:tower"` is a tile of which only the kind is known."""

    tiles: tuple[str, ...]
    reason: Literal["setup", "round1", "round2"]


class RevealMoney(Chance, frozen=True, gc=False):
    card: str


class RevealScoring(Chance, frozen=True, gc=False):
    round: Literal[1, 2]


class Reshuffle(Chance, frozen=True, gc=False):
    pass


class RevealTile(Chance, frozen=True, gc=False):
    slot: Slot
    tile: str


class TakeMoney(Action, frozen=True, gc=False):
    cards: tuple[str, ...]


class Buy(Action, frozen=True, gc=False):
    slot: Slot
    cards: tuple[str, ...]


class RedesignAdd(Action, frozen=True, gc=False):
    tile: str
    x: Coordinate
    y: Coordinate


class RedesignRemove(Action, frozen=True, gc=False):
    tile: str


class RedesignSwap(Action, frozen=True, gc=False):
    """`tile` comes from the reserve and takes the cell (x, y) of a tile that goes to the reserve."""

    tile: str
    x: Coordinate
    y: Coordinate


class Pass(Action, frozen=True, gc=False):
    pass


class Place(Action, frozen=True, gc=False):
    tile: str
    target: Target
    x: Coordinate | None = None
    y: Coordinate | None = None


class PlaceLeftover(Action, frozen=True, gc=False):
    tile: str
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
