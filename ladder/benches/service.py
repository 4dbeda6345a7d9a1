"""Verification as a service: what queue, worker and database add to the bare loop (issue: bulk and single uploads).

Measured on a database and a Valkey server made for it and thrown away; PostgreSQL where DATABASE_URL names one.
"""

import json
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from django.db.models import Count, F, Max, Min

from games.bench.figure import Figure
from games.intake import intake
from games.models import Match, Submission, Verification
from games.services.submissions import submission_create
from games.verify import verify_log
from ladder.benches.scratch_site import scratch_site

GROUP = "service"
COPIES = 12
"""How many tables are made of each log: work for so long that the first seconds of a worker do not decide."""
UPLOADS = 40
CHILDREN = 2
"""As many as the machine that the figures are about has cores."""
BULK, LATENCY_MS = 0.8, 100.0
PATIENCE = 300


def service_figures(folder: Path, repeat: int, memory_logs: int, tell: Callable[[str], None]) -> Iterator[Figure]:
    """Every figure of the group, for the logs in `folder`; `tell` hears what is being measured."""
    bodies = [intake(path.read_bytes()) for path in sorted(folder.glob("*.json.gz"))]
    logs = [of_table(body, copy) for copy in range(COPIES) for body in bodies]
    tell(f"bare loop over {len(logs)} logs")
    bare = bare_rate(logs)
    with scratch_site() as site:
        rates = {}
        for children in (1, CHILDREN):
            tell(f"{len(logs)} uploads that wait for {children} worker processes")
            Submission.objects.all().delete()
            Match.objects.all().delete()
            for log in logs:
                submission_create(log, uploader=None)
            with site.worker(children):
                wait_until_done(look_each=0.2)
                rates[children] = rate_of_all()
                if children == CHILDREN:
                    tell(f"{UPLOADS} single uploads to an idle worker")
                    latencies = single_latencies(bodies)
    for children, rate in rates.items():
        yield Figure(
            group=GROUP,
            name=f"bulk verification by Celery, {children} {'child' if children == 1 else 'children'}",
            value=round(rate, 1),
            unit="logs/s",
            floor_name="bare loop",
            floor=round(bare, 1),
            ratio=round(rate / bare, 2),
            limit=BULK if children == CHILDREN else None,
            at_least=True,
        )
    yield Figure(
        group=GROUP,
        name="single upload, commit to verdict, p95",
        value=round(statistics.quantiles(latencies, n=20)[-1], 1),
        unit="ms",
        limit=LATENCY_MS,
    )


def rate_of_all() -> float:
    """Logs a second from the first verdict to the last."""
    found = Verification.objects.aggregate(rows=Count("pk"), first=Min("finished_at"), last=Max("finished_at"))
    return float((found["rows"] - 1) / (found["last"] - found["first"]).total_seconds())


def of_table(body: bytes, copy: int) -> bytes:
    """The same log as if of another table, played by some of the six people who always play together."""
    verdict = verify_log(body)
    table = (verdict.source.table or "").encode()
    body = body.replace(table, b"%d%s" % (copy + 1, table[1:]))
    for seat in verdict.players:
        number = 6 * copy + seat.seat
        body = body.replace((seat.id or "").removeprefix("bga:").encode(), b"%d" % (91_000_000 + number))
        for spelling in (json.dumps(seat.name), json.dumps(seat.name, ensure_ascii=False)):
            body = body.replace(spelling.encode(), b'"player%d"' % number)
    return body


def bare_rate(logs: list[bytes]) -> float:
    """Logs a second of a loop that does nothing but intake and verification."""
    started = time.perf_counter()
    for log in logs:
        verify_log(intake(log))
    return len(logs) / (time.perf_counter() - started)


def single_latencies(bodies: list[bytes]) -> list[float]:
    """Milliseconds from the row to its verdict, for one upload at a time, by the database's clock."""
    for number in range(UPLOADS):
        submission_create(of_table(bodies[number % len(bodies)], COPIES + number // len(bodies)), uploader=None)
        wait_until_done()
    rows = Verification.objects.order_by("-pk")[:UPLOADS].annotate(took=F("finished_at") - F("created_at"))
    return [row.took.total_seconds() * 1000 for row in rows]


def wait_until_done(look_each: float = 0.01) -> None:
    """Until no row waits or runs. To look takes time from those who work, so look seldom where much waits."""
    deadline = time.monotonic() + PATIENCE
    while Verification.objects.filter(state__in=["queued", "running"]).exists():
        if time.monotonic() > deadline:
            raise TimeoutError("the worker does not get on; its log has been printed")
        time.sleep(look_each)
