"""Leagues: the list, their months, their rules."""

from django.db.models import Count, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from games.models import Match, User
from ladder import formats
from ladder.models import Ladder, Role, Season
from ladder.selectors.rankings import BELIEVED

STATES = {
    Season.State.UPCOMING: gettext_lazy("not open yet"),
    Season.State.OPEN: gettext_lazy("open"),
    Season.State.GRACE: gettext_lazy("results still taken"),
    Season.State.WAITING: gettext_lazy("waits to be closed"),
    Season.State.CLOSED: gettext_lazy("closed"),
}


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """All leagues; where there is one, straight to it."""
    ladders = list(Ladder.objects.all())
    if len(ladders) == 1:
        return redirect(ladders[0])
    return render(request, "ladder/leagues.html", {"section": "ranking", "ladders": ladders})


@require_safe
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    return archive_page(request, get_object_or_404(Ladder, slug=slug))


def archive_page(request: HttpRequest, ladder: Ladder, unknown: str = "") -> HttpResponse:
    """The months of a league; also the answer to a month that it does not have."""
    now = timezone.now()
    months = [
        {
            "url": season.get_absolute_url(),
            "first": formats.first_day(season),
            "state": STATES[season.state_at(now)],
            "matches": season.matches,
        }
        for season in seasons_counted(ladder)
    ]
    context = {"section": "ranking", "ladder": ladder, "months": months, "unknown": unknown}
    return render(request, "ladder/archive.html", context, status=404 if unknown else 200)


def keepers_of(ladder: Ladder) -> str:
    """The managers of a league by the names they play under; addresses stay private, so others are only counted."""
    managers = User.objects.filter(roles__ladder=ladder, roles__kind=Role.Kind.MANAGER).select_related("player")
    names = [name for manager in managers if (name := display_name(manager))]
    if unnamed := len(managers) - len(names):
        names.append(
            ngettext("%(n)s more", "%(n)s more", unnamed) % {"n": unnamed} if names else managers_counted(unnamed)
        )
    return formats.listed(names)


def managers_counted(count: int) -> str:
    return ngettext("%(n)s manager", "%(n)s managers", count) % {"n": count}


def display_name(user: User) -> str:
    player = getattr(user, "player", None)
    return player.name if player else user.get_full_name()


def seasons_counted(ladder: Ladder) -> QuerySet[Season]:
    """The months of a league, newest first, each with the number of its matches that are believed."""
    matches = Match.objects.filter(
        state__in=BELIEVED, ended_at__gte=OuterRef("start"), ended_at__lt=OuterRef("end")
    ).order_by()
    if games := list(ladder.games.all()):
        matches = matches.filter(game__in=games)
    counted = matches.annotate(one=Value(1)).values("one").annotate(n=Count("pk")).values("n")
    return ladder.seasons.select_related("ladder").annotate(matches=Coalesce(Subquery(counted), 0))
