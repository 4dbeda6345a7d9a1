"""The pictures that other sites show beside a link, each in the language of the league or the community."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Match, Player
from ladder import formats
from ladder.models import Ladder, Season
from ladder.publishing.cards import Card, card_png
from ladder.publishing.picture import NoFonts
from ladder.selectors.community import community_language, community_name
from ladder.selectors.kept import ranking_kept
from ladder.selectors.players import ranks_now
from ladder.selectors.ratings import player_lines, player_ratings
from ladder.selectors.seasons import default_zone, season_at
from ladder.views.finding import of_player
from ladder.views.pieces import season_for, state_words

SECONDS = 300
TOP = 3
POINTS = 60
"""Of a player's line."""


def drawn(language: str, make: Callable[[], Card]) -> HttpResponse:
    """A card as PNG; 404 on a server without fonts, whose pages name no card."""
    with translation.override(language):
        try:
            answer = HttpResponse(card_png(make()), content_type="image/png")
        except NoFonts as problem:
            raise Http404 from problem
    answer["Cache-Control"] = f"public, max-age={SECONDS}"
    return answer


@require_safe
def site(request: HttpRequest) -> HttpResponse:
    """Of the community: its name, and the first of the present month."""

    def make() -> Card:
        ladder = Ladder.objects.order_by("pk").first()
        below = _("Monthly leagues and verified matches of board games.")
        if ladder is None:
            return Card("", community_name(), below)
        season = season_at(ladder, timezone.now())
        return Card(ladder.name, community_name(), below, month_lines(season))

    return drawn(community_language(), make)


@require_safe
def month(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    season = season_for(slug, key)

    def make() -> Card:
        title = formats.month(formats.first_day(season)).capitalize()
        return Card(season.ladder.name, title, state_words(season), month_lines(season))

    return drawn(season.ladder.language, make)


def month_lines(season: Season) -> list[tuple[str, str, str]]:
    rows = ranking_kept(season, played=False).ranked[:TOP]
    return [(str(row.rank), row.player.name, formats.points(row.points)) for row in rows]


@require_safe
def match(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Match.objects.select_related("game").prefetch_related("seats__player"), slug=slug)

    def make() -> Card:
        seats = sorted(found.seats.all(), key=lambda seat: (seat.place is None, seat.place or 0, seat.number))
        lines = [
            (str(seat.place or "–"), seat.player.name, "" if seat.score is None else str(seat.score)) for seat in seats
        ]
        day = formats.day(found.ended_at, default_zone(), year=True) if found.ended_at else ""
        return Card(community_name(), str(found.game), f"{day} · {found.get_state_display()}".strip(" ·"), lines)

    return drawn(community_language(), make)


@require_safe
@of_player
def player(request: HttpRequest, person: Player) -> HttpResponse:
    """Name, rank of the month, and the line of the first rating."""

    def make() -> Card:
        season, ranks = ranks_now()
        rank = ranks.get(person.pk)
        lines = []
        if season is not None and rank:
            lines.append((formats.ordinal(rank), formats.month(formats.first_day(season)), ""))
        ratings = player_ratings(person)
        lines += [("", rating.pool.name, formats.decimal(rating.value, 0)) for rating in ratings[:TOP]]
        path = player_lines(ratings[0].pool, person, least=POINTS)[-POINTS:] if ratings else []
        return Card(community_name(), person.name, "", lines, [line.after for line in path])

    return drawn(community_language(), make)
