"""Chance in mid-match: draws, reshuffles, looks at a deck, monuments turned up (rules.md 5.2, 7, 11)."""

from typing import Any

from games.engine.errors import IllegalAction, ImpossibleChance
from games.engine.events import Seat
from games.rules.res_arcana import events
from games.rules.res_arcana.components import Card
from games.rules.res_arcana.effects import ask_to_reshuffle, begin_effects, draw_cards, put_in_play
from games.rules.res_arcana.hidden import check_drawn, draw, fits, see_top
from games.rules.res_arcana.piles import Layer
from games.rules.res_arcana.state import UNSEEN, Context, Pending, Piece, State, Step, advance


def check_draw(state: State, event: events.Draw) -> None:
    """A card of the own deck; in set-up, of the opening hand."""
    check_drawn(state, event.seat, event.card, "5.2")


def apply_draw(state: State, event: events.Draw) -> None:
    pending: Any = state.stack.pop()
    draw(state, event.seat, event.card)
    player = state.players[event.seat]
    if pending.context is not None:
        pending.context.drawn += 1
    if pending.amount > 1:
        state.stack.append(Step(draw_cards, (event.seat, pending.amount - 1, pending.context)))
    if state.options.reshuffle == "eager" and not player.deck.layers and player.discards:
        ask_to_reshuffle(state, event.seat)
    advance(state)


def check_reshuffle(state: State, event: events.Reshuffle) -> None:
    discards = state.players[event.seat].discards
    if sorted(event.cards) != sorted(discards):
        raise ImpossibleChance(
            "reshuffle", seat=event.seat, expected=list(discards), found=list(event.cards), rule="5.2"
        )


def apply_reshuffle(state: State, event: events.Reshuffle) -> None:
    state.stack.pop()
    player = state.players[event.seat]
    player.deck.put_below(player.discards)
    player.discards = []
    advance(state)


def check_look(state: State, event: events.Look) -> None:
    pending: Any = state.stack[-1]
    context: Context = pending.context
    if event.deck != context.deck:
        raise ImpossibleChance("deck", seat=event.seat, expected=context.deck, found=event.deck, rule="7")
    if len(event.cards) != pending.amount:
        raise ImpossibleChance("count", seat=event.seat, expected=pending.amount, found=len(event.cards), rule="7")
    if UNSEEN in event.cards:
        if any(card != UNSEEN for card in event.cards):
            raise ImpossibleChance("partly_seen", seat=event.seat, found=list(event.cards), rule="11")
    elif len(set(event.cards)) != len(event.cards):
        raise ImpossibleChance("not_in_supply", seat=event.seat, found=list(event.cards), rule="11")
    elif event.deck == "monument_deck":
        _check_monuments(state, event.cards)
    else:
        _check_top(state, event)


def _check_top(state: State, event: events.Look) -> None:
    """The cards seen on top of the own deck must fit the layers from the top down, and all together."""
    deck = state.players[event.seat].deck.copy()
    fresh: list[str] = []
    for card in event.cards:
        list(deck.drop_empty())
        layer = deck.layers[-1]
        if card not in layer.named and not deck.lends(card):
            check_known(state, card)
            fresh.append(card)
            if not layer.blanks or card not in state.unseen or not fits(state, event.seat, fresh):
                raise ImpossibleChance(
                    "not_in_supply", seat=event.seat, expected=sorted(layer.named), found=card, rule="7"
                )
        deck.take(card)


def check_known(state: State, card: str) -> None:
    """Refuse an id that this component set does not have."""
    if card not in state.components.cards:
        raise ImpossibleChance("unknown_component", found=card, rule="11")


def _check_monuments(state: State, cards: tuple[str, ...]) -> None:
    layers = state.monuments.copy().layers
    for card in cards:
        if not _take_monument(layers, card):
            check_known(state, card)
            raise ImpossibleChance("not_in_supply", expected=_next_monuments(layers), found=card, rule="5")


def _next_monuments(layers: list[Layer]) -> list[str]:
    if not layers:
        return []
    top = layers[-1]
    return sorted(top.named | layers[0].named if top.blanks else top.named)


def _take_monument(layers: list[Layer], card: str) -> bool:
    """Take `card` from the top; False if it cannot lie there. A blank in a layer is one of the lowest layer's cards."""
    if not layers:
        return False
    top, lowest = layers[-1], layers[0]
    if card in top.named:
        top.named.remove(card)
    elif top.blanks and card in lowest.named:
        lowest.named.remove(card)
        top.blanks -= 1
    else:
        return False
    top.left -= 1
    if not top.left and len(layers) > 1:
        layers.pop()
    return True


