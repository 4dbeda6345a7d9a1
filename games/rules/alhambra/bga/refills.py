"""Draws in a log, from the deal to the last refill, and the scorings that they bring (bga-log.md 4)."""

from typing import Any, Literal

from games.bga.packets import number
from games.engine.errors import MalformedLog
from games.engine.events import LogPosition, Seat
from games.rules.alhambra.bga import notifications as wire
from games.rules.alhambra.bga.dirk import Dirk
from games.rules.alhambra.bga.entries import Entries
from games.rules.alhambra.bga.pieces import Pieces
from games.rules.alhambra.bga.start import Players, Start
from games.rules.alhambra.claims import Holdings, KindResult, PilesLeft, RoundResult
from games.rules.alhambra.components import ComponentSet
from games.rules.alhambra.events import Deal, Reshuffle, RevealMoney, RevealScoring, RevealTile, StartPlayer

_ROUNDS: dict[int, Literal[1, 2, 3]] = {1: 1, 2: 2, 3: 3}


class Refills:
    """Reads what chance did.

    `deck` (with its `scoring_cards`), `discards` and `bag` are counted along, so that a reshuffle can be put between
    the right two cards; what the log states about them goes to the engine only where it differs. `refill_from` is the
    entry at which the last refill begins, `scored` where each scoring is stated.
    """

    def __init__(
        self, entries: Entries, start: Start, pieces: Pieces, components: ComponentSet, parties: Players[Seat | None]
    ) -> None:
        money = components.catalogue.money
        two = len(start.ids) == 2
        self.entries = entries
        self.add = entries.add
        self.start = start
        self.pieces = pieces
        self.parties = parties
        self.dirk = Dirk(entries, pieces, components) if two else None
        self.scoring_cards: int = components.catalogue.scoring_cards.count
        self.deck = (money.copies_two_players if two else money.copies) * len(components.values) + self.scoring_cards
        self.discards = 0
        self.bag = len(components.tiles)
        self.market: dict[int, str] = {}
        self.deck_stated: int | None = None
        self.reshuffled_at: LogPosition | None = None
        self.refill_from = 0
        self.started = False
        self.scored: dict[Any, LogPosition] = {}

    def deal(self) -> None:
        """Start money and start player, as found before the walk."""
        for seat, cards in enumerate(self.start.deals):
            self.entries.add_at(Deal(seat, cards), self.start.deals_at)
            self.deck -= len(cards)
        if self.start.first is not None:
            self.entries.add_at(StartPlayer(self.start.first), self.start.first_at)

    def begin(self, paid: int) -> None:
        """A turn starts with the refill of the one before, in which `paid` cards were spent."""
        self.discards += paid
        if self.dirk is not None:
            if not self.started:
                self.bag -= self.dirk.set_up(self.start.dirk)
            self.dirk.stated = None
        self.started = True
        self.refill_from = len(self.entries.list)

    def no_more_money(self, _: Any) -> None:
        self.reshuffled_at = self.entries.here()

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
        self.entries.add_at(Reshuffle(), at)
        self.reshuffled_at = None
        self.deck, self.discards = self.discards + self.scoring_cards, 0
        return cards[old:]

    def new_buildings(self, args: wire.NewBuildings) -> None:
        for building in args.buildings:
            slot, tile = building.slot(), self.pieces.tile(building)
            self.market[slot] = tile
            self.bag -= 1
            self.add(RevealTile(slot, tile))
        bag_stated = None if args.count is None else number(args.count)
        if bag_stated != self.bag or self.deck_stated != self.deck:
            self.add(PilesLeft(self.deck_stated, bag_stated))

    def new_buildings_for_neutral(self, args: wire.NewBuildings) -> None:
        self.bag -= len(args.buildings)
        if self.dirk is not None:
            self.dirk.draw(args.buildings, f"round{max(self.scored, default=1)}" if self.started else "setup")

    def alhambra_stats(self, args: wire.AlhambraStats) -> None:
        counts = args.buildings
        kinds = tuple(map(number, [counts.get(kind, 0) for kind in self.pieces.kinds]))
        seat = self.parties[args.player_id]
        claim = Holdings(seat, number(args.walls), kinds)
        if seat is None and self.dirk is not None:
            self.dirk.state(claim)
        else:
            self.add(claim)

    def scoring_round(self, args: wire.ScoringRound) -> None:
        played = round_of(args)
        if played != 3:
            self.deck -= 1
            self.scoring_cards -= 1
            self.entries.insert(self.refill_from, RevealScoring(played))
        if self.dirk is not None:
            self.dirk.scored(args, self.parties)
        self.scored[played] = self.entries.here()
        self.add(self._result(played, args))

    def _result(self, played: Literal[1, 2, 3], args: wire.ScoringRound) -> RoundResult:
        lines = {self.parties[player]: line for player, line in args.players.items()}
        by_seat = [lines.get(seat) for seat in range(len(self.start.ids))]
        if None in by_seat:
            raise MalformedLog("schema", notification="scoringRound", found=sorted(args.players)[:8])
        seats = [line for line in by_seat if line is not None]
        dirk = lines.get(None)
        return RoundResult(
            played,
            walls=tuple([number(line.walls) for line in seats]),
            totals=tuple([number(line.points) for line in seats]),
            dirk=None if dirk is None else number(dirk.points),
            kinds=tuple([self._lines(args.buildingdetails.get(kind, [])) for kind in self.pieces.kinds]),
        )

    def _lines(self, lines: list[wire.KindLine]) -> tuple[KindResult, ...]:
        parties = self.parties
        return tuple(
            [
                KindResult(parties[line.player], number(line.nb), number(line.rank), number(line.points))
                for line in lines
            ]
        )


def round_of(args: wire.ScoringRound) -> Literal[1, 2, 3]:
    """Which scoring it is."""
    played = _ROUNDS.get(number(args.round_no))
    if played is None:
        raise MalformedLog("number", found=str(args.round_no)[:40])
    return played
