"""Another result for a match that is recorded: stated by somebody of its table, or put in place by an official."""

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods

from games.engine.text import clean_name
from games.forms import CorrectionForm, PlaceForms, SeatNowForm, SeatNowForms, VersionForm, instant
from games.instants import in_our_days
from games.models import Match, Player
from games.selectors.history import history_of
from games.selectors.matches import submissions_of
from games.selectors.players import candidates
from games.services.errors import Conflict, InvalidResult, NotAllowed
from games.services.once import Answer, KeyReused
from games.services.statements import TypedSeat
from ladder import formats
from ladder.selectors.seasons import default_zone
from ladder.services import matches as services
from ladder.views.match_acts import allowed, carry_out, complete, conflict_context
from ladder.views.match_parts import Names
from ladder.views.match_told import Account, accounts
from ladder.views.once import once_sent
from ladder.views.refusals import cannot_be, not_allowed
from ladder.views.results import OUTCOMES

STATE_WORDS = {
    "title": gettext_lazy("Report another result"),
    "lede": gettext_lazy(
        "Say how it ended. The same as what stands confirms the match; anything else makes a dispute that those who "
        "keep the league decide."
    ),
    "button": pgettext_lazy("a result", "Report"),
}
CORRECT_WORDS = {
    "title": gettext_lazy("Correct the result"),
    "lede": gettext_lazy(
        "What stands now stays readable as an older version. Who should sit elsewhere gets another name."
    ),
    "button": pgettext_lazy("a result", "Correct"),
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """What somebody of the table says the result is: an equal one settles the match, another one makes a dispute."""
    match = allowed(request, slug, "state")
    form = VersionForm(request.POST or None, initial={"version": match.version})
    seats = PlaceForms(request.POST or None, prefix="seat", initial=lines_of(match))
    if complete(form) and seats.is_valid():
        try:
            answer = once_sent(request, form.cleaned_data["key"], lambda: stated(request, match, form, seats))
        except InvalidResult as problem:
            form.add_error(None, cannot_be(problem))
        except NotAllowed as refused:
            messages.error(request, not_allowed(refused))
            return redirect(match)
        except Conflict as conflict:
            typed_again = at_version_of(request, conflict.match)
            form, seats = VersionForm(typed_again), PlaceForms(typed_again, prefix="seat")
            return somebody_was_faster(request, conflict.match, form, seats, **STATE_WORDS)
        except KeyReused:
            form.add_error(None, _("This form was sent before with something else. Start again."))
        else:
            messages.info(request, OUTCOMES[answer["outcome"]])
            return redirect(match)
    context = {"match": match, "form": form, "seats": named(match, seats), **STATE_WORDS}
    return render(
        request, "games/correct.html", context, status=422 if form.errors or seats.total_error_count() else 200
    )


def stated(request: HttpRequest, match: Match, form: VersionForm, seats: forms.BaseFormSet) -> Answer:
    found = services.match_state(
        match, version=form.cleaned_data["version"], by=request.user, seats=[typed(seat) for seat in seats]
    )
    return {"outcome": found.outcome}


def typed(seat: forms.Form) -> TypedSeat:
    values = seat.cleaned_data
    player = Player.objects.filter(slug=values["player"]).first()
    return TypedSeat(values["place"], player, score=values["score"], flag=values["flag"])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, slug: str) -> HttpResponse:
    """An official puts another result in place, as he types it or as one of the accounts tells it (`?like=`)."""
    match = allowed(request, slug, "correct")
    zone = default_zone()
    like = account_like(match, request.GET.get("like", ""))
    initial = initial_of(match, zone, like, end_asked(request) or match.ended_at)
    form = CorrectionForm(request.POST or None, zone=ZoneInfo(zone), initial=initial)
    seats = SeatNowForms(request.POST or None, prefix="seat", initial=lines_of(match, like))

    def faster(now: Match) -> HttpResponse:
        typed_again = at_version_of(request, now)
        forms_again = CorrectionForm(typed_again, zone=ZoneInfo(zone)), SeatNowForms(typed_again, prefix="seat")
        return somebody_was_faster(request, now, *forms_again, city=formats.city(zone), **CORRECT_WORDS)

    if complete(form) and seats.is_valid() and resolve(seats):
        try:
            return carry_out(
                request,
                match,
                form,
                lambda: corrected(request, match, form, seats, like),
                _("Corrected. The result that stood before stays readable."),
                faster,
            )
        except InvalidResult as problem:
            form.add_error(None, cannot_be(problem))
    context = {
        "match": match,
        "form": form,
        "seats": named(match, seats),
        "like": like,
        "city": formats.city(zone),
        **CORRECT_WORDS,
    }
    return render(
        request, "games/correct.html", context, status=422 if form.errors or seats.total_error_count() else 200
    )


def at_version_of(request: HttpRequest, now: Match) -> QueryDict:
    """What was typed, as if the person had seen the match as it is now."""
    data = request.POST.copy()
    data["version"] = str(now.version)
    return data


