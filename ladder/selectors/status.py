"""The state of the site: what waits and since when, who works, what was published and saved last. Nothing private."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count, F, Min, Q
from django.db.models.functions import Now

from games.models import Match, OutboxRow, Verification
from games.presence import workers_seen
from ladder.backup_standing import standing
from ladder.broker import broker_answers
from ladder.models import Ladder, Publication, PublishTarget

MEDIAN_SECONDS = 60
"""For which the median of the day is kept."""
SILENT = timedelta(minutes=10)
OLD_BACKUP = timedelta(days=2)


@dataclass(frozen=True)
class Waiting:
    """Things of one kind that wait: how many, and since when the oldest does."""

    kind: str
    number: int
    since: datetime | None


@dataclass(frozen=True)
class Published:
    """A target of publications: `last` is when a copy last arrived; `failed` that the latest attempt was given up."""

    league: str
    name: str
    paused: bool
    last: datetime | None
    failed: bool


@dataclass(frozen=True)
class Status:
    """`troubles` are codes: `broker`, `worker`, `waiting`, `backup`, `drill`, `publication`, `managers`."""

    version: str
    at: datetime
    workers: int
    waiting: tuple[Waiting, ...]
    verified_today: int
    median_ms: float | None
    published: tuple[Published, ...]
    backup: datetime | None
    backup_watched: bool
    lonely: tuple[str, ...]
    troubles: tuple[str, ...]

    @property
    def oldest(self) -> Waiting | None:
        """Of all that a worker is to do, what has waited longest."""
        found = [one for one in self.waiting if one.since is not None and one.kind != "result"]
        return min(found, key=lambda one: one.since or self.at, default=None)


def status_now() -> Status:
    """The state of the site at this instant. Raises Django's `OperationalError` while the database is away."""
    now = datetime.now(UTC)
    logs = Verification.objects.filter(state="queued", next_try__lte=Now())
    rows = OutboxRow.objects.filter(state="queued", next_try__lte=Now())
    results = Match.objects.filter(state=Match.State.SUBMITTED)
    waiting = (
        Waiting("log", *logs.aggregate(n=Count("pk"), since=Min("created_at")).values()),
        Waiting("message", *rows.aggregate(n=Count("pk"), since=Min("next_try")).values()),
        Waiting("result", *results.aggregate(n=Count("pk"), since=Min("created_at")).values()),
    )
    number, median = cache.get_or_set("status-median", lambda: median_today(now), MEDIAN_SECONDS) or (0, None)
    published, backups = targets(), standing()
    backup = backups.made if backups else None
    managers = Count("roles", filter=Q(roles__kind="manager", roles__user__is_active=True))
    lonely = Ladder.objects.annotate(managers=managers).filter(managers__lt=2).order_by("name")
    seen = workers_seen()
    away = not seen and not broker_answers()  # workers are seen through it
    found = {
        "broker": away,
        "worker": not seen and not away,
        "waiting": any(one.since and now - one.since > SILENT for one in waiting if one.kind != "result"),
        "backup": backups is not None and (backup is None or now - backup > OLD_BACKUP),
        "drill": backups is not None and backups.drill is not None and bool(backups.drill.problem),
        "publication": any(one.failed and not one.paused for one in published),
        "managers": bool(lonely),
    }
    return Status(
        version=settings.VERSION,
        at=now,
        workers=seen,
        waiting=waiting,
        verified_today=number,
        median_ms=median,
        published=published,
        backup=backup,
        backup_watched=backups is not None,
        lonely=tuple(ladder.name for ladder in lonely),
        troubles=tuple(code for code, there in found.items() if there),
    )


def median_today(now: datetime) -> tuple[int, float | None]:
    """How many logs were judged since midnight (UTC), and the median of their milliseconds of processor time."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    judged = Verification.objects.filter(state="done", finished_at__gte=midnight)
    number = judged.count()
    if not number:
        return 0, None
    middle = judged.annotate(took=F("intake_ms") + F("ms")).order_by("took").values_list("took", flat=True)
    both = list(middle[(number - 1) // 2 : number // 2 + 1])
    return number, round(sum(both) / len(both), 1)


def targets() -> tuple[Published, ...]:
    """Every target with its last publication."""
    latest: dict[int, Publication] = {}
    arrived: dict[int, datetime | None] = {}
    ended = Publication.objects.exclude(job=None).filter(job__state__in=["done", "dead"]).select_related("job")
    for one in ended.order_by("target", "-pk"):
        latest.setdefault(one.target_id, one)
        if one.job is not None and one.job.state == "done":
            arrived.setdefault(one.target_id, one.job.finished_at)
    return tuple(
        Published(
            league=target.ladder.name,
            name=target.name,
            paused=target.paused,
            last=arrived.get(target.pk),
            failed=target.pk in latest and getattr(latest[target.pk].job, "state", "") == "dead",
        )
        for target in PublishTarget.objects.select_related("ladder").order_by("ladder__name", "name")
    )
