"""All matches, as a list with its filters in the address."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import Game, Match
from games.outcomes import outcome_of
from games.selectors.matches import marks_of
from ladder.models import Ladder
from ladder.ratelimit import searches
from ladder.selectors.match_list import filter_read, matches_list
from ladder.selectors.seasons import default_zone

LIST_LENGTH = 50
SIZES = range(2, 7)


@searches
@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    asked = filter_read(request.GET)
    page = Paginator(matches_list(asked), LIST_LENGTH).get_page(request.GET.get("page"))
    marks = marks_of(page.object_list)
    for match in page.object_list:
        row = marks.get(match.pk)
        match.outcome = outcome_of(row.outcome) if row else None
    context = {
        "section": "matches",
        "asked": asked,
        "page": page,
        "zone": asked.ladder.time_zone if asked.ladder else default_zone(),
        "games": Game.objects.all(),
        "states": Match.State.choices,
        "leagues": Ladder.objects.all(),
        "sizes": SIZES,
    }
    return render(request, "games/matches.html", context)
