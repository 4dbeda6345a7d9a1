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


class Gone(Exception):
    """The name behind an address was removed for good."""


def sought(slug: str, *, member: bool) -> Player:
    """The player whom an address leads to, as he stands there; `player_now` says who he is by now.

    An address that was given up leads on for readers who are logged in (`member`). Raises `Gone`, and 404.
    """
    former = Exists(Player.objects.filter(merged_into=OuterRef("pk")))
    player = Player.objects.filter(slug=slug).annotate(played=Count("seats"), has_former=former).first()
    if player is not None:
        return player
    old = OldAddress.objects.filter(digest=OldAddress.digest_of(slug)).select_related("player").first()
    if old is None:
        raise Http404(slug)
    player = player_now(old.player)
    if player.is_anonymised:
        raise Gone(slug)
    if player.is_hidden and not member:
        raise Http404(slug)
    return player


def of_player(view: View) -> View:
    """Give a view the player instead of his address.

    Merged players lead to whom they belong to, for ever; an address that was given up answers "gone" where the name was
    removed, and where it is only hidden leads on for those who are logged in.
    """

    @wraps(view)
    def answered(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            player = sought(slug, member=request.user.is_authenticated)
        except Gone:
            return render(request, "410.html", status=410)
        now = player_now(player) if player.is_merged else player
        if now.slug == slug:
            return view(request, now, *args, **kwargs)
        return redirect(request.path.replace(f"/{slug}", f"/{now.slug}", 1), permanent=player.is_merged)

    return answered
