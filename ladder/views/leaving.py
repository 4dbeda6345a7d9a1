"""One's own data: take it away, be forgotten, and the wish of somebody without an account."""

import io
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import Deletion, PersonExport, Player
from games.people_forms import ForgetForm, ReasonForm
from games.services.errors import PersonRefused
from ladder.people_words import refused
from ladder.selectors.seasons import default_zone
from ladder.services import leaving
from ladder.services.person_export import content, export_ask
from ladder.views.finding import of_player
from ladder.views.people import FORMS, carry_out, gate


@login_required
@require_POST
def export(request: HttpRequest) -> HttpResponse:
    """Ask for a file of one's data."""
    row = export_ask(request.user)
    if row.ready_at is None:
        messages.success(request, _("Your file is being made. It will be on this page within the hour."))
    return redirect("account")


@login_required
@require_safe
def export_file(request: HttpRequest, token: str) -> HttpResponse | FileResponse:
    """The file itself, for its owner only."""
    row = get_object_or_404(PersonExport, token=token, user=request.user, ready_at__isnull=False)
    try:
        file = io.BytesIO(content(row))
    except FileNotFoundError as gone:
        raise Http404 from gone
    return FileResponse(file, as_attachment=True, filename="my-data.zip", content_type="application/zip")


@login_required
@require_http_methods(FORMS)
def delete(request: HttpRequest) -> HttpResponse:
    """“Delete me”: what would happen, and in seven days it does."""
    if request.method == "POST":
        done = _("Noted. You can take it back on your account page for seven days.")
        carry_out(request, lambda: leaving.deletion_ask(request.user), done)
        return redirect("account")
    problem = ""
    try:
        leaving.check_may_leave(request.user)
    except PersonRefused as found:
        problem = refused(found)
    context = {"section": "account", "problem": problem, "player": Player.objects.filter(user=request.user).first()}
    return render(request, "ladder/leave.html", context)


@login_required
@require_POST
def stay(request: HttpRequest) -> HttpResponse:
    """Take one's wish to be forgotten back."""
    deletion = get_object_or_404(Deletion, user=request.user, state=Deletion.State.DUE)
    done = _("Taken back. Everything stays as it is.")
    carry_out(request, lambda: leaving.deletion_take_back(deletion, by=request.user), done)
    return redirect("account")


@require_http_methods(FORMS)
@of_player
def forget(request: HttpRequest, player: Player) -> HttpResponse:
    """The form of somebody without an account."""
    if player.is_anonymised:
        raise Http404
    form = ForgetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        done = _("Noted. A manager will write to you before anything is done.")
        carry_out(request, lambda: leaving.deletion_ask_for(player, **form.cleaned_data), done)
        return redirect(player)
    context = {
        "player": player,
        "form": form,
        "title": _("Remove my name"),
        "lede": _(
            "For people without an account. A manager asks who you are; seven days later your name is replaced by a "
            "neutral one everywhere. Results and points of everybody stay as they are."
        ),
        "button": _("Ask for it"),
    }
    return render(request, "games/person_act.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def deletions(request: HttpRequest) -> HttpResponse:
    """For managers: who wants to be forgotten."""
    gate(request, "anonymise", Player())
    states = [Deletion.State.ASKED, Deletion.State.DUE]
    rows = Deletion.objects.filter(state__in=states).select_related("player", "user__player")
    return render(request, "games/deletions.html", {"section": "players", "rows": rows, "zone": default_zone()})


@login_required
@require_POST
def deletion_act(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """A manager checked who asks: go on, or not."""
    row = get_object_or_404(Deletion, pk=pk)
    if row.player is None:
        raise PermissionDenied
    reason = ReasonForm(request.POST).data.get("reason", "")[:1000]
    acts: dict[str, tuple[Any, str]] = {
        "approve": (lambda: leaving.deletion_approve(row, by=request.user), _("It will be done in seven days.")),
        "decline": (lambda: leaving.deletion_decline(row, by=request.user, reason=reason), _("Declined.")),
        "back": (lambda: leaving.deletion_take_back(row, by=request.user), _("Taken back.")),
    }
    carry_out(request, *acts[act])
    return redirect("deletions")
