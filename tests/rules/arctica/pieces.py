"""Every piece of a position of Arctica, and positions that differ in hidden facts only."""

import random
from collections import Counter

from games.rules.arctica.state import State
from tests.rules.arctica.matches import assert_adds_up


def pieces(state: State) -> Counter[str]:
    """Cards wherever they lie, animal tokens by seat and family, ice and melted tiles."""
    assert_adds_up(state)
    box = state.table.box
    cards = [card for player in state.players for card in player.hand]
    cards += [card.id for player in state.players for column in player.columns for card in column if card.family >= 0]
    cards += [*state.pile, *(card for card in state.removed if card in box.fauna)]
    cards += [card for deck in state.decks for card in deck]
    tiles = [tile for tile in box.tiles if tile not in state.ice] + [tile for tile in state.ice if tile]
    return Counter(cards) + Counter(f"tile {tile}" for tile in tiles)


def with_other_secrets(state: State, viewer: int | None, rng: random.Random) -> State:
    """The cards of deck and hands that the viewer does not see, dealt anew."""
    others = [player for seat, player in enumerate(state.players) if seat != viewer]
    deck = state.decks[-1]
    pool = sorted(deck) + sorted(card for player in others for card in player.hand)
    rng.shuffle(pool)
    for player in others:
        size = len(player.hand)
        player.hand = set(pool[:size])
        del pool[:size]
    state.decks[-1] = set(pool)
    return state
