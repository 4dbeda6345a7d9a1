"""The box on the table: shuffled once, it says what comes up in matches that we play ourselves (rules.md 2, 6)."""

from typing import TYPE_CHECKING

from games.engine.events import Chance, Setup
from games.rules.alhambra.events import (
    Deal,
    DirkTiles,
    Reshuffle,
    RevealMoney,
    RevealScoring,
    RevealTile,
    StartPlayer,
)
from games.rules.alhambra.handlers.chance import dirk_reason, dirk_tiles_due, start_players
from games.rules.alhambra.handlers.flow import due
from games.rules.alhambra.state import State, new_state

if TYPE_CHECKING:
    from random import Random


class Dealer:
    """The order of deck and bag, drawn from `rng`. The scoring cards go in once the display lies (rules.md 2.6)."""

    def __init__(self, setup: Setup, rng: "Random") -> None:
        start = new_state(setup)
        self.rng = rng
        self.deck: list[str | int] = [card for card, copies in start.deck.unseen.items() for _ in range(copies)]
        self.bag = list(start.bag.unseen)
        self.scoring_cards_in = False
        rng.shuffle(self.deck)
        rng.shuffle(self.bag)

    def __call__(self, state: State) -> Chance:
        """The chance event that is due in `state`; set-up comes in the order of rules.md 2."""
        kind = due(state)[0]
        if kind == "dirk_tiles":
            number = dirk_tiles_due(state) or 0
            tiles, self.bag = self.bag[:number], self.bag[number:]
            return DirkTiles(tuple(tiles), dirk_reason(state))
        if kind == "deal":
            return Deal(state.dealt, self._start_money(state))
        if kind == "start_player":
            return StartPlayer(self.rng.choice(start_players(state)))
        if kind == "reveal_tile":
            return RevealTile(state.market.index(None) + 1, self.bag.pop(0))
        if kind == "reshuffle":
            self.deck = [card for card, copies in sorted(state.discards.items()) for _ in range(copies)]
            self.rng.shuffle(self.deck)
            return Reshuffle()
        return self._card(state)

    def _start_money(self, state: State) -> tuple[str, ...]:
        values, enough = state.components.values, state.components.catalogue.setup.start_money_at_least
        cards: list[str] = []
        while sum(values[card] for card in cards) < enough:
            cards.append(str(self.deck.pop()))
        return tuple(cards)

    def _card(self, state: State) -> Chance:
        if state.phase == "money" and not self.scoring_cards_in:
            self._put_scoring_cards_in(state)
        card = self.deck.pop()
        return RevealMoney(card) if isinstance(card, str) else RevealScoring(1 if card == 1 else 2)

    def _put_scoring_cards_in(self, state: State) -> None:
        """Piles are counted from the top, which is the end of the list; the deeper card goes in first."""
        rule = state.components.catalogue.scoring_cards
        size = len(self.deck)
        for number, pile in ((2, rule.card_2_pile), (1, rule.card_1_pile)):
            top, bottom = size * (pile - 1) // rule.piles, size * pile // rule.piles
            self.deck.insert(len(self.deck) - self.rng.randint(top, bottom), number)
        self.scoring_cards_in = True
