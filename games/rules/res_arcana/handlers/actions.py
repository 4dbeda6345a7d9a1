"""The actions of a turn other than using a power (rules.md 5)."""

from games.engine.errors import IllegalAction
from games.rules.res_arcana import events
from games.rules.res_arcana.components import Card
from games.rules.res_arcana.effects import draw_cards, leave_play, put_in_play
from games.rules.res_arcana.essences import GOLD, named
from games.rules.res_arcana.handlers.cards import enter_monument
from games.rules.res_arcana.hidden import check_held, leave_hand
from games.rules.res_arcana.payments import add, check_in_pool, check_payment, discounts, paid_for, pay
from games.rules.res_arcana.state import Pending, Piece, State, Step, advance

TOP_CLAIM = (events.RevealMonument,)


def check_place_artifact(state: State, event: events.PlaceArtifact) -> None:
    player = state.players[event.seat]
    if event.card not in player.hand:
        check_held(state, event.seat, (event.card,), "5")
    card = state.components.cards[event.card]
    reduced = discounts(player, card) if player.discounts else (0, 0)
    check_payment(player, event.seat, card, event.payment, reduced)


def apply_place_artifact(state: State, event: events.PlaceArtifact) -> None:
    player = state.players[event.seat]
    card = state.components.cards[event.card]
    leave_hand(state, event.seat, event.card)
    pay(player, paid_for(card, event.payment, discounts(player, card)))
    put_in_play(player, Piece(card))
    state.stack.pop()
    advance(state)


def check_claim_monument(state: State, event: events.ClaimMonument) -> None:
    options, player = state.options, state.players[event.seat]
    if event.slot == "top":
        if options.monument_top_claim == "no":
            raise IllegalAction("no_top_claim", seat=event.seat, expected="no", found="top", rule="12.1")
        if not state.monuments.size():
            raise IllegalAction("empty_deck", seat=event.seat, expected=1, found=0, rule="5")
    elif not 1 <= event.slot <= len(state.display) or state.display[event.slot - 1] is None:
        filled = [slot for slot, card in enumerate(state.display, start=1) if card is not None]
        raise IllegalAction("empty_slot", seat=event.seat, expected=filled, found=event.slot, rule="5")
    if player.pool[GOLD] < options.monument_cost:
        raise IllegalAction(
            "not_in_pool",
            seat=event.seat,
            expected={"gold": options.monument_cost},
            found=named(player.pool),
            rule="12.2",
        )


def apply_claim_monument(state: State, event: events.ClaimMonument) -> None:
    """The top goes unseen to the claimer; a display slot is refilled once its monument is in play."""
    state.players[event.seat].pool[GOLD] -= state.options.monument_cost
    state.stack.pop()
    if event.slot == "top":
        state.stack.append(Pending(frozenset(), TOP_CLAIM, seat=event.seat))
        return
    name = state.display[event.slot - 1]
    assert name is not None
    state.display[event.slot - 1] = None
    state.stack.append(Step(_refill_display))
    enter_monument(state, event.seat, state.components.cards[name])
    advance(state)


def _refill_display(state: State, _: object) -> None:
    if state.monuments.size():
        state.stack.append(Pending(frozenset(), TOP_CLAIM))


def check_claim_place(state: State, event: events.ClaimPlace) -> None:
    if event.place not in state.places:
        raise IllegalAction(
            "not_in_centre", seat=event.seat, expected=sorted(state.places), found=event.place, rule="5"
        )
    check_in_pool(state.players[event.seat], event.seat, state.places[event.place].cost, "5")


def apply_claim_place(state: State, event: events.ClaimPlace) -> None:
    player = state.players[event.seat]
    card: Card = state.places.pop(event.place)
    pay(player, card.cost)
    put_in_play(player, Piece(card))
    state.stack.pop()
    advance(state)


def check_discard(state: State, event: events.Discard) -> None:
    if event.card not in state.players[event.seat].hand:
        check_held(state, event.seat, (event.card,), "5")
    gain = event.gain.counts()
    if gain != (0, 0, 0, 0, 1) and (gain[GOLD] or sum(gain) != 2):
        raise IllegalAction("gain", seat=event.seat, expected=["1 gold", "2 others"], found=named(gain), rule="5")


def apply_discard(state: State, event: events.Discard) -> None:
    player = state.players[event.seat]
    leave_hand(state, event.seat, event.card)
    player.discards.append(event.card)
    add(player.pool, event.gain.counts())
    state.stack.pop()
    advance(state)


def check_pass(state: State, event: events.Pass) -> None:
    if event.item not in state.items:
        raise IllegalAction(
            "not_in_centre", seat=event.seat, expected=sorted(state.items), found=event.item, rule="5.1"
        )


def apply_pass(state: State, event: events.Pass) -> None:
    """Token, magic item, card, in this order (rules.md 5.1)."""
    player = state.players[event.seat]
    if not state.round_token:
        state.token, state.round_token = event.seat, True
    old = leave_play(player, player.item or "")
    old.turned = False
    if state.options.item_essence == "supply":
        old.essences = [0, 0, 0, 0, 0]
    item = state.items.pop(event.item)
    state.items[old.card.id] = old
    player.item = event.item
    put_in_play(player, item)
    player.passed = True
    state.stack.pop()
    draw_cards(state, (event.seat, 1, None))
    advance(state)
