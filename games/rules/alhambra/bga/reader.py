"""From Board Game Arena's notifications to the entries of a script (bga-log.md, bga-logs/README.md)."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from games.bga.packets import Log, Number, number
from games.bga.stream import FRAMEWORK, Cursor, Table, undecoded
from games.engine.errors import MalformedLog, UnsupportedLog
from games.engine.events import Action, Claim, Entry, Event, LogPosition, Seat
from games.rules.alhambra.bga import notifications as wire
from games.rules.alhambra.bga.pieces import Pieces
from games.rules.alhambra.bga.start import PLAYER_TURN, Start
from games.rules.alhambra.claims import (
    Ended,
    ExactPayment,
    HandSize,
    Holdings,
    InAlhambra,
    KindResult,
    LeftoverAwarded,
    OnSlot,
    PilesLeft,
    RoundResult,
    StandIn,
    TakenBack,
    ToAct,
)
from games.rules.alhambra.components import ComponentSet
from games.rules.alhambra.events import (
    Buy,
    Deal,
    DirkTiles,
    Place,
    PlaceLeftover,
    RedesignAdd,
    RedesignRemove,
    RedesignSwap,
    Reshuffle,
    RevealMoney,
    RevealScoring,
    RevealTile,
    StartPlayer,
    TakeMoney,
)
from games.rules.alhambra.state import UNSEEN

DIRK: tuple[Number, Number] = (0, "0")
"""Dirk's id on the site, in both spellings."""

T = TypeVar("T")

_ALHAMBRA, _RESERVE, _BOUGHT = ("alam", "alamb"), "stock", "bought"

DECODERS = {
    name: wire.decoder(kind)
    for name, kind in {
        "gameStateChange": wire.StateChange,
        "newMoneyCards": wire.NewMoneyCards,
        "newBuildings": wire.NewBuildings,
        "newBuildingsForNeutral": wire.NewBuildings,
        "takeMoney": wire.TakeMoney,
        "updateMoneyCount": wire.UpdateMoneyCount,
        "buyBuilding": wire.BuyBuilding,
        "exactAmount": wire.Acting,
        "placeBuilding": wire.PlaceBuilding,
        "swapBuildings": wire.SwapBuildings,
        "alhambraStats": wire.AlhambraStats,
        "scoringRound": wire.ScoringRound,
        "getBuilding": wire.Leftover,
        "nogetBuilding": wire.Leftover,
        "clearTurn": wire.Acting,
        "playerConcedeGame": wire.Acting,
        "skipTurnOfPlayer": wire.Acting,
        "tableInfosChanged": wire.QuitGame,
        "tableDecision": wire.Decided,
    }.items()
}

_ROUNDS: dict[int, Literal[1, 2, 3]] = {1: 1, 2: 2, 3: 3}

TYPES = frozenset(
    {"newMoneyCards", "newBuildings", "buyBuilding", "exactAmount", "alhambraStats", "swapBuildings", "getBuilding"}
)
"""Notifications by which a log is known to be one of Alhambra."""

_IGNORED = FRAMEWORK | {"clearTurnPrivate", "updatePlacementOptions", "allPlayersAreZombie", "zombieBack"}


class _Players(dict[Number, T]):
    """Who it is by the site's player id, as number or text."""

    def __missing__(self, player: Number) -> T:
        raise MalformedLog("unknown_player", found=str(player)[:40])


