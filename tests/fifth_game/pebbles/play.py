"""Matches of our own (step 7)."""

from typing import Any

from games.engine.events import Chance, Seat, Setup
from tests.fifth_game.pebbles.events import RevealPebble, TakePebbles
from tests.fifth_game.pebbles.rules import RULES
from tests.fifth_game.pebbles.state import State


class Dealer:
    """Draws from the bag."""

    def __init__(self, setup: Setup, rng: Any) -> None:
        self.bag = [kind for kind, copies in setup.components.copies.items() for _ in range(copies)]
        rng.shuffle(self.bag)

    def __call__(self, state: State) -> Chance:
        return RevealPebble(self.bag.pop())


class Greedy:
    """Takes what weighs most."""

    def __init__(self, setup: Setup, rng: Any) -> None:
        self.weights = setup.components.weights

    def __call__(self, state: State, seat: Seat) -> TakePebbles:
        actions = [action for action in RULES.legal_actions(state, seat) if isinstance(action, TakePebbles)]
        return max(actions, key=lambda action: sum(self.weights[pebble] for pebble in action.pebbles))
