"""What may be decided: every legal answer to each question, in a fixed order. For bots, hints and tests only."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from games.engine.events import Seat
from games.rules.arctica.circle import NO_SPACE, tokens_on
from games.rules.arctica.components import GENERATIONS
from games.rules.arctica.ecosystem import ability_fault, reproduction_fault
from games.rules.arctica.effects import items, movable
from games.rules.arctica.events import Decided, Item, Move, Place, Step, Token
from games.rules.arctica.handlers.actions import fauna_fault
from games.rules.arctica.handlers.colony import colony_families, open_spaces
from games.rules.arctica.handlers.round_end import endangered_cards, enough_destroyed, escape_of, escapes, tokens_in
from games.rules.arctica.handlers.turn import DECISION_OF, closed_spaces, is_possible
from games.rules.arctica.hands import hand_size
from games.rules.arctica.source import Sides
from games.rules.arctica.state import State
from games.rules.arctica.vocabulary import Effect
from games.rules.arctica.wheels import spendable


def places(state: State) -> list[Place]:
    """D1."""
    box = state.table.box
    closed = closed_spaces(state)
    return [
        Place(space=space.id, wheel=box.wheels[wheel], dir=direction)
        for space in box.action_spaces.values()
        if space.index not in closed
        for wheel in space.wheels
        for direction in ("cw", "ccw")
    ]


def picks(state: State) -> list[str]:
    """D2."""
    return ["a", "b"] if state.table.options.forgo == "only_if_impossible" else ["a", "b", "pass"]


def orders(state: State, offer: Sides) -> list[str]:
    """D3."""
    first = state.table.options.colony_timing == "colony_first" and offer.count("colony") == 1
    return ["ab"[offer.index("colony")]] if first else ["a", "b"]


def acts(state: State, seat: Seat, side: str, action: str) -> list[Step]:
    """D4 to D13, without what is asked afterwards: discards, moves, placements."""
    found = list(_acts(state, seat, DECISION_OF[action]))
    if state.table.options.forgo == "allowed" or not is_possible(state, seat, action):
        found.append(Step(do="forgo", side=side))  # type: ignore[arg-type]
    return found


def _acts(state: State, seat: Seat, do: Decided) -> Iterator[Step]:
    player = state.players[seat]
    if do == "fauna":
        for name in sorted(player.hand):
            card = state.table.box.fauna[name]
            if card.cost < hand_size(player) and fauna_fault(state, player, card) is None:
                yield Step(do=do, card=name, discards=())
    elif do in ("reproduce", "ability"):
        fault = reproduction_fault if do == "reproduce" else ability_fault
        for column, name in enumerate(GENERATIONS):
            if fault(state, seat, column) is None:
                yield Step(do=do, column=name)  # type: ignore[arg-type]
    elif do == "colony":
        for family in colony_families(state, seat):
            yield Step(do=do, family=state.table.box.families[family], placements=())
    elif do in ("migrate", "rotate_migrate"):
        yield Step(do=do, moves=())
    else:
        yield Step(do=do)


def moves(state: State, seat: Seat) -> list[Move]:
    """One move."""
    return [Move(family=family, from_=space) for family, space in movable(state, seat)]


def amounts(state: State, seat: Seat, effect: Effect, own: int) -> list[Item]:
    """One item."""
    return list(items(state, seat, effect, own))


def spaces(state: State, seat: Seat, family: int) -> list[str]:
    """Map spaces for one placement."""
    player = state.players[seat]
    if not player.release[family]:
        return []
    return [space.id for space in open_spaces(state, seat, family, spendable(state, player))]


def redeemable(state: State, seat: Seat, space: int) -> tuple[list[str], list[int]]:
    """Own tokens on the redeem tile, and how many of them may be taken back."""
    box = state.table.box
    player = state.players[seat]
    counts = tokens_on(state, player, space)
    tokens = [name for name, count in zip(box.families, counts, strict=True) for _ in range(count)]
    price = box.catalogue.circle.redeem_flora
    most = min(len(tokens), spendable(state, player) // price) if price else len(tokens)
    if state.table.options.tile6_payment == "all_or_nothing":
        return tokens, [0, len(tokens)] if most == len(tokens) else [0]
    return tokens, list(range(most + 1))


def payments(state: State, seat: Seat) -> list[int]:
    """Flora that may be paid for endangered badges."""
    player = state.players[seat]
    cards = endangered_cards(player)
    badges = sum(card.endangered for card in cards)
    most = min(badges, spendable(state, player))
    if state.table.options.endangered_mode == "all_or_one":
        return [0, badges] if most == badges else [0]
    return list(range(most + 1))


def sacrifices(state: State, seat: Seat, paid: int) -> list[tuple[str, ...]]:
    """Sets of cards that may be destroyed after so much Flora."""
    cards = endangered_cards(state.players[seat])
    badges = sum(card.endangered for card in cards)
    return [
        tuple(card.id for card in chosen)
        for number in range(len(cards) + 1)
        for chosen in combinations(cards, number)
        if enough_destroyed(state, badges, paid, [card.endangered for card in chosen])
    ]


def fates(state: State, seat: Seat, subregion: int) -> list[Token]:
    """What may become of one of the seat's tokens in a hit sub-region."""
    box = state.table.box
    flora = spendable(state, state.players[seat])
    found: list[Any] = []
    for space in tokens_in(state, seat, subregion):
        found.append(Token(space=space.id, save=False))
        for to in escapes(state, subregion):
            price, target = escape_of(state, space.family, to)
            if target != NO_SPACE and price <= flora:
                found.append(Token(space=space.id, save=True, to=box.circle[to]))
    return found