def apply_look(state: State, event: events.Look) -> None:
    pending: Any = state.stack.pop()
    context: Context = pending.context
    player = state.players[event.seat]
    if UNSEEN not in event.cards:
        if event.deck == "monument_deck":
            _see_monuments(state, event.seat, event.cards)
        else:
            for card in event.cards:
                see_top(state, event.seat, card)
            player.deck.put_on_top(event.cards)
    state.stack.append(
        Pending(
            frozenset({event.seat}),
            (events.Reorder,),
            seat=event.seat,
            context=context,
            effect=pending.effect,
            amount=pending.amount,
        )
    )


def _see_monuments(state: State, seat: Seat, cards: tuple[str, ...]) -> None:
    layers = state.monuments.layers
    for card in cards:
        _take_monument(layers, card)
    state.monuments.put_on_top(cards)
    state.players[seat].monuments_known = list(cards)


def check_reorder(state: State, event: events.Reorder) -> None:
    pending: Any = state.stack[-1]
    if event.deck != pending.context.deck:
        raise IllegalAction("deck", seat=event.seat, expected=pending.context.deck, found=event.deck, rule="7")
    pile = state.monuments if event.deck == "monument_deck" else state.players[event.seat].deck
    seen = pile.known_top()[: pending.amount]
    unseen = [UNSEEN] * pending.amount
    if list(event.order) != unseen and (len(seen) < pending.amount or sorted(event.order) != sorted(seen)):
        expected = sorted(seen) if len(seen) == pending.amount else unseen
        raise IllegalAction("order", seat=event.seat, expected=expected, found=list(event.order), rule="7")


def apply_reorder(state: State, event: events.Reorder) -> None:
    pending: Any = state.stack.pop()
    own = event.deck == "own_artifact_deck"
    pile = state.players[event.seat].deck if own else state.monuments
    if UNSEEN in event.order:
        if own:
            pile.mix(pending.amount)
        else:
            _mix_monuments(pile.layers, pending.amount)
    else:
        del pile.layers[-len(event.order) :]
        pile.put_on_top(event.order)
    if not own:
        for seat, player in enumerate(state.players):
            player.monuments_known = list(event.order) if seat == event.seat and UNSEEN not in event.order else []
    advance(state)


def _mix_monuments(layers: list[Layer], amount: int) -> None:
    """The top `amount` cards come into an order that only who looked knows."""
    mixed = Layer(set(), 0)
    while len(layers) > 1 and mixed.left < amount:
        layer = layers.pop()
        mixed = Layer(mixed.named | layer.named, mixed.left + layer.left, mixed.blanks + layer.blanks)
    if mixed.left:
        missing = max(0, amount - mixed.left)
        layers[0].left -= missing
        layers.append(Layer(mixed.named, mixed.left + missing, mixed.blanks + missing))


def check_reveal_monument(state: State, event: events.RevealMonument) -> None:
    layers = state.monuments.layers
    top = layers[-1]
    if event.card not in top.named and not (top.blanks and event.card in layers[0].named):
        check_known(state, event.card)
        raise ImpossibleChance("not_in_supply", expected=_next_monuments(layers), found=event.card, rule="5")


def apply_reveal_monument(state: State, event: events.RevealMonument) -> None:
    """In mid-match: into the empty slot, or to the seat that claimed the top of the deck (rules.md 5)."""
    pending: Any = state.stack.pop()
    take_monument(state, event.card)
    card = state.components.cards[event.card]
    if pending.seat >= 0:
        enter_monument(state, pending.seat, card)
    else:
        state.display[state.display.index(None)] = event.card
    advance(state)


def take_monument(state: State, card: str) -> None:
    """The monument deck's top card comes up."""
    _take_monument(state.monuments.layers, card)
    for player in state.players:
        player.monuments_known = player.monuments_known[1:]


def enter_monument(state: State, seat: Seat, card: Card) -> None:
    """A monument comes into play; what happens on claiming happens now."""
    piece = Piece(card)
    put_in_play(state.players[seat], piece)
    if card.on_claim is not None:
        begin_effects(state, Context(seat, piece, card.on_claim))
