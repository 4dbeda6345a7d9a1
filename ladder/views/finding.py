"""From the address of a player to the player: whoever he belongs to by now, or gone for good."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import Count, Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.models import OldAddress, Player
from games.services.players import player_now

View = Callable[..., HttpResponse]


def of_player(view: View) -> View:
    """Give a view the player instead of his address.

    Merged players lead to whom they belong to, for ever; an address that was given up answers "gone" where the name was
    removed, and where it is only hidden leads on for those who are logged in.
    """

    @wraps(view)
    def answered(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        former = Exists(Player.objects.filter(merged_into=OuterRef("pk")))
        found = Player.objects.filter(slug=slug).annotate(played=Count("seats"), has_former=former)
        player = found.first()
        if player is None:
            old = OldAddress.objects.filter(digest=OldAddress.digest_of(slug)).select_related("player").first()
            if old is None:
                raise Http404(slug)
            player = player_now(old.player)
            if player.is_anonymised:
                return render(request, "410.html", status=410)
            if player.is_hidden and not request.user.is_authenticated:
                raise Http404(slug)
        now = player_now(player) if player.is_merged else player
        if now.slug == slug:
            return view(request, now, *args, **kwargs)
        return redirect(request.path.replace(f"/{slug}", f"/{now.slug}", 1), permanent=player.is_merged)

    return answered
