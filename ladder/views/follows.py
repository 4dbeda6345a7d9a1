"""Following what one is no part of."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import Follow, Player, User
from games.services.follows import TooMany, follow_set
from games.services.players import player_now
from ladder.models import Ladder
from ladder.permissions import may
from tournaments.models import Tournament

MODELS: dict[str, Any] = {"player": Player, "ladder": Ladder, "tournament": Tournament}


@login_required
@require_POST
def follow(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """Follow a thing, or no more, as the button pressed says; then back to its page."""
    if kind not in MODELS:
        raise Http404
    thing = get_object_or_404(MODELS[kind], slug=slug)
    if isinstance(thing, Player):
        thing = player_now(thing)
    if isinstance(thing, Tournament) and hidden_from(request, thing):
        raise Http404
    wanted = request.POST.get("wanted") == "yes"
    try:
        follow_set(request.user, kind, thing.pk, wanted=wanted)
    except TooMany:
        messages.error(request, _("You follow as much as one can. Your account lists it."))
    else:
        told = _("You are told of it from now on.") if wanted else _("You follow it no more.")
        messages.success(request, told)
    if request.POST.get("back") == "account":
        return redirect("account")
    return redirect("tournament", slug) if isinstance(thing, Tournament) else redirect(thing)


def hidden_from(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether a tournament is not shown to this person."""
    public = tournament.state != Tournament.State.DRAFT and tournament.document.get("public") is not False
    return not public and not may(request.user, "see_hidden_tournament", tournament)


def followed(user: User) -> list[dict[str, str]]:
    """What somebody follows, by kind and name, each with its page. Three queries at most."""
    rows = list(Follow.objects.filter(user=user))
    found = []
    for kind, model in MODELS.items():
        pks = [row.target_id for row in rows if row.kind == kind]
        for thing in model.objects.filter(pk__in=pks).order_by("name") if pks else ():
            url = f"/tournaments/{thing.slug}/" if isinstance(thing, Tournament) else thing.get_absolute_url()
            found.append({"kind": kind, "slug": thing.slug, "name": thing.name, "url": url})
    return found
