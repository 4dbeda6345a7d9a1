"""Hands, deck and discard pile, with cards that a one-sided log leaves unknown (rules.md A40, A41, H4).

An unknown card was drawn in some shuffle. Of each shuffle the cards are known as a set: `State.decks` keeps those not
seen since. A card is in no later set before it has been seen, so every card that shows up belongs to the last set it
is in, and the matching of cards to unknown slots comes down to counts by seat and shuffle.
"""

from collections.abc import Sequence

from games.engine.errors import IllegalAction, ImpossibleChance
from games.engine.events import Seat
from games.rules.arctica.events import UNSEEN
from games.rules.arctica.source import Source
from games.rules.arctica.state import Player, State


def hand_size(player: Player) -> int:
    """Known and unknown cards."""
    return len(player.hand) + player.unknown


def take_cards(state: State, seat: Seat, cards: Sequence[str], rule: str) -> None:
    """The cards leave the hand face up; raises `IllegalAction` if the hand cannot hold them."""
    hand = state.players[seat].hand
    for card in cards:
        if card in hand:
            hand.remove(card)
        else:
            _reveal(state, seat, card, rule)


def _reveal(state: State, seat: Seat, card: str, rule: str) -> None:
    """An unknown card of the hand turns out to be `card`."""
    player = state.players[seat]
    if card not in state.table.box.fauna:
        raise IllegalAction("unknown_card", seat=seat, found=card, rule=rule)
    if player.unknown:
        for shuffle in range(len(state.decks) - 1, -1, -1):
            if card in state.decks[shuffle]:
                if player.hidden[shuffle]:
                    player.hidden[shuffle] -= 1
                    player.unknown -= 1
                    state.decks[shuffle].remove(card)
                    return
                break
    expected = sorted(player.hand)
    raise IllegalAction("not_held", seat=seat, expected=expected, found=card, unknown=player.unknown, rule=rule)


def discard_cards(state: State, seat: Seat, cards: Sequence[str], count: int, rule: str) -> None:
    """Exactly `count` different cards go from the hand to the discard pile."""
    if len(cards) != count or len(set(cards)) != count:
        raise IllegalAction("payment", seat=seat, expected=count, found=list(cards), rule=rule)
    take_cards(state, seat, cards, rule)
    state.pile.extend(cards)


def draw(state: State, source: Source, seat: Seat, count: int) -> None:
    """DRAW(n) of A40: up to the hand limit, through a reshuffle if the deck runs out (A41)."""
    player = state.players[seat]
    stop = state.table.options.hand_overflow == "stop"
    wanted = min(count, state.table.limit - len(player.hand) - player.unknown) if stop else count
    while wanted > 0:
        if not state.left:
            if not state.pile:
                break
            _reshuffle(state, source, seat)
        number = min(wanted, state.left)
        receive(state, seat, source.draw(state, seat, number), number)
        wanted -= number
    if not stop:
        surplus = hand_size(player) - state.table.limit
        if surplus > 0:
            discard_cards(state, seat, source.discard(state, seat, surplus), surplus, "D20")


def receive(state: State, seat: Seat, cards: Sequence[str], count: int) -> None:
    """Cards come up from the deck; raises `ImpossibleChance` if they cannot."""
    if len(cards) != count:
        raise ImpossibleChance("count", seat=seat, expected=count, found=len(cards), rule="C2")
    player = state.players[seat]
    deck = state.decks[-1]
    for card in cards:
        if card == UNSEEN:
            player.unknown += 1
            player.hidden[-1] += 1
        elif card in deck:
            deck.remove(card)
            player.hand.add(card)
        else:
            raise ImpossibleChance("not_in_supply", seat=seat, found=card, rule="C2")
        state.left -= 1


def _reshuffle(state: State, source: Source, seat: Seat) -> None:
    found = source.reshuffle(state, seat, len(state.pile))
    if found != len(state.pile):
        raise ImpossibleChance("count", seat=seat, expected=len(state.pile), found=found, rule="C3")
    state.decks.append(set(state.pile))
    state.left = len(state.pile)
    state.pile.clear()
    for player in state.players:
        player.hidden.append(0)
