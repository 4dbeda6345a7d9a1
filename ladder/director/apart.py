"""Who should not meet: pairs that asked for it. Only directors see them."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ladder.director.acting import after, number_sent, tournament_at
from ladder.director.entrants import page
from tournaments.models import NotToMeet
from tournaments.services.apart import not_to_meet_add, not_to_meet_remove


@login_required
@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep two apart from the next draft on."""
    tournament = tournament_at(request, slug, "run_rounds")
    first, second = (
        get_object_or_404(tournament.entrants, pk=number_sent(request, name)) for name in ("first", "second")
    )
    reason = request.POST.get("reason", "")

    def act() -> None:
        not_to_meet_add(tournament, first, second, by=request.user, reason=reason)

    again = partial(page, request, tournament, sent=request.POST)
    found: HttpResponse = after(request, tournament, act, _("Saved."), again, "director_entrants", slug)
    return found


@login_required
@require_POST
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Let two be paired again."""
    tournament = tournament_at(request, slug, "run_rounds")
    row = NotToMeet.objects.filter(tournament=tournament, pk=number_sent(request, "pair")).first()
    if row is None:
        return redirect("director_entrants", slug)
    again = partial(page, request, tournament)
    found: HttpResponse = after(
        request,
        tournament,
        lambda: not_to_meet_remove(row, by=request.user),
        _("Saved."),
        again,
        "director_entrants",
        slug,
    )
    return found
