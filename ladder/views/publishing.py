"""A league's publishing: its targets, what was brought there, and the texts and frames to take away."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ladder.models import Ladder, Publication, PublishTarget, TakeAway
from ladder.permissions import may
from ladder.publishing import services
from ladder.publishing.forms import PLACE_OF, PiecesForm, TargetForm
from ladder.publishing.services import NoCopyBefore, PlaceTaken, Stale
from ladder.publishing.targets.base import Failed
from ladder.publishing.words import CAUSES, problem_words
from ladder.selectors.audit import addresses_seen, entries_of
from ladder.selectors.seasons import season_get
from ladder.views.audit_parts import told

FORM = require_http_methods(["GET", "HEAD", "POST"])
STALE = gettext_lazy("Somebody else changed this meanwhile. Look at it again, then decide.")
TAKEN = gettext_lazy("Another target brings its copy there already. Choose another place.")
SHOWN = 8
"""Publications on the page of all targets, for each of them."""


def kept(request: HttpRequest, slug: str, act: str = "publish") -> Ladder:
    """The league, if this person may do that there."""
    ladder = get_object_or_404(Ladder, slug=slug)
    if not may(request.user, act, ladder):
        raise PermissionDenied
    return ladder


def target_of(request: HttpRequest, slug: str, pk: int) -> PublishTarget:
    return get_object_or_404(PublishTarget.objects.select_related("ladder"), ladder=kept(request, slug), pk=pk)


def edition_of(request: HttpRequest) -> int:
    """The edition that the person saw; a form of ours always says it."""
    text = request.POST.get("edition", "")
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise BadRequest("edition")
    return int(text)


@login_required
@require_safe
def publishing(request: HttpRequest, slug: str) -> HttpResponse:
    ladder = kept(request, slug)
    targets = []
    for target in ladder.publish_targets.all():
        target.ladder = ladder
        targets.append({"target": target, "publications": publications(target, SHOWN)})
    context = {
        "section": "ranking",
        "ladder": ladder,
        "zone": ladder.time_zone,
        "targets": targets,
        "kinds": PublishTarget.Kind.choices,
        "months": [season.key for season in ladder.seasons.all()[:24]],
    }
    return render(request, "ladder/publishing.html", context)


def publications(target: PublishTarget, most: int) -> list[dict[str, Any]]:
    found = target.publications.select_related("job", "season", "by__player").exclude(job=None)[:most]
    return [
        {
            "row": item,
            "cause": CAUSES[item.cause],
            "problem": problem_words(item.job.problem),
            "tone": TONES[item.job.state],
        }
        for item in found
    ]


TONES = {"queued": "warn", "running": "warn", "done": "ok", "dead": "bad"}


@login_required
@FORM
def add(request: HttpRequest, slug: str) -> HttpResponse:
    ladder = kept(request, slug)
    kind = request.GET.get("kind", "")
    if kind not in PublishTarget.Kind.values:
        raise Http404
    form = TargetForm(request.POST or None, kind=kind)
    if form.is_valid():
        try:
            with transaction.atomic():
                target = services.target_add(
                    ladder,
                    name=form.cleaned_data["name"],
                    kind=kind,
                    place=form.place,
                    secret=form.given_secret,
                    by=request.user,
                )
                if form.cleaned_data["hourly"]:
                    services.target_change(target, edition=target.edition, by=request.user, hourly=True)
        except IntegrityError:
            form.add_error("name", _("There is a target of this name already."))
        except PlaceTaken:
            form.add_error(place_field(kind), TAKEN)
        else:
            messages.success(request, _("The target is there. Test it before you publish."))
            return redirect(target)
    context = {"section": "ranking", "ladder": ladder, "form": form, "kind": PublishTarget.Kind(kind).label}
    return render(request, "ladder/publish_add.html", context, status=422 if form.errors else 200)


@login_required
@FORM
def target(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One target: its fields, its key or certificate, its publications, its history."""
    target = target_of(request, slug, pk)
    form = TargetForm(request.POST or None, kind=target.kind, target=target)
    status, now = 200, target
    if request.method == "POST":
        edition, status = edition_of(request), 422
        if form.is_valid():
            try:
                with transaction.atomic():
                    services.target_change(
                        target,
                        edition=edition,
                        by=request.user,
                        secret=form.given_secret,
                        name=form.cleaned_data["name"],
                        hourly=form.cleaned_data["hourly"],
                        place=form.place,
                    )
            except IntegrityError:
                form.add_error("name", _("There is a target of this name already."))
            except PlaceTaken:
                form.add_error(place_field(target.kind), TAKEN)
            except Stale as stale:
                status, now = 409, stale.now
            else:
                messages.success(request, _("Saved."))
                return redirect(target)
    return render(
        request, "ladder/publish_target.html", target_context(request, target, form, now, status == 409), status=status
    )


