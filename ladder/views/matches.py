"""A match: its page, and what people do about it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms import DisputeForm, VersionForm, VoidForm
from games.models import Match, Seat
from games.outcomes import outcome_of
from games.selectors.history import history_of
from games.selectors.matches import STRENGTH, submissions_of
from games.services.errors import Conflict, NotAllowed
from ladder.permissions import may, roles_of
from ladder.selectors.rankings import where_it_counts
from ladder.selectors.seasons import default_zone
from ladder.services import matches as services
from ladder.views import match_parts as parts
from ladder.views.refusals import not_allowed


@require_safe
def match(request: HttpRequest, slug: str) -> HttpResponse:
    return render(request, "games/match.html", match_context(request, found(slug)))


def found(slug: str) -> Match:
    seats = Prefetch("seats", Seat.objects.select_related("player", "recorded_for"))
    return get_object_or_404(Match.objects.select_related("game").prefetch_related(seats), slug=slug)


def match_context(request: HttpRequest, match: Match) -> dict[str, Any]:
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place is None, seat.place or 0, seat.number))
    standings = where_it_counts(match)
    zone = standings[0].ladder.time_zone if standings else default_zone()
    history = list(history_of(match))
    files = list(submissions_of(match))
    roles = roles_of(request.user, match)
    link, names = parts.files_shown(roles, standings), parts.Names(match)
    counting = next((standing for standing in standings if standing.scores), None)
    for seat in seats:
        score = counting.scores.get(seat.player_id) if counting else None
        seat.points = score.points if score else None
    marks = [row.outcome for file in files for row in file.verifications.all() if row.verdict]
    return {
        "match": match,
        "zone": zone,
        "seats": seats,
        "best": max((seat.score for seat in seats if seat.score is not None), default=0),
        "people": ", ".join(
            f"{seat.player.name} {seat.score if seat.score is not None else ''}".strip() for seat in seats
        ),
        "outcome": outcome_of(min(marks, key=STRENGTH.index)) if marks else None,
        "counts": parts.places(standings, seats),
        "ratings": parts.ratings(match, seats),
        "evidence": [parts.evidence(file, names, link=link) for file in files],
        "no_evidence": parts.no_evidence(match),
        "history": [parts.told(entry, names) for entry in history],
        "struck": next((entry for entry in reversed(history) if entry.act == "match.voided"), None),
        "objection": next((entry for entry in reversed(history) if entry.act == "match.disputed"), None),
        "acts": parts.acts_open(request.user, match, roles),
    }


def carry_out(request: HttpRequest, match: Match, act: Callable[[], Match], done: str) -> HttpResponse:
    """Do it, or say on a page why not: 403 for what this person may not do, 409 if somebody was faster."""
    try:
        act()
    except NotAllowed as refused:
        if refused.code in ("role", "not_at_the_table"):
            raise PermissionDenied from refused
        messages.error(request, not_allowed(refused))
    except Conflict as conflict:
        return render(request, "games/409.html", conflict_context(request, conflict.match), status=409)
    else:
        messages.success(request, done)
    return redirect(match)


def at_version(request: HttpRequest, slug: str, act: Callable[..., Match], done: str) -> HttpResponse:
    """Do what needs no more than the version of the match that the person has seen."""
    match, form = found(slug), VersionForm(request.POST)
    complete(form)
    version = form.cleaned_data["version"]
    return carry_out(request, match, lambda: act(match, version=version, by=request.user), done)


def conflict_context(request: HttpRequest, now: Match) -> dict[str, Any]:
    """What the match is now, and what happened since the version that the person saw."""
    seen = request.POST.get("version", "")
    since = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 9 else 0
    names = parts.Names(now)
    entries = [parts.told(entry, names) for entry in history_of(now) if entry.version > since]
    return {"match": now, "since": entries, "zone": default_zone(), "wanted": request.POST}


def complete(form: VersionForm) -> bool:
    """Whether the form can be carried out. One that no page of ours sends, without a version, is a `BadRequest`."""
    if "version" in form.errors:
        raise BadRequest("version")
    return form.is_valid()


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str) -> HttpResponse:
    return at_version(request, slug, services.match_confirm, _("Confirmed. The match counts now."))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, slug: str) -> HttpResponse:
    match = found(slug)
    if not may(request.user, "dispute", match):
        raise PermissionDenied
    form = DisputeForm(request.POST or None, initial={"version": match.version})
    if complete(form):
        return carry_out(
            request,
            match,
            lambda: services.match_dispute(
                match, version=form.cleaned_data["version"], by=request.user, reason=form.reason()
            ),
            _("Your objection is noted. The match does not count until it is decided."),
        )
    context = {
        "match": match,
        "form": form,
        "title": _("Dispute this result"),
        "lede": _("The match stops counting until somebody who keeps the league has decided. The others are told why."),
        "button": _("Dispute"),
    }
    return render(request, "games/act.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, slug: str) -> HttpResponse:
    match = found(slug)
    if not may(request.user, "void", match):
        raise PermissionDenied
    form = VoidForm(request.POST or None, initial={"version": match.version})
    if complete(form):
        return carry_out(
            request,
            match,
            lambda: services.match_void(
                match,
                version=form.cleaned_data["version"],
                by=request.user,
                reason=form.cleaned_data["reason"],
            ),
            _("Struck out. The match counts nowhere; it can be restored."),
        )
    context = {
        "match": match,
        "form": form,
        "title": _("Strike out this match"),
        "lede": _("It stays readable with your reason, counts nowhere, and can be restored."),
        "button": _("Strike out"),
    }
    return render(request, "games/act.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    return at_version(request, slug, services.match_restore, _("Restored. The match is again what it was."))
