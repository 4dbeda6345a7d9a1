"""Whether the site is well, for load balancers and watchers. These answers depend on no host name and no session."""

from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ladder.broker import broker_answers

HOSTLESS = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked for by number and not by name, from inside."""


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the database answers, else 503. The queue may be away: the site works without it."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except OperationalError:
        return told(503, "database unreachable")
    return told(200, "ok")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """200 when this process may be given visitors: the database answers and has every migration of this release."""
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except OperationalError:
        return told(503, "database unreachable")
    if missing:
        return told(503, f"{len(missing)} migrations are missing")
    return told(200, "ok" if broker_answers() else "ok; Redis does not answer, so logs wait")


def told(status: int, words: str) -> HttpResponse:
    return HttpResponse(f"{words}\n", content_type="text/plain", status=status)
