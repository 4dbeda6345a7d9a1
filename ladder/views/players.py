"""Players: the list, and a page for each."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.models import Match, Player, Seat
from games.outcomes import outcome_of
from games.selectors.matches import marks_of
from games.selectors.players import players_list
from ladder import explain
from ladder.ratelimit import searches
from ladder.selectors.players import month_ranks
from ladder.selectors.rankings import Standing, where_they_count
from ladder.selectors.seasons import SeasonBook, default_zone

LIST_LENGTH = 50
RESULTS_LENGTH = 25


@searches
@require_safe
def players(request: HttpRequest) -> HttpResponse:
    query, provisional = asked(request)
    page = Paginator(players_list(query, provisional=provisional), LIST_LENGTH).get_page(request.GET.get("page"))
    context = {"section": "players", "query": query, "provisional": provisional, "page": page, "zone": default_zone()}
    return render(request, "games/players.html", context)


def asked(request: HttpRequest) -> tuple[str, bool]:
    """What the list is filtered by: a name, and whether only provisional players are wanted."""
    return request.GET.get("q", "").strip()[:64], request.GET.get("provisional") == "1"


@require_safe
def player(request: HttpRequest, slug: str) -> HttpResponse:
    person = get_object_or_404(Player.objects.annotate(played=Count("seats")), slug=slug)
    seats = (
        Seat.objects.filter(player=person)
        .select_related("match__game")
        .prefetch_related(Prefetch("match__seats", Seat.objects.select_related("player")))
        .order_by("-match__ended_at", "-match")
    )
    paginator = Paginator(seats, RESULTS_LENGTH)
    paginator.count = person.played
    page = paginator.get_page(request.GET.get("page"))
    matches = [seat.match for seat in page.object_list]
    book = SeasonBook()
    standings, marks = where_they_count(matches, book), marks_of(matches)
    context = {
        "section": "players",
        "player": person,
        "is_me": person.user_id is not None and person.user_id == request.user.pk,
        "zone": book.zone,
        "page": page,
        "results": [result(seat, standings[seat.match_id], marks.get(seat.match_id)) for seat in page.object_list],
        "months": month_ranks(person, matches, book) if page.number == 1 else [],
        "names": person.names.all(),
    }
    return render(request, "games/player.html", context)


def result(seat: Seat, standings: list[Standing], mark: Any) -> dict[str, Any]:
    """One line of the player's results: the match, and what it gives in each league."""
    match: Match = seat.match
    return {
        "match": match,
        "seat": seat,
        "others": [other.player.name for other in match.seats.all() if other.player_id != seat.player_id],
        "outcome": outcome_of(mark.outcome) if mark else None,
        "counts": [counted(seat, standing) for standing in standings if standing.reason != "game"],
    }


def counted(seat: Seat, standing: Standing) -> dict[str, Any]:
    score = standing.scores.get(seat.player_id)
    return {
        "ladder": standing.ladder,
        "season": standing.season,
        "points": score.points if score and score.played else None,
        "reason": explain.REASONS.get(standing.reason, ""),
    }
