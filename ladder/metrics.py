"""Figures for Prometheus: how many requests of which kind and how long, and what the database says of the work that waits.

Requests are counted by each web process in a file of its own, in the folder that gunicorn makes for it
(`ladder.gunicorn`); whoever is asked adds them up. The rest is asked of the database at each scrape.
"""

import hmac
import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db.models import Max, Min, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY, Collector

from games.models import OutboxRow, Verification
from games.presence import workers_seen
from ladder.backup_standing import standing
from ladder.broker import broker_answers

BUCKETS = (0.01, 0.03, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
REQUESTS = Counter("classifica_requests", "Requests by method and status.", ["method", "status"])
SECONDS = Histogram("classifica_request_seconds", "Time to answer, by address.", ["route"], buckets=BUCKETS)
LAST = 10_000
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def request_counted(request: HttpRequest, status: int, seconds: float) -> None:
    """Count one answer. What nobody knows is one label, or strangers could make labels without end."""
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(method, str(status)).inc()
    match = request.resolver_match
    SECONDS.labels(match.route if match else "unknown").observe(seconds)


class Site(Collector):
    """What waits, how long it has, and what the keeper must look at."""

    def collect(self) -> Iterator[Metric]:
        yield from waiting("classifica_logs", "Logs by state", Verification.objects.all())
        yield from waiting("classifica_outbox", "Messages and publications by state", OutboxRow.objects.all())
        free = shutil.disk_usage(settings.DATA_DIR).free if settings.DATA_DIR.exists() else 0
        yield GaugeMetricFamily("classifica_disk_free_bytes", "Room for uploads.", value=free)
        broker = broker_answers()
        yield GaugeMetricFamily("classifica_broker_up", "1 if Redis answers.", value=float(broker))
        if broker:
            yield GaugeMetricFamily("classifica_workers", "Workers seen in the last minute.", value=workers_seen())
        yield InfoMetricFamily("classifica", "What runs here.", value={"version": settings.VERSION})
        yield from backups()


def waiting(name: str, words: str, rows: QuerySet[Any, Any]) -> Iterator[GaugeMetricFamily]:
    """Rows that are not done, by state, and the age of the oldest one that is due."""
    states = GaugeMetricFamily(name, f"{words}; of the dead those among the last {LAST:,}.", labels=["state"])
    lately = rows.filter(pk__gt=(rows.aggregate(last=Max("pk"))["last"] or 0) - LAST)  # there is no index of the dead
    for state, some in (("queued", rows), ("running", rows), ("dead", lately)):
        states.add_metric([state], some.filter(state=state).count())
    yield states
    oldest = rows.filter(state="queued", next_try__lte=Now()).aggregate(oldest=Min("next_try"))["oldest"]
    seconds = max(0.0, (datetime.now(UTC) - oldest).total_seconds()) if oldest else 0.0
    yield GaugeMetricFamily(f"{name}_oldest_seconds", "How long the oldest that is due has waited.", value=seconds)


def backups() -> Iterator[GaugeMetricFamily]:
    found = standing()
    if found is None:
        return
    if found.made is not None:
        age = (datetime.now(UTC) - found.made).total_seconds()
        yield GaugeMetricFamily("classifica_backup_age_seconds", "Since the last backup.", value=age)
    if found.drill is not None:
        came_back = float(not found.drill.problem)
        yield GaugeMetricFamily("classifica_backup_comes_back", "1 if the last drill went well.", value=came_back)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Everything as text, for who has the token (`METRICS_TOKEN`); for everybody else there is nothing here."""
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    given = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not hmac.compare_digest(given.encode(), wanted.encode()):
        return HttpResponseNotFound("not found\n", content_type="text/plain")
    text = generate_latest(_of_requests())
    site = CollectorRegistry()
    site.register(Site())
    return HttpResponse(text + generate_latest(site), content_type=CONTENT_TYPE_LATEST)


def _of_requests() -> CollectorRegistry:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    every = CollectorRegistry()
    MultiProcessCollector(every)
    return every
