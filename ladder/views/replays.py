"""A match move by move: the table at any place of its log, and the same as a list in words."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from games.models import Match, Verification
from games.outcomes import outcome_of
from games.reel import step_at, step_of_move
from games.selectors.matches import replay_of, submissions_of
from games.selectors.players import names_public
from games.telling import told
from ladder.permissions import may
from ladder.publishing.cards import png_kept
from ladder.publishing.picture import NoFonts, has_fonts
from ladder.publishing.position import position_svg
from ladder.selectors.seasons import default_zone
from ladder.views import replay_parts as parts
from ladder.views.matches import found
from ladder.views.verifications import visible

LAST = "last"
"""The place that is always the last step."""
LAST_STEP = -1
MOVES_A_PAGE = 150
PICTURES = {"svg": "image/svg+xml", "png": "image/png"}
PICTURE_SECONDS, PICTURE_WIDTH = 300, 760


@dataclass(frozen=True)
class Shown:
    """What is replayed: a judgement, its match if it has one, and the address of the page."""

    row: Verification | None
    match: Match | None
    here: str


def shown_of(request: HttpRequest, slug: str | None, pk: int | None) -> Shown:
    """The log of a match or of one judgement, or 404 also where it is not for this person to see."""
    if pk is not None:
        row = visible(request, pk)
        return Shown(row, row.submission.match, reverse("verification_replay", args=[pk]))
    match = found(slug or "")
    if not may(request.user, "see_replay", match):
        raise Http404
    newest = replay_of(submissions_of(match))
    row = Verification.objects.select_related("submission__game").get(pk=newest.pk) if newest else None
    if row is not None and not request.user.is_authenticated:
        row.players = names_public(match, row.players)
    return Shown(row, match, reverse("match_replay", args=[match.slug]))


@require_safe
def replay(request: HttpRequest, slug: str | None = None, pk: int | None = None) -> HttpResponse:
    """The table at the place `at`, or after the move `move`."""
    shown = shown_of(request, slug, pk)
    seen = parts.film(shown.row, request.GET.get("as", "")) if shown.row else None
    if seen is None or shown.row is None:
        return nothing(request, shown)
    move = request.GET.get("move", "")
    if move.isascii() and move.isdigit() and len(move) < 7:
        step = seen.steps[step_of_move(seen.steps, int(move))]
        return redirect(f"{shown.here}?at={step.key}{kept(request, 'as', 'show')}")
    at = request.GET.get("at", "")
    number = len(seen.steps) - 1 if at == LAST else step_at(seen.steps, at) if at else opening(seen)
    if number is None:
        raise Http404(at)
    step = seen.steps[number]
    before, after = parts.AROUND
    context = page_context(request, shown, seen) | {
        "number": number + 1,
        "count": len(seen.steps),
        "step": step,
        "line": parts.line(seen, number),
        "table": parts.table(seen, number, request.GET.get("show", "")),
        "cards": parts.results(seen, step),
        "ways": parts.ways(seen, number),
        "lines": parts.lines(seen, number - before, number + after + 1),
        "stages": [(stage, seen.steps[stage.number].key) for stage in parts.stages(seen)],
        "chart": parts.chart(seen, number),
        "pictures": has_fonts(),
        "private": bool(request.GET),
    }
    part = request.htmx and not request.htmx.history_restore_request
    response = render(request, "games/_replay.html" if part else "games/replay.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def position(request: HttpRequest, suffix: str, slug: str | None = None, pk: int | None = None) -> HttpResponse:
    """The table at the place `at` (else at the end) as a picture: `svg`, or `png` where the server has fonts."""
    shown = shown_of(request, slug, pk)
    seen = parts.film(shown.row, request.GET.get("as", "")) if shown.row and suffix in PICTURES else None
    number = step_at(seen.steps, at) if seen and (at := request.GET.get("at", "")) not in ("", LAST) else LAST_STEP
    if seen is None or number is None:
        raise Http404
    title = f"{seen.row.submission.game}: {parts.place_words(seen, number)}"
    first, *_others, own = parts.table(seen, number, request.GET.get("show", "")).panels
    svg = position_svg(title, parts.scores_words(seen, number), [first, own], whole=suffix == "svg")
    try:
        answer = HttpResponse(svg if suffix == "svg" else png_kept(svg, PICTURE_WIDTH), content_type=PICTURES[suffix])
    except NoFonts as problem:
        raise Http404 from problem
    patch_cache_control(
        answer, max_age=PICTURE_SECONDS, **{"private" if request.user.is_authenticated else "public": True}
    )
    return answer


def opening(seen: parts.Film) -> int:
    """Where the page begins: the first step at which somebody acts."""
    return next((number for number, step in enumerate(seen.steps) if step.begins_turn), 0)


@require_safe
def moves(request: HttpRequest, slug: str | None = None, pk: int | None = None) -> HttpResponse:
    """All moves in words, for those who do not see the table."""
    shown = shown_of(request, slug, pk)
    seen = parts.film(shown.row, request.GET.get("as", "")) if shown.row else None
    if seen is None:
        return nothing(request, shown)
    page = Paginator(range(len(seen.steps)), MOVES_A_PAGE).get_page(request.GET.get("page"))
    context = page_context(request, shown, seen) | {
        "page": page,
        "lines": parts.lines(seen, page.start_index() - 1, page.end_index()),
        "private": bool(request.GET),
    }
    return render(request, "games/replay_moves.html", context)


@require_safe
def moves_text(request: HttpRequest, slug: str | None = None, pk: int | None = None) -> HttpResponse:
    """The same as plain text, a line a move."""
    shown = shown_of(request, slug, pk)
    seen = parts.film(shown.row, request.GET.get("as", "")) if shown.row else None
    if seen is None:
        raise Http404
    told_lines = [parts.told_line(each, seen.names) for each in parts.lines(seen, 0, len(seen.steps))]
    return HttpResponse("\n".join([*told_lines, ""]), content_type="text/plain; charset=utf-8")


def page_context(request: HttpRequest, shown: Shown, seen: parts.Film) -> dict[str, Any]:
    row = seen.row
    return {
        "section": "matches",
        "here": shown.here,
        "match": shown.match,
        "verification": row,
        "game": row.submission.game,
        "outcome": outcome_of(row.outcome),
        "told": told(row),
        "names": seen.names,
        "viewer": -1 if seen.viewer is None else seen.viewer,
        "kept": kept(request, "as", "show"),
        "as_query": kept(request, "as"),
        "show_query": kept(request, "show"),
        "official": seen.script.setup.components.official,
        "zone": default_zone(),
    }


def kept(request: HttpRequest, *names: str) -> str:
    """What a link takes along: the viewer (`as`), whose part of the table is shown (`show`)."""
    chosen = {name: request.GET[name] for name in names if request.GET.get(name)}
    return f"&{urlencode(chosen)}" if chosen else ""


def nothing(request: HttpRequest, shown: Shown) -> HttpResponse:
    """There is no log, or it cannot be read any more."""
    context = {"section": "matches", "match": shown.match, "verification": shown.row, "zone": default_zone()}
    return render(request, "games/replay_none.html", context, status=404)
