"""Players: the list, and the pages of each."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.models import Claim, Game, Match, Merge, Player, Seat
from games.outcomes import outcome_of
from games.selectors.matches import marks_of
from games.selectors.meetings import meetings, opponents, record
from games.selectors.players import formerly, games_played, players_list
from games.services.players import player_now
from ladder import explain
from ladder.models import Ladder
from ladder.permissions import may
from ladder.ratelimit import searches
from ladder.selectors.achievements import achievements as reached
from ladder.selectors.imports import totals_of_player
from ladder.selectors.kept import LAST
from ladder.selectors.players import Wanted, month_ranks, ranks_now
from ladder.selectors.published import as_published
from ladder.selectors.rankings import Standing, rules_of, where_they_count
from ladder.selectors.seasons import SeasonBook, default_zone
from ladder.views.finding import of_player
from tournaments.selectors.feeding import matches_at, stage_as

LIST_LENGTH = 50
RESULTS_LENGTH = 25
TABS: dict[str, tuple[str, str | Promise]] = {
    "results": ("player", gettext_lazy("Results")),
    "rating": ("player_rating", gettext_lazy("Rating")),
    "tournaments": ("player_tournaments", gettext_lazy("Tournaments")),
    "against": ("player_against", gettext_lazy("Head to head")),
    "names": ("player_names", gettext_lazy("Names")),
    "achievements": ("player_achievements", gettext_lazy("Achievements")),
}
"""The pages of a player in their order: the name of the address, and the word."""


@searches
@require_safe
def players(request: HttpRequest) -> HttpResponse:
    query, provisional = asked(request)
    found = players_list(query, provisional=provisional, member=request.user.is_authenticated)
    page = Paginator(found, LIST_LENGTH).get_page(request.GET.get("page"))
    season, ranks = ranks_now()
    played = games_played(page.object_list)
    for person in page.object_list:
        person.rank, person.games = ranks.get(person.pk), played.get(person.pk, [])
    context = {"section": "players", "query": query, "provisional": provisional, "page": page, "zone": default_zone()}
    context |= {"season": season, "keeps": may(request.user, "merge", Player())}
    return render(request, "games/players.html", context)


def asked(request: HttpRequest) -> tuple[str, bool]:
    """What the list is filtered by: a name, and whether only provisional players are wanted."""
    return request.GET.get("q", "").strip()[:64], request.GET.get("provisional") == "1"


@require_safe
@of_player
def player(request: HttpRequest, person: Player) -> HttpResponse:
    """The results, and where each counts; or the way to the page that a telephone's list of pages asks for."""
    if request.GET.get("tab") in TABS:
        return redirect(TABS[request.GET["tab"]][0], slug=person.slug)
    seats = (
        Seat.objects.filter(player=person)
        .select_related("match__game")
        .prefetch_related(Prefetch("match__seats", Seat.objects.select_related("player")))
        .annotate(as_stage=stage_as("match__"))
        .order_by("-match__ended_at", "-match")
    )
    wanted = wanted_of(request)
    paginator = Paginator(wanted.among(seats), RESULTS_LENGTH)
    if not wanted.active:
        paginator.count = person.played
    page = paginator.get_page(request.GET.get("page"))
    matches = matches_at(page.object_list)
    book = SeasonBook()
    standings, marks = as_published(where_they_count(matches, book)), marks_of(matches)
    results = [result(seat, standings[seat.match_id], marks.get(seat.match_id)) for seat in page.object_list]
    months = month_ranks(person, matches, book) if page.number == 1 and not wanted.active else []
    context = {
        "zone": book.zone,
        "page": page,
        "results": results,
        "months": months,
        "form": form_of(results, months[0].season.ladder) if months else [],
        "tallest": explain.tallest(rules_of(months[0].season)) if months else 0,
        "wanted": wanted,
        "games": games_of(person) if wanted.active or paginator.num_pages > 1 else [],
        "former": former(person),
        "totals": totals_of_player(person) if not page.object_list else [],
    }
    return tab(request, person, "results", context)


def form_of(results: Sequence[dict[str, Any]], ladder: Ladder) -> list[tuple[Fraction, bool]]:
    """The last results that count in a league, as bars show them: points, and whether it was a first place."""
    told = [
        (count["points"], item["seat"].place == 1)
        for item in results
        for count in item["counts"]
        if count["ladder"] == ladder and count["points"] is not None and not count["reason"]
    ]
    return told[:LAST][::-1]


def wanted_of(request: HttpRequest) -> Wanted:
    return Wanted(request.GET.get("game", "")[:40], request.GET.get("kind", ""))


