"""A result typed by hand, in two steps: what and who, then who is meant by each name."""

import re
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.forms import MOST_SEATS, SEATS, ResultForm, SeatForm, SeatForms
from games.models import Game, Match, Player
from games.selectors.players import Candidates, candidates
from games.services.errors import InvalidResult, MaybeHere, NotAllowed
from games.services.once import Answer, KeyReused
from games.services.results import FINGERPRINT_WINDOW
from games.services.statements import TypedSeat, check_typed, ending_of
from ladder import formats
from ladder.selectors.seasons import default_zone
from ladder.services.matches import result_state
from ladder.views.once import once_sent
from ladder.views.refusals import cannot_be, not_allowed

NUMBER = re.compile(r"-?[0-9]{1,16}")
MORE = 4
"""Lines that come with each press."""
OUTCOMES: dict[str, str | Promise] = {
    "new": gettext_lazy("Saved. It counts once another player of the table confirms it."),
    "same": gettext_lazy("This match is here already."),
    "settled": gettext_lazy("You say the same as the first report, so the match is confirmed."),
    "disputed": gettext_lazy(
        "Another result of this match was reported before. Both are shown; it counts once somebody who keeps the league "
        "has decided."
    ),
    "replaced": gettext_lazy("Your earlier report was replaced. The old one stays readable."),
}
"""What a report led to (`games.services.statements.Stated`)."""


@dataclass(frozen=True)
class Asked:
    """A line of the table, and who may be meant by its name."""

    form: SeatForm
    who: Candidates
    answer: str | None
    """What the person said before: the slug, "" for a new player, None where nothing was asked yet."""

    @property
    def chosen(self) -> str | None:
        """The slug to offer first, "" for a new player: the answer given before, else the only exact one.

        None where several bear the name, so that somebody says who is meant; near names are never taken.
        """
        if self.answer is not None:
            return self.answer
        if len(self.who.exact) > 1:
            return None
        return self.who.exact[0].slug if self.who.exact else ""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest) -> HttpResponse:
    zone = default_zone()
    if request.method != "POST":
        game = game_asked(request)
        form = ResultForm(zone=ZoneInfo(zone), initial={"game": game, "table": request.GET.get("table", "")[:20]})
        return form_page(request, form, lines(seats_asked(request), game.seats_max if game else SEATS), zone)
    if "more" in request.POST:
        form = ResultForm(zone=ZoneInfo(zone), initial=request.POST.dict())
        typed = seats_typed(request)
        return form_page(request, form, lines(typed, len(typed) + MORE), zone)
    form, seats = ResultForm(request.POST, zone=ZoneInfo(zone)), SeatForms(request.POST, prefix="seat")
    if not (form.is_valid() and seats.is_valid()):
        return form_page(request, form, seats, zone)
    filled = [seat for seat in seats if seat.cleaned_data.get("name")]
    try:
        if request.POST.get("step") != "save":
            check(form, filled)
            return names_page(request, form, seats, filled, zone)
        if not all_answered(filled):
            return names_page(request, form, seats, filled, zone, status=422)
        answer = once_sent(request, form.cleaned_data["key"], lambda: state(form, filled, request))
    except InvalidResult as problem:
        form.add_error(None, cannot_be(problem))
        return form_page(request, form, seats, zone)
    except MaybeHere as perhaps:
        return names_page(request, form, seats, filled, zone, perhaps.match, status=409)
    except NotAllowed as refused:
        messages.error(request, not_allowed(refused))
        return redirect("match", refused.facts["match"])
    except KeyReused:
        form.add_error(None, _("This form was sent before with something else. Start again."))
        return form_page(request, form, seats, zone)
    say = messages.success if answer["outcome"] in ("new", "settled", "replaced") else messages.info
    say(request, OUTCOMES[answer["outcome"]])
    return redirect("match", answer["match"])


def lines(filled: list[dict[str, Any]], most: int) -> forms.BaseFormSet:
    """The lines of the table: those filled in, and empty ones up to so many."""
    seats = SeatForms(prefix="seat", initial=filled)
    seats.extra = max(min(max(most, SEATS), MOST_SEATS) - len(filled), 0)
    return seats


def seats_typed(request: HttpRequest) -> list[dict[str, Any]]:
    """The lines as they were sent, whatever stands in them."""
    total = request.POST.get("seat-TOTAL_FORMS", "")
    many = min(int(total), MOST_SEATS) if total.isascii() and total.isdecimal() and len(total) < 4 else SEATS
    fields = ("name", "place", "score", "flag")
    return [{field: request.POST.get(f"seat-{n}-{field}", "") for field in fields} for n in range(many)]


def names_page(
    request: HttpRequest,
    form: ResultForm,
    seats: forms.BaseFormSet,
    filled: list[SeatForm],
    zone: str,
    near: Match | None = None,
    status: int = 200,
) -> HttpResponse:
    """The second step: who is meant by each name, and whether it is the match that is here already."""
    said = request.POST.get("step") == "save"
    asked = [Asked(seat, candidates(seat.cleaned_data["name"]), seat.answer if said else None) for seat in filled]
    context = {"section": "upload", "form": form, "seats": seats, "asked": asked, "zone": zone, "near": near}
    context["alike"] = near is not None and abs(near.ended_at - form.cleaned_data["ended"]) > FINGERPRINT_WINDOW
    return render(request, "games/result_names.html", context, status=status)


def form_page(request: HttpRequest, form: ResultForm, seats: forms.BaseFormSet, zone: str) -> HttpResponse:
    context = {"section": "upload", "form": form, "seats": seats, "city": formats.city(zone)}
    return render(request, "games/result.html", context, status=422 if form.is_bound else 200)


def all_answered(filled: list[SeatForm]) -> bool:
    """Whether every name has an answer that still holds: somebody who is here, or "" for a new player."""
    answers = {seat.answer for seat in filled}
    slugs = {answer for answer in answers if answer}
    return None not in answers and Player.objects.filter(slug__in=slugs).count() == len(slugs)


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
    seats = typed_seats(filled)
    check_typed(form.cleaned_data["game"], form.cleaned_data["ended"], seats, ending_of([seat.flag for seat in seats]))


def state(form: ResultForm, filled: list[SeatForm], request: HttpRequest) -> Answer:
    values = form.cleaned_data
    stated = result_state(
        game=values["game"],
        ended_at=values["ended"],
        table_id=values["table"],
        seats=typed_seats(filled),
        by=request.user,
        about=values["about"],
    )
    return {"match": stated.match.slug, "outcome": stated.outcome}


def game_asked(request: HttpRequest) -> Game | None:
    return Game.objects.filter(key=request.GET.get("game", "")[:40]).first()


def seats_asked(request: HttpRequest) -> list[dict[str, Any]]:
    """Lines filled in beforehand, from an address made by the upload page: `?name=Ada&score=131&place=1&name=Bruno…`."""
    names = request.GET.getlist("name")[:MOST_SEATS]
    scores = [score if NUMBER.fullmatch(score) else "" for score in request.GET.getlist("score")[:MOST_SEATS]]
    places = [place if NUMBER.fullmatch(place) else "" for place in request.GET.getlist("place")[:MOST_SEATS]]
    scores += [""] * (len(names) - len(scores))
    places += [""] * (len(names) - len(places))
    numbers = [int(score) for score in scores if score]
    by_score = {score: 1 + sum(other > score for other in numbers) for score in numbers}
    return [
        {"name": name, "score": score, "place": place or (by_score.get(int(score)) if score else None)}
        for name, score, place in zip(names, scores, places, strict=False)
    ]
