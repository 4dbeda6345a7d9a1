"""What somebody does as a player: enter, leave, check in."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.forms import KeyForm
from games.services.once import KeyReused
from ladder.permissions import may
from ladder.tournament_pages.entries import GOING, standing_of
from ladder.tournament_pages.finding import Shown, frame, shown
from ladder.tournament_pages.refusals import told
from ladder.views.once import once_sent
from tournaments.models import Entrant, Tournament
from tournaments.services.at_tables import round_check_ins
from tournaments.services.entrants import entrant_check_in, entrant_drop, entrant_enter, entrant_withdraw
from tournaments.services.errors import Changed, Refused
from tournaments.services.offers import offer_answer
from tournaments.services.tournaments import REASON


class VersionForm(KeyForm):
    """The version of the entry that the person saw."""

    version = forms.IntegerField(min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)


class LeaveForm(VersionForm):
    """Leaving a tournament that runs; the reason stands in the diary."""

    reason = forms.CharField(
        label=gettext_lazy("Reason (it stands in the diary)"),
        max_length=REASON,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )


@login_required
@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    seen, form = shown(request, slug), KeyForm(request.POST)
    if not may(request.user, "enter", seen.tournament):
        raise PermissionDenied
    player = getattr(request.user, "player", None)
    if player is None:
        messages.error(
            request,
            _("Your account is tied to no player yet. Open your account and tell which player you are."),
        )
        return redirect("tournament", slug=slug)
    key = form.cleaned_data["key"] if form.is_valid() else ""
    act: Callable[[], Any] = lambda: entrant_enter(seen.tournament, player, by=request.user)  # noqa: E731
    mine_now = seen.tournament.entrants.filter(player=player)
    return carry_out(request, seen, key, act, lambda: standing_of(mine_now.first()))


@login_required
@require_POST
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    seen, me = mine(request, slug, "check_in")
    form = VersionForm(request.POST)
    if not form.is_valid():
        raise BadRequest("version")
    values = form.cleaned_data
    act: Callable[[], Any] = lambda: entrant_check_in(me, version=values["version"], by=request.user)  # noqa: E731
    return carry_out(request, seen, values["key"], act, _("You have checked in."))


@login_required
@require_POST
def check_in_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Check in for the next round, or say that one cannot after all."""
    seen, me = mine(request, slug, "check_in")
    form, number = KeyForm(request.POST), request.POST.get("number", "")
    stage = next((one for one in seen.stages if one.state in GOING), None)
    if stage is None or not (number.isascii() and number.isdigit() and len(number) < 4):
        raise BadRequest("number")
    here = request.POST.get("here") == "1"
    act: Callable[[], Any] = lambda: round_check_ins(stage, {me.pk: here}, by=request.user, number=int(number))  # noqa: E731
    key = form.cleaned_data["key"] if form.is_valid() else ""
    return carry_out(request, seen, key, act, _("You have checked in.") if here else _("Noted: you cannot."))


@login_required
@require_POST
def offer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a seat that was offered, or leave it to the next in reserve."""
    seen, me = mine(request, slug, "answer_offer")
    row = me.offers.filter(pk=pk).select_related("pairing__round__stage", "reserve__player").first()
    form = VersionForm(request.POST)
    if row is None:
        raise Http404(pk)
    if not form.is_valid():
        raise BadRequest("version")
    values, accepts = form.cleaned_data, request.POST.get("accepts") == "1"
    act: Callable[[], Any] = lambda: offer_answer(row, accepts, version=values["version"], by=request.user)  # noqa: E731
    done = _("You play at that table now.") if accepts else _("Declined. The next one in reserve is asked.")
    return carry_out(request, seen, values["key"], act, done)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw before the start, drop out from the next round on once it runs."""
    seen, me = mine(request, slug, "withdraw")
    running = seen.tournament.state == Tournament.State.RUNNING
    kind = LeaveForm if running else VersionForm
    form = kind(request.POST or None, initial={"version": me.version})
    if "version" in form.errors:
        raise BadRequest("version")
    if form.is_valid():
        values = form.cleaned_data

        def act() -> object:
            if running:
                return entrant_drop(me, version=values["version"], by=request.user, reason=values["reason"])
            return entrant_withdraw(me, version=values["version"], by=request.user)

        return carry_out(request, seen, values["key"], act, _("You have left the tournament."))
    context = frame(seen, "", form=form, running=running)
    return render(request, "tournaments/leave.html", context, status=422 if form.errors else 200)


def mine(request: HttpRequest, slug: str, act: str) -> tuple[Shown, Entrant]:
    """The tournament and the reader's own entry, for somebody who may do this; otherwise 403."""
    seen = shown(request, slug)
    if seen.me is None or not may(request.user, act, seen.me):
        raise PermissionDenied
    return seen, seen.me


def carry_out(
    request: HttpRequest, seen: Shown, key: str, act: Callable[[], object], done: str | Callable[[], str]
) -> HttpResponse:
    """Do it once, or say why not: 409 if the entry has changed since the page was opened."""

    def answered() -> dict[str, Any]:
        act()
        return {"done": True}

    try:
        once_sent(request, key, answered)
    except Refused as refused:
        messages.error(request, told(refused))
    except Changed:
        return render(request, "tournaments/409.html", frame(seen, ""), status=409)
    except KeyReused:
        messages.error(request, _("This form was sent before with something else. Start again."))
    else:
        messages.success(request, done() if callable(done) else done)
    return redirect("tournament", slug=seen.tournament.slug)
