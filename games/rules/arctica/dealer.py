"""The box on the table: set-up and round-end cards of matches that we play ourselves."""

from typing import TYPE_CHECKING

from games.engine.events import Chance, Setup
from games.rules.arctica.events import Opening, RoundCard, StartCards
from games.rules.arctica.handlers.setup import possible_cards
from games.rules.arctica.state import State

if TYPE_CHECKING:
    from random import Random


class Dealer:
    """Draws from `rng` what is due outside of turns."""

    def __init__(self, setup: Setup, rng: "Random") -> None:
        self.rng = rng

    def __call__(self, state: State) -> Chance:
        """The chance event that is due in `state`."""
        if state.phase == "card":
            return RoundCard(state.round, self.rng.choice(list(possible_cards(state, state.cards))))
        box = state.table.box
        cards: list[str] = []
        if state.table.options.round_end_reveal == "game_start":
            while len(cards) < box.catalogue.meta.rounds:
                cards.append(self.rng.choice(list(possible_cards(state, cards))))
        by_generation = [
            self.rng.sample(
                [card.id for card in box.generation.values() if card.generation == number], state.table.seats
            )
            for number in (0, 1)
        ]
        size = box.catalogue.setup.hand
        dealt = self.rng.sample(sorted(box.fauna), size * state.table.seats)
        return Opening(
            first=self.rng.randrange(state.table.seats),
            orientations={wheel: self.rng.randrange(4) for wheel in box.wheels},
            round_end_cards=tuple(cards),
            generation=tuple(StartCards(*pair) for pair in zip(*by_generation, strict=True)),
            hands=tuple(tuple(dealt[seat * size : (seat + 1) * size]) for seat in range(state.table.seats)),
        )
