"""More about who takes part: clubs, who is there for a round, and who has somebody's place from now on."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.engine.text import clean_name
from ladder.director.acting import number_in, number_sent, tournament_at
from ladder.director.entrants import go, meant, page, stage_now
from ladder.ratelimit import takes_lists
from tournaments.models import Stage, Tournament
from tournaments.services.apart import entrant_club
from tournaments.services.at_tables import round_check_ins
from tournaments.services.seasons import entrant_replace


@takes_lists
@login_required
@require_POST
def clubs(request: HttpRequest, slug: str) -> HttpResponse:
    """Name the clubs that differ from what they were."""
    tournament = tournament_at(request, slug, "seed")
    typed = {row: request.POST.get(f"club-{row.pk}") for row in tournament.entrants.select_related("player")}

    def do() -> None:
        for row, club in typed.items():
            if club is not None and " ".join(club.split()) != row.club:
                entrant_club(row, club, version=number_sent(request, f"version-{row.pk}"), by=request.user)

    return go(request, tournament, do, _("Clubs saved."))


@takes_lists
@login_required
@require_POST
def round_check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Note who is there for the next round: who is ticked is, and nobody else of those shown."""
    tournament = tournament_at(request, slug, "enter_others")
    stage, number = stage_of(tournament), number_sent(request, "number")
    ticked = {number_in(text) for text in request.POST.getlist("here")}
    here = {pk: pk in ticked for pk in map(number_in, request.POST.getlist("shown"))}
    return go(
        request, tournament, lambda: round_check_ins(stage, here, by=request.user, number=number), _("Check-in saved.")
    )


@login_required
@require_POST
def replace(request: HttpRequest, slug: str) -> HttpResponse:
    """Let somebody else have the place of one who has not begun."""
    tournament = tournament_at(request, slug, "substitute")
    stage, version = stage_of(tournament), number_sent(request, "version")
    absent = get_object_or_404(tournament.entrants, pk=number_sent(request, "absent"))
    player, problem, _asks = meant(clean_name(request.POST.get("instead", "")), is_new=False)
    if problem or player is None:
        return page(request, tournament, 422, instead_problem=problem, sent=request.POST)
    reason = request.POST.get("reason", "")
    return go(
        request,
        tournament,
        lambda: entrant_replace(stage, absent, player, version=version, by=request.user, reason=reason),
        _("Replaced."),
    )


def stage_of(tournament: Tournament) -> Stage:
    """The stage that is played now; 404 where none is."""
    stage = stage_now(list(tournament.stages.order_by("number")))
    if stage is None:
        raise Http404
    return stage
