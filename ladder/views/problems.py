"""Reporting a problem of the site, and answering it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.forms import ProblemForm
from games.models import Player
from games.people_forms import ReasonForm
from games.services.errors import NotAllowed
from ladder import formats
from ladder.permissions import may
from ladder.selectors.problems import problem_open, problems_of
from ladder.selectors.seasons import default_zone
from ladder.services.problems import problem_answer, problem_report
from ladder.views.refusals import not_allowed


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest) -> HttpResponse:
    """The form, and what became of the reader's own reports."""
    form = ProblemForm(request.POST or None, initial={"page": request.GET.get("page", "")[:200]})
    if request.method == "POST" and form.is_valid():
        try:
            problem_report(by=request.user, words=form.cleaned_data["words"], page=form.cleaned_data["page"])
        except NotAllowed as refused:
            form.add_error(None, not_allowed(refused))
        else:
            messages.success(
                request, _("Reported. You are told when it is answered; the answer will stand on this page.")
            )
            return redirect("problem_report")
    context = {"form": form, "problems": problems_of(request.user), "zone": default_zone()}
    return render(request, "ladder/problem.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """An official answers a report."""
    if not may(request.user, "desk", Player()):
        raise PermissionDenied
    problem = problem_open(number)
    if problem is None and request.method != "POST":
        raise Http404
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if problem_answer(number, by=request.user, words=form.cleaned_data["reason"]):
            messages.success(request, _("Answered. Who reported it is told."))
        else:
            messages.error(request, _("Somebody has answered this already."))
        return redirect("desk")
    context = {"form": form, "lede": formats.quoted(problem.reason) if problem else ""}
    return render(request, "ladder/problem_answer.html", context, status=422 if form.errors else 200)
