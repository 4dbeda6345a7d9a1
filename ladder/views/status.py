"""How the site is: a page for people, and the same for programs."""

from datetime import datetime

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ladder.selectors.status import Status, status_now

KINDS: dict[str, str | Promise] = {
    "log": gettext_lazy("logs to be verified"),
    "message": gettext_lazy("messages and publications to be sent"),
    "result": gettext_lazy("results to be confirmed by players"),
}
TROUBLES: dict[str, str | Promise] = {
    "broker": gettext_lazy("Redis does not answer. Uploads are kept and judged once it is back; nothing is lost."),
    "worker": gettext_lazy("No worker was seen in the last minute. Logs and messages wait; nothing is lost."),
    "waiting": gettext_lazy("Something has waited for more than ten minutes."),
    "backup": gettext_lazy("The last backup is older than two days, or there is none."),
    "drill": gettext_lazy("The last backup does not come back."),
    "publication": gettext_lazy("The last publication to a target failed."),
    "managers": gettext_lazy("A league has fewer than two managers, so it hangs on one person."),
}


@require_safe
@never_cache
def status(request: HttpRequest) -> HttpResponse:
    try:
        found = status_now()
    except OperationalError:
        return render(request, "ladder/status_away.html", status=503)
    context = {
        "status": found,
        "waiting": [(KINDS[one.kind], one) for one in found.waiting],
        "troubles": [TROUBLES[code] for code in found.troubles],
    }
    return render(request, "ladder/status.html", context)


@require_safe
@never_cache
def status_json(request: HttpRequest) -> HttpResponse:
    """The same as JSON: instants are UTC, ages seconds. 503 only if the database is away."""
    try:
        return JsonResponse(as_json(status_now()))
    except OperationalError:
        return JsonResponse({"status": "away", "troubles": ["database"]}, status=503)


def as_json(found: Status) -> dict[str, object]:
    def waits(since: datetime | None) -> int | None:
        return None if since is None else max(0, int((found.at - since).total_seconds()))

    return {
        "status": "trouble" if found.troubles else "ok",
        "troubles": found.troubles,
        "version": found.version,
        "at": found.at,
        "workers": found.workers,
        "waiting": {
            one.kind: {"number": one.number, "since": one.since, "seconds": waits(one.since)} for one in found.waiting
        },
        "oldest": None if found.oldest is None else {"kind": found.oldest.kind, "since": found.oldest.since},
        "verifications_today": {"number": found.verified_today, "median_ms": found.median_ms},
        "publications": [
            {"league": one.league, "target": one.name, "last": one.last, "failed": one.failed, "paused": one.paused}
            for one in found.published
        ],
        "backup": found.backup,
        "leagues_with_fewer_than_two_managers": found.lonely,
    }
