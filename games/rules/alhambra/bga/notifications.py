"""What Alhambra's notifications on Board Game Arena carry, as far as it matters; the rest serves the site's display."""

from typing import Any

import msgspec

from games.bga.packets import Number, number


class Card(msgspec.Struct, gc=False):
    type: Number
    value: Number


class Building(msgspec.Struct, gc=False):
    """A tile: no id of the set, but kind, price and walls tell it from all others."""

    type: Number
    cost: Number
    wall: tuple[Number, ...]
    location: str = ""
    pos: Number | None = None

    def slot(self) -> int:
        """Its slot of the market, 0 where there is none."""
        return 0 if self.pos is None else number(self.pos)


class StateChange(msgspec.Struct, gc=False):
    """A `gameStateChange`, as far as it says who is to act."""

    id: Number | None = None
    active_player: Number | None = None


class NewMoneyCards(msgspec.Struct, gc=False):
    cards: list[Card]
    count: Number | None = None


class NewBuildings(msgspec.Struct, gc=False):
    buildings: list[Building]
    count: Number | None = None


class TakeMoney(msgspec.Struct, gc=False):
    player_id: Number
    cards: list[Card]


class Acting(msgspec.Struct, gc=False):
    """A notification of which only the player matters."""

    player_id: Number


class Lying(Building, gc=False):
    """A tile with its place in an Alhambra."""

    x: Number = 0
    y: Number = 0


class RestoredBoard(msgspec.Struct, gc=False):
    buildings: list[Lying]


class RestoredPlayer(msgspec.Struct, gc=False):
    cardCount: Number  # noqa: N815
    stock: list[Building]
    board: RestoredBoard


class RestoredMarket(msgspec.Struct, gc=False):
    buildingsite: list[Building]


class RestoredDisplay(msgspec.Struct, gc=False):
    pool: list[Card]


class ClearTurn(msgspec.Struct, rename="camel", gc=False):
    """A turn taken back. What it states of the position is missing in some logs."""

    player_id: Number = msgspec.field(name="player_id")
    player_data: RestoredPlayer | None = None
    buildings: RestoredMarket | None = None
    money_cards: RestoredDisplay | None = None


class UpdateMoneyCount(msgspec.Struct, gc=False):
    player_id: Number
    count: Number


class BuyBuilding(msgspec.Struct, gc=False):
    player_id: Number
    cards: list[Card]
    building: Building


class PlaceBuilding(msgspec.Struct, gc=False):
    player_id: Number
    building: Building
    stock: bool | Number
    x: Number | None = None
    y: Number | None = None


class SwapBuildings(msgspec.Struct, gc=False):
    """`building` leaves the Alhambra, `building2` enters."""

    player_id: Number
    building: Building
    building2: Building
    x: Number
    y: Number


class AlhambraStats(msgspec.Struct, gc=False):
    player_id: Number
    walls: Number
    buildings: dict[str, Number]


class RoundLine(msgspec.Struct, gc=False):
    walls: Number
    points: Number


class KindLine(msgspec.Struct, gc=False):
    player: Number
    nb: Number
    rank: Number
    points: Number


class ScoringRound(msgspec.Struct, gc=False):
    round_no: Number
    players: dict[str, RoundLine]
    buildingdetails: dict[str, list[KindLine]]


class Leftover(msgspec.Struct, gc=False):
    building: Building
    money: Number
    player_id: Number | None = None


class QuitGame(msgspec.Struct, gc=False):
    reload_reason: str = ""
    who_quits: Number | None = None


class Decided(msgspec.Struct, gc=False):
    decision_type: str = ""


class Seated(msgspec.Struct, gc=False):
    """One player in the replay page's `gamedatas`; `no` is the place in turn order, from 1."""

    no: Number
    name: str = ""
    cardCount: Number | None = None  # noqa: N815


class GameDatas(msgspec.Struct, gc=False):
    players: dict[str, Seated]
    neutral: msgspec.Raw = msgspec.Raw(b"null")


class NeutralBoard(msgspec.Struct, gc=False):
    buildings: list[Building]


class Neutral(msgspec.Struct, gc=False):
    board: NeutralBoard


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """A decoder for `kind`, to be made once."""
    return msgspec.json.Decoder(kind)
