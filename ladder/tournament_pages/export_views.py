"""Pages of tournaments to take away: the same address with a suffix."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from ladder.exports.answers import answer, feed_answer, file_name
from ladder.exports.atom import Entry, Feed
from ladder.exports.ical import as_ical
from ladder.selectors.community import community_name
from ladder.tournament_pages import tables
from ladder.tournament_pages.brackets_viewer import viewer_data
from ladder.tournament_pages.diary import diary_told
from ladder.tournament_pages.finding import Shown, shown
from ladder.tournament_pages.people import People
from ladder.tournament_pages.stage_drawings import stages_shown
from ladder.tournament_pages.views import round_asked
from tournaments.selectors.acts import diary as acts_of
from tournaments.selectors.brackets import is_bracket
from tournaments.selectors.lists import tournaments_shown

FEED_LENGTH = 40


def file_answer(raw: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(raw, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def tournaments(request: HttpRequest, suffix: str) -> HttpResponse:
    return answer(suffix, tables.tournaments_table(tournaments_shown(request.GET.get("game", "")[:40])))


@require_safe
def tournament(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    """The order over all stages; a workbook holds everything, `ics` the dates, `trf` FIDE's file (`trf16` its older form), `atom` the diary."""
    seen = shown(request, slug)
    people = People(seen.boards, request.user)
    name = file_name(seen.tournament.slug)
    if suffix == "ics":
        dates = as_ical(seen.tournament.name, tables.dates_of(seen, people), timezone.now())
        return file_answer(dates, "text/calendar; charset=utf-8", f"{name}.ics")
    if suffix in ("trf", "trf16"):
        report = tables.report_file(seen, "TRF26" if suffix == "trf" else "TRF16")
        if report is None:
            raise Http404(suffix)
        return file_answer(report.encode(), "text/plain; charset=utf-8", f"{name}.trf")
    if suffix == "atom":
        return feed_answer(feed_of(seen, request.path))
    table = tables.order_table(seen, people)
    sheets = []
    if suffix == "xlsx":
        sheets = [
            table,
            *tables.standings_tables(seen, people),
            tables.rounds_table(seen, people),
            tables.entrants_table(seen),
        ]
    return answer(suffix, table, sheets)


def feed_of(seen: Shown, path: str) -> Feed:
    """The last entries of the diary."""
    acts = list(acts_of(seen.tournament).select_related("actor__player", "undone_by__player")[:FEED_LENGTH])
    page = reverse("tournament_diary", args=[seen.tournament.slug])
    key = f"tournament/{seen.tournament.slug}"
    entries = [
        Entry(f"{key}/{act.number}", told["text"], page, act.undone_at or act.at, act.at, told["undone"])
        for act, told in zip(acts, diary_told(seen.tournament, acts), strict=True)
    ]
    return Feed(key, seen.tournament.name, path, page, get_language() or "en", community_name(), entries)


@require_safe
def standings(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    """The standings of the last stage by points; a workbook has all. An elimination has its order."""
    seen = shown(request, slug)
    people = People(seen.boards, request.user)
    found = tables.standings_tables(seen, people) or [tables.order_table(seen, people)]
    return answer(suffix, found[-1], found if suffix == "xlsx" else [])


@require_safe
def rounds(request: HttpRequest, slug: str, suffix: str, stage: int = 0, number: int = 0) -> HttpResponse:
    """All rounds, or one: its tables to paste or to print."""
    seen = shown(request, slug)
    only = round_asked(seen, stage, number) if number else None
    return answer(suffix, tables.rounds_table(seen, People(seen.boards, request.user), only))


@require_safe
def entrants(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    return answer(suffix, tables.entrants_table(shown(request, slug)))


@require_safe
def bracket(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    """The bracket as a table; as JSON in the shape that brackets-viewer reads where two play at a table."""
    seen = shown(request, slug)
    people = People(seen.boards, request.user)
    duels = [board for board in seen.boards if is_bracket(board) and len(board.field) > 1]
    if suffix == "json" and duels:
        data: dict[str, Any] = viewer_data(duels[-1], people)
        return HttpResponse(json.dumps(data, ensure_ascii=False, indent=1), content_type="application/json")
    return answer(suffix, tables.bracket_table(seen, stages_shown(seen.boards, people)))
