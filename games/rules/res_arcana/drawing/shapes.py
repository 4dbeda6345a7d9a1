"""The pieces of the drawing: essences, cards straight and turned, marks. Colours are classes of the site's style sheet.

Every essence has its own outline, so that nothing hangs on colour alone.
"""

from collections.abc import Sequence

from games.engine.svg import number, outlined, placed, text
from games.rules.res_arcana.components import Card
from games.rules.res_arcana.essences import KINDS

LONG, SHORT = 92, 72
"""A card's sides; turned, it lies on its side."""
CELL = 102
"""The room of a card, turned or not."""

_CLASSES = {
    "life": "coin-g",
    "death": "es-death",
    "elan": "coin-o",
    "calm": "coin-b",
    "gold": "coin-y",
    "any": "slot",
}
_ESSENCES = {
    "life": "M0-1.2C1.3-.5 1.3.7 0 1.2C-1.3.7-1.3-.5 0-1.2z",
    "death": "M-.95-.95H.95V.35L.5.95H-.5L-.95.35z",
    "elan": "M0-1.25L1.15.85H-1.15z",
    "calm": "M0-1.1C.6-.4 1 .05 1 .4A1 .8 0 0 1-1 .4C-1 .05-.6-.4 0-1.1z",
    "gold": "M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1z",
    "any": "M-.58-1H.58L1.1 0L.58 1H-.58L-1.1 0z",
}
"""Outline of an essence of radius 1."""


def essence(kind: str, count: int, radius: float) -> str:
    """An essence with its number on it."""
    outline = outlined(_CLASSES[kind], radius, _ESSENCES[kind])
    css = {"death": "es-light", "any": ""}.get(kind, "coin-n")
    return outline + text(0, radius * 0.5, str(count), css=css, size=radius * 1.15, anchor="middle", bold=True)


def essences(counts: Sequence[int], x: float, y: float, radius: float, *, free: int = 0) -> str:
    """A row of what there is; `free` is paid with any."""
    there: list[tuple[str, int]] = [(kind, count) for kind, count in zip(KINDS, counts, strict=True) if count]
    if free:
        there.append(("any", free))
    step = radius * 2.5
    return "".join(placed(x + at * step, y, essence(kind, count, radius)) for at, (kind, count) in enumerate(there))


def card(piece: Card, on: Sequence[int], turned: bool) -> str:
    """A component in a square of `CELL`: upright, or lying on its side when turned."""
    wide, high = (LONG, SHORT) if turned else (SHORT, LONG)
    left, top = (CELL - wide) / 2, (CELL - high) / 2
    css = "slot card-turned" if turned else "slot"
    body = [
        f'<rect class="{css}" x="{number(left)}" y="{number(top)}" width="{wide}" height="{high}" rx="7"/>',
        *(
            text(CELL / 2, top + 18 + at * 13, line, size=10.5, anchor="middle")
            for at, line in enumerate(lines(piece.name, 14 if turned else 10))
        ),
    ]
    if piece.points:
        body.append(text(left + wide - 6, top + high - 7, f"★{piece.points}", size=12, anchor="end", bold=True))
    return "".join(body) + essences(on, left + 12, top + high - 26, 8)


def lines(words: str, most: int) -> list[str]:
    """`words` in lines of about `most` characters, three at most."""
    rows: list[str] = []
    for word in words.split():
        if rows and len(rows[-1]) + len(word) < most:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return [row if len(row) <= 14 else f"{row[:13]}…" for row in rows[:3]]
