"""rules.md 11, tried out: a hidden deck and hand against all worlds that could be (5.2, 7, 11).

A world is an order of the deck, top first, with a hand and a discard pile. What an event tells strikes out the worlds
that contradict it; the engine must refuse exactly when none would be left.
"""

from collections.abc import Callable, Iterable
from itertools import permutations
from random import Random

import pytest

from games.engine.errors import LogProblem
from games.rules.res_arcana import events as ev
from games.rules.res_arcana.handlers.cards import (
    apply_look,
    apply_reorder,
    check_look,
    check_reorder,
    check_reveal_monument,
    take_monument,
)
from games.rules.res_arcana.hidden import check_drawn, check_held, draw, leave_hand
from games.rules.res_arcana.piles import Pile
from games.rules.res_arcana.state import Context, Pending, State
from tests.rules.res_arcana.table import BOX, position

World = tuple[tuple[str, ...], frozenset[str], frozenset[str]]
Worlds = set[World]

UNSEEN = "?"
CARDS = sorted(BOX.artifacts)[:6]
DEALT = 4


def start(known: int) -> tuple[State, Worlds]:
    """Seat 1 is dealt four of six artifacts, of which the first `known` are named; nothing is drawn yet."""
    state = position()
    state.unseen = set(CARDS[known:])
    player = state.players[1]
    player.deck = Pile.of(CARDS[:known], DEALT - known)
    player.slots = [None] * (DEALT - known)
    orders = [order for order in permutations(CARDS, DEALT) if set(CARDS[:known]) <= set(order)]
    return state, {(order, frozenset(), frozenset()) for order in orders}


def allowed(check: Callable[[], object]) -> bool:
    try:
        check()
    except LogProblem:
        return False
    return True


def drawn(worlds: Worlds, card: str) -> Worlds:
    return {(deck[1:], hand | {deck[0]}, pile) for deck, hand, pile in worlds if deck and card in (UNSEEN, deck[0])}


def shown(worlds: Worlds, card: str) -> Worlds:
    return {(deck, hand - {card}, pile | {card}) for deck, hand, pile in worlds if card in hand}


def reshuffled(worlds: Worlds) -> Worlds:
    return {
        (deck + tuple(order), hand, frozenset()) for deck, hand, pile in worlds for order in permutations(sorted(pile))
    }


def looked(worlds: Worlds, cards: tuple[str, ...]) -> Worlds:
    return {world for world in worlds if world[0][: len(cards)] == cards}


def ordered(worlds: Worlds, number: int, order: Iterable[str]) -> Worlds:
    return {((*order, *deck[number:]), hand, pile) for deck, hand, pile in worlds}


def step(state: State, worlds: Worlds, rng: Random, told: bool) -> Worlds:
    """One event at random; the engine and the worlds must agree whether it can be. A seat tells of all its looks or none."""
    player = state.players[1]
    kind = rng.choice(("draw", "draw", "show", "show", "several", "reshuffle", "look"))
    if kind == "draw" and player.deck.size():
        card = rng.choice([UNSEEN, *CARDS])
        left = drawn(worlds, card)
        assert allowed(lambda: check_drawn(state, 1, card, "5.2")) == bool(left), (kind, card)
        if left:
            draw(state, 1, card)
            return left
    elif kind in ("show", "several"):
        cards = rng.sample(CARDS, 1 if kind == "show" else rng.randint(2, 3))
        left = worlds
        for card in cards:
            left = shown(left, card)
        assert allowed(lambda: check_held(state, 1, cards, "5")) == bool(left), (kind, cards)
        if left:
            for card in cards:
                leave_hand(state, 1, card)
                player.discards.append(card)
            return left
    elif kind == "reshuffle" and player.discards and player.deck.size() < 3:
        player.deck.put_below(player.discards)
        player.discards = []
        return reshuffled(worlds)
    elif kind == "look" and player.deck.size():
        return look(state, worlds, rng) if told else untold_look(state, worlds)
    return worlds


