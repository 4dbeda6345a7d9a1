"""What may happen next, as a list: for tests, bots and hints. Replay never asks."""

from collections.abc import Iterator
from itertools import combinations

from games.engine.events import Action, Chance, Seat
from games.rules.alhambra.components import Tile
from games.rules.alhambra.events import (
    Buy,
    Deal,
    DirkTiles,
    Pass,
    Place,
    PlaceLeftover,
    Reshuffle,
    RevealMoney,
    RevealScoring,
    RevealTile,
    StartPlayer,
    TakeMoney,
)
from games.rules.alhambra.handlers.chance import dirk_reason, dirk_tiles_due, start_players
from games.rules.alhambra.handlers.flow import due
from games.rules.alhambra.handlers.money import can_act, payments, takings
from games.rules.alhambra.handlers.placing import awarded_to
from games.rules.alhambra.handlers.redesign import redesigns
from games.rules.alhambra.layout import open_cells, place_of, placement_fault
from games.rules.alhambra.state import Player, State


def list_actions(state: State, seat: Seat) -> Iterator[Action]:
    """All decisions open to `seat`. Of the payments for a tile, one stands for each sum: that of the fewest cards."""
    if not state.pending or seat not in state.pending[-1].seats:
        return
    player = state.players[seat]
    if state.phase == "main":
        yield from _main_actions(state, seat)
    elif state.phase == "place":
        for tile in state.bought.values():
            yield from (Place(seat, tile.id, "alhambra", x, y) for x, y in _places(player, tile))
            yield Place(seat, tile.id, "reserve")
            if state.dirk is not None:
                yield Place(seat, tile.id, "dirk")
    elif state.phase == "leftovers":
        for name in awarded_to(state, seat):
            places = _places(player, state.components.tiles[name])
            yield from (PlaceLeftover(seat, name, "alhambra", x, y) for x, y in places)
            yield PlaceLeftover(seat, name, "reserve")


def _main_actions(state: State, seat: Seat) -> Iterator[Action]:
    yield from (TakeMoney(seat, cards) for cards in takings(state))
    for slot in range(1, len(state.market) + 1):
        yield from (Buy(seat, slot, cards) for cards in payments(state, state.players[seat].hand, slot))
    yield from redesigns(state, seat)
    if not can_act(state) or (state.extra and state.options.extra_action == "optional"):
        yield Pass(seat)


def _places(player: Player, tile: Tile) -> Iterator[tuple[int, int]]:
    for cell in open_cells(player.board):
        if placement_fault(player.board, tile.walls, cell) is None:
            yield place_of(cell)


def list_chance(state: State) -> Iterator[Chance]:
    """All outcomes of the next event of chance, in the canonical order of set-up.

    Deals are far too many to be listed to the end; they come one by one.
    """
    names = due(state)
    if state.pending or not names:
        return
    name = names[0]
    if name == "dirk_tiles":
        number = dirk_tiles_due(state) or 0
        for tiles in combinations(list(state.bag.drawable()), number):
            yield DirkTiles(tiles, dirk_reason(state))
    elif name == "deal":
        yield from (Deal(state.dealt, cards) for cards in _deals(state, (), dict(state.deck.unseen)))
    elif name == "start_player":
        yield from (StartPlayer(seat) for seat in start_players(state))
    elif name == "reveal_tile":
        yield from (RevealTile(state.market.index(None) + 1, tile) for tile in state.bag.drawable())
    elif name == "reshuffle":
        yield Reshuffle()
    else:
        yield from (RevealMoney(card) for card in state.deck.drawable())
        if "reveal_scoring" in names:
            yield RevealScoring(1 if state.next_scoring == 1 else 2)


def _deals(state: State, cards: tuple[str, ...], left: dict[str, int]) -> Iterator[tuple[str, ...]]:
    if sum(state.components.values[card] for card in cards) >= state.components.catalogue.setup.start_money_at_least:
        yield cards
        return
    for card in left:
        if left[card]:
            left[card] -= 1
            yield from _deals(state, (*cards, card), left)
            left[card] += 1
