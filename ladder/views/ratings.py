"""Ratings: the pools of a league, the table of one, and a player's way through them."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.models import Match, Player, Seat
from ladder.charts import line_chart
from ladder.exports.answers import answer
from ladder.exports.ratings import player_table, pool_table, pools_table
from ladder.models import Ladder, RatingPool, RatingRun
from ladder.permissions import may
from ladder.rating_texts import METHODS, causes_told, settings_told
from ladder.ratings.lines import Line
from ladder.selectors import ratings as selectors
from ladder.views.finding import of_player
from ladder.views.players import tab

ROWS, LINES, RUNS = 100, 25, 10
POINTS = 300
"""Of a chart and the table beside it; older ones are in what one can take away."""


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """The pools of a league."""
    ladder = get_object_or_404(Ladder, slug=slug)
    pools = selectors.pools_counted(ladder)
    context = {
        "section": "ranking",
        "ladder": ladder,
        "pools": [{"pool": pool, "told": settings_told(pool, pool.games.all())} for pool in pools],
        "may_keep": may(request.user, "rate", ladder),
        "zone": ladder.time_zone,
    }
    return render(request, "ladder/ratings.html", context)


@require_safe
def pool(request: HttpRequest, slug: str, pool: str) -> HttpResponse:
    """The table of a pool, and why it changed."""
    found = found_pool(slug, pool)
    query = request.GET.get("q", "").strip()[:64]
    page = Paginator(selectors.ratings_of(found, query), ROWS).get_page(request.GET.get("page"))
    runs = list(RatingRun.objects.filter(pool=found).defer("moves")[:RUNS])
    context = {
        "section": "ranking",
        "ladder": found.ladder,
        "pool": found,
        "told": settings_told(found, found.games.all()),
        "texts": METHODS[found.method],
        "query": query,
        "page": page,
        "zone": found.ladder.time_zone,
        "runs": runs_told(runs, found.ladder.time_zone),
        "waiting": found.requests.exists(),
        "may_keep": may(request.user, "rate", found.ladder),
    }
    return render(request, "ladder/rating_pool.html", context)


def found_pool(slug: str, pool: str) -> RatingPool:
    return get_object_or_404(RatingPool.objects.select_related("ladder"), ladder__slug=slug, slug=pool)


def runs_told(runs: Sequence[RatingRun], zone: str) -> list[dict[str, Any]]:
    numbers = {cause["match"] for run in runs for cause in run.causes if cause["match"]}
    matches = Match.objects.select_related("game").in_bulk(numbers) if numbers else {}
    return [{"run": run, "causes": causes_told(run, matches, zone)} for run in runs]


@require_safe
@of_player
def player(request: HttpRequest, person: Player) -> HttpResponse:
    """A player's rating in one of the pools: the way there as a line, and match by match."""
    found = selectors.player_ratings(person)
    rating = chosen(found, request.GET.get("pool", ""))
    context: dict[str, Any] = {"ratings": found, "rating": rating}
    if rating is not None:
        lines = selectors.player_lines(rating.pool, person, least=POINTS + 1)
        older, lines = len(lines) > POINTS, lines[-POINTS:]
        zone = rating.pool.ladder.time_zone
        page = Paginator(lines[::-1], LINES).get_page(request.GET.get("page"))
        moves = selectors.moves_of_player(rating.pool, person)
        told = runs_told([moved.run for moved in moves], zone)
        context |= {
            "zone": zone,
            "page": page,
            "rows": rows_of(page.object_list, person),
            "chart": line_chart([(line.ended, line.after, line.spread) for line in lines]),
            "older": older,
            "drawn": [instant(lines[0].ended), instant(lines[-1].ended)],
            "moves": [{"moved": moved, **run} for moved, run in zip(moves, told, strict=True)],
        }
    return tab(request, person, "rating", context)


def chosen(found: Sequence[Any], asked: str) -> Any:
    """The rating asked for as `league/pool`, else the first one. 404 for one that is not there."""
    if not asked:
        return found[0] if found else None
    for rating in found:
        if f"{rating.pool.ladder.slug}/{rating.pool.slug}" == asked:
            return rating
    raise Http404


def rows_of(lines: Sequence[Line], person: Player) -> list[dict[str, Any]]:
    """Lines with their matches and who else sat there."""
    matches = Match.objects.select_related("game").prefetch_related("seats__player")
    by_number = matches.in_bulk([line.match for line in lines])
    rows = []
    for line in lines:
        match = by_number.get(line.match)
        seats: list[Seat] = list(match.seats.all()) if match else []
        others = [seat.player for seat in seats if seat.player_id != person.pk]
        rows.append({"line": line, "match": match, "others": others, "at": instant(line.ended)})
    return rows


def instant(seconds: int) -> dt.datetime:
    return dt.datetime.fromtimestamp(seconds, dt.UTC)


@require_safe
def pools_export(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    return answer(suffix, pools_table(get_object_or_404(Ladder, slug=slug)))


@require_safe
def pool_export(request: HttpRequest, slug: str, pool: str, suffix: str) -> HttpResponse:
    return answer(suffix, pool_table(found_pool(slug, pool), request.GET.get("q", "").strip()[:64]))


@require_safe
@of_player
def player_export(request: HttpRequest, person: Player, suffix: str) -> HttpResponse:
    rating = chosen(selectors.player_ratings(person), request.GET.get("pool", ""))
    if rating is None:
        raise Http404
    return answer(suffix, player_table(rating.pool, person))
