"""Who directs a tournament, and who decides its disputes."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.models import User
from ladder.director.acting import after, check, known_as, last_number, number_sent, tournament_at
from ladder.permissions import may
from ladder.publishing.forms import GrantForm
from tournaments.models import Tournament, TournamentRole
from tournaments.services.tournaments import role_grant, role_take_away

Kind = TournamentRole.Kind


@login_required
@require_safe
def roles(request: HttpRequest, slug: str) -> HttpResponse:
    return page(request, tournament_at(request, slug, "grant_arbiter"))


def page(request: HttpRequest, tournament: Tournament, status: int = 200, **more: Any) -> HttpResponse:
    """Who has a role, and the form for another one."""
    grants_directors = may(request.user, "grant_director", tournament)
    held = [
        {
            "role": role,
            "name": known_as(role.user),
            "is_me": role.user_id == request.user.pk,
            "takes": grants_directors or role.kind == Kind.ARBITER or role.user_id == request.user.pk,
        }
        for role in tournament.roles.select_related("user__player")
    ]
    context = {
        "section": "tournaments",
        "tournament": tournament,
        "zone": tournament.time_zone,
        "tab": "roles",
        "seen": last_number(tournament),
        "held": held,
        "alone": sum(one["role"].kind == Kind.DIRECTOR for one in held) < 2,
        "form": GrantForm(kinds=kinds(grants_directors)),
        "directs": may(request.user, "direct", tournament),
        **more,
    }
    return render(request, "tournaments/desk/roles.html", context, status=status)


def kinds(directors: bool) -> list[tuple[str, Any]]:
    """The roles that somebody may give."""
    return [(kind.value, kind.label) for kind in (Kind.ARBITER, Kind.DIRECTOR) if directors or kind == Kind.ARBITER]


@login_required
@require_POST
def grant(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_at(request, slug, "grant_arbiter")
    form = GrantForm(request.POST, kinds=kinds(may(request.user, "grant_director", tournament)))
    if form.is_valid():
        user = User.objects.filter(email=form.cleaned_data["email"].strip().lower(), is_active=True).first()
        kind = form.cleaned_data["kind"]
        if user is None:
            form.add_error("email", _("No account has this address. Whoever it is must sign up first."))
        else:
            again = partial(page, request, tournament)
            done = _("The role is given.")
            found: HttpResponse = after(
                request,
                tournament,
                lambda: role_grant(tournament, user, kind, by=request.user),
                done,
                again,
                "director_roles",
                slug,
            )
            return found
    return page(request, tournament, 422, form=form)


@login_required
@require_POST
def revoke(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a role away; one's own is laid down."""
    tournament = get_object_or_404(Tournament.objects.select_related("game"), slug=slug)
    role = get_object_or_404(tournament.roles, pk=number_sent(request, "role"))
    own = role.user_id == request.user.pk
    check(request, "resign_tournament" if own else f"grant_{role.kind}", tournament)
    found: HttpResponse = after(
        request,
        tournament,
        lambda: role_take_away(role, by=request.user),
        _("You laid down the role.") if own else _("The role is taken away."),
        partial(page, request, tournament),
        *(("director_tournaments",) if own else ("director_roles", slug)),
    )
    return found
