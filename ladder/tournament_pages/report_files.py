"""A tournament from a FIDE report file: first what it would become, with everything that stands in its way; then it is made."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.forms import KeyForm
from games.models import Game
from games.services.once import Answer, KeyReused
from ladder.permissions import may
from ladder.ratelimit import takes_uploads
from ladder.selectors.seasons import default_zone
from ladder.views.once import once_sent
from tournaments.services.trf_import import MOST, Preview, Problem, trf_import, trf_preview
from tournaments.trf import decoded

LONGEST = 2_000_000
"""Characters of a file: some times what the most players in the most rounds take."""
PROBLEMS: dict[str, str | Promise] = {
    "no_players": gettext_lazy("There is no player in it: this is no report file of a tournament."),
    "player": gettext_lazy("This line of a player cannot be read: %(found)s"),
    "cell": gettext_lazy("A round of this player cannot be read: %(found)s"),
    "twice": gettext_lazy("Start number %(found)s stands in an earlier line already."),
    "unknown_opponent": gettext_lazy("The opponent has another opponent in that round: %(found)s."),
    "too_large": gettext_lazy("There are more players or rounds than one tournament can have."),
    "too_many_players": gettext_lazy("%(found)s players are too many; up to %(most)s can be brought."),
    "too_few_players": gettext_lazy("A tournament needs two players."),
    "no_name": gettext_lazy("This player has no name."),
    "same_name": gettext_lazy("%(found)s is in it twice, or is one player here with somebody above."),
    "no_result": gettext_lazy("Round %(found)s has no result, though a later round was played."),
    "absent_next": gettext_lazy(
        "Does not want to be paired in round %(found)s. Let him sit out in its draft, then pair the others anew."
    ),
    "absence_points": gettext_lazy("In this file an absence gives %(found)s points. Here it gives none."),
    "points": gettext_lazy(
        "The results do not add up to the %(found)s points that the file states. The results count."
    ),
}


class ReportFileForm(KeyForm):
    """A file, or its text; of which game, and another name if it is wanted."""

    file = forms.FileField(
        label=gettext_lazy("Report file"),
        required=False,
        help_text=gettext_lazy("TRF16 or TRF26. The file wins over the text below."),
    )
    text = forms.CharField(
        label=gettext_lazy("Or its text"),
        max_length=LONGEST,
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 6, "spellcheck": "false"}),
    )
    game = forms.ModelChoiceField(
        Game.objects.filter(seats_min__lte=2, seats_max__gte=2), label=gettext_lazy("Game"), empty_label=None
    )
    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=80, required=False, help_text=gettext_lazy("Empty: the one in the file.")
    )

    def clean(self) -> dict[str, Any]:
        """Puts the text of the file into `text`."""
        values = super().clean() or {}
        file = values.get("file")
        text = decoded(file.read()) if file else values.get("text", "")
        if not self.errors and not text.strip():
            self.add_error("file", _("Choose a file, or paste its text."))
        if "\0" in text or len(text) > LONGEST:
            self.add_error("file", _("This is no report file."))
        return {**values, "text": text}


@login_required
@takes_uploads
@require_http_methods(["GET", "HEAD", "POST"])
def report_file(request: HttpRequest) -> HttpResponse:
    """Look at a file; with `make`, make a running tournament of it."""
    if not may(request.user, "create_tournament", None):
        raise PermissionDenied
    form = ReportFileForm(request.POST or None, request.FILES or None)
    if not form.is_valid():
        return page(request, form, status=422 if form.is_bound else 200)
    values = form.cleaned_data
    preview = trf_preview(values["text"])
    again = ReportFileForm(initial={name: values[name] for name in ("text", "name")} | {"game": values["game"].pk})
    if "make" not in request.POST or not preview.is_possible:
        return page(request, again, preview, 200 if preview.is_possible else 422)
    try:
        answer = once_sent(request, values["key"], partial(made, request, values))
    except KeyReused:
        form.add_error(None, _("This form was sent before with something else. Start again."))
        return page(request, form, preview, 422)
    messages.success(request, _("The tournament is made of the file."))
    return redirect("director", answer["slug"])


def made(request: HttpRequest, values: dict[str, Any]) -> Answer:
    tournament = trf_import(
        values["text"],
        game=values["game"],
        by=request.user,
        name=values["name"],
        language=(get_language() or "it").lower(),
        time_zone=default_zone(),
    )
    return {"slug": tournament.slug}


def page(request: HttpRequest, form: ReportFileForm, preview: Preview | None = None, status: int = 200) -> HttpResponse:
    context = {
        "section": "tournaments",
        "form": form,
        "preview": preview,
        "facts": facts_of(preview) if preview is not None and preview.is_possible else [],
        "problems": [(one, said(one)) for one in preview.problems] if preview is not None else [],
    }
    return render(request, "tournaments/report_file.html", context, status=status)


def said(problem: Problem) -> str:
    """A problem in a sentence."""
    text = str(PROBLEMS.get(problem.code, problem.code))
    return text % {"found": problem.found, "most": MOST} if "%(" in text else text


def facts_of(preview: Preview) -> list[str]:
    """What the file would become, in short."""
    new = sum(player is None for _start, _name, player in preview.players)
    n = len(preview.players)
    return [
        ngettext("%(n)s player", "%(n)s players", n) % {"n": n},
        ngettext("%(n)s new", "%(n)s new", new) % {"n": new},
        _("%(played)s of %(rounds)s rounds played") % {"played": preview.played, "rounds": preview.rounds},
        ngettext("%(n)s match", "%(n)s matches", preview.matches) % {"n": preview.matches},
    ]
