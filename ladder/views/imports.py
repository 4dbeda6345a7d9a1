"""The wizard for old months: bring a file, say how it is written and who is meant, look at what would be done, do it."""

from dataclasses import dataclass
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import storage
from games.models import Game, Player
from ladder.imports import messages as sentences
from ladder.imports.check import ADD, SKIP, TAKE, Answers, dry_run_of, layout_guess, raw_of
from ladder.imports.columns import Template
from ladder.imports.forms import LayoutForm
from ladder.imports.look import Look, PersonLook, look_of
from ladder.imports.names import NEW
from ladder.imports.plan import Layout
from ladder.imports.problems import SheetProblem
from ladder.imports.progress import LOOK_WORDS, LOOKING, WORDS, Step, step_of
from ladder.imports.sheets import read_rows, sheet_names
from ladder.models import Import, Ladder
from ladder.permissions import may
from ladder.ratelimit import takes_uploads
from ladder.services import imports as services
from ladder.services.import_jobs import import_ask, look_kept, problem_of
from ladder.services.imports import ImportRefused

SHOWN = 60
"""Imports on the page of a league."""


@dataclass(frozen=True)
class Asked:
    """Somebody in the file about whom something may be said, and the players who may be meant."""

    person: PersonLook
    player: Player | None
    offered: list[Player]


def league_kept(request: HttpRequest, slug: str) -> Ladder:
    """A league whose old months this person may import."""
    ladder = get_object_or_404(Ladder, slug=slug)
    if not may(request.user, "import", ladder):
        raise PermissionDenied
    return ladder


def found(request: HttpRequest, slug: str, pk: int) -> Import:
    return get_object_or_404(Import.objects.select_related("ladder"), ladder=league_kept(request, slug), pk=pk)


