"""Who is who, said by people: claims, duplicates, names, and a name to be hidden."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import Claim, Player
from games.people_forms import (
    ClaimForm,
    IdentityForm,
    LookupForm,
    MyNameForm,
    NameForm,
    ReasonForm,
    ReportForm,
    WhoForm,
)
from games.selectors.players import Candidates, candidates
from games.services import claims
from games.services.errors import NotAllowed, PersonRefused
from games.understand import Document
from ladder.people_words import REASONS, refused
from ladder.permissions import may
from ladder.selectors.seasons import default_zone
from ladder.selectors.suspicions import suspicions
from ladder.services import people
from ladder.views.finding import of_player

FORMS = ["GET", "HEAD", "POST"]


def carry_out(request: HttpRequest, act: Callable[[], Any], done: str) -> bool:
    """Do it and say so, or say why not. Whoever may not at all is told that on a page (403)."""
    try:
        act()
    except NotAllowed as problem:
        raise PermissionDenied from problem
    except PersonRefused as problem:
        messages.error(request, refused(problem))
        return False
    messages.success(request, done)
    return True


def gate(request: HttpRequest, act: str, player: Player | None = None) -> None:
    if not may(request.user, act, player):
        raise PermissionDenied


@login_required
@require_http_methods(FORMS)
@of_player
def claim(request: HttpRequest, player: Player) -> HttpResponse:
    """“This is me.”"""
    form = ClaimForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data["words"]
        carry_out(
            request,
            lambda: people.claim_make(player, by=request.user, words=said),
            _("Noted. A manager, or two players who met you lately, will say whether it is so."),
        )
        return redirect(player)
    context = {
        "player": player,
        "form": form,
        "title": _("This is me"),
        "lede": _("Your account and this player become one, once a manager or two players who met you lately agree."),
        "button": _("That is me"),
    }
    return render(request, "games/person_act.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(FORMS)
def me(request: HttpRequest) -> HttpResponse:
    """“Which player are you?”: a name, then who bears it, or a new player for somebody who has not played here yet."""
    if hasattr(request.user, "player"):
        return redirect(request.user.player)
    form = MyNameForm(request.POST if request.method == "POST" else request.GET if "name" in request.GET else None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        done = _("Noted. A manager will say whether it is so; then you can enter tournaments.")
        if carry_out(request, lambda: people.newcomer_make(name, by=request.user), done):
            return redirect("account")
    context = {
        "form": form,
        "name": form.cleaned_data["name"] if form.is_valid() else "",
        "found": candidates(form.cleaned_data["name"]) if form.is_valid() else None,
        "claims": Claim.objects.filter(user=request.user, state=Claim.State.OPEN).select_related("player"),
    }
    return render(request, "games/person_me.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def claim_act(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Vouch for a claim, accept it or decline it."""
    row = get_object_or_404(Claim.objects.select_related("player", "user"), pk=pk)
    form = ReasonForm(request.POST)
    acts: dict[str, tuple[Callable[[], Any], str]] = {
        "vouch": (lambda: claims.claim_vouch(row, by=request.user), _("Thank you. Your word is noted.")),
        "accept": (lambda: people.claim_accept(row, by=request.user), _("The claim is accepted.")),
        "decline": (
            lambda: people.claim_decline(row, by=request.user, reason=form.data.get("reason", "")[:1000]),
            _("The claim is declined."),
        ),
    }
    do, done = acts[act]
    carry_out(request, do, done)
    return redirect("player_names", slug=row.player.slug)


@login_required
@require_http_methods(FORMS)
@of_player
def same(request: HttpRequest, player: Player) -> HttpResponse:
    """“Is the same person as …”: first a name, then which player is meant, then the report."""
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        other = get_object_or_404(Player, slug=form.cleaned_data["other"])
        carry_out(
            request,
            lambda: people.duplicate_report(player, other, by=request.user, words=form.cleaned_data["words"]),
            _("Thank you. Those who keep the players will look at it."),
        )
        return redirect(player)
    who, found = picked(request, player)
    context = {
        "player": player,
        "who": who,
        "found": found,
        "form": ReportForm(),
        "title": _("Is the same person as …"),
        "lede": _("Tell who it is. Nothing changes until a manager has looked at both."),
        "button": _("Report"),
    }
    return render(request, "games/person_pick.html", context, status=422 if form.errors else 200)


