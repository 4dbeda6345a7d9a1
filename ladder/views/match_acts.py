"""What people do about a match without changing its result: confirm, dispute, decide, strike out, report an error."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import storage
from games.forms import CommentForm, DisputeForm, ErrorForm, ReasonForm, VersionForm, VoidForm
from games.models import Match
from games.selectors.history import history_of
from games.services.errors import Conflict, InvalidResult, NotAllowed
from games.services.once import KeyReused
from ladder.permissions import may
from ladder.ratelimit import takes_uploads
from ladder.selectors.seasons import default_zone
from ladder.services import matches as services
from ladder.views import match_parts as parts
from ladder.views.matches import found
from ladder.views.once import once_sent
from ladder.views.refusals import cannot_be, not_allowed


def carry_out(
    request: HttpRequest,
    match: Match,
    form: VersionForm,
    act: Callable[[], object],
    done: str,
    faster: Callable[[Match], HttpResponse] | None = None,
) -> HttpResponse:
    """Do it once, or say on a page why not: 403 for what this person may not do, 409 if somebody was faster.

    `faster` makes the page for the last, from the match as it is now; without it, one that keeps the reason alone.
    """

    def answered() -> dict[str, Any]:
        act()
        return {"done": True}

    try:
        once_sent(request, form.cleaned_data.get("key", ""), answered)
    except NotAllowed as refused:
        if refused.code == "role":
            raise PermissionDenied from refused
        messages.error(request, not_allowed(refused))
    except Conflict as conflict:
        if faster is not None:
            return faster(conflict.match)
        return render(request, "games/409.html", conflict_context(request, conflict.match), status=409)
    except KeyReused:
        messages.error(request, _("This form was sent before with something else. Start again."))
    else:
        messages.success(request, done)
    return redirect(match)


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


def allowed(request: HttpRequest, slug: str, act: str) -> Match:
    """The match, for somebody who may do this act on it; otherwise 403."""
    match = found(slug)
    if not may(request.user, act, match):
        raise PermissionDenied
    return match


def act_page(
    request: HttpRequest, match: Match, form: VersionForm, act: Callable[[], object], done: str, **words: str
) -> HttpResponse:
    """A form for one act: `title`, `lede` and `button` are its words, `done` is said when it is carried out."""
    if complete(form):
        try:
            return carry_out(request, match, form, act, done)
        except InvalidResult as problem:
            form.add_error(None, cannot_be(problem))
        except storage.StorageFull:
            form.add_error(None, _("There is no room for further files just now. Send it without the file."))
    context = {"match": match, "form": form, **words}
    return render(request, "games/act.html", context, status=422 if form.errors else 200)


def at_version(request: HttpRequest, slug: str, act: Callable[..., Match], done: str) -> HttpResponse:
    """Do what needs no more than the version of the match that the person has seen."""
    match, form = found(slug), VersionForm(request.POST)
    complete(form)
    version = form.cleaned_data["version"]
    return carry_out(request, match, form, lambda: act(match, version=version, by=request.user), done)


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str) -> HttpResponse:
    """From the page of the match, or from the first page, which one then sees again."""
    if request.POST.get("back") != "home":
        return at_version(request, slug, services.match_confirm, _("Confirmed. Below stands where the match counts."))
    answer = at_version(request, slug, services.match_confirm, _("Confirmed. The match counts now."))
    return redirect("home") if answer.status_code == HTTPStatus.FOUND else answer


@login_required
@require_POST
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    return at_version(request, slug, services.match_restore, _("Restored. The match is again what it was."))


@login_required
@takes_uploads
@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, slug: str) -> HttpResponse:
    match = allowed(request, slug, "dispute")
    grounds = {"ground": request.GET.get("ground", "")[:20]}
    form = DisputeForm(request.POST or None, request.FILES or None, initial={"version": match.version, **grounds})

    def act() -> None:
        file = form.cleaned_data["file"]
        services.match_dispute(
            match,
            version=form.cleaned_data["version"],
            by=request.user,
            reason=form.reason(),
            file=(file.name, file.read()) if file else None,
        )

    return act_page(
        request,
        match,
        form,
        act,
        _("Your objection is noted. The match does not count until it is decided."),
        title=_("Dispute this result"),
        lede=_("The match stops counting until somebody who keeps the league has decided. The others are told why."),
        button=_("Dispute"),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, slug: str) -> HttpResponse:
    """End a dispute: the result stands. Another result, or none, is a correction or a striking out."""
    match = allowed(request, slug, "decide")
    return with_reason(
        request,
        match,
        services.match_confirm,
        _("Decided: the result stands and counts."),
        title=_("Decide: the result stands"),
        lede=_("It counts again. Your reason stands in its history, and those who objected read it."),
        button=_("Decide: the result stands"),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the errors that people report, where nothing is to be changed."""
    match = allowed(request, slug, "answer_report")
    return with_reason(
        request,
        match,
        services.match_answer_report,
        _("Answered. The match stays as it is."),
        title=_("Answer the report"),
        lede=_("The match stays as it is; whoever reported the error reads why."),
        button=_("Answer"),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def comment(request: HttpRequest, slug: str) -> HttpResponse:
    """Words of those who judge, where nothing is decided or changed."""
    match = allowed(request, slug, "comment")
    return with_reason(
        request,
        match,
        services.match_comment,
        _("Your comment stands on the page of the match."),
        title=_("Comment on this match"),
        lede=_("Everybody can read it. The result and what it gives stay as they are."),
        button=_("Comment"),
        form=CommentForm,
    )


def with_reason(
    request: HttpRequest,
    match: Match,
    act: Callable[..., object],
    done: str,
    form: type[ReasonForm] = ReasonForm,
    **words: str,
) -> HttpResponse:
    filled = form(request.POST or None, initial={"version": match.version})

    def do() -> None:
        act(match, version=filled.cleaned_data["version"], by=request.user, reason=filled.cleaned_data["reason"])

    return act_page(request, match, filled, do, done, **words)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, slug: str) -> HttpResponse:
    match = allowed(request, slug, "void")
    form = VoidForm(request.POST or None, initial={"version": match.version})

    def act() -> None:
        services.match_void(
            match,
            version=form.cleaned_data["version"],
            by=request.user,
            reason=form.cleaned_data["reason"],
            replayed_by=form.cleaned_data["replay"],
        )

    return act_page(
        request,
        match,
        form,
        act,
        _("Struck out. The match counts nowhere; it can be restored."),
        title=_("Strike out this match"),
        lede=_("It stays readable with your reason, counts nowhere, and can be restored."),
        button=_("Strike out"),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_error(request: HttpRequest, slug: str) -> HttpResponse:
    match = allowed(request, slug, "report_error")
    people = [seat.player.name for seat in match.seats.all()]
    form = ErrorForm(request.POST or None, initial={"version": match.version}, people=people)

    def act() -> None:
        values = form.cleaned_data
        services.match_report_error(
            match, version=values["version"], by=request.user, reason=values["reason"], seat=values["seat"]
        )

    return act_page(
        request,
        match,
        form,
        act,
        _("Reported. Those who keep the league look into it; the answer stands in the match’s history."),
        title=_("Report an error"),
        lede=_(
            "For a wrong person at a seat, or anything else that is wrong. The match itself stays as it is for now."
        ),
        button=_("Report"),
    )
