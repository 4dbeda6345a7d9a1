"""Res Arcana's events (rules.md 5, 11): names and parameters are those of Classifica's records.

Components go by the ids of the component set, `"?"` is a card that was not seen. Powers count from 0, display slots
from 1. Essences are a table by name; what is left out is 0. README.md has an example of every event.
"""

from typing import Annotated, Literal

import msgspec

from games.engine.events import Action, Chance, Seat
from games.rules.res_arcana.essences import Essences, Kind, Number
from games.rules.res_arcana.vocabulary import DeckName

Slot = Annotated[int, msgspec.Meta(ge=1, le=3)]
PowerIndex = Annotated[int, msgspec.Meta(ge=0, le=20)]


class ChooseSides(Chance, frozen=True, gc=False):
    """Which side of a place-of-power tile is up."""

    tile: int
    side: Literal["sun", "moon"]


class FirstPlayer(Chance, frozen=True, gc=False):
    """Who was drawn as first player."""

    seat: Seat


class DealMages(Chance, frozen=True, gc=False):
    """The mages that a seat may choose from; in the first-game set-up the one mage of its set."""

    seat: Seat
    mages: tuple[str, ...]


class DealArtifacts(Chance, frozen=True, gc=False):
    """The artifacts of a seat's deck, in no order; in the first-game set-up without the opening hand."""

    seat: Seat
    cards: tuple[str, ...]


class DealPacket(Chance, frozen=True, gc=False):
    """A draft packet of a seat."""

    seat: Seat
    cards: tuple[str, ...]


class RevealMonument(Chance, frozen=True, gc=False):
    """The monument deck's top card: into the empty display slot, or to the one who claimed it unseen."""

    card: str


class Draw(Chance, frozen=True, gc=False):
    """The top card of a seat's deck comes into the hand."""

    seat: Seat
    card: str


class Look(Chance, frozen=True, gc=False):
    """The cards that a look-and-reorder shows, top first."""

    seat: Seat
    deck: DeckName
    cards: tuple[str, ...]


class Reshuffle(Chance, frozen=True, gc=False):
    """A seat's discard pile becomes, in new order, the lower part of its deck."""

    seat: Seat
    cards: tuple[str, ...]


class DraftPick(Action, frozen=True, gc=False):
    """Taken from the packet in hand. The last card of a packet goes without saying."""

    card: str


class ChooseMage(Action, frozen=True, gc=False):
    """The mage kept of the two dealt."""

    mage: str


class ChooseItem(Action, frozen=True, gc=False):
    """The magic item taken at the start."""

    item: str


class CollectChoice(Action, frozen=True, gc=False):
    """What a collect ability with a choice gives."""

    component: str
    gains: Essences


class TakeStored(Action, frozen=True, gc=False):
    """The essences on a component: all taken, or all left."""

    component: str
    choice: Literal["take", "leave"]


class ForgeCost(Action, frozen=True, gc=False):
    """How the Cursed Forge's collect cost is met."""

    choice: Literal["pay", "turn"]


class PlaceArtifact(Action, frozen=True, gc=False, omit_defaults=True):
    """`payment` is all that was paid; it may be left out where the cost leaves no choice."""

    card: str
    payment: Essences | None = None


class ClaimMonument(Action, frozen=True, gc=False):
    """A monument of the display, or the deck's top card, unseen."""

    slot: Slot | Literal["top"]


class ClaimPlace(Action, frozen=True, gc=False):
    """A place of power, for its printed cost."""

    place: str


class Discard(Action, frozen=True, gc=False):
    """A card of the hand, for 1 Gold or 2 others."""

    card: str
    gain: Essences


class UsePower(Action, frozen=True, gc=False, omit_defaults=True):
    """A power with the choices in its cost; those of its effect are events of their own.

    `payment` is what the payer chose, without the named essences; `x` essences of the kind `essence` pay a cost X.
    `turn_target` and `destroy_target` are own components, `discard` a card in hand, `deck` the one to look at.
    """

    component: str
    power: PowerIndex
    payment: Essences | None = None
    x: Number | None = None
    essence: Kind | None = None
    turn_target: str | None = None
    destroy_target: str | None = None
    discard: str | None = None
    deck: DeckName | None = None


class Pass(Action, frozen=True, gc=False):
    """`item` is the magic item taken in exchange."""

    item: str


class LifeLossAnswer(Action, frozen=True, gc=False, omit_defaults=True):
    """One of three: `react` with `power`, `ignore` (with `destroy_target` or `discard` if it costs that), or `lose`.

    `lose` is all that is lost, Life and others together.
    """

    react: str | None = None
    power: PowerIndex | None = None
    ignore: bool = False
    destroy_target: str | None = None
    discard: str | None = None
    lose: Essences | None = None


class GainChoice(Action, frozen=True, gc=False):
    """What a power gives by choice, into the pool or onto its component."""

    essences: Essences


class StraightenTarget(Action, frozen=True, gc=False):
    """None: nothing is straightened."""

    component: str | None


class RivalTarget(Action, frozen=True, gc=False):
    """The rival whose essences are counted."""

    rival: Seat


class PlaceTarget(Action, frozen=True, gc=False):
    """The own component that the paid essence is put on."""

    component: str


class DiscardChoice(Action, frozen=True, gc=False):
    """The cards put back after drawing."""

    cards: tuple[str, ...]


class Reorder(Action, frozen=True, gc=False):
    """The cards looked at, put back in this order, top first."""

    deck: DeckName
    order: tuple[str, ...]


class PlaceFromPower(Action, frozen=True, gc=False, omit_defaults=True):
    """None: no card is placed. `payment` as in `place_artifact`."""

    card: str | None
    payment: Essences | None = None


class VictoryReact(Action, frozen=True, gc=False):
    """Whether a reaction to a victory check is used."""

    choice: Literal["use", "decline"]


ResArcanaEvent = (
    ChooseSides
    | FirstPlayer
    | DealMages
    | DealArtifacts
    | DealPacket
    | RevealMonument
    | Draw
    | Look
    | Reshuffle
    | DraftPick
    | ChooseMage
    | ChooseItem
    | CollectChoice
    | TakeStored
    | ForgeCost
    | PlaceArtifact
    | ClaimMonument
    | ClaimPlace
    | Discard
    | UsePower
    | Pass
    | LifeLossAnswer
    | GainChoice
    | StraightenTarget
    | RivalTarget
    | PlaceTarget
    | DiscardChoice
    | Reorder
    | PlaceFromPower
    | VictoryReact
)
