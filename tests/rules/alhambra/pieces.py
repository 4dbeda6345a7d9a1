"""Every piece of a position of Alhambra, and positions that differ in hidden facts only."""

import random
from collections import Counter

from games.rules.alhambra.events import Buy as Buy
from games.rules.alhambra.layout import ORIGIN
from games.rules.alhambra.state import State


def pieces(state: State) -> Counter[str]:
    """Known + hidden + piles + discards + display = the box; the fountains are not counted."""
    cards = Counter(state.deck.unseen) + Counter(state.deck.aside) + Counter(state.discards) + Counter(state.display)
    tiles = Counter(state.bag.unseen) + Counter(state.bag.aside) + Counter(tile.id for tile in state.market if tile)
    tiles += Counter(state.bought.keys()) + Counter(state.leftovers.keys())
    for player in state.players:
        cards += Counter(player.hand)
        tiles += Counter(tile.id for cell, tile in player.board.items() if cell != ORIGIN)
        tiles += Counter(player.reserve.keys())
    if state.dirk is not None:
        tiles += Counter(tile.id for tile in state.dirk.tiles)
    hidden = sum(player.hidden for player in state.players)
    assert state.deck.hidden() == hidden
    assert state.bag.hidden() == (sum(state.dirk.hidden) if state.dirk else 0)
    return cards + tiles


def with_other_secrets(state: State, viewer: int | None, rng: random.Random) -> State:
    """The cards of deck and hands that the viewer does not see, dealt anew."""
    others = [player for seat, player in enumerate(state.players) if seat != viewer]
    pool = [card for player in others for card, count in player.hand.items() for _ in range(count)]
    pool += [card for card, count in state.deck.unseen.items() for _ in range(count)]
    rng.shuffle(pool)
    for player in others:
        size = sum(player.hand.values())
        player.hand = dict(Counter(pool[:size]))
        del pool[:size]
    state.deck.unseen = dict(Counter(pool))
    return state
