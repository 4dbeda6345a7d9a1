"""A league's months behind one another: the archive, a year, ranks over time."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.models import Player
from ladder import formats
from ladder.models import Ladder, Season
from ladder.permissions import may
from ladder.selectors import archive as selectors

STATES = {
    Season.State.UPCOMING: gettext_lazy("not open yet"),
    Season.State.OPEN: gettext_lazy("open"),
    Season.State.GRACE: gettext_lazy("results still taken"),
    Season.State.WAITING: gettext_lazy("waits to be closed"),
    Season.State.CLOSED: gettext_lazy("closed"),
}
PICKED = 6
"""How many lines a chart shows at most."""


@require_safe
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    return archive_page(request, get_object_or_404(Ladder, slug=slug))


def archive_page(request: HttpRequest, ladder: Ladder, unknown: str = "") -> HttpResponse:
    """The months of a league by year, who won them, and its records; also the answer to a month that it does not have."""
    now = timezone.now()
    months = selectors.months_of(ladder)
    shown = [
        {"month": month, "first": formats.first_day(month.season), "state": STATES[month.season.state_at(now)]}
        for month in months
    ]
    years = sorted({month.season.year for month in months}, reverse=True)
    context = {
        "section": "ranking",
        "ladder": ladder,
        "years": [(year, [one for one in shown if one["month"].season.year == year]) for year in years],
        "honour": selectors.roll_of_honour(months),
        "points": selectors.most_points(months),
        "run": selectors.longest_run(months),
        "busiest": selectors.most_matches(ladder),
        "manages": may(request.user, "close_month", ladder),
        "unknown": unknown,
    }
    return render(request, "ladder/archive.html", context, status=404 if unknown else 200)


@require_safe
def year(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The annual table."""
    ladder = get_object_or_404(Ladder, slug=slug)
    table = selectors.year_of(ladder, number)
    if not table.months:
        raise Http404
    months = [season.month for season in table.months]
    opened = [season for season in table.months if season.pk is not None]
    context = {
        "section": "ranking",
        "ladder": ladder,
        "year": number,
        "best": table.best,
        "months": [(season, formats.first_day(season)) for season in table.months],
        "rows": [(row, [(row.points.get(month), month in row.counts) for month in months]) for row in table.rows],
        "provisional": any(not season.is_closed for season in opened),
    }
    return render(request, "ladder/year.html", context)


@dataclass(frozen=True)
class Curve:
    """One player's line in the chart: the points of it, and what a table says month by month."""

    number: int
    player: Player
    pieces: list[str]
    dots: list[tuple[int, int, int]]
    ranks: list[int | None]


STEP, TOP, LEFT, ROW = 60, 16, 34, 16


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Ranks by month of the players picked; without a pick those who stand first now."""
    ladder = get_object_or_404(Ladder, slug=slug)
    everybody = selectors.players_ranked(ladder)
    asked = request.GET.getlist("player")[:PICKED]
    picked = [player for player in everybody if player.slug in asked]
    if not picked:
        last = selectors.last_rows(ladder).filter(season__revision__gt=0, rank__isnull=False)
        best = last.select_related("player").order_by("-season__start", "position")[:3]
        picked = list({row.player.pk: row.player for row in selectors.of_today(best)}.values())
    seasons, ranks = selectors.ranks_over_time(ladder, picked)
    deepest = max((rank for mine in ranks.values() for rank in mine.values()), default=1)
    context = {
        "section": "ranking",
        "ladder": ladder,
        "players": everybody,
        "picked": {player.pk for player in picked},
        "months": [(season, formats.first_day(season), LEFT + number * STEP) for number, season in enumerate(seasons)],
        "curves": [
            curve(number, player, [ranks[player].get(season.pk) for season in seasons])
            for number, player in enumerate(picked, 1)
        ],
        "width": LEFT + max(len(seasons), 1) * STEP,
        "height": TOP + deepest * ROW + 24,
        "foot": TOP + deepest * ROW + 18,
        "levels": [(rank, TOP + rank * ROW) for rank in sorted({1, *range(5, deepest + 1, 5), deepest})],
    }
    return render(request, "ladder/history.html", context)


def curve(number: int, player: Player, ranks: list[int | None]) -> Curve:
    """A line through the months in which the player had a rank, broken where he had none."""
    dots = [(LEFT + month * STEP, TOP + rank * ROW, rank) for month, rank in enumerate(ranks) if rank is not None]
    pieces: list[list[str]] = [[]]
    for month, rank in enumerate(ranks):
        if rank is None:
            pieces.append([])
        else:
            pieces[-1].append(f"{LEFT + month * STEP},{TOP + rank * ROW}")
    return Curve(number, player, [" ".join(piece) for piece in pieces if len(piece) > 1], dots, ranks)
