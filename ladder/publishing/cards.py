"""Pictures that other sites show beside a link: a heading, up to four lines and a foot, 1200 by 630."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ladder.publishing.picture import FONTS, picture_png, shortened

WIDTH, HEIGHT = 1200, 630
LINES = 4
LINE, FIRST_LINE = 84, 262
KEPT_SECONDS = 86_400
CHART = (760, 240, 380, 250)
"""Left, top, width and height of the drawn line."""


@dataclass(frozen=True)
class Card:
    """What a card says. `lines` are (mark, name, value); `chart` are values drawn as a line beside fewer lines."""

    above: str
    title: str
    below: str = ""
    lines: Sequence[tuple[str, str, str]] = ()
    chart: Sequence[float] = ()

    @property
    def alt(self) -> str:
        rows = "; ".join(" ".join(filter(None, line)) for line in self.lines[:LINES])
        return ". ".join(filter(None, [self.above, self.title, self.below, rows]))


def card_svg(card: Card) -> str:
    wide = 1128 if not card.chart else 640
    drawn = format_html_join(
        "\n", "{}", ((_line(number, line, wide),) for number, line in enumerate(card.lines[:LINES]))
    )
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" '
        'aria-labelledby="t" font-family="{fonts}"><title id="t">{alt}</title>\n'
        '<rect width="{w}" height="{h}" fill="#f7f4ed"/><rect width="{w}" height="16" fill="#0b5868"/>\n'
        '<text x="72" y="92" font-size="34" fill="#57544d">{above}</text>'
        '<text x="72" y="164" font-size="60" font-weight="bold" fill="#1e2022">{title}</text>'
        '<text x="72" y="214" font-size="30" fill="#57544d">{below}</text>\n{drawn}\n{chart}</svg>',
        w=WIDTH,
        h=HEIGHT,
        fonts=FONTS,
        alt=card.alt,
        above=shortened(card.above, 56),
        title=shortened(card.title, 32),
        below=shortened(card.below, 64),
        drawn=drawn,
        chart=_chart(card.chart),
    )


def _line(number: int, line: tuple[str, str, str], wide: int) -> SafeString:
    mark, name, value = line
    top = FIRST_LINE + number * LINE
    return format_html(
        '<rect x="48" y="{top}" width="{wide}" height="72" rx="12" fill="{fill}"/>'
        '<text x="128" y="{y}" font-size="38" font-weight="bold" fill="#0b5868" text-anchor="end">{mark}</text>'
        '<text x="156" y="{y}" font-size="38" fill="#1e2022">{name}</text>'
        '<text x="{right}" y="{y}" font-size="38" font-weight="bold" fill="#1e2022" text-anchor="end">{value}</text>',
        top=top,
        wide=wide,
        y=top + 50,
        right=wide + 16,
        fill="#e0edee" if number == 0 else "#fffdf8",
        mark=shortened(mark, 4),
        name=shortened(name, 28 if wide > 1000 else 14),
        value=shortened(value, 16),
    )


def _chart(values: Sequence[float]) -> SafeString | str:
    """The values as a line from left to right; nothing for fewer than two."""
    if len(values) < 2:
        return ""
    left, top, width, height = CHART
    least, most = min(values), max(values)
    span = (most - least) or 1.0
    points = " ".join(
        f"{left + width * number / (len(values) - 1):.1f},{top + height * (most - value) / span:.1f}"
        for number, value in enumerate(values)
    )
    return format_html(
        '<polyline points="{}" fill="none" stroke="#0b5868" stroke-width="6" stroke-linejoin="round" '
        'stroke-linecap="round"/>',
        points,
    )


def card_png(card: Card) -> bytes:
    """The picture of a card. Raises `NoFonts`."""
    return png_kept(card_svg(card))


def png_kept(svg: str, width: int | None = None) -> bytes:
    """A picture, drawn once for what it shows. Raises `NoFonts`."""
    key = f"card-{hashlib.sha256(svg.encode()).hexdigest()}"
    kept = cache.get(key)
    if kept is None:
        kept = picture_png(svg, width)
        cache.set(key, kept, KEPT_SECONDS)
    return bytes(kept)
