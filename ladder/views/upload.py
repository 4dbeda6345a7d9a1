"""Uploading in two steps: say what was understood, then save it. The first is open to all, the second to accounts."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import storage
from games.outcomes import outcome_of
from games.selectors.todo import uploads_of
from games.services.submissions import Received, submission_create
from games.telling import told
from ladder import drafts, readings
from ladder.ratelimit import takes_uploads
from ladder.selectors.seasons import default_zone

LIST_LENGTH = 30


@takes_uploads
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """The page with its box, and under it what was understood. A script asks for the new lines only."""
    if request.method != "POST":
        return page(request, readings.read_drafts(request.session))
    try:
        read = readings.read_files(
            request.session, [(file.name, file.read()) for file in request.FILES.getlist("files")]
        )
        if text := request.POST.get("text", "").strip():
            read += readings.read_text(request.session, text)
        elif not request.FILES:
            messages.error(request, _("There is nothing to read yet: choose a file, or paste something."))
    except drafts.NoRoom:
        return no_room(request)
    except storage.StorageFull:
        return disk_full(request)
    if request.htmx:
        return render(request, "ladder/_reads.html", {"reads": read})
    fresh = {reading.token for reading in read if reading.token}
    before = [reading for reading in readings.read_drafts(request.session) if reading.token not in fresh]
    return page(request, [*before, *read])


@csrf_exempt
@takes_uploads
@require_POST
def shared(request: HttpRequest) -> HttpResponse:
    """What another program of the telephone hands over. Nothing of it is kept: it is read, and waits to be saved.

    The system sends no key of ours along, so only what no other site has sent is read.
    """
    if request.headers.get("Sec-Fetch-Site") not in ("none", "same-origin"):
        raise PermissionDenied
    texts = [request.POST.get(name, "").strip() for name in ("text", "url")]
    files = [(file.name, file.read()) for file in request.FILES.getlist("files")]
    try:
        readings.read_files(request.session, files)
        for text in dict.fromkeys(filter(None, texts)):
            readings.read_text(request.session, text)
    except drafts.NoRoom:
        return no_room(request)
    except storage.StorageFull:
        return disk_full(request)
    return redirect("upload")


def page(request: HttpRequest, reads: list[readings.Reading], status: int = 200) -> HttpResponse:
    context = {"section": "upload", "reads": reads, "savable": any(reading.token for reading in reads)}
    context["name"] = request.GET.get("name", "").strip()[:64]
    return render(request, "ladder/upload.html", context, status=status)


def no_room(request: HttpRequest) -> HttpResponse:
    messages.error(request, _("Too much is waiting to be saved just now. Try again in a few minutes."))
    return page(request, [], status=503)


def disk_full(request: HttpRequest) -> HttpResponse:
    messages.error(request, _("There is no room for further files just now. Those who keep the site can help."))
    return page(request, [], status=507)


@login_required
@require_POST
def save(request: HttpRequest) -> HttpResponse:
    """Save the drafts that are ticked. One file leads to its verification, several to the list."""
    received: list[Received] = []
    address = get_adapter().get_client_ip(request)
    try:
        for token in request.POST.getlist("draft"):
            if draft := drafts.take(request.session, token):
                name, raw = draft
                received += submission_create(raw, name=name, uploader=request.user, address=address)
                drafts.forget(request.session, token)
    except storage.StorageFull:
        return disk_full(request)
    if not received:
        messages.error(request, _("Nothing was ticked, or it waited too long. Give the file once more."))
        return redirect("upload")
    known = [one for one in received if not one.is_new]
    if known:
        text = ngettext("%(n)s file was here already.", "%(n)s files were here already.", len(known))
        messages.info(request, text % {"n": len(known)})
    if len(received) == 1:
        return redirect(place_of(received[0]))
    return redirect("uploads")


def place_of(one: Received) -> object:
    """Where one file leads: its judgement, else its match, else the list."""
    return one.verification or one.submission.match or "uploads"


@login_required
@require_safe
def uploads(request: HttpRequest) -> HttpResponse:
    """The reader's files with their judgements; the part that still runs asks again by itself."""
    found = Paginator(uploads_of(request.user), LIST_LENGTH).get_page(request.GET.get("page"))
    lines = [{"row": row, "outcome": outcome_of(row.outcome), "told": told(row)} for row in found.object_list]
    context = {
        "section": "upload",
        "page": found,
        "lines": lines,
        "running": any(not row.is_over for row in found.object_list),
        "zone": default_zone(),
    }
    return render(request, "ladder/_uploads.html" if request.htmx else "ladder/uploads.html", context)
