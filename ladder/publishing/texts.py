"""A month's ranking as a piece of text: for Telegram, Discord, WhatsApp, a forum, or as a table for a web page.

Templates have fixed place-holders by name and nothing else: no attributes, no items, no formats.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import limits
from ladder import formats
from ladder.models import Season
from ladder.selectors.rankings import RankedPlayer, Ranking

HOLDER = re.compile(r"\{([^{}]*)\}")
HOLDERS = ("league", "month", "state", "rows", "ranked", "matches", "below", "link")
MOST_LINES = 50
STYLES = ("telegram", "discord", "whatsapp", "bbcode")
MARKDOWN = re.compile(r"([\\`*_~|>#\[\]])")
LINE_ENDS = re.compile(r"[\r\n\u2028\u2029\x00-\x1f\x7f]+")


class UnknownHolder(Exception):
    """A template names something that there is not."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def default_template() -> str:
    return _("🏆 {league} – {month} ({state})\n{rows}\n{ranked}, {matches}, {below}. Details: {link}")


def check_template(text: str) -> None:
    """Raise `UnknownHolder` for a place-holder that there is not, or a brace that belongs to none."""
    for name in HOLDER.findall(text):
        if name not in HOLDERS:
            raise UnknownHolder(name[: limits.NAME_LENGTH])
    rest = HOLDER.sub("", text)
    if "{" in rest or "}" in rest:
        raise UnknownHolder("{" if "{" in rest else "}")


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template with its place-holders replaced, once: what a value contains is never looked at again."""
    return HOLDER.sub(lambda found: values.get(found[1], found[0]), template)


def month_text(table: Ranking, state: str, *, template: str = "", lines: int = 5, style: str = "telegram") -> str:
    """The ranking in the active language, the first `lines` of it."""
    season = table.season
    quoted = QUOTES[style]
    rows = table.ranked[: max(1, min(lines, MOST_LINES))]
    values = {
        "league": quoted(one_line(season.ladder.name)),
        "month": formats.month(formats.first_day(season)).capitalize(),
        "state": state,
        "rows": bbcode_rows(rows) if style == "bbcode" else "\n".join(text_rows(rows, quoted)),
        "ranked": ngettext("%(n)s ranked", "%(n)s ranked", len(table.ranked)) % {"n": len(table.ranked)},
        "matches": counted(table.matches),
        "below": ngettext("%(n)s below the minimum", "%(n)s below the minimum", len(table.below))
        % {"n": len(table.below)},
        "link": address(season),
    }
    return filled(template or default_template(), values)


def address(season: Season) -> str:
    return settings.SITE_URL + season.get_absolute_url()


def one_line(text: str) -> str:
    return LINE_ENDS.sub(" ", text)


def counted(matches: int) -> str:
    return ngettext("%(n)s match", "%(n)s matches", matches) % {"n": matches}


def text_rows(rows: Sequence[RankedPlayer], quoted: Callable[[str], str]) -> list[str]:
    """One line a player; “matches” and the words of a move are written out where they come first."""
    lines, moved = [], False
    for number, row in enumerate(rows):
        played = str(row.row.played) if number else counted(row.row.played)
        move = sign(row.move)
        if row.move and not moved:
            move, moved = f"{move} {move_words(row.move)}", True
        name = quoted(one_line(row.player.name))
        lines.append(f"{row.rank}. {name} {formats.points(row.points)} ({played}) {move}")
    return lines


def sign(move: int | None) -> str:
    if move is None:
        return _("new")
    return "=" if move == 0 else f"▲{move}" if move > 0 else f"▼{-move}"


def move_words(move: int) -> str:
    steps = abs(move)
    words = (
        ngettext("up %d place", "up %d places", steps)
        if move > 0
        else ngettext("down %d place", "down %d places", steps)
    )
    return words % steps


def bbcode_rows(rows: Sequence[RankedPlayer]) -> str:
    """A table as forums read it."""
    body = [
        f"[tr][td]{row.rank}[/td][td]{without_brackets(one_line(row.player.name))}[/td]"
        f"[td]{formats.points(row.points)}[/td][td]{row.row.played}[/td][td]{sign(row.move)}[/td][/tr]"
        for row in rows
    ]
    heads = "".join(f"[td][b]{head}[/b][/td]" for head in ("", _("Player"), _("Points"), _("Matches"), ""))
    return "\n".join(["[table]", f"[tr]{heads}[/tr]", *body, "[/table]"])


def without_brackets(text: str) -> str:
    """A name cannot open a tag of a forum: square brackets become round ones."""
    return text.replace("[", "(").replace("]", ")")


def with_backslashes(text: str) -> str:
    """What Discord would read as a format is told to be text."""
    return MARKDOWN.sub(r"\\\1", text)


QUOTES: dict[str, Callable[[str], str]] = {
    "telegram": str,
    "discord": with_backslashes,
    "whatsapp": str,
    "bbcode": without_brackets,
}


def html_table(table: Ranking, state: str, *, lines: int = 10) -> str:
    """The ranking as a table that brings its looks along, to be pasted into any web page."""
    cell = "padding:.3em .6em;border-bottom:1px solid #ccc;text-align:left"
    number = "padding:.3em .6em;border-bottom:1px solid #ccc;text-align:right"
    season = table.season
    title = f"{season.ladder.name} – {formats.month(formats.first_day(season)).capitalize()} ({state})"
    body = format_html_join(
        "\n",
        '<tr><td style="{}">{}</td><th scope="row" style="{};font-weight:normal">{}</th>'
        '<td style="{}">{}</td><td style="{}">{}</td></tr>',
        (
            (number, row.rank, cell, row.player.name, number, formats.points(row.points), number, row.row.played)
            for row in table.ranked[:lines]
        ),
    )
    heads = format_html_join(
        "",
        '<th scope="col" style="{}">{}</th>',
        [(number, "#"), (cell, _("Player")), (number, _("Points")), (number, _("Matches"))],
    )
    return format_html(
        '<table style="border-collapse:collapse">\n<caption style="text-align:left;padding:.3em 0"><a href="{}">{}</a></caption>\n'
        "<thead><tr>{}</tr></thead>\n<tbody>\n{}\n</tbody></table>",
        address(season),
        title,
        heads,
        body,
    )


def alt_text(table: Ranking, state: str, *, lines: int = 10) -> str:
    """What the picture shows, in words."""
    season = table.season
    people = "; ".join(
        f"{row.rank}. {one_line(row.player.name)} {formats.points(row.points)}" for row in table.ranked[:lines]
    )
    title = f"{season.ladder.name}, {formats.month(formats.first_day(season))} ({state})"
    return f"{title}: {people}" if people else title
