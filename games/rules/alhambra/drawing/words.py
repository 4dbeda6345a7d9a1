"""The table in words: the twin of the drawing for those who do not see it (games/README 5).

`LABELS` is the English text of every label; the site hands in its own language. `{…}` is filled in.
"""

from collections.abc import Mapping, Sequence

from games.engine.events import Seat
from games.rules.alhambra.components import SIDES, ComponentSet, Tile
from games.rules.alhambra.layout import place_of
from games.rules.alhambra.scoring import wall_length
from games.rules.alhambra.state import Player, State

LABELS = {
    "table": "The whole table",
    "market": "Market",
    "money": "Money",
    "deck": "deck: {n}",
    "discards": "discards: {n}",
    "bag": "bag: {n}",
    "points": "points: {n}",
    "wall": "longest wall: {n}",
    "buildings": "buildings: {n}",
    "cards": "cards: {n}",
    "unknown": "unknown: {n}",
    "alhambra": "Alhambra",
    "reserve": "Reserve",
    "bought": "Bought",
    "hand": "Hand",
    "dirk": "Dirk",
    "fountain": "fountain",
    "empty": "empty",
    "to_move": "to move",
    "at": "{tile} at {x}, {y}",
    "in_slot": "{tile}, to be paid in {currency}",
    "walls": "walls {sides}",
    "N": "north",
    "E": "east",
    "S": "south",
    "W": "west",
    "pavilion": "pavilion",
    "seraglio": "seraglio",
    "arcades": "arcades",
    "chambers": "chambers",
    "garden": "garden",
    "tower": "tower",
    "yellow": "yellow",
    "green": "green",
    "blue": "blue",
    "orange": "orange",
}

Labels = Mapping[str, str]


def board_text(state: State, viewer: Seat | None = None, *, names: Sequence[str], labels: Labels = LABELS) -> list[str]:
    """One line for each thing on the table, in the order of the drawing, as `viewer` or the public may see it."""
    lines = [
        _line(labels["market"], *(_slot_words(state, slot, labels) for slot in range(len(state.market)))),
        _line(labels["money"], *(card_words(state.components, card, labels) for card in state.display)),
        ", ".join(supply_words(state, labels)),
    ]
    for seat, player in enumerate(state.players):
        lines += _seat_lines(state, seat, player, names[seat], viewer == seat, labels)
    if state.dirk is not None:
        hidden = [labels["unknown"].format(n=sum(state.dirk.hidden))] if any(state.dirk.hidden) else []
        lines.append(_line(labels["dirk"], *(tile_words(state, tile, labels) for tile in state.dirk.tiles), *hidden))
    return lines


def _line(title: str, *parts: str) -> str:
    return f"{title}: {'; '.join(parts)}" if parts else f"{title}: –"


def _slot_words(state: State, slot: int, labels: Labels) -> str:
    tile = state.market[slot]
    what = tile_words(state, tile, labels) if tile is not None else labels["empty"]
    return labels["in_slot"].format(tile=what, currency=currency_words(state.components, slot, labels))


def _seat_lines(state: State, seat: Seat, player: Player, name: str, own: bool, labels: Labels) -> list[str]:
    turn = [labels["to_move"]] if state.pending and seat in state.pending[-1].seats else []
    lines = [f"{name}: {', '.join([*facts(state, seat, labels), *turn])}"]
    cells = [
        labels["at"].format(tile=tile_words(state, tile, labels), x=place_of(cell)[0], y=place_of(cell)[1])
        for cell, tile in sorted(player.board.items())
    ]
    lines.append(_line(f"{name}, {labels['alhambra']}", *cells))
    if player.reserve:
        tiles = (tile_words(state, tile, labels) for tile in player.reserve.values())
        lines.append(_line(f"{name}, {labels['reserve']}", *tiles))
    if state.bought and state.turn == seat:
        tiles = (tile_words(state, tile, labels) for tile in state.bought.values())
        lines.append(_line(f"{name}, {labels['bought']}", *tiles))
    if own:
        cards = (card_words(state.components, card, labels) for card in cards_in_hand(state, player))
        lines.append(_line(f"{name}, {labels['hand']}", *cards))
    return lines


def facts(state: State, seat: Seat, labels: Labels) -> list[str]:
    """Points, wall, buildings and number of cards of a seat."""
    player = state.players[seat]
    return [
        labels["points"].format(n=player.score),
        labels["wall"].format(n=wall_length(state, player)),
        labels["buildings"].format(n=sum(player.kinds)),
        labels["cards"].format(n=sum(player.hand.values()) + player.hidden),
    ]


def supply_words(state: State, labels: Labels) -> list[str]:
    """What lies face down, in numbers."""
    discards = sum(state.discards.values())
    numbers = {"deck": state.deck.left, "discards": discards, "bag": state.bag.left}
    return [labels[key].format(n=number) for key, number in numbers.items()]


def tile_words(state: State, tile: Tile, labels: Labels) -> str:
    """Kind, price and walls of a tile."""
    if tile.kind < 0:
        return labels["fountain"]
    sides = [labels[side] for bit, side in enumerate(SIDES) if tile.walls >> bit & 1]
    words = f"{kind_words(state.components, tile.kind, labels)} {tile.price}"
    return f"{words} ({labels['walls'].format(sides=', '.join(sides))})" if sides else words


def kind_words(components: ComponentSet, kind: int, labels: Labels) -> str:
    """The name of a kind; a kind of another set goes by its key."""
    return labels.get(components.kinds[kind], components.kinds[kind])


def currency_words(components: ComponentSet, slot: int, labels: Labels) -> str:
    """The name of the currency of `slot` (index)."""
    currency = next(each for each in components.catalogue.currencies if each.slot == slot + 1)
    return labels.get(currency.colour, currency.colour)


def card_words(components: ComponentSet, card: str, labels: Labels) -> str:
    """Currency and value of a money card."""
    slot = components.slot_colours.index(components.colours[card])
    return f"{currency_words(components, slot, labels)} {components.values[card]}"


def cards_in_hand(state: State, player: Player) -> list[str]:
    """The known cards of a hand, by currency in the order of the slots, then by value."""
    components = state.components
    order = {
        card: (components.slot_colours.index(components.colours[card]), components.values[card]) for card in player.hand
    }
    return [card for card in sorted(order, key=lambda card: order[card]) for _ in range(player.hand[card])]