def look(state: State, worlds: Worlds, rng: Random) -> Worlds:
    """A look whose cards are told, put back in an order that is told."""
    number = min(3, state.players[1].deck.size())
    context = Context(1, state.players[1].tableau["research"], BOX.cards["hawk"].powers[0], deck="own_artifact_deck")
    cards = rng.choice(sorted(worlds))[0][:number] if rng.random() < 0.5 else tuple(rng.sample(CARDS, number))
    left = looked(worlds, cards)
    event = ev.Look(1, "own_artifact_deck", cards)
    state.stack.append(Pending(frozenset(), (ev.Look,), seat=1, context=context, amount=number))
    assert allowed(lambda: check_look(state, event)) == bool(left), cards
    if not left:
        state.stack.pop()
        return worlds
    apply_look(state, event)
    order = tuple(rng.sample(cards, number))
    apply_reorder(state, ev.Reorder(1, "own_artifact_deck", order))
    return ordered(left, number, order)


def untold_look(state: State, worlds: Worlds) -> Worlds:
    """A look that the record leaves open: the top cards may lie in any order now."""
    number = min(3, state.players[1].deck.size())
    context = Context(1, state.players[1].tableau["research"], BOX.cards["hawk"].powers[0], deck="own_artifact_deck")
    look, back = (kind(1, "own_artifact_deck", (UNSEEN,) * number) for kind in (ev.Look, ev.Reorder))
    state.stack.append(Pending(frozenset(), (ev.Look,), seat=1, context=context, amount=number))
    check_look(state, look)
    apply_look(state, look)
    check_reorder(state, back)
    apply_reorder(state, back)
    return {world for old in worlds for top in permutations(old[0][:number]) for world in ordered({old}, number, top)}


@pytest.mark.parametrize("known", range(DEALT + 1))
@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("seed", range(40))
def test_the_engine_refuses_exactly_what_no_world_explains(seed: int, told: bool, known: int) -> None:
    """11."""
    rng = Random(seed)
    state, worlds = start(known)
    for _ in range(30):
        worlds = step(state, worlds, rng, told)
        assert worlds
        sizes = {(len(deck), len(hand)) for deck, hand, _ in worlds}
        player = state.players[1]
        hidden = player.aside + sum(layer.hidden() for layer in player.deck.layers)
        assert sizes == {(player.deck.size(), len(player.hand) + hidden)}


MONUMENTS = sorted(BOX.monuments)[:6]


def monument_step(state: State, orders: set[tuple[str, ...]], rng: Random) -> set[tuple[str, ...]]:
    """A monument comes up, or somebody looks at the top of their deck, and tells it or not."""
    number = min(3, state.monuments.size())
    kind = rng.choice(("reveal", "told", "told", "untold"))
    if kind == "reveal":
        card = rng.choice(MONUMENTS)
        left = {order[1:] for order in orders if order[0] == card}
        assert allowed(lambda: check_reveal_monument(state, ev.RevealMonument(card))) == bool(left), (kind, card)
        if left:
            take_monument(state, card)
        return left or orders
    context = Context(0, state.players[0].tableau["alchemy"], BOX.cards["hawk"].powers[0], deck="monument_deck")
    told = rng.choice(sorted(orders))[:number] if rng.random() < 0.5 else tuple(rng.sample(MONUMENTS, number))
    cards = told if kind == "told" else (UNSEEN,) * number
    left = {order for order in orders if kind == "untold" or order[:number] == cards}
    look = ev.Look(0, "monument_deck", cards)
    state.stack.append(Pending(frozenset(), (ev.Look,), seat=0, context=context, amount=number))
    assert allowed(lambda: check_look(state, look)) == bool(left), cards
    if not left:
        state.stack.pop()
        return orders
    apply_look(state, look)
    put_back = tuple(rng.sample(cards, number))
    apply_reorder(state, ev.Reorder(0, "monument_deck", put_back))
    if kind == "told":
        return {(*put_back, *order[number:]) for order in left}
    return {(*top, *order[number:]) for order in left for top in permutations(order[:number])}


@pytest.mark.parametrize("seed", range(60))
def test_monuments_come_up_only_as_some_order_explains(seed: int) -> None:
    """11: what was seen and ordered by the writer, and what others ordered unseen."""
    rng = Random(seed)
    state = position()
    state.monuments = Pile.of(MONUMENTS)
    orders = set(permutations(MONUMENTS))
    for _ in range(25):
        if state.monuments.size():
            orders = monument_step(state, orders, rng)
            assert {len(order) for order in orders} == {state.monuments.size()}
