"""Face-down decks of which more or less is known: order, set of cards, or only their number (rules.md 5.2, 11).

A deck is a stack of layers. Within a layer the order is open; between layers it is known. Looking at the top makes
layers of one card; reshuffling puts a new layer below what is left.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Layer:
    """`left` cards lie here: some of the `named` and some of `blanks` that have no name yet.

    The rest of them have been drawn unseen, so `len(named) + blanks - left` are hidden elsewhere.
    """

    named: set[str]
    left: int
    blanks: int = 0

    def hidden(self) -> int:
        """How many cards of this layer were drawn unseen."""
        return len(self.named) + self.blanks - self.left

    def take(self, card: str) -> None:
        """`card`, named or (so far) blank, comes up."""
        self.left -= 1
        self.name(card)

    def name(self, card: str) -> None:
        """`card` was one of these, whether it still lies here or not."""
        if card in self.named:
            self.named.remove(card)
        else:
            self.blanks -= 1


@dataclass(slots=True)
class Pile:
    """A deck; the last layer is the top."""

    layers: list[Layer] = field(default_factory=list)

    @classmethod
    def of(cls, named: Iterable[str], blanks: int = 0) -> "Pile":
        """A shuffled deck of these cards and `blanks` unknown ones."""
        cards = set(named)
        return cls([Layer(cards, len(cards) + blanks, blanks)])

    def size(self) -> int:
        """How many cards lie here."""
        return sum(layer.left for layer in self.layers)

    def put_on_top(self, cards: Iterable[str]) -> None:
        """These known cards come next, the first of them first."""
        self.layers.extend(Layer({card}, 1) for card in reversed(list(cards)))

    def put_below(self, cards: Iterable[str]) -> None:
        """Shuffle these known cards and lay them under what is left."""
        known = set(cards)
        self.layers.insert(0, Layer(known, len(known)))

    def known_top(self) -> list[str]:
        """The cards on top whose order is known, top first."""
        order: list[str] = []
        for layer in reversed(self.layers):
            if layer.left != 1 or len(layer.named) != 1 or layer.blanks:
                break
            order.extend(layer.named)
        return order
