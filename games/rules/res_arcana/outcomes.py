"""What chance may bring next, as a list: for tests and hints. Deals are far too many; they come one by one."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from games.engine.events import Chance, Seat
from games.rules.res_arcana import events
from games.rules.res_arcana.handlers.setup import missing_events
from games.rules.res_arcana.hidden import hand_size
from games.rules.res_arcana.piles import Layer, Pile
from games.rules.res_arcana.state import Pending, State, question


def list_chance(state: State) -> Iterator[Chance]:
    """All outcomes with every card named; in set-up, those of the next kind in the order of rules.md 2."""
    asked = question(state)
    if asked is None or asked.seats:
        return
    if state.phase == "setup":
        yield from _setup_outcomes(state)
        return
    kind = asked.accepts[0]
    if kind is events.Draw:
        yield from (events.Draw(asked.seat, card) for card in _top_cards(state.players[asked.seat].deck.layers))
    elif kind is events.RevealMonument:
        yield from (events.RevealMonument(card) for card in _top_cards(state.monuments.layers))
    elif kind is events.Reshuffle:
        yield events.Reshuffle(asked.seat, tuple(state.players[asked.seat].discards))
    else:
        yield from _looks(state, asked)


def _looks(state: State, asked: Pending) -> Iterator[Chance]:
    context: Any = asked.context
    own = context.deck == "own_artifact_deck"
    layers = (state.players[asked.seat].deck if own else state.monuments).layers
    for cards in _orders(layers, asked.amount):
        yield events.Look(asked.seat, context.deck, cards)


def _top_cards(layers: list[Layer]) -> list[str]:
    return sorted(layers[-1].named)


def _orders(layers: list[Layer], amount: int) -> Iterator[tuple[str, ...]]:
    """All sequences of the top `amount` cards."""
    if not amount:
        yield ()
        return
    for card in _top_cards(layers):
        rest = Pile(layers).copy().layers
        rest[-1].take(card)
        if not rest[-1].left:
            rest.pop()
        yield from ((card, *others) for others in _orders(rest, amount - 1))


def _setup_outcomes(state: State) -> Iterator[Chance]:
    setup = state.components.catalogue.setup
    kind = missing_events(state)[0]
    if kind is events.ChooseSides:
        yield from (events.ChooseSides(tile, side) for tile in sorted(state.tiles) for side in ("sun", "moon"))
    elif kind is events.RevealMonument:
        yield from (events.RevealMonument(card) for card in _top_cards(state.monuments.layers))
    elif kind is events.FirstPlayer:
        yield from (events.FirstPlayer(seat) for seat in _seats(state))
    elif kind is events.DealMages:
        yield from _mage_deals(state)
    elif kind is events.DealPacket:
        yield from _deals(state, events.DealPacket, setup.artifacts_per_player // 2)
    elif kind is events.DealArtifacts:
        opening = setup.opening_hand if state.options.setup == "first_game" else 0
        yield from _deals(state, events.DealArtifacts, setup.artifacts_per_player - opening)
    else:
        for seat in _seats(state):
            if hand_size(state.players[seat]) < setup.opening_hand:
                yield from (events.Draw(seat, card) for card in _top_cards(state.players[seat].deck.layers))


def _seats(state: State) -> range:
    return range(len(state.players))


def _mage_deals(state: State) -> Iterator[Chance]:
    mages = sorted(state.unseen_mages)
    number = state.components.catalogue.setup.mages_dealt_per_player
    if state.options.setup == "first_game":
        mages, number = [mage for mage in mages if state.components.cards[mage].first_game_set], 1
    for seat in _seats(state):
        if not state.players[seat].mages:
            yield from (events.DealMages(seat, cards) for cards in combinations(mages, number))


def _deals(state: State, kind: type[events.DealArtifacts] | type[events.DealPacket], number: int) -> Iterator[Chance]:
    held = {name for packet in state.packets.values() for name in packet.named}
    seats: list[Seat] = [
        seat
        for seat in _seats(state)
        if (seat not in state.packets if kind is events.DealPacket else not state.players[seat].deck.layers)
    ]
    for seat in seats:
        yield from (kind(seat, cards) for cards in combinations(sorted(state.unseen - held), number))
