import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import limits
from games.models import Match
from games.selectors.players import players_list
from ladder.ratelimit import searches
from tournaments.selectors.lists import tournaments_shown

TABLE = re.compile(r"(?:.{0,200}\btable=)?([0-9]{5,15})")
MOST = 30


@searches
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Players by any name they ever had, tournaments; the number or address of a BGA table leads to its match."""
    query = request.GET.get("q", "").strip()[: limits.NAME_LENGTH * 4]
    table = TABLE.fullmatch(query)
    if table:
        match = Match.objects.filter(platform="bga", table_id=table[1]).first()
        if match is not None:
            return redirect(match)
    context = {
        "query": query,
        "table": table[1] if table else "",
        "players": players_list(query, member=request.user.is_authenticated)[:MOST] if query else [],
        "tournaments": tournaments_shown().filter(name__icontains=query)[:MOST] if query else [],
    }
    return render(request, "ladder/search.html", context)
