"""Board Game Arena's cards, tiles and kinds in the words of a component set."""

from functools import lru_cache
from itertools import permutations

from games.bga.packets import Number
from games.rules.alhambra.bga.notifications import Building, Card
from games.rules.alhambra.components import ComponentSet


class _Names(dict[tuple[object, ...], str]):
    """Names of pieces by their face. What no set has gets a name all the same, and the engine refuses it."""

    def __missing__(self, face: tuple[object, ...]) -> str:
        plain = tuple(tuple(sorted(map(str, part))) if isinstance(part, tuple) else str(part) for part in face)
        return self.get(plain) or f"{':'.join(map(str, plain))}"[:40]


class Pieces:
    """Translation tables of one set. A wall is a number: 0 north, 1 east, 2 south, 3 west."""

    def __init__(self, components: ComponentSet) -> None:
        catalogue = components.catalogue
        self.cards = _Names()
        for currency in catalogue.currencies:
            for value in catalogue.money.values:
                name = f"{currency.id}{value}"
                for face in _spellings(currency.bga_type, value):
                    self.cards[face] = name
        self.tiles = _Names()
        types = [kind.bga_type for kind in catalogue.kinds.values()]
        for tile in components.tiles.values():
            walls = [side for side in range(4) if tile.walls >> side & 1]
            for order in permutations(walls):
                for kind, price in _spellings(types[tile.kind], tile.price):
                    self.tiles[kind, price, order] = tile.id
            self.tiles[str(types[tile.kind]), str(tile.price), tuple(map(str, walls))] = tile.id
        self.kinds = [str(bga_type) for bga_type in types]

    def money(self, cards: list[Card]) -> tuple[str, ...]:
        """Cards as records write them."""
        names = self.cards
        return tuple([names[card.type, card.value] for card in cards])

    def tile(self, building: Building) -> str:
        """The tile's id in the set."""
        return self.tiles[building.type, building.cost, building.wall]


def _spellings(first: int, second: int) -> list[tuple[Number, Number]]:
    return [(one, two) for one in (first, str(first)) for two in (second, str(second))]


@lru_cache(maxsize=8)
def pieces_of(components: ComponentSet) -> Pieces:
    """The tables of a set, made once."""
    return Pieces(components)
