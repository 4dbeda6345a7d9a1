"""Making a tournament, and its terms."""

from functools import partial
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.services.once import Answer, KeyReused
from ladder.director.acting import after, check, last_number, tournament_at
from ladder.director.defaults import terms_for
from ladder.director.forms import NewTournamentForm, StageForms, TermsForm, initial_of, stages_shown
from ladder.director.sentences import refusal
from ladder.selectors.seasons import default_zone
from ladder.tournament_pages.words import stage_name
from ladder.views.once import once_sent
from tournaments.models import Stage, Tournament
from tournaments.services.errors import Refused
from tournaments.services.tournaments import tournament_change, tournament_create
from tournaments.terms import StageTerms


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Name, game and plan; the terms follow from them, or from an older tournament."""
    check(request, "create_tournament", None)
    language = (get_language() or "it").lower()
    form = NewTournamentForm(request.POST or None, initial={"language": language, "time_zone": default_zone()})
    if form.is_valid():
        try:
            answer = once_sent(request, form.cleaned_data["key"], lambda: created(request, form))
        except Refused as why:
            form.add_error(None, refusal(why, {}))
        except KeyReused:
            form.add_error(None, _("This form was sent before with something else. Start again."))
        else:
            messages.success(request, _("Created. Read its terms, then announce it."))
            return redirect("director_terms", answer["slug"])
    context = {"section": "tournaments", "form": form}
    return render(request, "tournaments/desk/new.html", context, status=422 if form.errors else 200)


def created(request: HttpRequest, form: NewTournamentForm) -> Answer:
    values, like = form.cleaned_data, form.cleaned_data["like"]
    if like is not None:
        terms = msgspec.structs.replace(like.terms, entries_until=None)
        stages = tuple(stage.terms for stage in like.stages.order_by("number"))
    else:
        terms, stages = terms_for(values["plan"], values["people"], values["size"])
    tournament = tournament_create(
        name=values["name"],
        game=values["game"],
        by=request.user,
        terms=terms,
        stages=stages,
        language=values["language"],
        time_zone=values["time_zone"],
    )
    return {"slug": tournament.slug}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: HttpRequest, slug: str) -> HttpResponse:
    """All terms. Once announced a change needs a reason; stages stay as they are once one has begun."""
    tournament = tournament_at(request, slug, "change_tournament")
    rows = list(tournament.stages.order_by("number"))
    begun = any(row.state != Stage.State.PLANNED for row in rows)
    kept = [row.terms for row in rows]
    form = TermsForm(
        request.POST or None, kept=tournament.terms, initial=initial_of(tournament.terms, tournament.version)
    )
    sent = request.POST if request.method == "POST" and not begun else None
    forms = StageForms(sent, prefix="stage", initial=stages_shown(kept))
    again = partial(page, request, tournament, form, forms, begun)
    if request.method != "POST":
        return again()
    if not form.is_valid() or not (begun or forms.is_valid()):
        return again(status=422)

    def act() -> None:
        tournament_change(
            tournament,
            version=form.cleaned_data["version"],
            by=request.user,
            terms=form.cleaned_data["terms"],
            stages=None if begun else typed_stages(forms, kept),
            reason=form.cleaned_data["reason"],
        )

    found: HttpResponse = after(request, tournament, act, _("The terms are saved."), again, "director", slug)
    return found


def typed_stages(forms: Any, kept: list[StageTerms]) -> list[StageTerms]:
    """The stages that the forms name, in order."""
    found = []
    for number, form in enumerate(forms):
        if form.cleaned_data.get("format"):
            found.append(form.terms(kept[number] if number < len(kept) else None))
    return found


def page(
    request: HttpRequest,
    tournament: Tournament,
    form: TermsForm,
    forms: Any,
    begun: bool,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    if status == 409:  # what was typed stays; it is saved upon what stands now if it is sent once more
        tournament = Tournament.objects.get(pk=tournament.pk)
        form.data = form.data.copy()
        form.data["version"] = str(tournament.version)
    context = {
        "section": "tournaments",
        "tournament": tournament,
        "zone": tournament.time_zone,
        "tab": "terms",
        "seen": last_number(tournament),
        "form": form,
        "forms": forms,
        "begun": begun,
        "stages": [(one.number, stage_name(one)) for one in tournament.stages.order_by("number")] if begun else [],
        **more,
    }
    return render(request, "tournaments/desk/terms.html", context, status=status)
