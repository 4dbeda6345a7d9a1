"""Pages to take away: the same address with a suffix."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Player
from ladder.exports import feeds, tables
from ladder.exports.answers import answer, feed_answer
from ladder.exports.match_tables import matches_table, versus_table
from ladder.models import Ladder, Season
from ladder.ratelimit import searches
from ladder.selectors.archive import months_of, players_ranked
from ladder.selectors.match_list import filter_read
from ladder.selectors.rankings import has_page
from ladder.selectors.seasons import season_at, season_get
from ladder.views.finding import of_player
from ladder.views.matches import found
from ladder.views.players import asked, rival_of, wanted_of


@require_safe
def site(request: HttpRequest, suffix: str) -> HttpResponse:
    if suffix != "atom":
        raise Http404
    return feed_answer(feeds.site_feed(request.path))


@require_safe
def month(request: HttpRequest, slug: str, key: str, suffix: str) -> HttpResponse:
    season = season_for_export(slug, key)
    if suffix == "atom":
        return feed_answer(feeds.month_feed(season, request.path))
    return answer(suffix, tables.month_table(season))


def season_for_export(slug: str, key: str) -> Season:
    ladder = get_object_or_404(Ladder, slug=slug)
    season = season_at(ladder, timezone.now()) if key == "latest" else season_get(ladder, key)
    if season is None or not has_page(season, timezone.now()):
        raise Http404
    return season


@require_safe
def archive(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    ladder = get_object_or_404(Ladder, slug=slug)
    if suffix == "atom":
        return feed_answer(feeds.league_feed(ladder, request.path))
    found = months_of(ladder)
    months = tables.archive_table(ladder, found)
    sheets = (
        [months, *tables.month_sheets([month.season for month in found if month.season.pk])] if suffix == "xlsx" else []
    )
    return answer(suffix, months, sheets)


@require_safe
def year(request: HttpRequest, slug: str, number: int, suffix: str) -> HttpResponse:
    return answer(suffix, tables.year_table(get_object_or_404(Ladder, slug=slug), number))


@require_safe
def history(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    """Ranks by month: of the players asked for, else of everybody who ever had one."""
    ladder = get_object_or_404(Ladder, slug=slug)
    asked_for = request.GET.getlist("player")
    everybody = players_ranked(ladder)
    people = [player for player in everybody if player.slug in asked_for] or everybody
    return answer(suffix, tables.history_table(ladder, people))


@require_safe
def leagues(request: HttpRequest, suffix: str) -> HttpResponse:
    return answer(suffix, tables.leagues_table(Ladder.objects.all()))


@searches
@require_safe
def players(request: HttpRequest, suffix: str) -> HttpResponse:
    query, provisional = asked(request)
    return answer(suffix, tables.players_table(query, provisional=provisional))


@searches
@require_safe
def matches(request: HttpRequest, suffix: str) -> HttpResponse:
    return answer(suffix, matches_table(filter_read(request.GET)))


@require_safe
@of_player
def player(request: HttpRequest, person: Player, suffix: str) -> HttpResponse:
    if suffix == "atom":
        return feed_answer(feeds.player_feed(person, request.path))
    return answer(suffix, tables.player_table(person, wanted_of(request)))


@require_safe
@of_player
def against(request: HttpRequest, person: Player, suffix: str) -> HttpResponse:
    return answer(suffix, tables.against_table(person))


@require_safe
@of_player
def versus(request: HttpRequest, person: Player, other: str, suffix: str) -> HttpResponse:
    return answer(suffix, versus_table(person, rival_of(person, other)))


@require_safe
def match(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    return answer(suffix, tables.match_table(found(slug)))
