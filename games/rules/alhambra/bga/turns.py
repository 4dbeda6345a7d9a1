"""Decisions in a log, and what it states about them (bga-log.md 4, 5)."""

from games.bga.packets import Number, number
from games.engine.errors import MalformedLog
from games.engine.events import Action, Seat
from games.rules.alhambra.bga import dirk
from games.rules.alhambra.bga import notifications as wire
from games.rules.alhambra.bga.entries import Entries
from games.rules.alhambra.bga.pieces import Pieces
from games.rules.alhambra.bga.start import PLAYER_TURN, Players, Start
from games.rules.alhambra.claims import ExactPayment, HandSize, InAlhambra, OnSlot, Restored, ToAct
from games.rules.alhambra.events import (
    Buy,
    Place,
    PlaceLeftover,
    RedesignAdd,
    RedesignRemove,
    RedesignSwap,
    StartPlayer,
    TakeMoney,
)

_ALHAMBRA, _RESERVE, _BOUGHT = ("alam", "alamb"), "stock", "bought"


class Turns:
    """Reads what players did.

    `market` is by slot as last refilled; a purchase is compared with it here, and by the engine where they differ.
    `actor` decided last, `acting` is whose turn the site has said it is, `paid` counts the cards spent in this turn.
    With `ended` tiles are placed that were left over; with `stood_in` the site's word on turns means nothing any more.
    """

    def __init__(
        self, entries: Entries, start: Start, pieces: Pieces, players: Players[Seat], market: dict[int, str]
    ) -> None:
        self.entries = entries
        self.add = entries.add
        self.start = start
        self.pieces = pieces
        self.players = players
        self.market = market
        self.actor: Seat = 0
        self.acting: Number | None = None
        self.paid = 0
        self.ended = self.stood_in = False

    def begin(self) -> None:
        """A turn starts: an undo goes no further back."""
        self.paid = 0
        self.acting = None
        self.entries.turn_from = -1

    def _act(self, action: Action) -> None:
        if self.entries.turn_from < 0:
            self._begin_to_act(action.seat)
        self.actor = action.seat
        self.add(action)

    def _begin_to_act(self, seat: Seat) -> None:
        """The first decision of a turn; where nothing else has told the start player, it does."""
        if self.entries.turn_from >= 0:
            return
        if self.start.first is None:
            self.start.first = seat
            self.add(StartPlayer(seat))
        self.entries.turn_from = len(self.entries.list)

    def game_state_change(self, args: wire.StateChange) -> None:
        player = args.active_player
        if args.id in PLAYER_TURN and player != self.acting and player is not None and not self.stood_in:
            self.acting = player
            self.add(ToAct(self.players[player]))

    def take_money(self, args: wire.TakeMoney) -> None:
        self._act(TakeMoney(self.players[args.player_id], self.pieces.money(args.cards)))

    def update_money_count(self, args: wire.UpdateMoneyCount) -> None:
        self.add(HandSize(self.players[args.player_id], number(args.count)))

    def buy_building(self, args: wire.BuyBuilding) -> None:
        seat, slot, tile = self.players[args.player_id], args.building.slot(), self.pieces.tile(args.building)
        if self.market.get(slot) != tile:
            self._begin_to_act(seat)
            self.add(OnSlot(seat, slot, tile))
        self._act(Buy(seat, slot, self.pieces.money(args.cards)))
        self.paid += len(args.cards)

    def exact_amount(self, args: wire.Acting) -> None:
        self.add(ExactPayment(self.players[args.player_id]))

    def place_building(self, args: wire.PlaceBuilding) -> None:
        tile = self.pieces.tile(args.building)
        if args.player_id in dirk.IDS:
            self._act(Place(self.actor, tile, "dirk"))
        elif args.stock in (True, 1, "1"):
            self._to_reserve(self.players[args.player_id], tile, args.building.location)
        else:
            self._to_alhambra(self.players[args.player_id], tile, args)

    def _to_reserve(self, seat: Seat, tile: str, origin: str) -> None:
        if origin == _BOUGHT:
            self._act(PlaceLeftover(seat, tile, "reserve") if self.ended else Place(seat, tile, "reserve"))
        elif origin in _ALHAMBRA:
            self._act(RedesignRemove(seat, tile))
        else:
            raise MalformedLog("schema", notification="placeBuilding", found=origin[:40])

    def _to_alhambra(self, seat: Seat, tile: str, args: wire.PlaceBuilding) -> None:
        origin = args.building.location
        if args.x is None or args.y is None or origin not in (_BOUGHT, _RESERVE):
            raise MalformedLog("schema", notification="placeBuilding", found=origin[:40])
        x, y = number(args.x), number(args.y)
        if origin == _RESERVE:
            self._act(RedesignAdd(seat, tile, x, y))
        elif self.ended:
            self._act(PlaceLeftover(seat, tile, "alhambra", x, y))
        else:
            self._act(Place(seat, tile, "alhambra", x, y))

    def swap_buildings(self, args: wire.SwapBuildings) -> None:
        seat, x, y = self.players[args.player_id], number(args.x), number(args.y)
        self._begin_to_act(seat)
        self.add(InAlhambra(seat, self.pieces.tile(args.building), x, y))
        self._act(RedesignSwap(seat, self.pieces.tile(args.building2), x, y))

    def clear_turn(self, args: wire.ClearTurn) -> None:
        """Everything since the first decision of this turn was taken back (bga-logs/README 4)."""
        seat = self.players[args.player_id]
        self.entries.take_back(seat)
        self.paid = 0
        if args.player_data is not None and args.buildings is not None and args.money_cards is not None:
            self.add(self._restored(seat, args.player_data, args.buildings, args.money_cards))

    def _restored(
        self, seat: Seat, player: wire.RestoredPlayer, market: wire.RestoredMarket, display: wire.RestoredDisplay
    ) -> Restored:
        tile = self.pieces.tile
        return Restored(
            seat,
            hand=number(player.cardCount),
            reserve=tuple(map(tile, player.stock)),
            board=tuple((tile(lying), number(lying.x), number(lying.y)) for lying in player.board.buildings),
            market=tuple((each.slot(), tile(each)) for each in market.buildingsite),
            display=self.pieces.money(display.pool),
        )
