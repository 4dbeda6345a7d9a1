"""Leagues: the list, their months, their rules."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.models import User
from ladder import formats
from ladder.models import Ladder, Role


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """All leagues; where there is one, straight to it."""
    ladders = list(Ladder.objects.all())
    if len(ladders) == 1:
        return redirect(ladders[0])
    return render(request, "ladder/leagues.html", {"section": "ranking", "ladders": ladders})


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
