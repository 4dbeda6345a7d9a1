"""Parts and panels that the drawing of every game is made of (games/README 5). Colours are classes of the style sheet.

Every panel is `WIDTH` units wide, one unit a pixel on the smallest phone. Whatever is a text is escaped here.
"""

from collections.abc import Iterable
from html import escape

WIDTH = 328
PAD = 10
INNER = WIDTH - 2 * PAD
"""What the edges of a panel leave of its width."""

_NAME = 22
"""As many letters of a player's name as there is room for."""

Part = tuple[float, str]
"""Height and body of a part of the drawing."""


def number(value: float) -> str:
    """A coordinate, as short as it can be."""
    return f"{value:.1f}".removesuffix(".0")


def text(
    x: float, y: float, words: str, *, css: str = "", size: float = 13, anchor: str = "start", bold: bool = False
) -> str:
    """One line of text; whatever it says is escaped here."""
    marks = f' class="{css}"' if css else ""
    marks += f' text-anchor="{anchor}"' if anchor != "start" else ""
    marks += ' font-weight="650"' if bold else ""
    return f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{marks}>{escape(words)}</text>'


def placed(x: float, y: float, body: str, scale: float = 1) -> str:
    """`body`, moved and scaled."""
    size = f" scale({scale:.3g})" if scale != 1 else ""
    return f'<g transform="translate({number(x)} {number(y)}){size}">{body}</g>'


def outlined(css: str, radius: float, outline: str) -> str:
    """A small piece with an outline (path data) of radius 1, drawn with `radius`."""
    return f'<path class="{css}" vector-effect="non-scaling-stroke" transform="scale({number(radius)})" d="{outline}"/>'


def frame(x: float, y: float, width: float, height: float, *, bad: bool) -> str:
    """The mark round something: dashed for the culprit, plain for what has just changed."""
    css = "focus" if bad else "focus new"
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect class="{css}" x="{number(x)}" y="{number(y)}" {size} rx="4"/>'


def flag(x: float, y: float, words: str) -> str:
    """A short text in a disc, beside the culprit."""
    label = text(x, y + 4, words, css="flag-t", size=11, anchor="middle")
    return f'<circle class="flag" cx="{number(x)}" cy="{number(y)}" r="11"/>{label}' if words else ""


def rows(pieces: Iterable[str], step: float, line: float, wide: float = INNER) -> Part:
    """Pieces in rows of a height of `line`, one every `step`, as many side by side as there is room for."""
    each = list(pieces)
    fit = max(1, int(wide // step))
    body = "".join(placed(at % fit * step, at // fit * line, piece) for at, piece in enumerate(each))
    return -(-len(each) // fit) * line, body


def stacked(parts: Iterable[Part], y: float = 0) -> Part:
    """Parts below each other from `y` down; the height is where the last one ends."""
    bodies = []
    for height, body in parts:
        bodies.append(placed(0, y, body))
        y += height
    return y, "".join(bodies)


def player_name(name: str) -> str:
    """A name, cut where there is no room for more."""
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


def turn_mark(turn: bool) -> str:
    """The arrow beside the name of whose turn it is."""
    return f'<path class="turn" d="M{PAD} 12.5l9 5.5l-9 5.5z"/>' if turn else ""


def player_line(name: str, points: int, turn: bool) -> str:
    """The first line of a player's panel: whose turn it is, the name, the points."""
    words = text(PAD + 14 if turn else PAD, 24, player_name(name), size=16, bold=True)
    return turn_mark(turn) + words + text(WIDTH - PAD, 26, str(points), size=21, anchor="end", bold=True)


def framed(part: Part) -> Part:
    """A part on the ground of a panel."""
    height, body = part
    size = f'width="{WIDTH - 1}" height="{number(height - 1)}"'
    return height, f'<rect class="panel-ground" x=".5" y=".5" {size} rx="10"/>{body}'


def one_svg(panels: Iterable[Part], title: str, columns: int) -> str:
    """All panels in one drawing, each in the column that is the shortest so far."""
    heights = [0.0] * columns
    parts = []
    for height, body in panels:
        column = heights.index(min(heights))
        parts.append(placed(column * (WIDTH + PAD), heights[column], body))
        heights[column] += height + PAD
    return _svg(columns * (WIDTH + PAD) - PAD, max(heights) - PAD, title, "".join(parts))


def several_svgs(panels: Iterable[Part], titles: Iterable[str]) -> list[str]:
    """A drawing for each panel, with its title."""
    return [_svg(WIDTH, height, title, body) for title, (height, body) in zip(titles, panels, strict=True)]


def _svg(width: float, height: float, title: str, body: str) -> str:
    box = f"0 0 {number(width)} {number(height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="panel" viewBox="{box}" role="img" '
        f'aria-label="{escape(title)}">{body}</svg>'
    )
