"""Revisions of a month as they were, and what each of them changed."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ladder import formats, refusals
from ladder.exports import Column, Table, tables
from ladder.exports.answers import answer
from ladder.models import Ladder, Season, SeasonRevision
from ladder.selectors.revisions import revision_changes, revisions_of
from ladder.selectors.seasons import season_get
from ladder.views.leagues import display_name
from ladder.views.months import month_page


def closed_month(slug: str, key: str) -> Season:
    """The month, if somebody closed it."""
    season = season_get(get_object_or_404(Ladder, slug=slug), key)
    if season is None or not season.is_closed:
        raise Http404
    return season


def with_revision(slug: str, key: str, number: int) -> Season:
    season = closed_month(slug, key)
    if not 1 <= number <= season.revision:
        raise Http404
    return season


@require_safe
def revision(request: HttpRequest, slug: str, key: str, number: int) -> HttpResponse:
    """The table as it was; the latest one is the page of the month."""
    season = with_revision(slug, key, number)
    if number == season.revision and not request.htmx:
        return redirect(season)
    return month_page(request, season, f"{season.get_absolute_url()}r{number}/", number)


@require_safe
def export(request: HttpRequest, slug: str, key: str, number: int, suffix: str) -> HttpResponse:
    table = tables.month_table(with_revision(slug, key, number), number)
    table.name += f"-r{number}"
    return answer(suffix, table)


@require_safe
def changes(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Every revision with its author, date, reason and cause, and the lines that it moved."""
    season = closed_month(slug, key)
    revisions = revisions_of(season)
    told = [
        {
            "revision": row,
            "author": display_name(row.by) if row.by else "",
            "causes": [refusals.cause(cause) for cause in row.causes],
            "changes": revision_changes(season, row.number),
        }
        for row in revisions
    ]
    context = {
        "section": "ranking",
        "ladder": season.ladder,
        "season": season,
        "first": formats.first_day(season),
        "zone": season.ladder.time_zone,
        "told": told,
        "waiting": refusals.causes_in_short(revisions[0].waiting),
        "private": True,
        "canonical": settings.SITE_URL + season.get_absolute_url(),
    }
    return render(request, "ladder/changes.html", context)


@require_safe
def changes_export(request: HttpRequest, slug: str, key: str, suffix: str) -> HttpResponse:
    season = closed_month(slug, key)
    rows = [row for revision in reversed(revisions_of(season)) for row in difference(season, revision)]
    return answer(
        suffix,
        Table(
            title=_("Changes of %(month)s") % {"month": formats.month(formats.first_day(season))},
            name=f"{season.ladder.slug}-{season.key}-changes",
            zone=season.ladder.time_zone,
            columns=[
                Column("revision", _("Revision"), "number"),
                Column("at", _("Date"), "instant"),
                Column("reason", _("Reason")),
                Column("player", _("Player")),
                Column("slug", _("Address"), for_programs=True),
                Column("rank_before", _("Rank before"), "number"),
                Column("rank", _("Rank now"), "number"),
                Column("points_before", _("Points before"), "points"),
                Column("points", _("Points now"), "points"),
            ],
            rows=rows,
        ),
    )


def difference(season: Season, revision: SeasonRevision) -> list[dict[str, Any]]:
    return [
        {
            "revision": revision.number,
            "at": revision.at,
            "reason": revision.reason,
            "player": change.player.name,
            "slug": change.player.slug,
            "rank_before": change.before and change.before.rank,
            "rank": change.after and change.after.rank,
            "points_before": change.before and change.before.points,
            "points": change.after and change.after.points,
        }
        for change in revision_changes(season, revision.number)
    ]
