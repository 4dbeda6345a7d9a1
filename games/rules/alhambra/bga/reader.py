"""What becomes of each of Board Game Arena's notifications in a game of Alhambra (bga-log.md, bga-logs/README.md)."""

from collections.abc import Callable
from typing import Any

from games.bga.packets import number
from games.bga.stream import FRAMEWORK, Table, undecoded
from games.engine.errors import UnsupportedLog
from games.engine.events import LogPosition, Seat
from games.rules.alhambra.bga import dirk
from games.rules.alhambra.bga import notifications as wire
from games.rules.alhambra.bga.entries import Entries
from games.rules.alhambra.bga.pieces import Pieces
from games.rules.alhambra.bga.refills import Refills, round_of
from games.rules.alhambra.bga.start import Players, Start
from games.rules.alhambra.bga.turns import Turns
from games.rules.alhambra.claims import Ended, LeftoverAwarded, StandIn
from games.rules.alhambra.components import ComponentSet

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
        "clearTurn": wire.ClearTurn,
        "playerConcedeGame": wire.Acting,
        "skipTurnOfPlayer": wire.Acting,
        "tableInfosChanged": wire.QuitGame,
        "tableDecision": wire.Decided,
    }.items()
}
"""For the `args` that are looked at."""

TYPES = frozenset(
    {"newMoneyCards", "newBuildings", "buyBuilding", "exactAmount", "alhambraStats", "swapBuildings", "getBuilding"}
)
"""Notifications by which a log is known to be one of Alhambra."""

_IGNORED = FRAMEWORK | {"clearTurnPrivate", "updatePlacementOptions", "allPlayersAreZombie", "zombieBack"}


class Reader:
    """Collects entries while the log is walked through.

    `stand_ins` are the seats that the site took over, in that order, `conceded` who gave up.
    """

    def __init__(self, start: Start, pieces: Pieces, components: ComponentSet) -> None:
        self.pieces = pieces
        self.entries = Entries()
        self.players = start.players()
        parties: Players[Seat | None] = Players(self.players)
        if len(start.ids) == 2:
            parties.update(dict.fromkeys(dirk.IDS))
        self.refills = Refills(self.entries, start, pieces, components, parties)
        self.turns = Turns(self.entries, start, pieces, self.players, self.refills.market)
        self.stand_ins: list[Seat] = []
        self.conceded: Seat | None = None
        self.conceded_at: LogPosition | None = None
        self.refills.deal()

    def table(self) -> Table:
        """What to do with each type of notification."""
        refills, turns = self.refills, self.turns
        reads: dict[str, Callable[[Any], None]] = {
            "gameStateChange": turns.game_state_change,
            "startTurn": self.start_turn,
            "noMoreMoney": refills.no_more_money,
            "newMoneyCards": refills.new_money_cards,
            "newBuildings": refills.new_buildings,
            "newBuildingsForNeutral": refills.new_buildings_for_neutral,
            "takeMoney": turns.take_money,
            "updateMoneyCount": turns.update_money_count,
            "buyBuilding": turns.buy_building,
            "exactAmount": turns.exact_amount,
            "placeBuilding": turns.place_building,
            "swapBuildings": turns.swap_buildings,
            "alhambraStats": refills.alhambra_stats,
            "scoringRound": self.scoring_round,
            "endOfGame": self.end_of_game,
            "getBuilding": self.get_building,
            "nogetBuilding": self.get_building,
            "clearTurn": turns.clear_turn,
            "playerConcedeGame": self.player_concede_game,
            "skipTurnOfPlayer": self.skip_turn_of_player,
            "tableInfosChanged": self.table_infos_changed,
            "tableDecision": self.table_decision,
        }
        return {
            **dict.fromkeys(_IGNORED),
            **{name: (DECODERS[name].decode if name in DECODERS else undecoded, read) for name, read in reads.items()},
        }

    def start_turn(self, _: Any) -> None:
        self.refills.begin(self.turns.paid)
        self.turns.begin()

    def scoring_round(self, args: wire.ScoringRound) -> None:
        if round_of(args) == 3:
            for seat in self.stand_ins:  # whatever is left to them stays unplaced (bga-logs/README 7.9)
                self.entries.add(StandIn(seat))
        self.refills.scoring_round(args)

    def end_of_game(self, _: Any) -> None:
        self.turns.ended = True
        self.entries.add(Ended())

    def get_building(self, args: wire.Leftover) -> None:
        seat = None if args.player_id is None else self.players[args.player_id]
        self.entries.add(LeftoverAwarded(number(args.money), self.pieces.tile(args.building), seat))

    def player_concede_game(self, args: wire.Acting) -> None:
        if self.conceded is None:
            self.conceded, self.conceded_at = self.players[args.player_id], self.entries.here()

    def skip_turn_of_player(self, args: wire.Acting) -> None:
        self._stand_in(self.players[args.player_id])

    def table_infos_changed(self, args: wire.QuitGame) -> None:
        if args.reload_reason == "playerQuitGame" and args.who_quits is not None:
            self._stand_in(self.players[args.who_quits])

    def _stand_in(self, seat: Seat) -> None:
        if seat not in self.stand_ins:
            self.turns.stood_in = True
            self.stand_ins.append(seat)
            self.entries.add(StandIn(seat))

    def table_decision(self, args: wire.Decided) -> None:
        if args.decision_type == "abandon":
            raise UnsupportedLog("abandoned")
