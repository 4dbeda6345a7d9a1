"""The pieces of the drawing: animal tokens, Flora, wheels, cards, marks. Colours are classes of the site's style sheet.

Every family has its own outline and every seat its number, so that nothing hangs on colour alone.
"""

from collections.abc import Sequence

from games.engine.events import Seat
from games.engine.svg import number, outlined, text

SEATS = ("coin-y", "coin-b", "coin-g", "coin-o", "es-death")
"""Classes of the seats' colours."""

_FAMILIES = (
    "M0-1.1L1.1.85H-1.1z",
    "M-.9-.9H.9V.9H-.9z",
    "M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1z",
    "M0-1.25L1.25 0L0 1.25L-1.25 0z",
    "M-.58-1H.58L1.1 0L.58 1H-.58L-1.1 0z",
    "M-1-.7H1L.6.9H-.6z",
)
"""Outline of a token of radius 1, by family: triangle, square, disc, diamond, hexagon, cup."""

_LEAF = "M0-1.1C1.3-.5 1.2.7 0 1.1C-1.2.7-1.3-.5 0-1.1zM0-.7V.8"


def seat_class(seat: Seat) -> str:
    """The class of a seat's colour."""
    return SEATS[seat % len(SEATS)]


def token(family: int, seat: Seat | None, words: str, radius: float = 10) -> str:
    """A family's outline, in a seat's colour or empty, with words on it."""
    css = "slot" if seat is None else seat_class(seat)
    ink = "sub" if seat is None else "es-light" if css == "es-death" else "coin-n"
    outline = _FAMILIES[family % len(_FAMILIES)]
    shape = outlined(css, radius, outline)
    return shape + text(0, radius * 0.42, words, css=ink, size=radius * 1.05, anchor="middle", bold=True)


def flora(words: str, radius: float = 10) -> str:
    """Flora, with its number if there are several."""
    shape = outlined("coin-g", radius, _LEAF)
    return shape + text(0, radius * 0.42, words, css="coin-n", size=radius * 1.05, anchor="middle", bold=True)


def slot(radius: float = 10) -> str:
    """A free slot of a generation wheel."""
    return f'<circle class="slot" r="{number(radius)}"/>'


def disc(words: Sequence[str], radius: float) -> str:
    """An action wheel with what it shows at N, E, S, W."""
    reach = radius * 0.62
    north, east, south, west = words
    return (
        f'<circle class="slot" r="{number(radius)}"/>'
        + text(0, -reach, north, size=9, anchor="middle")
        + text(radius - 12, -2, east, size=9, anchor="end")
        + text(0, reach + 7, south, size=9, anchor="middle")
        + text(12 - radius, 9, west, size=9)
    )


def chip(words: str, wide: float, css: str = "slot") -> str:
    """A card as a small plate with its name."""
    plate = f'<rect class="{css}" x=".5" y=".5" width="{number(wide - 1)}" height="19" rx="4"/>'
    return plate + text(wide / 2, 14, words, size=11, anchor="middle")
