"""Merging two players, and taking a merge back: first what it would do, then the act."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import Merge, Player
from games.people_forms import MergeForm, UndoForm
from games.services.errors import PersonRefused
from games.services.merges import check_merge
from games.services.players import player_now
from ladder.people_words import refused
from ladder.selectors.merging import Preview, late_matches, merge_preview, undo_preview
from ladder.selectors.seasons import default_zone
from ladder.services import people
from ladder.views.finding import of_player
from ladder.views.people import FORMS, carry_out, gate, picked


@login_required
@require_http_methods(FORMS)
@of_player
def merge(request: HttpRequest, player: Player) -> HttpResponse:
    """Merge this player into another: who, then the preview, then the act with its reason."""
    gate(request, "merge", player)
    slug = request.POST.get("into") or request.GET.get("into")
    if not slug:
        return pick(request, player)
    preview = merge_preview(player, player_now(get_object_or_404(Player, slug=slug)))
    form = MergeForm(request.POST or None, initial={"into": preview.target.slug, "seen": preview.seen})
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        act = {"reason": values["reason"], "seen": values["seen"], "two_accounts": values["two_accounts"]}
        act["two_entrants"] = values.get("two_entrants", False)
        done = _("Merged. The old page leads here from now on.")
        if carry_out(request, lambda: people.players_merge(player, preview.target, by=request.user, **act), done):
            return redirect("player_names", slug=preview.target.slug)
        conflict = values["seen"] != preview.seen
        form = MergeForm(initial={**values, "seen": preview.seen})
        return render(request, "games/merge.html", context_of(preview, form), status=409 if conflict else 422)
    return render(request, "games/merge.html", context_of(preview, form), status=422 if form.errors else 200)


def context_of(preview: Preview, form: MergeForm) -> dict[str, Any]:
    if not preview.blocks.platforms:
        del form.fields["two_accounts"]
    if not preview.two_entrants:
        del form.fields["two_entrants"]
    return {"section": "players", "preview": preview, "form": form, "blocked": blocked(preview), "zone": default_zone()}


def blocked(preview: Preview) -> str:
    """Why these two can never be one, whatever is ticked; empty if they can."""
    try:
        check_merge(preview.source, preview.target, preview.blocks, two_accounts=True)
    except PersonRefused as problem:
        return refused(problem)
    return ""


def pick(request: HttpRequest, player: Player) -> HttpResponse:
    who, found = picked(request, player)
    context = {
        "player": player,
        "who": who,
        "found": found,
        "merging": True,
        "title": _("Merge into …"),
        "lede": _("Tell who it is. You see what it would change before anything is done."),
    }
    return render(request, "games/person_pick.html", context)


@login_required
@require_http_methods(FORMS)
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a merge back, and choose whose the matches are that came later under the old name."""
    row = get_object_or_404(Merge.objects.select_related("source", "target"), pk=pk)
    gate(request, "merge", row.target)
    preview, late = undo_preview(row), late_matches(row)
    form = UndoForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        chosen = set(request.POST.getlist("back"))
        stay = [match for match in late if match.slug not in chosen]
        reason, done = form.cleaned_data["reason"], _("The merge is taken back.")
        carry_out(request, lambda: people.merge_undo(row, by=request.user, reason=reason, stay=stay), done)
        return redirect(Player.objects.get(pk=row.source_id))
    context = {"section": "players", "merge": row, "preview": preview, "late": late, "form": form}
    context["zone"] = default_zone()
    return render(request, "games/unmerge.html", context, status=422 if form.errors else 200)
