"""The pieces of the drawing: animal tokens, Flora, wheels, cards, marks. Colours are classes of the site's style sheet.

Every family has its own outline and every seat its number, so that nothing hangs on colour alone.
"""

from collections.abc import Iterable, Sequence
from html import escape

from games.engine.events import Seat

Part = tuple[float, str]
"""Height and body of a part of the drawing."""

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


def number(value: float) -> str:
    """A coordinate, as short as it can be."""
    return f"{value:.1f}".removesuffix(".0")


def text(
    x: float, y: float, words: str, *, css: str = "", size: float = 12, anchor: str = "start", bold: bool = False
) -> str:
    """One line of text; whatever it says is escaped here."""
    marks = f' class="{css}"' if css else ""
    marks += f' text-anchor="{anchor}"' if anchor != "start" else ""
    marks += ' font-weight="650"' if bold else ""
    return f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{marks}>{escape(words)}</text>'


def placed(x: float, y: float, body: str) -> str:
    """`body`, moved."""
    return f'<g transform="translate({number(x)} {number(y)})">{body}</g>'


def seat_class(seat: Seat) -> str:
    """The class of a seat's colour."""
    return SEATS[seat % len(SEATS)]


def token(family: int, seat: Seat | None, words: str, radius: float = 10) -> str:
    """A family's outline, in a seat's colour or empty, with words on it."""
    css = "slot" if seat is None else seat_class(seat)
    ink = "sub" if seat is None else "es-light" if css == "es-death" else "coin-n"
    outline = _FAMILIES[family % len(_FAMILIES)]
    shape = (
        f'<path class="{css}" vector-effect="non-scaling-stroke" transform="scale({number(radius)})" d="{outline}"/>'
    )
    return shape + text(0, radius * 0.42, words, css=ink, size=radius * 1.05, anchor="middle", bold=True)


def flora(words: str, radius: float = 10) -> str:
    """Flora, with its number if there are several."""
    shape = f'<path class="coin-g" vector-effect="non-scaling-stroke" transform="scale({number(radius)})" d="{_LEAF}"/>'
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


def frame(x: float, y: float, width: float, height: float, *, bad: bool) -> str:
    """The mark round something: dashed for the culprit, plain for what has just changed."""
    css = "focus" if bad else "focus new"
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect class="{css}" x="{number(x)}" y="{number(y)}" {size} rx="4"/>'


def flag(x: float, y: float, words: str) -> str:
    """A short text in a disc, beside the culprit."""
    label = text(x, y + 4, words, css="flag-t", size=11, anchor="middle")
    return f'<circle class="flag" cx="{number(x)}" cy="{number(y)}" r="11"/>{label}' if words else ""


def rows(pieces: Iterable[str], step: float, line: float, wide: float) -> Part:
    """Pieces side by side, as many in a row as there is room for."""
    each = list(pieces)
    fit = max(1, int(wide // step))
    body = "".join(placed(at % fit * step, at // fit * line, piece) for at, piece in enumerate(each))
    return -(-len(each) // fit) * line, body