class Reader:
    """Collects entries while the log is walked through.

    `turn_from` is the entry of the first decision of this turn, -1 when there is none; `refill_from` that where the last
    refill begins. `actor` decided last, `acting` is the player whose turn the site has said it is. `deck`, `discards` and `paid` (in this turn) count cards, so that a
    reshuffle can be put between the right two cards. What the log states about piles and market goes to the engine only
    where it differs from what was read before.
    """

    def __init__(self, log: Log, start: Start, pieces: Pieces, components: ComponentSet) -> None:
        self.log = log
        self.start = start
        self.pieces = pieces
        self.components = components
        self.entries: list[Entry] = []
        self.cursor = Cursor()
        self.seats: _Players[Seat] = _Players()
        for seat, player in enumerate(start.ids):
            self.seats[player] = self.seats[str(player)] = seat
        self.parties: _Players[Seat | None] = _Players(self.seats)
        if len(start.ids) == 2:
            self.parties |= dict.fromkeys(DIRK)
        self.actor: Seat = 0
        self.acting: Number | None = None
        self.turn_from = -1
        self.refill_from = 0
        copies = (
            components.catalogue.money.copies_two_players if len(start.ids) == 2 else components.catalogue.money.copies
        )
        self.scoring_cards: int = components.catalogue.scoring_cards.count
        self.deck = copies * len(components.values) + self.scoring_cards
        self.discards = self.paid = 0
        self.bag = len(components.tiles)
        self.market: dict[int, str] = {}
        self.deck_stated: int | None = None
        self.reshuffled_at: LogPosition | None = None
        self.dirk_from = -1
        self.dirk_stated: tuple[Holdings, LogPosition] | None = None
        self.started = self.ended = False
        self.scored: dict[Any, LogPosition] = {}
        self.stand_ins: dict[Seat, int] = {}
        self.conceded: Seat | None = None
        self.conceded_at: LogPosition | None = None
        self._set_up()

    def table(self) -> Table:
        """What to do with each type of notification."""
        reads: dict[str, Callable[[Any], None]] = {
            "gameStateChange": self.game_state_change,
            "startTurn": self.start_turn,
            "noMoreMoney": self.no_more_money,
            "newMoneyCards": self.new_money_cards,
            "newBuildings": self.new_buildings,
            "newBuildingsForNeutral": self.new_buildings_for_neutral,
            "takeMoney": self.take_money,
            "updateMoneyCount": self.update_money_count,
            "buyBuilding": self.buy_building,
            "exactAmount": self.exact_amount,
            "placeBuilding": self.place_building,
            "swapBuildings": self.swap_buildings,
            "alhambraStats": self.alhambra_stats,
            "scoringRound": self.scoring_round,
            "endOfGame": self.end_of_game,
            "getBuilding": self.get_building,
            "nogetBuilding": self.get_building,
            "clearTurn": self.clear_turn,
            "playerConcedeGame": self.player_concede_game,
            "skipTurnOfPlayer": self.skip_turn_of_player,
            "tableInfosChanged": self.table_infos_changed,
            "tableDecision": self.table_decision,
        }
        return {
            **dict.fromkeys(_IGNORED),
            **{name: (DECODERS[name].decode if name in DECODERS else undecoded, read) for name, read in reads.items()},
        }

    # Entries

    def add(self, event: Event) -> None:
        """One more entry, at the cursor."""
        entries, at = self.entries, self.cursor
        entries.append(Entry(event, LogPosition(len(entries), "", at.packet, at.move_id, at.notification)))

    def add_at(self, event: Event, at: LogPosition) -> None:
        """One more entry, at a place passed before."""
        self.entries.append(Entry(event, _renumbered(at, len(self.entries))))

    def insert(self, index: int, event: Event) -> None:
        """An entry before others; its place is the cursor's."""
        moved = self.entries[index:]
        self.entries[index:] = [Entry(event, self.cursor.at(index))]
        for entry in moved:
            self.add_at(entry.event, entry.at)

    def act(self, action: Action) -> None:
        """A decision: the first one of a turn is where an undo goes back to."""
        if self.turn_from < 0:
            self._begin(action.seat)
        self.actor = action.seat
        self.add(action)

    def _begin(self, seat: Seat) -> None:
        if self.start.first is None:
            self.start.first = seat
            self.add(StartPlayer(seat))
        self.turn_from = len(self.entries)

    # Set-up and refill

    def _set_up(self) -> None:
        for seat, cards in enumerate(self.start.deals):
            self.add_at(Deal(seat, cards), self.start.deals_at)
            self.deck -= len(cards)
        if self.start.first is not None:
            self.add_at(StartPlayer(self.start.first), self.start.first_at)

    def start_turn(self, _: Any) -> None:
        self.discards += self.paid
        self.paid = 0
        self.turn_from = -1
        self.acting = None
        if not self.started:
            self.started = True
            self._dirk_at_set_up()
        self.dirk_stated = None
        self.refill_from = len(self.entries)

    def no_more_money(self, _: Any) -> None:
        self.reshuffled_at = self.cursor.at(0)

    def new_money_cards(self, args: wire.NewMoneyCards) -> None:
        cards = self.pieces.money(args.cards)
        if self.reshuffled_at is not None:
            cards = self._reshuffle(cards, self.reshuffled_at)
        for card in cards:
            self.add(RevealMoney(card))
        self.deck -= len(cards)
        self.deck_stated = None if args.count is None else number(args.count)

    def _reshuffle(self, cards: tuple[str, ...], at: LogPosition) -> tuple[str, ...]:
        """What is left of the old deck comes first; returns the cards that come after the reshuffle.

        A scoring card that was still in the old deck has come as well; its notification follows.
        """
        old = max(0, self.deck - self.scoring_cards)
        for card in cards[:old]:
            self.add(RevealMoney(card))
        self.add_at(Reshuffle(), at)
        self.reshuffled_at = None
        self.deck, self.discards = self.discards + self.scoring_cards, 0
        return cards[old:]

    def new_buildings(self, args: wire.NewBuildings) -> None:
        for building in args.buildings:
            slot, tile = self._slot(building), self.pieces.tile(building)
            self.market[slot] = tile
            self.bag -= 1
            self.add(RevealTile(slot, tile))
        bag_stated = None if args.count is None else number(args.count)
        if bag_stated != self.bag or self.deck_stated != self.deck:
            self.add(PilesLeft(self.deck_stated, bag_stated))

    def _slot(self, building: wire.Building) -> int:
        return 0 if building.pos is None else number(building.pos)

    def scoring_round(self, args: wire.ScoringRound) -> None:
        played = _ROUNDS.get(number(args.round_no))
        if played is None:
            raise MalformedLog("number", found=str(args.round_no)[:40])
        if played != 3:
            self.deck -= 1
            self.scoring_cards -= 1
            self.insert(self.refill_from, RevealScoring(played))
        else:
            for seat in self.stand_ins:
                self.add(StandIn(seat))
        if self.dirk_from >= 0:
            self._learn_dirk_kinds(args)
        self.scored[played] = self.cursor.at(len(self.entries))
        self.add(self._round_result(played, args))

    def _round_result(self, played: Literal[1, 2, 3], args: wire.ScoringRound) -> RoundResult:
        lines = {self.parties[player]: line for player, line in args.players.items()}
        by_seat = [lines.get(seat) for seat in range(len(self.start.ids))]
        if None in by_seat:
            raise MalformedLog("schema", notification="scoringRound", found=sorted(args.players)[:8])
        seats = [line for line in by_seat if line is not None]
        dirk = lines.get(None)
        return RoundResult(
            played,
            walls=tuple(number(line.walls) for line in seats),
            totals=tuple(number(line.points) for line in seats),
            dirk=None if dirk is None else number(dirk.points),
            kinds=tuple(
                tuple(
                    KindResult(self.parties[line.player], number(line.nb), number(line.rank), number(line.points))
                    for line in args.buildingdetails.get(kind, ())
                )
                for kind in self.pieces.kinds
            ),
        )

    # Dirk

    def _dirk_at_set_up(self) -> None:
        """His first tiles, where no notification told them: from `gamedatas`, or unknown."""
        told = any(isinstance(entry.event, DirkTiles) for entry in self.entries)
        if len(self.start.ids) != 2 or told:
            return
        unknown = (UNSEEN,) * self.components.catalogue.two_players.dirk_start_tiles
        if not self.start.dirk:
            self.dirk_from = len(self.entries)
        self.add(DirkTiles(self.start.dirk or unknown, "setup"))
        self.bag -= len(unknown)
        if self.dirk_from >= 0 and self.dirk_stated is not None:
            self._set_dirk_kinds(self.dirk_stated[0].kinds)

    def _learn_dirk_kinds(self, args: wire.ScoringRound) -> None:
        """The first scoring tells how many of each kind he has; those given to him since are no unknown ones."""
        counts = [0] * len(self.pieces.kinds)
        for index, kind in enumerate(self.pieces.kinds):
            counts[index] = sum(
                number(line.nb) for line in args.buildingdetails.get(kind, ()) if self.parties[line.player] is None
            )
        for entry in self.entries:
            if isinstance(entry.event, Place) and entry.event.target == "dirk":
                counts[self.components.tiles[entry.event.tile].kind] -= 1
        self._set_dirk_kinds(tuple(counts))

    def _set_dirk_kinds(self, counts: tuple[int, ...]) -> None:
        kinds = self.components.kinds
        tiles = tuple(f"{UNSEEN}:{kinds[kind]}" for kind, count in enumerate(counts) for _ in range(min(count, 99)))
        self.entries[self.dirk_from] = Entry(DirkTiles(tiles, "setup"), self.entries[self.dirk_from].at)
        self.dirk_from = -1

    def new_buildings_for_neutral(self, args: wire.NewBuildings) -> None:
        self.bag -= len(args.buildings)
        if args.buildings:
            reason: Any = f"round{max(self.scored, default=1)}" if self.started else "setup"
            self.add(DirkTiles(tuple([self.pieces.tile(building) for building in args.buildings]), reason))
        if self.dirk_stated is not None:
            self.add_at(*self.dirk_stated)
            self.dirk_stated = None

    # A turn

    def game_state_change(self, args: wire.StateChange) -> None:
        player = args.active_player
        if args.id in PLAYER_TURN and player != self.acting and player is not None and not self.stand_ins:
            self.acting = player
            self.add(ToAct(self.seats[player]))

    def take_money(self, args: wire.TakeMoney) -> None:
        self.act(TakeMoney(self.seats[args.player_id], self.pieces.money(args.cards)))

    def update_money_count(self, args: wire.UpdateMoneyCount) -> None:
        self.add(HandSize(self.seats[args.player_id], number(args.count)))

    def buy_building(self, args: wire.BuyBuilding) -> None:
        seat, building = self.seats[args.player_id], args.building
        slot, tile = self._slot(building), self.pieces.tile(building)
        if self.market.get(slot) != tile:
            if self.turn_from < 0:
                self._begin(seat)
            self.add(OnSlot(seat, slot, tile))
        self.act(Buy(seat, slot, self.pieces.money(args.cards)))
        self.paid += len(args.cards)

    def exact_amount(self, args: wire.Acting) -> None:
        self.add(ExactPayment(self.seats[args.player_id]))

    def place_building(self, args: wire.PlaceBuilding) -> None:
        building = args.building
        tile, origin, to_reserve = self.pieces.tile(building), building.location, args.stock in (True, 1, "1")
        if args.player_id in DIRK:
            self.act(Place(self.actor, tile, "dirk"))
            return
        seat = self.seats[args.player_id]
        x = None if args.x is None or to_reserve else number(args.x)
        y = None if args.y is None or to_reserve else number(args.y)
        if origin == _BOUGHT:
            self.act(
                (PlaceLeftover if self.ended else Place)(seat, tile, "reserve" if to_reserve else "alhambra", x, y)
            )
        elif origin == _RESERVE and x is not None and y is not None:
            self.act(RedesignAdd(seat, tile, x, y))
        elif origin in _ALHAMBRA and to_reserve:
            self.act(RedesignRemove(seat, tile))
        else:
            raise MalformedLog("schema", notification="placeBuilding", found=origin[:40])

    def swap_buildings(self, args: wire.SwapBuildings) -> None:
        seat, x, y = self.seats[args.player_id], number(args.x), number(args.y)
        if self.turn_from < 0:
            self._begin(seat)
        self.add(InAlhambra(seat, self.pieces.tile(args.building), x, y))
        self.act(RedesignSwap(seat, self.pieces.tile(args.building2), x, y))

    def alhambra_stats(self, args: wire.AlhambraStats) -> None:
        counts = args.buildings
        kinds = tuple(map(number, [counts.get(kind, 0) for kind in self.pieces.kinds]))
        seat = self.parties[args.player_id]
        claim = Holdings(seat, number(args.walls), kinds)
        if seat is None and not self._after_gift():
            self.dirk_stated = (claim, self.cursor.at(0))
        else:
            self.add(claim)

    def _after_gift(self) -> bool:
        """Dirk's numbers come after a gift, but before the notification of his own draw."""
        last = self.entries[-1].event if self.entries else None
        return isinstance(last, Place)

    def clear_turn(self, args: wire.Acting) -> None:
        """Everything since the first decision of this turn was taken back (bga-logs/README 4)."""
        index = self.turn_from
        if index < 0 or index >= len(self.entries):
            return
        undone = self.entries[index:]
        del self.entries[index:]
        events = tuple([entry.event for entry in undone if isinstance(entry.event, Action | Claim)])
        parts = {f"events[{number}]": _renumbered(entry.at, index) for number, entry in enumerate(undone)}
        self.entries.append(Entry(TakenBack(self.seats[args.player_id], events), self.cursor.at(index), parts))
        self.turn_from = len(self.entries)
        self.paid = 0

    # The end

    def end_of_game(self, _: Any) -> None:
        self.ended = True
        self.add(Ended())

    def get_building(self, args: wire.Leftover) -> None:
        seat = None if args.player_id is None else self.seats[args.player_id]
        self.add(LeftoverAwarded(number(args.money), self.pieces.tile(args.building), seat))

    def player_concede_game(self, args: wire.Acting) -> None:
        if self.conceded is None:
            self.conceded = self.seats[args.player_id]
            self.conceded_at = self.cursor.at(len(self.entries))

    def skip_turn_of_player(self, args: wire.Acting) -> None:
        self._stand_in(self.seats[args.player_id])

    def table_infos_changed(self, args: wire.QuitGame) -> None:
        if args.reload_reason == "playerQuitGame" and args.who_quits is not None:
            self._stand_in(self.seats[args.who_quits])

    def _stand_in(self, seat: Seat) -> None:
        if seat not in self.stand_ins:
            self.stand_ins[seat] = len(self.entries)
            self.add(StandIn(seat))

    def table_decision(self, args: wire.Decided) -> None:
        if args.decision_type == "abandon":
            raise UnsupportedLog("abandoned")


def _renumbered(at: LogPosition, event: int) -> LogPosition:
    return LogPosition(event, "", at.packet, at.move_id, at.notification)
