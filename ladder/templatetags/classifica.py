"""Small pieces of pages: icons, outcome marks, moves, numbers and instants."""

import datetime as dt
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.db.models import Exists, OuterRef
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.forms import new_key
from games.models import Player
from games.outcomes import Outcome
from games.services.follows import follows
from ladder import explain, formats, help_texts
from ladder.models import Ladder, Role, Season
from ladder.publishing.picture import has_fonts
from ladder.standing import Row

register = template.Library()
STAMP = "%Y-%m-%dT%H:%M:%SZ"
register.filter("points", formats.points)
register.filter("in_points", formats.in_points)
register.filter("ordinal", formats.ordinal)
register.filter("month", formats.month)
register.filter("quoted", formats.quoted)
register.filter("first_day", formats.first_day)
register.filter("change", formats.change)
register.filter("decimal", formats.decimal)


@register.filter
def worth(season: Season, row: Row) -> str:
    """What a row compares, as its month's scheme shows it."""
    return formats.worth(season.rules.rules.scheme.name, row.points, row.spread)


@register.filter
def worth_with_unit(season: Season, row: Row) -> str:
    """The same in words: 51 points, 56.25 %, a rating of 1517.3."""
    return explain.with_unit(season.rules.rules, row)


@register.filter
def called(player: Player, reader: Any) -> str:
    """A player's name: of one who hides it, the initials, except for readers who are logged in."""
    return player.known_as if getattr(reader, "is_authenticated", False) else player.name


@register.filter
def key_month(key: str) -> str:
    """2026-11 as November 2026."""
    return formats.month(dt.date(int(key[:4]), int(key[5:]), 1))


@register.filter
def date_in(instant: dt.datetime, zone: str) -> str:
    """A date with its year, in a zone."""
    return formats.day(instant, zone, year=True)


@register.filter
def seat_name(names: Sequence[str], seat: int | None) -> str:
    """Who sits at a seat (from 0); empty for the table itself."""
    return names[seat] if seat is not None and 0 <= seat < len(names) else ""


register.filter("deadline_in", formats.deadline)
register.filter("day_in", formats.day)


@register.simple_tag(takes_context=True)
def page_address(context: dict[str, Any], number: int) -> str:
    """This page's address with another page number; filters stay."""
    query = context["request"].GET.copy()
    query["page"] = str(number)
    return f"?{query.urlencode()}"


@register.inclusion_tag("ladder/_follow.html", takes_context=True)
def follow_button(context: dict[str, Any], kind: str, thing: Any) -> dict[str, Any]:
    """To follow a player, a league or a tournament, or no more; visitors are led to log in."""
    user = context["user"]
    following = user.is_authenticated and follows(user, kind, thing.pk)
    log_in = context.get("log_in", "")
    return {"known": user.is_authenticated, "following": following, "kind": kind, "thing": thing, "log_in": log_in}


@register.inclusion_tag("ladder/_kept.html", takes_context=True)
def kept_leagues(context: dict[str, Any]) -> dict[str, Any]:
    """The leagues that the reader keeps, each with the pages for that."""
    user = context["user"]
    if user.is_superuser:
        return {"kept": [(ladder, True) for ladder in Ladder.objects.all()]}
    mine = Role.objects.filter(ladder=OuterRef("pk"), user=user)
    ladders = Ladder.objects.filter(Exists(mine)).annotate(is_managed=Exists(mine.filter(kind="manager")))
    return {"kept": [(ladder, ladder.is_managed) for ladder in ladders]}


@register.inclusion_tag("ladder/_exports.html", takes_context=True)
def exports(context: dict[str, Any], suffixes: str) -> dict[str, Any]:
    """This page to take away: a link for each suffix, with the filters of the page, and one to print it."""
    request = context["request"]
    query = request.GET.copy()
    for name in ("lang", "why", "shut", "page", "print"):
        query.pop(name, None)
    asked = f"?{query.urlencode()}" if query else ""
    stem = request.path.rstrip("/")
    links = [(suffix.upper(), f"{stem}.{suffix}{asked}") for suffix in suffixes.split()]
    query["print"] = ""
    return {"links": links, "print": f"?{query.urlencode()}"}


@register.inclusion_tag("ladder/_social.html", takes_context=True)
def social(
    context: dict[str, Any], title: str, text: str, name: str = "card", *args: str, **query: str
) -> dict[str, Any]:
    """What other sites show beside a link to this page; `name` with `args` and `query` is the address of its picture."""
    image = settings.SITE_URL + reverse(name, args=args, query=query or None) if has_fonts() else ""
    return {"title": title, "text": text, "url": context["addresses"]["canonical"], "image": image}


@register.simple_tag
def help_link(slug: str) -> SafeString:
    """A page of help, where it is needed: a link that is its question."""
    address = reverse("help_topic", args=[slug])
    return format_html('<a class="s help" href="{}">{}</a>', address, help_texts.BY_SLUG[slug].question)


@register.simple_tag
def form_key() -> SafeString:
    """A hidden field with a new key: the form is carried out once, however often it is sent."""
    return format_html('<input type="hidden" name="key" value="{}">', new_key())


