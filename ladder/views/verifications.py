"""The judgement on one log: its page, live while it runs, its JSON, the file itself, and judging it once more."""

import io
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import storage
from games.models import Verification
from games.outcomes import outcome_of
from games.selectors.players import hiding, names_public
from games.services.errors import NotAllowed
from games.telling import remarks, told
from ladder.permissions import may
from ladder.selectors.seasons import default_zone
from ladder.services.matches import verification_rerun
from ladder.views.verification_parts import position, raw_notification, scorings, steps


def visible(request: HttpRequest, pk: int) -> Verification:
    """The verification, or 404 also where it is not for this person to see."""
    rows = Verification.objects.select_related("submission__game", "submission__match__game", "submission__uploader")
    row = get_object_or_404(rows, pk=pk)
    if not may(request.user, "see_verification", row):
        raise Http404
    if not request.user.is_authenticated:
        row.players = names_public(row.submission.match, row.players)
    return row


@require_safe
@never_cache
def verification(request: HttpRequest, pk: int) -> HttpResponse:
    row = visible(request, pk)
    context: dict[str, Any] = {
        "verification": row,
        "outcome": outcome_of(row.outcome),
        "told": told(row),
        "steps": steps(row),
        "match": row.submission.match,
        "zone": default_zone(),
    }
    if request.htmx and not row.is_over:
        return render(request, "games/_verification_head.html", context)
    if request.htmx:
        # The page is another one now; the polling ends with it.
        return HttpResponse(headers={"HX-Refresh": "true"})
    if row.is_over:
        names, tables = [player["name"] for player in row.players], scorings(row)
        context |= {
            "names": names,
            "scorings": tables,
            "totals": [(name, [table["totals"][index] for table in tables]) for index, name in enumerate(names)],
            "remarks": remarks(row),
            "position": position(row) if row.outcome == "disagrees" else None,
            "raw": raw_notification(row) if row.outcome == "disagrees" and not hidden_from(request, row) else "",
            "replay": bool(row.events) and row.submission.game is not None and row.outcome != "broken",
            "may_rerun": request.user.is_authenticated and may(request.user, "rerun", row),
            "may_raw": may(request.user, "raw_log", row),
            "results": results(row),
        }
    return render(request, "games/verification.html", context)


def results(row: Verification) -> list[dict[str, Any]]:
    """What the log says about the end, by place."""
    if not row.ranks:
        return []
    lines = [
        {"name": player["name"], "place": place, "score": row.scores[index] if row.scores else None}
        for index, (player, place) in enumerate(zip(row.players, row.ranks, strict=False))
    ]
    return sorted(lines, key=lambda line: line["place"])


@require_safe
@never_cache
def verification_json(request: HttpRequest, pk: int) -> HttpResponse:
    """The judgement as data, in the words of `verify_log --json`."""
    body = judgement(visible(request, pk))
    return JsonResponse(body, json_dumps_params={"ensure_ascii": False})


def judgement(row: Verification) -> dict[str, Any]:
    """A judgement as plain values."""
    return {
        "id": row.pk,
        "state": row.state,
        "verdict": row.verdict or None,
        "outcome": row.outcome or None,
        "code": row.code or None,
        "message": told(row).sentence,
        "at": row.at,
        "expected": row.facts.get("expected"),
        "found": row.facts.get("found"),
        "facts": row.facts,
        "game": row.submission.game.key if row.submission.game else None,
        "rules": row.rules or None,
        "revision": row.revision,
        "players": row.players,
        "scores": row.scores,
        "ranks": row.ranks,
        "breakdown": row.breakdown,
        "events": row.events,
        "claims": row.claims,
        "notes": row.notes,
        "intake_ms": row.intake_ms,
        "ms": row.ms,
    }


@require_safe
@never_cache
def raw_log(request: HttpRequest, pk: int) -> HttpResponse:
    """The file as it came, only ever as a download."""
    row = visible(request, pk)
    name, raw = raw_file(request, row)
    return FileResponse(io.BytesIO(raw), as_attachment=True, filename=name, content_type="application/octet-stream")


def raw_file(request: HttpRequest, row: Verification) -> tuple[str, bytes]:
    """A name for the file of a judgement, and its bytes, for whoever may have it."""
    if not may(request.user, "raw_log", row) or hidden_from(request, row):
        raise PermissionDenied
    try:
        return f"log-{row.submission.sha256[:12]}.bin", storage.load(row.submission.sha256)
    except FileNotFoundError:
        raise Http404 from None


def hidden_from(request: HttpRequest, row: Verification) -> bool:
    """Whether the file holds the name of somebody who shows it to members only, and the reader is none."""
    return not request.user.is_authenticated and bool(hiding(row.submission.match))


@login_required
@require_POST
def again(request: HttpRequest, pk: int) -> HttpResponse:
    row = visible(request, pk)
    try:
        fresh = verification_rerun(row, by=request.user)
    except NotAllowed as refused:
        raise PermissionDenied from refused
    messages.success(request, _("It is judged once more."))
    return redirect(fresh)
