"""A month's ranking to take away. Points are exact: `points` is a fraction as text, `value` the nearest number."""

import csv
import json
from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from ladder.models import Ladder, Season
from ladder.selectors.rankings import Ranking, ranking
from ladder.selectors.seasons import season_at, season_get


def export_rows(table: Ranking) -> Iterable[dict[str, Any]]:
    for line in (*table.ranked, *table.below):
        yield {
            "rank": line.rank,
            "shared": line.shared,
            "move": line.move,
            "player": line.player.name,
            "slug": line.player.slug,
            "matches": line.row.played,
            "firsts": line.row.firsts,
            "beaten": str(line.row.beaten),
            "met": line.row.met,
            "points": str(line.points),
            "value": float(line.points),
        }


def season_for_export(slug: str, key: str) -> Season:
    ladder = get_object_or_404(Ladder, slug=slug)
    season = season_at(ladder, timezone.now()) if key == "latest" else season_get(ladder, key)
    if season is None:
        raise Http404
    return season


@require_safe
def month_json(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    season = season_for_export(slug, key)
    table = ranking(season)
    body = {
        "league": season.ladder.slug,
        "month": season.key,
        "time_zone": season.ladder.time_zone,
        "rules": season.rules.version,
        "matches": table.matches,
        "rows": list(export_rows(table)),
    }
    return HttpResponse(json.dumps(body, ensure_ascii=False, indent=1), content_type="application/json")


@require_safe
def month_csv(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    season = season_for_export(slug, key)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{season.ladder.slug}-{season.key}.csv"'
    columns = ["rank", "shared", "move", "player", "slug", "matches", "firsts", "beaten", "met", "points", "value"]
    writer = csv.writer(response)
    writer.writerow(columns)
    for row in export_rows(ranking(season)):
        writer.writerow([safe_cell(row[column]) for column in columns])
    return response


def safe_cell(value: Any) -> Any:
    """Text that a spreadsheet would take for a formula gets a leading apostrophe; numbers stay numbers."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r", "\0"):
        return f"'{value}"
    return "" if value is None else value
