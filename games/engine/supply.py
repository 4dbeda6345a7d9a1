"""A face-down pile of known composition and unknown order: what is unseen, and where it may lie."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Supply:
    """Pieces drawn blind, told apart by name only.

    `unseen` counts the pieces of which nobody has said where they are. `left` of them lie in the pile, the rest are
    hidden elsewhere (in hands). `aside` are unseen pieces that are hidden for certain, because the pile has been
    exhausted since. A box is complete when seen pieces, `unseen` and `aside` add up to it.
    """

    unseen: dict[str, int]
    left: int
    aside: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, pieces: dict[str, int]) -> "Supply":
        """A full pile."""
        return cls(dict(pieces), sum(pieces.values()))

    def can_draw(self, piece: str) -> bool:
        """Whether `piece` could be the next one drawn."""
        return self.left > 0 and self.unseen.get(piece, 0) > 0

    def draw(self, piece: str) -> None:
        """`piece` comes up from the pile."""
        self.unseen[piece] -= 1
        self.left -= 1

    def draw_hidden(self, count: int) -> None:
        """`count` pieces leave the pile unseen."""
        self.left -= count

    def could_hide(self, piece: str) -> int:
        """How many copies of `piece` may lie hidden outside the pile."""
        mixed = self.unseen.get(piece, 0) if sum(self.unseen.values()) > self.left else 0
        return mixed + self.aside.get(piece, 0)

    def reveal(self, piece: str) -> None:
        """`piece`, hidden outside the pile, becomes known."""
        zone = self.aside if self.aside.get(piece, 0) else self.unseen
        zone[piece] -= 1

    def hidden(self) -> int:
        """How many pieces are hidden outside the pile."""
        return sum(self.unseen.values()) - self.left + sum(self.aside.values())

    def refill(self, pieces: dict[str, int]) -> None:
        """The pile is exhausted and `pieces`, all known, become the new one."""
        for piece, count in self.unseen.items():
            if count:
                self.aside[piece] = self.aside.get(piece, 0) + count
        self.unseen = dict(pieces)
        self.left = sum(pieces.values())

    def drawable(self) -> Iterator[str]:
        """Each different piece that could come up next."""
        if self.left > 0:
            yield from (piece for piece, count in self.unseen.items() if count)


def count_pieces(pieces: Iterable[str]) -> dict[str, int]:
    """How often each piece occurs."""
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece] = counts.get(piece, 0) + 1
    return counts
