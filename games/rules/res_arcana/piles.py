"""Face-down decks of which more or less is known: order, set of cards, or only their number (rules.md 5.2, 11).

A deck is a stack of layers. Within a layer the order is open; between layers it is known. Looking at the top makes
layers of one card; reshuffling puts a new layer below what is left.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace


@dataclass(slots=True)
class Layer:
    """`left` cards lie here: some of the `named`, some of `blanks` that have no name yet, some of the `lent` ones.

    The rest of them have been drawn unseen, so `hidden()` are elsewhere. A look that nobody tells of mixes the top with
    cards of the layer below: these are `lent` from there, where they still count. Of the hidden cards, `own` were drawn
    before that or for other reasons cannot be lent ones.
    """

    named: set[str]
    left: int
    blanks: int = 0
    lent: int = 0
    own: int = 0

    def hidden(self) -> int:
        """How many cards of this layer were drawn unseen."""
        return len(self.named) + self.blanks + self.lent - self.left

    def show_own(self) -> None:
        """One of the hidden cards turns out not to be a lent one."""
        self.own = max(0, self.own - 1)

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
        return sum(layer.left - layer.lent for layer in self.layers)

    def copy(self) -> "Pile":
        """The same deck, to try something out."""
        return Pile([replace(layer, named=set(layer.named)) for layer in self.layers])

    def lends(self, card: str) -> bool:
        """Whether `card` may be among those lent to the top layer."""
        return self.layers[-1].lent > 0 and card in self.layers[-2].named

    def take(self, card: str) -> None:
        """`card`, which may lie on top, comes up."""
        top = self.layers[-1]
        if card not in top.named and self.lends(card):
            self.layers[-2].take(card)
            top.lent -= 1
            top.left -= 1
        else:
            top.take(card)

    def drop_empty(self) -> Iterator[Layer]:
        """Remove the layers on top of which nothing lies here any more."""
        while self.layers and not self.layers[-1].left:
            layer = self.layers.pop()
            if layer.lent:
                self.layers[-1].left -= layer.lent
            yield layer

    def show_named(self, card: str) -> bool:
        """`card` turns out to have been drawn unseen; False if it is not named here or must still lie here."""
        above = None
        for layer in reversed(self.layers):
            if card in layer.named:
                if layer.hidden():
                    layer.show_own()
                    layer.name(card)
                    return True
                if above is None or not above.lent or above.hidden() <= above.own:
                    return False
                above.lent -= 1
                layer.take(card)
                return True
            above = layer
        return False

    def show_blank(self) -> bool:
        """A card without a name turns out to have been drawn unseen; False if none can have been."""
        layer = next((layer for layer in self.layers if layer.blanks and layer.hidden()), None)
        if layer is None:
            return False
        layer.blanks -= 1
        layer.show_own()
        return True

    def mix(self, amount: int) -> None:
        """The top `amount` cards come into an order that nobody tells."""
        top = self.layers[-1]
        while top.left < amount:
            top.own += max(0, top.hidden() - top.own - top.lent)
            below = self.layers[-2]
            share = min(amount - top.left, below.left - top.lent)
            top.lent += share
            top.left += share
            if top.left < amount:
                self._swallow(top, self.layers.pop(-2))

    def _swallow(self, top: Layer, below: Layer) -> None:
        """`below`, all of which is lent, becomes one layer with `top`.

        What of the hidden cards came from which is forgotten then, so that a little more may pass than could be.
        """
        top.named |= below.named
        top.blanks += below.blanks
        top.lent = 0

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
            if layer.left != 1 or len(layer.named) != 1 or layer.blanks or layer.lent:
                break
            order.extend(layer.named)
        return order
