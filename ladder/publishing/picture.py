"""The first ten of a month as a picture: SVG drawn from numbers, and PNG of it."""

from functools import cache
from pathlib import Path

import resvg_py
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from ladder import formats
from ladder.publishing.texts import alt_text, one_line, sign
from ladder.selectors.rankings import RankedPlayer, Ranking

ROWS = 10
WIDTH, ROW, HEAD, FOOT = 640, 44, 104, 44
NAME_LENGTH = 28
FONTS = "DejaVu Sans, Noto Sans, Liberation Sans, Arial, Helvetica, sans-serif"
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts")
FONT_ENDINGS = (".ttf", ".otf", ".ttc")


class NoFonts(Exception):
    """This server has no fonts, so a PNG would have no letters."""


def picture_svg(table: Ranking, state: str) -> str:
    rows = table.ranked[:ROWS]
    height = HEAD + max(1, len(rows)) * ROW + FOOT
    season = table.season
    drawn = format_html_join("\n", "{}", ((_row(number, row),) for number, row in enumerate(rows)))
    empty = format_html('<text x="28" y="{}" class="m">{}</text>', HEAD + 28, _("No matches yet.")) if not rows else ""
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" '
        'aria-labelledby="t d" font-family="{fonts}"><title id="t">{league}</title><desc id="d">{alt}</desc>\n'
        '<rect width="{w}" height="{h}" fill="#f7f4ed"/><rect width="{w}" height="8" fill="#0b5868"/>\n'
        '<text x="28" y="52" font-size="26" font-weight="bold" fill="#1e2022">{league}</text>'
        '<text x="28" y="82" font-size="17" fill="#57544d">{month} · {state}</text>\n{drawn}{empty}\n'
        '<text x="28" y="{foot}" font-size="14" fill="#57544d">{matches}</text></svg>',
        w=WIDTH,
        h=height,
        fonts=FONTS,
        league=shortened(season.ladder.name, 40),
        alt=alt_text(table, state, lines=ROWS),
        month=formats.month(formats.first_day(season)).capitalize(),
        state=state,
        drawn=drawn,
        empty=empty,
        foot=height - 18,
        matches=", ".join((formats.players(len(table.ranked)), formats.matches(table.matches))),
    )


def _row(number: int, row: RankedPlayer) -> str:
    top = HEAD + number * ROW
    move = row.move or 0
    return format_html(
        '<rect x="16" y="{}" width="608" height="{}" rx="6" fill="{}"/>'
        '<text x="64" y="{y}" font-size="20" font-weight="bold" fill="#0b5868" text-anchor="end">{}</text>'
        '<text x="84" y="{y}" font-size="20" fill="#1e2022">{}</text>'
        '<text x="500" y="{y}" font-size="16" fill="{}" text-anchor="end">{}</text>'
        '<text x="604" y="{y}" font-size="20" font-weight="bold" fill="#1e2022" text-anchor="end">{}</text>',
        top,
        ROW - 6,
        "#e0edee" if (row.rank or 99) < 4 else "#fffdf8",
        row.rank,
        shortened(row.player.name, NAME_LENGTH),
        "#1b6637" if move > 0 else "#a1262b" if move < 0 else "#57544d",
        sign(row.move),
        formats.points(row.points),
        y=top + 26,
    )


def shortened(text: str, most: int) -> str:
    text = one_line(text)
    return text if len(text) <= most else text[: most - 1] + "…"


def picture_png(svg: str, width: int | None = None) -> bytes:
    """The drawing as wide as it says, or as told. Raises `NoFonts`."""
    if not has_fonts():
        raise NoFonts
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, width=width, font_family="DejaVu Sans", sans_serif_family="DejaVu Sans")
    )


@cache
def has_fonts() -> bool:
    folders = (Path(folder) for folder in FONT_FOLDERS)
    return any(path.suffix in FONT_ENDINGS for folder in folders for path in folder.rglob("*"))
