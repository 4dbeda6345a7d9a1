"""Cards in hands and decks that nobody has seen: may this one be among them? (rules.md 11)

A dealt card that was not seen is a slot, which must be filled by one of the artifacts that are nowhere else. Slots of
one seat cannot be told apart, because its deck was shuffled; those of a draft pick can only be certain cards. What a
seat shows must be one of its cards in hand that are known, that were reshuffled after having been seen, or a slot. The
question whether all slots of all seats can still be filled at once is a matching, and it is answered exactly.
"""

from collections.abc import Iterator, Sequence

from games.engine.errors import IllegalAction, ImpossibleChance
from games.engine.events import Seat
from games.rules.res_arcana.state import UNSEEN, Player, State


def check_held(state: State, seat: Seat, cards: Sequence[str], rule: str) -> None:
    """Refuse different cards that cannot all be in the hand of `seat`."""
    player = state.players[seat]
    card = next((card for card in cards if card not in state.components.cards), None)
    if card is not None:
        raise IllegalAction("unknown_component", seat=seat, found=card, rule=rule)
    card = _unexplained(state, seat, cards)
    if card is not None:
        raise IllegalAction(
            "not_held", seat=seat, expected=sorted(player.hand), hidden=hidden_cards(player), found=card, rule=rule
        )


def _unexplained(state: State, seat: Seat, cards: Sequence[str]) -> str | None:
    """The first card that is not known in this hand, and that no hidden card can be beside those before it."""
    player = state.players[seat]
    if player.hand.issuperset(cards):
        return None
    deck, aside, fresh = player.deck.copy(), player.aside, list[str]()
    for card in cards:
        if card in player.hand or deck.show_named(card):
            continue
        fresh.append(card)
        if card not in state.unseen or not (aside or deck.show_blank()) or not fits(state, seat, fresh):
            return card
        aside = max(0, aside - 1)
    return None


def hand_size(player: Player) -> int:
    """Cards in hand, known or not."""
    return len(player.hand) + hidden_cards(player)


def hidden_cards(player: Player) -> int:
    """Cards in hand that are not known for certain."""
    return player.aside + sum(layer.hidden() for layer in player.deck.layers)


def leave_hand(state: State, seat: Seat, card: str) -> None:
    """`card`, which `check_held` let pass, is shown and leaves the hand."""
    player = state.players[seat]
    if card in player.hand:
        player.hand.remove(card)
        return
    state.mattered += 1
    if player.deck.show_named(card):
        return
    if player.aside:
        player.aside -= 1
    else:
        player.deck.show_blank()
    fill_slot(state, player, card)


def fill_slot(state: State, player: Player, card: str) -> None:
    """One of the unseen cards of `player` turns out to be `card`."""
    state.unseen.remove(card)
    player.shown.append(card)


def check_drawn(state: State, seat: Seat, card: str, rule: str) -> None:
    """Refuse a card that cannot lie on top of the deck of `seat`, which is not empty."""
    if card == UNSEEN:
        return
    deck = state.players[seat].deck
    layer = deck.layers[-1]
    if card in layer.named or deck.lends(card) or (layer.blanks and card in state.unseen and fits(state, seat, [card])):
        return
    if card not in state.components.cards:
        raise ImpossibleChance("unknown_component", seat=seat, found=card, rule=rule)
    raise ImpossibleChance("not_in_supply", seat=seat, expected=sorted(layer.named), found=card, rule=rule)


def draw(state: State, seat: Seat, card: str) -> None:
    """The top card comes into the hand."""
    player = state.players[seat]
    deck = player.deck
    layer = deck.layers[-1]
    if card == UNSEEN:
        layer.left -= 1
    else:
        if card not in layer.named and not deck.lends(card):
            fill_slot(state, player, card)
        deck.take(card)
        player.hand.add(card)
    if not layer.left:
        for empty in deck.drop_empty():
            player.hand |= empty.named
            player.aside += empty.blanks


def see_top(state: State, seat: Seat, card: str) -> None:
    """The top card is seen, and taken up for the moment; `put_on_top` lays it back."""
    player = state.players[seat]
    draw(state, seat, card)
    player.hand.remove(card)


def can_fill_slots(state: State, without: set[str]) -> bool:
    """Whether all slots of all seats can be filled if the cards of `without` are known to be elsewhere."""
    if _all_alike(state):
        return True
    free, players = state.unseen - without, state.players
    return _matches([list(_candidates(slot, free, players[seat].shown)) for seat, slot in _slots(state)])


def _all_alike(state: State) -> bool:
    """Whether any slot can be any unseen card; then there are always enough of them."""
    return all(slot is None for player in state.players for slot in player.slots)


def fits(state: State, seat: Seat, cards: list[str]) -> bool:
    """Whether all slots of all seats can be filled if `cards`, which are unseen, are some of `seat`."""
    players = state.players
    if _all_alike(state):
        return True
    shown = {
        number: [*player.shown, *cards] if number == seat else player.shown for number, player in enumerate(players)
    }
    free = state.unseen - set(cards)
    own = all(_shown_fit(players[number], names) for number, names in shown.items())
    return own and _matches([list(_candidates(slot, free, shown[number])) for number, slot in _slots(state)])


def _slots(state: State) -> Iterator[tuple[Seat, frozenset[str] | None]]:
    return ((seat, slot) for seat, player in enumerate(state.players) for slot in player.slots)


def _candidates(slot: frozenset[str] | None, free: set[str], shown: list[str]) -> Iterator[str]:
    """The cards that a slot may be: those still free, and those that its owner has shown."""
    return (card for card in sorted(free | set(shown)) if slot is None or card in slot)


def _shown_fit(player: Player, shown: list[str]) -> bool:
    """Whether each card shown can be a different slot of its owner."""
    return _matches(
        [[str(number) for number, slot in enumerate(player.slots) if slot is None or card in slot] for card in shown]
    )


def _matches(options: list[list[str]]) -> bool:
    """Whether each row can have one of its options for itself alone (bipartite matching).

    That the cards shown can all be placed and that the slots can all be filled, asked one by one, is enough for both at
    once (Mendelsohn and Dulmage).
    """
    owner: dict[str, int] = {}

    def find(row: int, tried: set[str]) -> bool:
        for option in options[row]:
            if option not in tried:
                tried.add(option)
                if option not in owner or find(owner[option], tried):
                    owner[option] = row
                    return True
        return False

    return all(find(row, set()) for row in range(len(options)))
