"""What the people of a table settle among themselves: when to play, and who did not come."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.forms import KeyForm
from games.models import User
from games.services.once import KeyReused
from ladder.formats import city
from ladder.permissions import may
from ladder.tournament_pages.finding import Shown, frame, shown
from ladder.tournament_pages.people import player_now
from ladder.tournament_pages.refusals import told
from ladder.views.once import once_sent
from tournaments.models import Entrant, Pairing, PairingSeat, Round, TableDate
from tournaments.services.at_tables import date_answer, date_answer_for, date_propose, no_show_report
from tournaments.services.errors import Refused
from tournaments.services.local_time import instant


class DateForm(KeyForm):
    """A proposed time, by the tournament's clocks."""

    at = forms.CharField(
        label=gettext_lazy("Time"),
        max_length=16,
        widget=forms.DateTimeInput({"type": "datetime-local"}),
    )
    half = forms.ChoiceField(
        label=gettext_lazy("If the clocks show it twice that night"),
        choices=[
            ("", gettext_lazy("it is shown once")),
            ("0", gettext_lazy("the first time")),
            ("1", gettext_lazy("the second time")),
        ],
        required=False,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def dates(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The proposed times of a table, and the form for another one."""
    seen, table, me = at_table(request, slug, pk)
    form = DateForm(request.POST or None)
    if form.is_valid():
        values = form.cleaned_data
        try:
            at = instant(values["at"], seen.tournament.zone, int(values["half"]) if values["half"] else None)
            once_sent(request, values["key"], lambda: noted(date_propose(table, me.pk, at, by=request.user)))
        except Refused as refused:
            form.add_error("at", told(refused))
        except KeyReused:
            form.add_error(None, _("This form was sent before with something else. Start again."))
        else:
            messages.success(request, _("Proposed. It is agreed once everybody of the table can."))
            return redirect("tournament_dates", slug=slug, pk=pk)
    related = ("entrant__player__merged_into", "substitute__merged_into")
    seats = list(table.seats.select_related(*related).order_by("number"))
    people = {seat.entrant_id: player_now(seat.substitute or seat.entrant.player) for seat in seats}
    context = frame(
        seen,
        "rounds",
        table=table,
        form=form,
        proposed=proposals(table, people, me),
        others=[(one, player) for one, player in people.items() if one != me.pk],
        city=city(seen.zone),
    )
    return render(request, "tournaments/dates.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def answer(request: HttpRequest, slug: str, pk: int, date: int) -> HttpResponse:
    """Say that one can at a time, or cannot any more."""
    _seen, table, me = at_table(request, slug, pk)
    row = TableDate.objects.filter(pk=date, pairing=table).select_related("pairing").first()
    if row is None:
        raise Http404(date)
    can, other = request.POST.get("can") == "1", number_of(request.POST.get("for", ""))
    try:
        if other:
            date_answer_for(row, me.pk, other, by=request.user)
        else:
            date_answer(row, me.pk, can, by=request.user)
    except Refused as refused:
        messages.error(request, told(refused))
    else:
        said = _("Noted: you can.") if can else _("Noted: you cannot.")
        messages.success(request, _("Noted.") if other else said)
    return redirect("tournament_dates", slug=slug, pk=pk)


@login_required
@require_POST
def absent(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Report that somebody of the table did not come."""
    _seen, table, _me = at_table(request, slug, pk, "report_no_show")
    try:
        no_show_report(table, number_of(request.POST.get("entrant", "")), by=request.user)
    except Refused as refused:
        messages.error(request, told(refused))
    else:
        messages.success(request, _("Reported. A director, or the terms, decide what follows."))
    return redirect("tournament_dates", slug=slug, pk=pk)


def number_of(text: str) -> int:
    """The number of a row that a form sends; 0 for none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def at_table(request: HttpRequest, slug: str, pk: int, act: str = "agree_date") -> tuple[Shown, Pairing, Entrant]:
    """A published table, for somebody who sits there; otherwise 403."""
    seen = shown(request, slug)
    tables = Pairing.objects.filter(pk=pk, round__stage__tournament=seen.tournament).exclude(
        round__state=Round.State.DRAFT
    )
    table = tables.select_related("round__stage__tournament").first()
    if table is None:
        raise Http404(pk)
    user = request.user
    seat = seat_of(table, user) if isinstance(user, User) else None
    if seat is None or not may(user, act, table):
        raise PermissionDenied
    return seen, table, seat.entrant


def seat_of(table: Pairing, user: User) -> PairingSeat | None:
    """The seat that somebody plays in: as a substitute, or his own where nobody plays for him."""
    seats = list(table.seats.select_related("entrant__player", "substitute"))
    return next((seat for seat in seats if (seat.substitute or seat.entrant.player).user_id == user.pk), None)


def noted(_row: object) -> dict[str, Any]:
    return {"done": True}


def proposals(table: Pairing, people: dict[int, Any], me: Entrant) -> list[dict[str, Any]]:
    """Each proposed time with who can and who has not said so; `unheard` cannot, having no account."""
    found = []
    for date in table.dates.prefetch_related("answers"):
        can = {answer.entrant_id for answer in date.answers.all()}
        found.append(
            {
                "date": date,
                "can": [player for one, player in people.items() if one in can],
                "waiting": [player for one, player in people.items() if one not in can],
                "unheard": [(one, player) for one, player in people.items() if one not in can and not player.user_id],
                "mine": me.pk in can,
            }
        )
    return found