def games_of(person: Player) -> list[Game]:
    """The games that a player played, by name."""
    return sorted(Game.objects.filter(matches__seats__player=person).distinct(), key=str)


def former(person: Player) -> list[str]:
    """The names of players who were merged into this one."""
    if person.is_anonymised or not person.has_former:
        return []
    return sorted({part.name for part in formerly(person)} - {person.name})


def tab(request: HttpRequest, person: Player, name: str, context: dict[str, Any]) -> HttpResponse:
    """One of the pages of a player. What only some of them show is asked when it is shown."""
    seen = names_shown(request, person)
    template = "player" if name == "results" else f"player_{name}"
    shared = {
        "section": "players",
        "player": person,
        "tab": "against" if name == "versus" else name,
        "tabs": [
            (key, label, reverse(address, args=[person.slug]))
            for key, (address, label) in TABS.items()
            if key != "names" or seen
        ],
        "is_me": person.user_id is not None and person.user_id == request.user.pk,
        "claimable": lambda: (
            not person.is_anonymised and person.user_id is None and not hasattr(request.user, "player")
        ),
        "keeps": cache(partial(may, request.user, "edit_player", person)),
        "joins": cache(partial(may, request.user, "merge", person)),
        "names_shown": seen,
    }
    response = render(request, f"games/{template}.html", shared | context)
    if person.is_hidden:
        response["X-Robots-Tag"] = "noindex"
    return response


def names_shown(request: HttpRequest, person: Player) -> bool:
    """Whether a reader may see all the names of a player."""
    return not person.is_anonymised and (not person.is_hidden or request.user.is_authenticated)


@require_safe
@of_player
def names(request: HttpRequest, person: Player) -> HttpResponse:
    """All names with their dates, ids, merges, and who said that it is he."""
    if not names_shown(request, person):
        raise Http404
    parts = [person, *formerly(person)]
    merges = Merge.objects.filter(source__in=[part.pk for part in parts], undone_at=None).select_related("source")
    claims = Claim.objects.filter(player=person, state__in=[Claim.State.OPEN, Claim.State.ACCEPTED])
    context = {
        "zone": default_zone(),
        "names": person.names.select_related("recorded_for"),
        "ids": person.identities.order_by("platform", "platform_id")
        if may(request.user, "edit_player", person)
        else [],
        "merges": merges,
        "claims": claims.select_related("user__player", "decided_by__player").prefetch_related("vouchers__player"),
        "decides": may(request.user, "decide_claim", person),
        "me": getattr(request.user, "player", None),
    }
    return tab(request, person, "names", context)


@require_safe
@of_player
def against(request: HttpRequest, person: Player) -> HttpResponse:
    """Head to head: the people met most often."""
    return tab(request, person, "against", {"opponents": opponents(person), "zone": default_zone()})


@require_safe
@of_player
def versus(request: HttpRequest, person: Player, other: str) -> HttpResponse:
    """Two players against each other: every match of both."""
    rival = rival_of(person, other)
    if rival.slug != other:
        return redirect("player_versus", slug=person.slug, other=rival.slug, permanent=True)
    rows = meetings(person, rival)
    return tab(
        request,
        person,
        "versus",
        {"rival": rival, "rows": rows, "record": record(person, rows, rival), "zone": default_zone()},
    )


def rival_of(person: Player, slug: str) -> Player:
    """The other of two players, as whom he is known now; 404 where that is nobody else."""
    found = Player.objects.filter(slug=slug).first()
    if found is None or (rival := player_now(found)) == person:
        raise Http404
    return rival


@require_safe
@of_player
def achievements(request: HttpRequest, person: Player) -> HttpResponse:
    """What the player has reached, and what is next."""
    return tab(request, person, "achievements", {"achievements": reached(person)})


def result(seat: Seat, standings: list[Standing], mark: Any) -> dict[str, Any]:
    """One line of the player's results: the match, and what it gives in each league."""
    match: Match = seat.match
    return {
        "match": match,
        "seat": seat,
        "others": [other.player for other in match.seats.all() if other.player_id != seat.player_id],
        "outcome": outcome_of(mark.outcome) if mark else None,
        "counts": [counted(seat, standing) for standing in standings if standing.reason != "game"],
    }


def counted(seat: Seat, standing: Standing) -> dict[str, Any]:
    score = standing.scores.get(seat.player_id)
    return {
        "ladder": standing.ladder,
        "season": standing.season,
        "points": score.points if score and score.played else None,
        "reason": explain.REASONS.get(standing.reason_for(seat.player_id), ""),
    }