def place_field(kind: str) -> str:
    """The field that an error of the place stands beside: the folder, which is never the first."""
    fields = PLACE_OF[kind]
    return next(name for name in ("folder", "path") if name in fields)


def target_context(
    request: HttpRequest, target: PublishTarget, form: TargetForm, now: Any, stale: bool
) -> dict[str, Any]:
    entries = list(entries_of(target)[:30])
    return {
        "section": "ranking",
        "ladder": target.ladder,
        "zone": target.ladder.time_zone,
        "target": target,
        "form": form,
        "edition": now.edition,
        "stale": [f"{key}: {value}" for key, value in {"name": now.name, **now.place}.items()] if stale else [],
        "publications": publications(target, 30),
        "entries": told(entries, target.ladder.time_zone, addresses_seen(request.user, entries)),
    }


@login_required
@require_POST
def test(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    target = target_of(request, slug, pk)
    try:
        services.target_test(target)
    except Failed as problem:
        messages.error(request, problem_words({"code": problem.code, "words": problem.words}))
    else:
        messages.success(request, _("It works: a small file was written and removed."))
    return redirect(target)


def changed(request: HttpRequest, target: PublishTarget, done: str, **fields: Any) -> HttpResponse:
    try:
        services.target_change(target, edition=edition_of(request), by=request.user, **fields)
    except Stale:
        messages.error(request, str(STALE))
    else:
        messages.success(request, done)
    return redirect("publishing", target.ladder.slug)


@login_required
@require_POST
def pause(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    target = target_of(request, slug, pk)
    wanted = request.POST.get("paused") == "yes"
    done = (
        _("Paused: nothing is brought there by itself, unless a name in it must be taken out.")
        if wanted
        else _("It is brought there again.")
    )
    return changed(request, target, done, paused=wanted)


@login_required
@require_POST
def confirm_key(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    target = target_of(request, slug, pk)
    shown = request.POST.get("shown", "")
    try:
        services.target_confirm_key(target, edition=edition_of(request), shown=shown, by=request.user)
    except Stale:
        messages.error(request, str(STALE))
    else:
        certificate = _("The certificate is confirmed. Any other will be refused.")
        key = _("The key is confirmed. Any other key will be refused.")
        messages.success(request, certificate if target.shows_certificate else key)
    return redirect(target)


@login_required
@FORM
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    target = target_of(request, slug, pk)
    if request.method == "POST":
        try:
            services.target_remove(target, edition=edition_of(request), by=request.user)
        except Stale:
            messages.error(request, str(STALE))
        else:
            messages.success(request, _("The target is forgotten, with its password. What lies there stays there."))
        return redirect("publishing", slug)
    return render(
        request, "ladder/publish_remove.html", {"section": "ranking", "ladder": target.ladder, "target": target}
    )


@login_required
@require_POST
def publish(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The whole copy, or one month of it."""
    target, key = target_of(request, slug, pk), request.POST.get("month", "")
    season = season_get(target.ladder, key) if key else None
    if key and (season is None or season.pk is None):
        raise Http404
    services.publish_now(target, by=request.user, season=season)
    messages.success(request, _("A worker brings it. This page says how far it is."))
    return redirect("publishing", slug)


@login_required
@require_POST
def back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    target = target_of(request, slug, pk)
    try:
        services.roll_back(target, by=request.user)
    except NoCopyBefore:
        messages.error(request, _("There is no other copy to go back to."))
    else:
        messages.success(request, _("The copy before is brought back."))
    return redirect("publishing", slug)


@login_required
@require_POST
def again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    publication = get_object_or_404(Publication, target__ladder=kept(request, slug), pk=pk)
    services.publication_again(publication, by=request.user)
    messages.success(request, _("It is tried again."))
    return redirect("publishing", slug)


@login_required
@FORM
def pieces(request: HttpRequest, slug: str) -> HttpResponse:
    """The texts of a league and the sites that may embed it."""
    ladder = kept(request, slug)
    now = TakeAway.objects.filter(ladder=ladder).first() or TakeAway(ladder=ladder, version=0)
    form = PiecesForm(request.POST or None, pieces=now)
    status = 200
    if request.method == "POST":
        edition, status = edition_of(request), 422
        if form.is_valid():
            try:
                services.take_away_change(
                    ladder,
                    version=edition,
                    by=request.user,
                    lines=form.cleaned_data["lines"],
                    embed_sites=form.cleaned_data["sites"],
                    texts=form.templates,
                )
            except Stale as stale:
                status, now = 409, stale.now
            else:
                messages.success(request, _("Saved."))
                return redirect("publish_pieces", slug)
    context = {
        "section": "ranking",
        "ladder": ladder,
        "form": form,
        "edition": now.version,
        "stale": status == 409,
        "now": now,
        "take": reverse("take", args=[slug, "latest"]),
    }
    return render(request, "ladder/publish_pieces.html", context, status=status)
