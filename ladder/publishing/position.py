"""A position of a replay as one picture that stands alone, 1200 by 630: for other sites, and to be saved."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from ladder.publishing.cards import HEIGHT, WIDTH
from ladder.publishing.picture import FONTS, shortened

SIDE, TOP, GAP = 40, 128, 24
LONG, SHORT = 2.5, 1.2
"""A strip so many times as tall as wide cannot be read in a picture of points: it is cut, and stays so tall."""
BOX = re.compile(r'^<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>')
THIN = re.compile(r'vector-effect="non-scaling-stroke" transform="scale\(([\d.]+)\)"')
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
DRAWN = re.compile(r"\b(?:fill|stroke)\b")


def position_svg(title: str, below: str, panels: Sequence[str], *, whole: bool = True) -> str:
    """The drawings of a position side by side, as large as they fit, under a heading; long strips `whole` or cut."""
    boxes = [(panel, *_size(*map(float, found.groups()), whole)) for panel in panels if (found := BOX.match(panel))]
    room = (WIDTH - 2 * SIDE - GAP * (len(boxes) - 1)) / max(1, len(boxes))
    sizes = [_fitted(width, height, room) for _panel, width, height in boxes]
    left = (WIDTH - sum(width for width, _height in sizes) - GAP * (len(boxes) - 1)) / 2
    drawn = []
    for (panel, wide, high), (width, height) in zip(boxes, sizes, strict=True):
        place = f'x="{left:.0f}" y="{TOP}" width="{width:.1f}" height="{height:.1f}" viewBox="0 0 {wide} {high}"'
        drawn.append(THIN.sub(_thin, BOX.sub(f"<svg {place}>", panel)))
        left += width + GAP
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" '
        'aria-labelledby="t" font-family="{fonts}"><title id="t">{title}. {below}</title><style>{styles}</style>\n'
        '<rect width="{w}" height="{h}" fill="#f7f4ed"/><rect width="{w}" height="16" fill="#0b5868"/>\n'
        '<text x="{side}" y="72" font-size="40" font-weight="bold">{title_short}</text>'
        '<text x="{side}" y="108" font-size="24" class="sub">{below_short}</text>\n{drawn}</svg>',
        w=WIDTH,
        h=HEIGHT,
        side=SIDE,
        fonts=FONTS,
        title=title,
        below=below,
        title_short=shortened(title, 48),
        below_short=shortened(below, 84),
        styles=drawing_styles(),
        # The drawings escape every text they are given (games/README 5).
        drawn=mark_safe("\n".join(drawn)),  # noqa: S308
    )


def _thin(found: re.Match[str]) -> str:
    """An outline as thin as a browser draws it, for those who do not know such outlines."""
    return f'stroke-width="{1 / float(found[1]):.3f}" transform="scale({found[1]})"'


def _size(width: float, height: float, whole: bool) -> tuple[float, float]:
    return width, height if whole or height < LONG * width else SHORT * width


def _fitted(width: float, height: float, room: float) -> tuple[float, float]:
    scale = min(room / width, (HEIGHT - TOP - GAP) / height)
    return width * scale, height * scale


@cache
def drawing_styles() -> SafeString:
    """The rules of the site's style sheet by which drawings are coloured, with the light colours filled in."""
    sheet = re.sub(r"/\*.*?\*/", "", Path(str(finders.find("ladder/classifica.css"))).read_text(), flags=re.DOTALL)
    colours = dict(re.findall(r"--([\w-]+): light-dark\(([^,]+),", sheet))
    rules = []
    for selector, declared in RULE.findall(sheet):
        if DRAWN.search(declared) and not re.search(r"[:@>\[]", selector):
            filled = re.sub(r"var\(--([\w-]+)\)", lambda found: colours.get(found[1], "inherit"), declared)
            rules.append(f"{selector.strip()}{{{filled.strip()}}}")
    return mark_safe("".join(rules))  # noqa: S308, our own file
