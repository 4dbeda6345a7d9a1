"""A result typed by hand, in two steps: what and who, then who is meant by each name."""

from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.forms import SEATS, ResultForm, SeatForm, SeatForms
from games.models import Game, Player
from games.selectors.players import Candidates, candidates
from games.services.errors import AlreadyHere, InvalidResult
from games.services.matches import TypedSeat, check_typed, match_create_typed
from ladder import formats
from ladder.selectors.seasons import default_zone


@dataclass(frozen=True)
class Asked:
    """A line of the table, and who may be meant by its name."""

    form: SeatForm
    who: Candidates

    @property
    def chosen(self) -> str:
        """The slug to offer first: the only exact one; otherwise a new player, for near names are never taken."""
        return self.who.exact[0].slug if len(self.who.exact) == 1 else ""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest) -> HttpResponse:
    zone = default_zone()
    if request.method != "POST":
        form = ResultForm(zone=ZoneInfo(zone), initial={"game": game_asked(request)})
        return form_page(request, form, SeatForms(prefix="seat", initial=seats_asked(request)), zone)
    form, seats = ResultForm(request.POST, zone=ZoneInfo(zone)), SeatForms(request.POST, prefix="seat")
    if not (form.is_valid() and seats.is_valid()):
        return form_page(request, form, seats, zone)
    filled = [seat for seat in seats if seat.cleaned_data.get("name")]
    try:
        if request.POST.get("step") != "save":
            check(form, filled)
            asked = [Asked(seat, candidates(seat.cleaned_data["name"])) for seat in filled]
            context = {"section": "upload", "form": form, "seats": seats, "asked": asked, "zone": zone}
            return render(request, "games/result_names.html", context)
        match = create(form, filled, request)
    except InvalidResult as problem:
        form.add_error(None, sentence(problem))
        return form_page(request, form, seats, zone)
    except AlreadyHere as known:
        messages.info(request, _("This match is here already."))
        return redirect(known.match)
    messages.success(request, _("Saved. It counts once another player of the table confirms it."))
    return redirect(match)


def form_page(request: HttpRequest, form: ResultForm, seats: forms.BaseFormSet, zone: str) -> HttpResponse:
    context = {"section": "upload", "form": form, "seats": seats, "city": formats.city(zone)}
    return render(request, "games/result.html", context, status=422 if form.is_bound else 200)


def typed_seats(filled: list[SeatForm]) -> list[TypedSeat]:
    slugs = {seat.cleaned_data["player"] for seat in filled if seat.cleaned_data["player"]}
    players = {player.slug: player for player in Player.objects.filter(slug__in=slugs)}
    return [
        TypedSeat(
            place=values["place"],
            player=players.get(values["player"]),
            name=values["name"],
            score=values["score"],
            flag=values["flag"] or "played",
        )
        for values in (seat.cleaned_data for seat in filled)
    ]


def check(form: ResultForm, filled: list[SeatForm]) -> None:
    check_typed(form.cleaned_data["game"], form.cleaned_data["ended"], typed_seats(filled))


def create(form: ResultForm, filled: list[SeatForm], request: HttpRequest) -> Any:
    seats = typed_seats(filled)
    return match_create_typed(
        game=form.cleaned_data["game"],
        ended_at=form.cleaned_data["ended"],
        seats=seats,
        by=request.user,
        ending="concession" if any(seat.flag == "conceded" for seat in seats) else "normal",
    )


def game_asked(request: HttpRequest) -> Game | None:
    return Game.objects.filter(key=request.GET.get("game", "")[:40]).first()


def seats_asked(request: HttpRequest) -> list[dict[str, Any]]:
    """Lines filled in beforehand, from an address made by the upload page: `?name=Ada&score=131&name=Bruno&score=120`."""
    names = request.GET.getlist("name")[:SEATS]
    scores = [score if score.lstrip("-").isdigit() else "" for score in request.GET.getlist("score")[:SEATS]]
    scores += [""] * (len(names) - len(scores))
    numbers = [int(score) for score in scores if score]
    place = {score: 1 + sum(other > score for other in numbers) for score in numbers}
    return [
        {"name": name, "score": score, "place": place.get(int(score)) if score else None}
        for name, score in zip(names, scores, strict=False)
    ]


def sentence(problem: InvalidResult) -> str:
    texts = {
        "seats": _("%(found)s people are entered; this game is played by %(fewest)s to %(most)s."),
        "player_twice": _("%(name)s would sit twice at the table."),
        "places": _("The places do not fit together: 1, 2, 3 …; who shares a place has the same number (1, 1, 3)."),
        "in_the_future": _("The end lies in the future."),
        "name_missing": _("A name is missing."),
        "name_too_long": _("A name has more than %(most)s characters."),
        "reason_missing": _("A reason is missing."),
        "reason_too_long": _("The reason has more than %(most)s characters."),
    }
    return texts[problem.code] % problem.facts