@login_required
@takes_uploads
@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest, slug: str) -> HttpResponse:
    """The imports of a league, and a field for the next file."""
    ladder = league_kept(request, slug)
    problem = ""
    if request.method == "POST" and (file := request.FILES.get("file")):
        template = ladder.import_templates.filter(name=request.POST.get("template", "")[:64]).first()
        known = msgspec.convert(template.body, Template) if template else None
        try:
            source, is_new = services.import_start(ladder, file.read(), name=file.name, by=request.user, template=known)
        except SheetProblem as refused:
            problem = sentences.of_sheet(refused.code, refused.facts)
        except storage.StorageFull:
            problem = _("There is no room for further files just now. Those who keep the site can help.")
        else:
            if not is_new:
                messages.info(request, _("The same file was brought before; this is that import."))
            return redirect(source)
    elif request.method == "POST":
        problem = _("Choose a file first.")
    context = {
        "section": "ranking",
        "ladder": ladder,
        "sources": ladder.imports.select_related("by")[:SHOWN],
        "templates": ladder.import_templates.all(),
        "problem": problem,
    }
    return render(request, "ladder/imports.html", context, status=422 if problem else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def layout(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How the file is written: sheet, kind, columns, dates and numbers, with samples."""
    source = found(request, slug, pk)
    if not source.is_open:
        return redirect("import_check", slug, pk)
    try:
        raw = raw_of(source)
    except SheetProblem as problem:
        messages.error(request, sentences.of_sheet(problem.code, problem.facts))
        return redirect("imports", slug)
    now = msgspec.convert(source.layout, Layout)
    form = LayoutForm(request.POST or None, layout=now, sheets=sheet_names(raw), rows=read_rows(raw, now.sheet))
    if request.method == "POST" and form.is_valid():
        wanted = form.layout()
        other = (wanted.sheet, wanted.kind) != (now.sheet, now.kind)
        if wanted.sheet != now.sheet:
            wanted = layout_guess(raw, sheet=wanted.sheet)
        try:
            source = services.import_change(source, version=version_of(request), by=request.user, layout=wanted)
            if name := form.cleaned_data["template"].strip():
                services.template_save(source, name=name, by=request.user)
            looked_at(request, source)
        except ImportRefused as refused:
            messages.error(request, sentences.of_refusal(refused.code, refused.facts))
            return redirect(source)
        return redirect("import" if other or "again" in request.POST else "import_check", slug, pk)
    context = {
        "section": "ranking",
        "ladder": source.ladder,
        "source": source,
        "form": form,
        "columns": form.columns,
        "left_out": form.left_out,
    }
    return render(request, "ladder/import_layout.html", context, status=422 if form.is_bound else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The dry run: who is meant, what is here already, what would be written. Answers are kept by pressing a button."""
    source = found(request, slug, pk)
    if request.method == "POST":
        try:
            by = request.user
            looked_at(
                request,
                services.import_change(source, version=version_of(request), by=by, answers=answers_of(request)),
            )
        except ImportRefused as refused:
            messages.error(request, sentences.of_refusal(refused.code, refused.facts))
        return redirect("import_check", slug, pk)
    if source.job:
        return running(request, source)
    if request.htmx:
        # The page is another one now; the looking ends with it.
        return HttpResponse(headers={"HX-Refresh": "true"})
    try:
        look = look_kept(source) if source.is_large else look_now(source)
    except SheetProblem as problem:
        messages.error(request, sentences.of_sheet(problem.code, problem.facts))
        lost = problem.code == "file_lost" or source.state == Import.State.DONE
        return redirect("imports", slug) if lost else redirect("import", slug, pk)
    return render(request, "ladder/import_check.html", check_context(source, look))


def looked_at(request: HttpRequest, source: Import) -> None:
    """Ask a worker for the dry run of a large file."""
    if source.is_large:
        import_ask(source, Import.Job.LOOK, version=source.version, by=request.user)


def look_now(source: Import) -> Look:
    run = dry_run_of(source)
    return look_of(run, services.summary_of(run), source.version)


def check_context(source: Import, look: Look | None) -> dict[str, Any]:
    context = {
        "section": "ranking",
        "ladder": source.ladder,
        "zone": source.ladder.time_zone,
        "source": source,
        "open": source.is_open,
        "problem": sentences.of_problem(problem_of(source)),
    }
    return context | look_context(source, look) if look else context


def look_context(source: Import, look: Look) -> dict[str, Any]:
    answers = msgspec.convert(source.answers, Answers)
    pks = {pk for person in look.people for pk in (person.player, *person.offered)}
    players = Player.objects.in_bulk(pks - {None})
    return {
        "look": look,
        "counts": look.counts,
        "people": [
            Asked(person, players.get(person.player), [players[pk] for pk in person.offered if pk in players])
            for person in look.people
        ],
        "games": [(text, answers.games.get(text, "")) for text in look.games],
        "known_games": Game.objects.all(),
        "doubtful": [(each, sentences.of_status(each.status, each.known, each.twin)) for each in look.doubtful],
        "rejected": [(each.line, sentences.of_line(each.code, each.facts)) for each in look.rejected],
        "more": look.more,
        "add": ADD,
        "new": NEW,
    }


@login_required
@require_POST
def look(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A dry run by a worker."""
    return ask(request, slug, pk, Import.Job.LOOK)


@login_required
@require_POST
def run(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return ask(request, slug, pk, Import.Job.RUN)


@login_required
@require_POST
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return ask(request, slug, pk, Import.Job.UNDO)


def ask(request: HttpRequest, slug: str, pk: int, job: str) -> HttpResponse:
    """Give it to the workers; the page shows how far they are."""
    source = found(request, slug, pk)
    try:
        import_ask(source, job, version=version_of(request), by=request.user)
    except ImportRefused as refused:
        messages.error(request, sentences.of_refusal(refused.code, refused.facts))
    return redirect("import_check", slug, pk)


def running(request: HttpRequest, source: Import) -> HttpResponse:
    """How far the workers are: a page that looks again by itself, and its live part alone."""
    step, looking = step_of(source.pk), source.job == Import.Job.LOOK
    context = {
        "section": "ranking",
        "ladder": source.ladder,
        "source": source,
        "step": int(step),
        "steps": LOOKING if looking else max(Step),
        "words": (LOOK_WORDS if looking else WORDS)[step],
    }
    return render(request, "ladder/_import_step.html" if request.htmx else "ladder/import_running.html", context)


def version_of(request: HttpRequest) -> int:
    text = request.POST.get("version", "")
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise BadRequest("version")
    return int(text)


def answers_of(request: HttpRequest) -> Answers:
    """Fields are called `name:<key>`, `game:<word>` and `choice:<line>`."""
    told: dict[str, dict[str, str]] = {"name": {}, "game": {}, "choice": {}}
    for field, value in request.POST.items():
        kind, _colon, key = field.partition(":")
        if kind in told and key and value:
            told[kind][key[:200]] = value[:80]
    choices = {key: value for key, value in told["choice"].items() if value in (TAKE, SKIP)}
    return Answers(names=told["name"], games=told["game"], choices=choices)