def picked(request: HttpRequest, player: Player) -> tuple[WhoForm, Candidates | None]:
    """The form for the other name, and who may be meant once it is filled in."""
    who = WhoForm(request.GET if "name" in request.GET else None)
    if not who.is_valid():
        return who, None
    found = candidates(who.cleaned_data["name"])
    return who, Candidates([one for one in found.exact if one != player], [one for one in found.near if one != player])


@login_required
@require_http_methods(FORMS)
@of_player
def edit(request: HttpRequest, player: Player) -> HttpResponse:
    """A manager's form: how a player is called, and under which id a platform knows him."""
    gate(request, "edit_player", player)
    asked = request.POST.get("what")
    name = NameForm(request.POST if asked == "name" else None, initial={"name": player.known_as})
    identity = IdentityForm(request.POST if asked == "identity" else None)
    lookup = LookupForm(request.POST if asked == "lookup" else None)
    if asked == "name" and name.is_valid():
        text = name.cleaned_data["name"]
        carry_out(request, lambda: people.player_rename(player, text, by=request.user), _("Saved."))
        return redirect("player_edit", slug=player.slug)
    if asked == "identity" and identity.is_valid():
        values = identity.cleaned_data
        carry_out(
            request,
            lambda: people.identity_add(player, values["platform"], values["platform_id"], by=request.user),
            _("Saved."),
        )
        return redirect("player_edit", slug=player.slug)
    if asked == "lookup" and lookup.is_valid():
        looked_up(request, player, lookup.cleaned_data["answer"])
        return redirect("player_edit", slug=player.slug)
    context = {
        "player": player,
        "name": name,
        "identity": identity,
        "lookup": lookup,
        "ids": player.identities.order_by("platform"),
        "missed": player.names.exclude(missed_at=None).order_by("-missed_at").first(),
        "zone": default_zone(),
    }
    wrong = name.errors or identity.errors or lookup.errors
    return render(request, "games/person_edit.html", context, status=422 if wrong else 200)


def looked_up(request: HttpRequest, player: Player, answer: Document) -> None:
    """Keep what the search of a platform said, and say what it was."""
    found = [(seat.name, str(seat.id).partition(":")[2]) for seat in answer.players]
    try:
        is_there = people.lookup_keep(player, answer.platform or "", found, by=request.user)
    except NotAllowed as problem:
        raise PermissionDenied from problem
    except PersonRefused as problem:
        messages.error(request, refused(problem))
        return
    if is_there:
        messages.success(request, _("Found: the number is added, and the name is checked."))
    else:
        messages.info(request, _("Nobody there is called exactly so. The name is marked as not found on BGA today."))


@login_required
@require_POST
@of_player
def hide(request: HttpRequest, player: Player) -> HttpResponse:
    """Initials to the public, or the name again."""
    hidden = request.POST.get("hidden") == "1"
    carry_out(
        request,
        lambda: people.name_hide(player, hidden=hidden, by=request.user),
        _("From now on the public sees initials.") if hidden else _("Everybody sees the name again."),
    )
    return redirect(Player.objects.get(pk=player.pk))


@login_required
@require_safe
def possible_duplicates(request: HttpRequest) -> HttpResponse:
    """For managers: who may be one person, with reasons, the likeliest first."""
    gate(request, "merge", Player())
    found = [(one, [REASONS[code] for code in one.reasons]) for one in suspicions()]
    return render(request, "games/duplicates.html", {"section": "players", "found": found})


@login_required
@require_POST
def different(request: HttpRequest) -> HttpResponse:
    """A manager says that two players are two people."""
    one, other = (get_object_or_404(Player, slug=request.POST.get(key, "")) for key in ("one", "other"))
    done = _("Noted: two people. They will not be proposed again.")
    carry_out(request, lambda: people.different_people(one, other, by=request.user), done)
    return redirect("duplicates")
