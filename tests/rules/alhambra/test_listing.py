"""`legal_actions` is sound and complete: here against every action that could be written down (games/README 1.5)."""

import random
from collections.abc import Iterator
from itertools import chain, combinations, product

import pytest

from games.engine.errors import LogProblem
from games.engine.events import Action
from games.engine.replay import replay
from games.rules.alhambra.events import (
    Buy,
    Pass,
    Place,
    PlaceLeftover,
    RedesignAdd,
    RedesignRemove,
    RedesignSwap,
    TakeMoney,
)
from games.rules.alhambra.layout import place_of
from games.rules.alhambra.rules import RULES
from games.rules.alhambra.state import State
from tests.rules.alhambra.table import ALHAMBRA
from tests.rules.matches import any_match


def positions(seed: int) -> Iterator[tuple[State, int]]:
    """Some positions of a match in which somebody decides, and who."""
    script = any_match(ALHAMBRA, seed, "greedy" if seed % 2 else "random")
    rng = random.Random(seed)
    for until in sorted(rng.sample(range(len(script.entries)), 12)):
        state = replay(RULES, script.setup, script.entries, until=until).state
        for seat in RULES.to_move(state):
            yield state, seat


def cells(state: State, seat: int) -> list[tuple[int, int]]:
    """Every cell on the board and two steps around it."""
    xs, ys = zip(*map(place_of, state.players[seat].board), strict=True)
    return list(product(range(min(xs) - 2, max(xs) + 3), range(min(ys) - 2, max(ys) + 3)))


def all_but_payments(state: State, seat: int) -> Iterator[Action]:
    """Everything that could be written down, legal or not."""
    player = state.players[seat]
    sizes = range(len(state.display) + 1)
    yield from (TakeMoney(seat, cards) for size in sizes for cards in combinations(sorted(state.display), size))
    yield Pass(seat)
    tiles = [*player.reserve, *state.bought, *state.leftovers, *(tile.id for tile in player.board.values()), "PAV01"]
    for name in dict.fromkeys(tiles):
        yield RedesignRemove(seat, name)
        yield from (Place(seat, name, target) for target in ("reserve", "dirk"))  # type: ignore[arg-type]
        yield PlaceLeftover(seat, name, "reserve")
        for x, y in cells(state, seat):
            yield from (RedesignAdd(seat, name, x, y), RedesignSwap(seat, name, x, y))
            yield from (Place(seat, name, "alhambra", x, y), PlaceLeftover(seat, name, "alhambra", x, y))


def passes(state: State, action: Action) -> bool:
    try:
        RULES.check(state, action)
    except LogProblem:
        return False
    return True


@pytest.mark.parametrize("seed", range(20))
def test_what_is_listed_is_what_passes(seed: int) -> None:
    for state, seat in positions(seed):
        listed = {action for action in RULES.legal_actions(state, seat) if not isinstance(action, Buy)}
        assert {action for action in all_but_payments(state, seat) if passes(state, action)} == listed


@pytest.mark.parametrize("seed", range(20))
def test_one_payment_is_listed_for_each_sum(seed: int) -> None:
    """A payment from which no card could be left out; the rest are sampled: they pass with the same sums, or fail."""
    values = ALHAMBRA.base_components().values
    for state, seat in positions(seed):
        listed = [action for action in RULES.legal_actions(state, seat) if isinstance(action, Buy)]
        sums = [(buy.slot, sum(values[card] for card in buy.cards)) for buy in listed]
        assert len(set(sums)) == len(sums)
        assert all(passes(state, buy) for buy in listed)
        needed = {(buy.slot, total) for buy, total in payments(state, seat) if needs_all(state, buy)}
        assert needed == set(sums)


def payments(state: State, seat: int) -> Iterator[tuple[Buy, int]]:
    """Every payment of up to five cards in hand that passes, with its sum."""
    hand = [card for card, count in sorted(state.players[seat].hand.items()) for _ in range(count)]
    choices = set(chain.from_iterable(combinations(hand, size) for size in range(6)))
    for slot, cards in product(range(1, 5), sorted(choices)):
        if passes(state, Buy(seat, slot, cards)):
            yield Buy(seat, slot, cards), sum(state.components.values[card] for card in cards)


def needs_all(state: State, buy: Buy) -> bool:
    tile = state.market[buy.slot - 1]
    values = [state.components.values[card] for card in buy.cards]
    return tile is not None and sum(values) - min(values) < tile.price
