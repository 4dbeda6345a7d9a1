"""Taking money, buying, passing (rules.md 3, 3.1, 3.2)."""

from collections.abc import Iterator

from games.engine.errors import IllegalAction
from games.engine.supply import count_pieces
from games.rules.alhambra.events import Buy, Pass, TakeMoney
from games.rules.alhambra.handlers.flow import begin_refill, end_main
from games.rules.alhambra.handlers.open_cards import payment_fits
from games.rules.alhambra.handlers.redesign import redesigns
from games.rules.alhambra.state import Player, State


def check_take_money(state: State, event: TakeMoney) -> None:
    cards, display = event.cards, state.display
    if len(cards) == 1:
        if cards[0] in display:
            return
    elif not cards:
        raise IllegalAction("no_cards", seat=event.seat, expected=1, found=0, rule="3.1")
    for card in cards:
        if cards.count(card) > display.count(card):
            raise IllegalAction(
                "not_on_display",
                seat=event.seat,
                cards=list(cards),
                card=card,
                expected=list(display),
                found=card,
                rule="3.1",
            )
    limit = state.components.catalogue.money.multi_take_max_sum
    total = sum(state.components.values[card] for card in cards)
    if total > limit:
        raise IllegalAction(
            "too_much_money", seat=event.seat, cards=list(cards), expected=limit, found=total, rule="3.1"
        )


def apply_take_money(state: State, event: TakeMoney) -> None:
    hand = state.players[event.seat].hand
    for card in event.cards:
        state.display.remove(card)
        hand[card] = hand.get(card, 0) + 1
    end_main(state)


def check_buy(state: State, event: Buy) -> None:
    cards, slot = event.cards, event.slot
    tile = state.market[slot - 1] if 1 <= slot <= len(state.market) else None
    if tile is None:
        raise IllegalAction("empty_slot", seat=event.seat, slot=slot, found=slot, rule="3.2")
    colour = state.components.slot_colours[slot - 1]
    values, colours = state.components.values, state.components.colours
    hand = state.players[event.seat].hand
    paid = 0
    for card in cards:
        if cards.count(card) > hand.get(card, 0):
            _check_hidden(state, event)
        if colours[card] != colour:
            raise IllegalAction(
                "wrong_currency", seat=event.seat, slot=slot, tile=tile.id, cards=list(cards), expected=colour,
                found=card, rule="3.2",
            )  # fmt: skip
        paid += values[card]
    if paid < tile.price:
        raise IllegalAction(
            "underpaid",
            seat=event.seat,
            slot=slot,
            tile=tile.id,
            cards=list(cards),
            expected=tile.price,
            found=paid,
            rule="3.2",
        )
    if state.options.no_superfluous_cards and any(paid - values[card] >= tile.price for card in cards):
        raise IllegalAction(
            "superfluous_cards", seat=event.seat, slot=slot, tile=tile.id, cards=list(cards), expected=tile.price,
            found=paid, rule="3.2",
        )  # fmt: skip


def _check_hidden(state: State, event: Buy) -> None:
    """The cards that the hand does not show must be among its unseen ones (rules.md 10)."""
    player = state.players[event.seat]
    missing = missing_cards(player, event.cards)
    for card, count in missing.items():
        if card not in state.components.values or count > state.deck.could_hide(card):
            raise _not_held(player, event, card)
    if sum(missing.values()) > player.hidden or not payment_fits(state, event.seat, missing):
        raise _not_held(player, event, next(iter(missing)))


def _not_held(player: Player, event: Buy, card: str) -> IllegalAction:
    hand = sorted(held for held, count in player.hand.items() for _ in range(count))
    return IllegalAction(
        "not_held",
        seat=event.seat,
        slot=event.slot,
        cards=list(event.cards),
        card=card,
        expected=hand,
        found=card,
        rule="3.2",
    )


def missing_cards(player: Player, cards: tuple[str, ...]) -> dict[str, int]:
    """Of `cards`, those that the known hand lacks."""
    wanted = count_pieces(cards)
    return {
        card: count - player.hand.get(card, 0) for card, count in wanted.items() if count > player.hand.get(card, 0)
    }


def apply_buy(state: State, event: Buy) -> None:
    player = state.players[event.seat]
    if player.hidden:
        reveal_hidden(state, player, missing_cards(player, event.cards))
    hand, discards = player.hand, state.discards
    paid = 0
    for card in event.cards:
        if hand[card] == 1:
            del hand[card]
        else:
            hand[card] -= 1
        discards[card] = discards.get(card, 0) + 1
        paid += state.components.values[card]
    tile = state.market[event.slot - 1]
    assert tile is not None
    state.market[event.slot - 1] = None
    state.bought[tile.id] = tile
    if paid == tile.price:
        state.extra = True
    else:
        end_main(state)


def reveal_hidden(state: State, player: Player, cards: dict[str, int]) -> None:
    """Unseen cards of a hand turn out to be these."""
    for card, count in cards.items():
        for _ in range(count):
            state.deck.reveal(card)
            player.dealt = player.dealt.with_known([state.components.values[card]])
        player.hidden -= count
        player.hand[card] = player.hand.get(card, 0) + count


def check_pass(state: State, event: Pass) -> None:
    if state.extra and state.options.extra_action == "optional":
        return
    if can_act(state):
        raise IllegalAction("cannot_pass", seat=event.seat, rule="3" if state.extra else "6")


def can_act(state: State) -> bool:
    """Whether the seat to move has any action but passing (rules.md 6)."""
    return bool(state.display) or can_buy(state) or next(redesigns(state, state.turn), None) is not None


def can_buy(state: State) -> bool:
    """Whether the seat to move could pay for any tile of the market."""
    player, values, colours = state.players[state.turn], state.components.values, state.components.colours
    for tile, colour in zip(state.market, state.components.slot_colours, strict=True):
        money = sum(values[card] * count for card, count in player.hand.items() if colours[card] == colour)
        if tile is not None and money >= tile.price:
            return True
    return False


def apply_pass(state: State, event: Pass) -> None:
    if state.bought:
        end_main(state)
    else:
        begin_refill(state)


def takings(state: State) -> Iterator[tuple[str, ...]]:
    """Every set of cards that may be taken, each once (rules.md 3.1)."""
    values = state.components.values
    limit = state.components.catalogue.money.multi_take_max_sum
    cards = sorted(state.display)
    seen: set[tuple[str, ...]] = set()
    for chosen in range(1, 1 << len(cards)):
        taken = tuple(card for place, card in enumerate(cards) if chosen >> place & 1)
        if taken not in seen and (len(taken) == 1 or sum(values[card] for card in taken) <= limit):
            seen.add(taken)
            yield taken


def payments(state: State, hand: dict[str, int], slot: int) -> Iterator[tuple[str, ...]]:
    """For each sum that buys the tile in `slot` without a superfluous card, one payment: that of the fewest cards."""
    tile = state.market[slot - 1]
    if tile is None:
        return
    values, colours = state.components.values, state.components.colours
    colour = state.components.slot_colours[slot - 1]
    by_sum: dict[int, tuple[str, ...]] = {0: ()}
    for card in sorted((card for card in hand if colours[card] == colour), key=lambda card: -values[card]):
        for _ in range(hand[card]):
            for total, cards in sorted(by_sum.items(), reverse=True):
                known = by_sum.get(total + values[card])
                if total < tile.price and (known is None or len(known) > len(cards) + 1):
                    by_sum[total + values[card]] = (*cards, card)
    for total, cards in sorted(by_sum.items()):
        if total >= tile.price and total - min(values[card] for card in cards) < tile.price:
            yield cards