@register.simple_tag
def icon(name: str) -> SafeString:
    return _icon(static("ladder/icons.svg"), name)


@lru_cache(maxsize=256)
def _icon(sheet: str, name: str) -> SafeString:
    return format_html('<svg class="i" aria-hidden="true"><use href="{}#{}"/></svg>', sheet, name)


@register.simple_tag
def mark(outcome: Outcome, only: bool = False) -> SafeString:
    """Icon and word of an outcome; with `only`, the word is for screen readers."""
    word = format_html('<span class="vh">{}</span>', outcome.word) if only else outcome.word
    return format_html(
        '<span class="mark {}{}">{}{}</span>', outcome.tone, " only" if only else "", icon(outcome.icon), word
    )


@register.simple_tag
def moved(change: int | None) -> SafeString:
    """Places won (above 0) or lost since the month before; None for somebody who was not in it."""
    if change is None:
        return format_html('<span class="mv new">{}</span>', _("new"))
    if change == 0:
        return format_html(
            '<span class="mv"><span aria-hidden="true">=</span><span class="vh">{}</span></span>', _("same place")
        )
    up, steps = change > 0, abs(change)
    said = ngettext("up %d place", "up %d places", steps) if up else ngettext("down %d place", "down %d places", steps)
    return format_html(
        '<span class="mv {}"><span aria-hidden="true">{}{}</span><span class="vh">{}</span></span>',
        "up" if up else "dn",
        "▲" if up else "▼",
        steps,
        said % steps,
    )


@register.simple_tag
def form_bars(results: Sequence[tuple[Fraction, bool]], full: Fraction | int = 10) -> SafeString:
    """The last five results as bars: points and whether it was a first place, oldest first; `full` is the tallest."""
    return _bars(tuple(results), full, get_language() or "")


@lru_cache(maxsize=4096)
def _bars(results: tuple[tuple[Fraction, bool], ...], full: Fraction | int, language: str) -> SafeString:
    bars = []
    for number, (worth, won) in enumerate(results):
        height = max(2, round(min(float(worth) / float(full), 1) * 21))
        bars.append(("win" if won else "n", number * 13, 22 - height, height))
    drawn = format_html_join("", '<rect class="{}" x="{}" y="{}" width="10" height="{}" rx="1"/>', bars)
    listed = ", ".join(formats.points(worth) for worth, _won in results)
    label = _("latest results, points: %s") % listed
    return format_html('<svg class="bars" viewBox="0 0 65 22" role="img" aria-label="{}">{}</svg>', label, drawn)


@register.simple_tag(takes_context=True)
def when(context: dict[str, Any], instant: dt.datetime | None, zone: str, bold: bool = False) -> SafeString | str:
    """An instant on the reader's clock, with the city; the league's date beside it where the two dates differ."""
    if instant is None:
        return _("time unknown")
    user = context.get("user")
    own = getattr(user, "time_zone", "") or zone
    text = formats.day_and_time(instant, own)
    shown = format_html("<b>{}</b>" if bold else "{}", text)
    tag = format_html('<time datetime="{}">{}</time> ({})', instant.strftime(STAMP), shown, formats.city(own))
    if formats.local(instant, own).date() != formats.local(instant, zone).date():
        there = _("%(date)s in %(city)s") % {"date": formats.day(instant, zone), "city": formats.city(zone)}
        return format_html("{}, {}", tag, there)
    return tag


@register.simple_tag
def short_day(instant: dt.datetime | None, zone: str) -> SafeString | str:
    """A date only, in the league's zone; with the year where it is not this one."""
    if instant is None:
        return "–"
    year = formats.local(instant, zone).year != formats.local(timezone.now(), zone).year
    return format_html('<time datetime="{}">{}</time>', instant.strftime(STAMP), formats.day(instant, zone, year=year))


@register.simple_tag(takes_context=True)
def moment(context: dict[str, Any], instant: dt.datetime, zone: str) -> SafeString:
    """An instant on the reader's clock, without the city."""
    own = getattr(context.get("user"), "time_zone", "") or zone
    return format_html('<time datetime="{}">{}</time>', instant.strftime(STAMP), formats.day_and_time(instant, own))


@register.simple_tag(takes_context=True)
def printed_at(context: dict[str, Any]) -> SafeString:
    """When a page was made, for the foot of its print: by the clocks of the page, which are named."""
    now, zone = timezone.now(), context.get("zone") or "UTC"
    words = f"{formats.day(now, zone, year=True)}, {formats.local(now, zone):%H:%M} ({formats.city(zone)})"
    return format_html('<time datetime="{}">{}</time>', now.strftime(STAMP), words)


@register.simple_tag
def score_bar(score: int | None, best: int) -> SafeString | str:
    """A score as a bar; the best one is as wide as the column."""
    if score is None or best <= 0:
        return ""
    return format_html(
        '<svg class="scorebar" viewBox="0 0 {} 8" preserveAspectRatio="none" aria-hidden="true">'
        '<rect width="{}" height="8" rx="2"/></svg>',
        best,
        max(score, 0),
    )
