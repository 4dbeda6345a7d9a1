"""What nobody does but the clock tells: months that end, deadlines, what waits on the desk, a backup that is old."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import Count, F, Min, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import translation

from games.models import NoticeDelivery, OutboxRow, Seat, User, Verification
from games.notices import MANAGERS
from games.services.notices import OUTBOX, deliveries_queue, notice_send, notices_forget
from games.services.retry import atomic_retried
from ladder.backup_standing import standing
from ladder.desk.queue import Queued, queue
from ladder.models import PublishTarget, Season
from ladder.selectors.community import community_language
from ladder.selectors.rankings import season_matches
from ladder.services.ladder_notices import facts_of, keepers_of, on_watch
from tournaments.services.notices import deadlines_tell

DAYS_BEFORE = (3, 1)
"""Days before a month takes no more results, on which who has something to confirm is reminded."""
LATELY = timedelta(days=7)
"""What happened longer ago is not told any more: it was, or nobody cares."""
SILENT = timedelta(minutes=10)
OLD_BACKUP = timedelta(days=2)
APART = ("publication", "close")
"""Kinds of the desk that have notices of their own."""


def notices_sweep() -> None:
    """Tell what the clock tells. Safe to run twice."""
    months_tell()
    deadlines_tell()
    desk_tell()
    worker_tell()
    backup_tell()
    deliveries_ring()
    notices_forget()


def months_tell() -> None:
    now = datetime.now(UTC)
    for season in Season.objects.filter(revision=0, end__lte=now, grace_until__gt=now - LATELY).select_related(
        "ladder"
    ):
        if season.grace_until > now:
            _keepers(season, "month.grace")
            _closing(season, now)
        elif season.ladder.close_after_days is None:
            _keepers(season, "month.waits")


def _keepers(season: Season, kind: str) -> None:
    """Those who close the month."""
    link = reverse("desk_month", args=[season.ladder.slug, season.key])
    facts = {**facts_of(season), "due_at": season.grace_until}
    key = f"{kind}/{season.pk}/{season.grace_until:%Y%m%d%H%M}"
    notice_send(kind, keepers_of(season.ladder), key=key, link=link, about=f"month/{season.pk}", **facts)
    notice_send(kind, [], key=key, link=link, group=True, **facts)


def _closing(season: Season, now: datetime) -> None:
    """Whoever has something to confirm, before it is too late; the chat of many hears that it is soon."""
    left = season.grace_until - now
    days = [day for day in DAYS_BEFORE if left <= timedelta(days=day)]
    if not days:
        return
    waiting = Seat.objects.filter(
        match__in=season_matches(season).filter(state="submitted"), player__user__isnull=False
    )
    waiting = waiting.exclude(player__user=F("match__submitted_by"))
    own = {
        row["player__user"]: {"waiting": row["rows"]}
        for row in waiting.values("player__user").order_by().annotate(rows=Count("match", distinct=True))
    }
    key = f"month.closing/{season.pk}/{min(days)}"
    facts = {**facts_of(season), "due_at": season.grace_until}
    notice_send("month.closing", own, key=key, link=reverse("account"), about=f"month/{season.pk}", own=own, **facts)
    notice_send("month.closing", [], key=key, link=season.get_absolute_url(), group=True, **facts)


def desk_tell() -> None:
    """New items of the desk, and those that wait for two days, to everybody on whose desk they are."""
    keepers = User.objects.filter(Q(is_superuser=True) | Q(roles__isnull=False), is_active=True).distinct()
    for user in keepers.order_by("pk"):
        with translation.override(user.language):
            _items_tell([user], queue(user))
        if settings.NOTICE_GROUPS.get(MANAGERS):
            with translation.override(community_language()):
                _items_tell([], queue(user), group=True)


def _items_tell(users: list[User], items: Iterable[Queued], *, group: bool = False) -> None:
    """Tell of these items: people in their own language, or the chat of those who keep the leagues, once for each."""
    since = datetime.now(UTC) - LATELY
    for one in items:
        item = one.item
        if item.kind == "publication":
            target = PublishTarget.objects.select_related("ladder").get(publications=item.number)
            facts = {"league": target.ladder.name, "target": target.name}
            key = f"publication.failed/{item.number}"
            notice_send("publication.failed", users, key=key, link=item.url, group=group, **facts)
        elif item.kind not in APART and item.since > since:
            kind = "queue.old" if one.is_old else "queue.item"
            if one.is_old and one.taken:
                continue
            facts = {"item": item.title, "words": " ".join(item.facts)[:500]}
            notice_send(kind, users, key=f"{kind}/{item.key}"[:120], link=item.url, group=group, **facts)


def worker_tell() -> None:
    """Logs or messages waited too long: no worker takes them. Once for each hour in which that began."""
    late = [
        model._default_manager.filter(state="queued", next_try__lt=Now() - SILENT).aggregate(since=Min("next_try"))
        for model in (Verification, OutboxRow)
    ]
    since = min((found["since"] for found in late if found["since"]), default=None)
    if since is not None:
        key = f"worker.silent/{since:%Y%m%d%H}"
        notice_send("worker.silent", on_watch(), key=key, link=reverse("desk"), group=True, since_at=since)


def backup_tell() -> None:
    """The keeper's backup leaves its time on a file (`BACKUP_STAMP`); one that is old, or missing, is told once a day."""
    found, now = standing(), datetime.now(UTC)
    if found is not None and (found.made is None or found.made < now - OLD_BACKUP):
        facts = {"since_at": found.made} if found.made else {}
        notice_send("backup.old", on_watch(), key=f"backup.old/{now:%Y%m%d}", link=reverse("desk"), **facts)


@atomic_retried
def deliveries_ring() -> int:
    """Give a row of the outbox to what waits without one; it can only be missing by a fault. Returns how many wait."""
    waiting = list(NoticeDelivery.objects.filter(state=NoticeDelivery.State.WAITING, due_at__lt=Now() - SILENT))
    if waiting:
        keys = [f"{OUTBOX}/{delivery.pk}" for delivery in waiting]
        OutboxRow.objects.filter(key__in=keys, state__in=["done", "dead"]).delete()
        deliveries_queue(waiting)
    return len(waiting)
