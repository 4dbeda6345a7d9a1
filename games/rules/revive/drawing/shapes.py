"""The pieces of the drawing: hexes with their terrain, buildings and figures, small labelled pieces, marks.

Colours are classes of the site's style sheet. Every terrain has its own sign and every seat its number, so that nothing
hangs on colour alone.
"""

from math import cos, pi, sin, sqrt

from games.engine.svg import frame, number, text
from games.rules.revive.components import Cell

TERRAIN = {
    "sand": ("g-arcades", "f-arcades", "M-4 2h1.6M-.8-1h1.6M2.4 2h1.6M-2.4-4h1.6M1.4-4h1.6"),
    "forest": ("g-garden", "f-garden", "M0-6L4.5 1H1V5H-1V1H-4.5z"),
    "mountain": ("g-chambers", "f-chambers", "M-6 5L-1.5-5L1.2 0L3-2.5L6.5 5z"),
    "field": ("coin-y", "coin-n", "M-4 5V-3M0 5V-5M4 5V-3M-5.5-2l1.5-2l1.5 2M-1.5-4l1.5-2l1.5 2M2.5-2l1.5-2l1.5 2"),
    "water": ("g-pavilion", "f-pavilion", "M-6-1q1.5-3 3 0t3 0t3 0t3 0M-6 3q1.5-3 3 0t3 0t3 0t3 0"),
    "location": ("g-seraglio", "f-seraglio", "M-5 5V0L0-5L5 0V5z"),
    "large_location": ("g-seraglio", "f-seraglio", "M-6 5V-1H-3V-5H3V-1H6V5z"),
    "chasm": ("g-tower", "f-tower", "M-5-5L0 5L5-5z"),
    "lake": ("g-pavilion", "f-pavilion", "M-6-1q1.5-3 3 0t3 0t3 0t3 0M-6 3q1.5-3 3 0t3 0t3 0t3 0"),
    "vast_crystal": ("g-tower", "f-tower", "M0-6L4 0L0 6L-4 0z"),
    "edge_crystal": ("g-tower", "f-tower", "M0-6L4 0L0 6L-4 0z"),
    "face_down": ("slot", "", ""),
}
"""Classes of ground and sign, and the sign, by terrain."""

STROKED = ("sand", "field", "water", "lake")
COLORS = {"gray": "g-chambers", "green": "g-garden", "yellow": "coin-y", "wild": "g-pavilion"}


def centre(cell: Cell, size: float) -> tuple[float, float]:
    """Where the middle of a cell lies, `size` being the radius of a hex that stands on a corner."""
    q, r = cell
    return size * sqrt(3) * (q + r / 2), size * 1.5 * r


def hexagon(x: float, y: float, size: float, css: str) -> str:
    """A hex round a point."""
    corners = ((x + size * sin(side * pi / 3), y - size * cos(side * pi / 3)) for side in range(6))
    return f'<path class="{css}" d="M{"L".join(f"{number(a)} {number(b)}" for a, b in corners)}z"/>'


def sign(x: float, y: float, kind: str, scale: float) -> str:
    """The sign of a terrain."""
    _, css, path = TERRAIN[kind]
    if not path:
        return ""
    style = ' fill="none" stroke="currentColor" stroke-width="1.3"' if kind in STROKED else ""
    return f'<path class="{"" if style else css}"{style} transform="translate({number(x)} {number(y)}) scale({scale:.2g})" d="{path}"/>'


def building(x: float, y: float, size: float, seat: int, large: bool) -> str:
    """A building with its owner's number; a large one has a roof line."""
    side = size * (0.72 if large else 0.5)
    roof = (
        f"l{number(side)} {number(-side * 0.8)}l{number(side)} {number(side * 0.8)}"
        if large
        else f"h{number(2 * side)}"
    )
    body = f'<path class="w1" fill="none" d="M{number(x - side)} {number(y - side * 0.6)}{roof}V{number(y + side)}H{number(x - side)}z"/>'
    ground = f'<rect class="slot" x="{number(x - side)}" y="{number(y - side * 0.6)}" width="{number(2 * side)}" height="{number(side * 1.6)}"/>'
    return ground + body + text(x, y + size * 0.42, str(seat + 1), size=size * 0.85, anchor="middle", bold=True)


def figure(x: float, y: float, size: float, seat: int) -> str:
    """A figure with its owner's number."""
    disc = f'<circle class="slot" cx="{number(x)}" cy="{number(y)}" r="{number(size * 0.52)}"/>'
    return disc + text(x, y + size * 0.3, str(seat + 1), size=size * 0.85, anchor="middle", bold=True)


def marker(x: float, y: float, size: float, seat: int) -> str:
    """A tribe's marker with its owner's number."""
    half = size * 0.6
    box = f'<path class="slot" d="M{number(x - half)} {number(y)}L{number(x)} {number(y - half)}L{number(x + half)} {number(y)}L{number(x)} {number(y + half)}z"/>'
    return box + text(x, y + size * 0.27, str(seat + 1), size=size * 0.7, anchor="middle", bold=True)


def chip(words: str, css: str, width: float, marked: bool, bad: bool) -> str:
    """A small piece with its name."""
    body = f'<rect class="{css}" x=".5" y=".5" width="{number(width - 1)}" height="19" rx="4"/>'
    label = text(width / 2, 14, words, css="coin-n" if css == "coin-y" else "", size=11, anchor="middle")
    return body + label + (frame(-1.5, -1.5, width + 3, 23, bad=bad) if marked else "")
