"""The ranking of a month, and what the calendar says about it."""

import datetime as dt
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ladder import formats, refusals, rulebook
from ladder.models import Ladder, Season
from ladder.pagecache import kept_page
from ladder.selectors.imports import totals_of
from ladder.selectors.kept import lines_kept
from ladder.selectors.rankings import Ranking, has_page
from ladder.selectors.revisions import revisions_of
from ladder.selectors.seasons import month_beside, season_at, season_get, season_opened
from ladder.views.archive import archive_page
from ladder.views.latest import latest
from ladder.views.leagues import keepers_of
from ladder.views.month_table import filter_from, own_row, page_of, table_rows
from ladder.views.month_words import tag, until


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    ladder = get_object_or_404(Ladder, slug=slug)
    return month_page(request, season_at(ladder, timezone.now()), ladder.get_absolute_url())


@require_safe
def month(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    season = season_opened(slug, key)
    if season is not None:
        return month_page(request, season, reverse("month", args=[slug, season.key]))
    ladder = get_object_or_404(Ladder, slug=slug)
    season = season_get(ladder, key)
    if season is None:
        return archive_page(request, ladder, unknown=key)
    if not has_page(season, timezone.now()):
        return archive_page(request, ladder, unknown=formats.month(formats.first_day(season)))
    return month_page(request, season, reverse("month", args=[slug, season.key]))


def month_page(request: HttpRequest, season: Season, address: str, revision: int | None = None) -> HttpResponse:
    """The ranking of a month: the last published or the live one, or an older revision; kept for a minute at most."""
    minute = int(timezone.now().timestamp()) // 60
    stamp = (season.pk, season.version, revision, minute)
    return kept_page(request, stamp, lambda: month_drawn(request, season, address, revision))


def month_drawn(request: HttpRequest, season: Season, address: str, revision: int | None) -> HttpResponse:
    asked = request.GET.get("why", "")
    ladder, table = season.ladder, lines_kept(season, revision)
    chosen = filter_from(request, table)
    page = page_of(request, table, asked or request.GET.get("shut", ""))
    rows = table_rows(request, table, chosen, asked, address, page.object_list)
    if request.htmx and (asked or request.GET.get("shut")):
        slug = asked or request.GET["shut"]
        row = next((row for row in rows if row.line.player.slug == slug), None)
        if row is None:
            raise Http404
        return render(request, "ladder/_rank_row.html", {"row": row, "ladder": ladder, "zone": ladder.time_zone})
    now = timezone.now()
    revisions = revisions_of(season) if season.is_closed else []
    context = {
        "section": "ranking",
        "ladder": ladder,
        "zone": ladder.time_zone,
        "season": season,
        "first": formats.first_day(season),
        "state": tag(season, now),
        "until": until(season, now),
        "live": season.start <= now and not season.is_closed,
        "revision": revision,
        "private": revision is not None,
        "canonical": settings.SITE_URL + season.get_absolute_url() if revision else "",
        "revisions": revisions,
        "waiting": refusals.causes_in_short(revisions[0].waiting) if revisions and revision is None else [],
        "page": page,
        "rows": [row for row in rows if row.line.rank is not None],
        "below": [row for row in rows if row.line.rank is None],
        "minimum": table.rules.needed,
        "legend": legend(table),
        "filter": chosen,
        "mine": own_row(request, table),
        "address": address,
        "empty": empty(season, now),
        "totals": totals_of(season) if not rows else [],
        "before": neighbour(season, -1, now),
        "after": neighbour(season, 1, now) if season.end <= now else None,
        "export": reverse("month", args=[ladder.slug, season.key]).rstrip("/"),
        "latest": [] if asked or chosen.active else latest(4),  # who asks for something wants that alone
        "keepers": keepers_of(ladder),
    }
    return render(request, "ladder/month.html", context)


def neighbour(season: Season, step: int, now: dt.datetime) -> dict[str, Any] | None:
    """The month before or after, where it has a page."""
    other = month_beside(season, step)
    return {"key": other.key, "first": formats.first_day(other)} if has_page(other, now) else None


def empty(season: Season, now: dt.datetime) -> str:
    facts = {
        "month": formats.month(formats.first_day(season)),
        "start": formats.day(season.start, season.ladder.time_zone),
    }
    if now < season.start:
        return _("%(month)s opens on %(start)s.") % facts
    if season.is_closed:
        return _("No match counts in %(month)s. It is closed.") % facts
    if season.end <= now:
        return _("No match counts in %(month)s. The month is over.") % facts
    if now - season.start < dt.timedelta(days=1):
        return _("No matches yet in %(month)s. The month began today.") % facts
    return _("No matches yet in %(month)s.") % facts


def legend(table: Ranking) -> list[str]:
    before = formats.month(formats.month_after(formats.first_day(table.season), -1))
    return [_("▲▼ since %(month)s") % {"month": before}, *rulebook.in_short(table.rules)]