def somebody_was_faster(
    request: HttpRequest, now: Match, form: VersionForm, seats: forms.BaseFormSet, **words: Any
) -> HttpResponse:
    """The form with all that was typed, beside what happened meanwhile and what stands now; sent again, it is done."""
    stands = now.seats.select_related("player").order_by("place", "number")
    context = conflict_context(request, now) | {"form": form, "seats": named(now, seats), "stands": stands, **words}
    return render(request, "games/correct.html", context, status=409)


def corrected(
    request: HttpRequest, match: Match, form: CorrectionForm, seats: forms.BaseFormSet, like: Account | None
) -> Match:
    values = form.cleaned_data
    return services.match_correct(
        match,
        version=values["version"],
        by=request.user,
        reason=values["reason"],
        ending=values["ending"],
        ended_at=kept_end(match, values["ended"]),
        submission=like.submission if like else None,
        seats=[
            TypedSeat(seat.cleaned_data["place"], seat.who, seat.cleaned_data["name"], seat.cleaned_data["score"], flag)
            for seat in seats
            for flag in [seat.cleaned_data["flag"]]
        ],
    )


def account_like(match: Match, key: str) -> Account | None:
    """One of the other accounts of the match, by its key."""
    if not key:
        return None
    found = accounts(match, history_of(match), submissions_of(match), Names(match))
    return next((account for account in found if account.key == key), None)


def lines_of(match: Match, like: Account | None = None) -> list[dict[str, Any]]:
    """The lines of the form: the result as it stands, or as another account tells it."""
    if like is not None:
        return [
            {
                "player": line.player.slug if line.player else "-",
                "name": line.name,
                "place": line.place,
                "score": line.score,
                "flag": line.flag,
            }
            for line in like.lines
        ]
    return [
        {
            "player": seat.player.slug,
            "name": seat.player.name,
            "place": seat.place,
            "score": seat.score,
            "flag": seat.flag,
        }
        for seat in sorted(match.seats.all(), key=lambda seat: seat.number)
    ]


def named(match: Match, seats: forms.BaseFormSet) -> forms.BaseFormSet:
    """The forms with the names that head them."""
    names = {seat.player.slug: seat.player.name for seat in match.seats.all()}
    for seat in seats:
        slug = str(seat["player"].value() or "")
        seat.heading = names.get(slug, "")
    return seats


def end_asked(request: HttpRequest) -> dt.datetime | None:
    """The end to begin with, from an address `?end=` in unix seconds."""
    text = request.GET.get("end", "")
    known = in_our_days(int(text)) if text.isascii() and text.isdigit() and len(text) < 12 else None
    return None if known is None else formats.instant(known)


def initial_of(match: Match, zone: str, like: Account | None, ended: dt.datetime | None) -> dict[str, Any]:
    local = timezone.localtime(ended, ZoneInfo(zone)) if ended else None
    return {
        "version": match.version,
        "ended": local.replace(tzinfo=None) if local else None,
        "half": half_of(local) if local else "",
        "ending": like.ending if like else match.ending,
        "reason": _("As this tells it: %(title)s") % {"title": like.title} if like else "",
    }


def half_of(local: dt.datetime) -> str:
    """Which of two it is, of a time that the clocks showed twice."""
    try:
        instant(local.replace(tzinfo=None, fold=0), local.tzinfo)
    except forms.ValidationError:
        return "second" if local.fold else "first"
    return ""


def kept_end(match: Match, ended: dt.datetime | None) -> dt.datetime | None:
    """The end as typed, to the minute; the stored one with its seconds where that is the same minute."""
    same = match.ended_at and ended and match.ended_at.replace(second=0, microsecond=0) == ended
    return match.ended_at if same else ended


def resolve(seats: forms.BaseFormSet) -> bool:
    """Find who is meant by each name; True if all are known, or said to be new. `who` is set on each form."""
    stays = {player.slug: player for player in Player.objects.filter(slug__in=[slug_of(seat) for seat in seats])}
    for seat in seats:
        seat.who = None
        player = stays.get(slug_of(seat))
        if player is not None and player.name == seat.cleaned_data["name"]:
            seat.who = player
        else:
            look_up(seat)
    return not seats.total_error_count()


def slug_of(seat: SeatNowForm) -> str:
    return str(seat.cleaned_data["player"])


def look_up(seat: SeatNowForm) -> None:
    name = clean_name(seat.cleaned_data["name"])
    found = candidates(name)
    if len(found.exact) == 1:
        seat.who = found.exact[0]
        return
    by_slug = Player.objects.filter(slug=name).first()
    if by_slug is not None and (found.exact or not seat.cleaned_data["is_new"]):
        seat.who = by_slug
    elif found.exact:
        slugs = formats.listed([player.slug for player in found.exact])
        seat.add_error(
            "name", _("Several players bear this name. Write the address of one: %(slugs)s.") % {"slugs": slugs}
        )
    elif not seat.cleaned_data["is_new"]:
        seat.asks_new = True
        near = formats.listed([player.name for player in found.near])
        text = _("Nobody of that name has played here.")
        seat.add_error("name", " ".join([text, _("Is it %(names)s?") % {"names": near}]) if near else text)
