"""Answers to what the effect of a power asks (rules.md 7, 11), and to a victory check (rules.md 9)."""

from typing import Any

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.res_arcana import events
from games.rules.res_arcana import vocabulary as words
from games.rules.res_arcana.effects import begin_effects, put_in_play
from games.rules.res_arcana.essences import INDEX, Essences
from games.rules.res_arcana.handlers.powers import own_piece
from games.rules.res_arcana.hidden import check_held, leave_hand
from games.rules.res_arcana.payments import Discounts, add, check_gain, check_payment, discounts, paid_for, pay
from games.rules.res_arcana.state import Context, Piece, Player, State, advance


def check_gain_choice(state: State, event: events.GainChoice) -> None:
    pending: Any = state.stack[-1]
    effect = pending.effect
    gain = event.essences.counts()
    check_gain(event.seat, gain, pending.amount, effect.barred, "7")
    if isinstance(effect, words.GainSame) and max(gain) < pending.amount:
        raise IllegalAction("gain_kind", seat=event.seat, expected=1, found=sum(count > 0 for count in gain), rule="7")


def apply_gain_choice(state: State, event: events.GainChoice) -> None:
    pending: Any = state.stack.pop()
    on_piece = isinstance(pending.effect, words.PlaceAnyOnSelf)
    add(pending.context.piece.essences if on_piece else state.players[event.seat].pool, event.essences.counts())
    advance(state)


def check_straighten_target(state: State, event: events.StraightenTarget) -> None:
    if event.component is None:
        return
    pending: Any = state.stack[-1]
    player = state.players[event.seat]
    piece = own_piece(player, event.seat, event.component, "7")
    if not piece.turned:
        raise IllegalAction("not_turned", seat=event.seat, component=event.component, rule="7")
    if pending.effect.scope == "own_creature" and "creature" not in piece.card.types:
        expected = straightenable(player, pending.effect)
        raise IllegalAction("unknown_target", seat=event.seat, expected=expected, found=event.component, rule="7")


def straightenable(player: Player, effect: words.Straighten) -> list[str]:
    """Own turned components that this effect may straighten."""
    return [
        name
        for name, piece in player.tableau.items()
        if piece.turned and (effect.scope == "own_component" or "creature" in piece.card.types)
    ]


def apply_straighten_target(state: State, event: events.StraightenTarget) -> None:
    state.stack.pop()
    if event.component is not None:
        state.players[event.seat].tableau[event.component].turned = False
    advance(state)


def check_rival_target(state: State, event: events.RivalTarget) -> None:
    if event.rival == event.seat or event.rival not in range(len(state.players)):
        expected = [seat for seat in range(len(state.players)) if seat != event.seat]
        raise IllegalAction("unknown_target", seat=event.seat, expected=expected, found=event.rival, rule="7")


def apply_rival_target(state: State, event: events.RivalTarget) -> None:
    pending: Any = state.stack.pop()
    effect: words.GainEqualToRival = pending.effect
    count = state.players[event.rival].pool[INDEX[effect.count]]
    state.players[event.seat].pool[INDEX[effect.gain]] += count
    advance(state)


def check_place_target(state: State, event: events.PlaceTarget) -> None:
    own_piece(state.players[event.seat], event.seat, event.component, "7")


def apply_place_target(state: State, event: events.PlaceTarget) -> None:
    pending: Any = state.stack.pop()
    add(state.players[event.seat].tableau[event.component].essences, pending.context.paid)
    advance(state)


def check_discard_choice(state: State, event: events.DiscardChoice) -> None:
    pending: Any = state.stack[-1]
    if len(event.cards) != pending.amount or len(set(event.cards)) != len(event.cards):
        raise IllegalAction("count", seat=event.seat, expected=pending.amount, found=len(set(event.cards)), rule="7")
    check_held(state, event.seat, event.cards, "7")


def apply_discard_choice(state: State, event: events.DiscardChoice) -> None:
    state.stack.pop()
    for card in event.cards:
        leave_hand(state, event.seat, card)
        state.players[event.seat].discards.append(card)
    advance(state)


def check_place_from_power(state: State, event: events.PlaceFromPower) -> None:
    pending: Any = state.stack[-1]
    effect: words.PlaceArtifact = pending.effect
    if event.card is None:
        if event.payment is not None and event.payment != Essences():
            raise IllegalAction("overpaid", seat=event.seat, expected=0, found=sum(event.payment.counts()), rule="7")
        return
    _check_source(state, event.seat, event.card, effect)
    card = state.components.cards[event.card]
    if "artifact" not in effect.types and not any(kind in effect.types for kind in card.types):
        raise IllegalAction("unknown_target", seat=event.seat, expected=list(effect.types), found=event.card, rule="7")
    player = state.players[event.seat]
    check_payment(player, event.seat, card, event.payment, reduction(player, event.card, state, effect))


def reduction(player: Player, name: str, state: State, effect: words.PlaceArtifact) -> Discounts:
    """All discounts for a card that a power places; a free one is reduced by all it costs."""
    card = state.components.cards[name]
    if effect.free:
        return card.total, 0
    return discounts(player, card, effect.discount)


def _check_source(state: State, seat: Seat, card: str, effect: words.PlaceArtifact) -> None:
    if effect.source == "hand":
        check_held(state, seat, (card,), "7")
        return
    lying = discarded(state, seat, effect)
    if card not in lying:
        raise IllegalAction("not_discarded", seat=seat, expected=lying, found=card, rule="7")


def discarded(state: State, seat: Seat, effect: words.PlaceArtifact) -> list[str]:
    """The cards in the discard piles that this effect may take from."""
    players = [state.players[seat]] if effect.source == "own_discard" else state.players
    return [card for player in players for card in player.discards]


def apply_place_from_power(state: State, event: events.PlaceFromPower) -> None:
    pending: Any = state.stack.pop()
    if event.card is not None:
        player, card = state.players[event.seat], state.components.cards[event.card]
        reduced = reduction(player, event.card, state, pending.effect)
        if pending.effect.source == "hand":
            leave_hand(state, event.seat, event.card)
        else:
            owner = next(other for other in state.players if event.card in other.discards)
            owner.discards.remove(event.card)
        pay(player, paid_for(card, event.payment, reduced))
        put_in_play(player, Piece(card))
    advance(state)


def check_victory_react(state: State, event: events.VictoryReact) -> None:
    """Only asked where the power can be used and paid, so both answers are allowed."""


def apply_victory_react(state: State, event: events.VictoryReact) -> None:
    pending: Any = state.stack.pop()
    if event.choice == "use":
        context: Context = pending.context
        context.piece.turned = context.piece.turned or context.power.turns_self
        pay(state.players[event.seat], context.power.pay)
        begin_effects(state, context)
    advance(state)
