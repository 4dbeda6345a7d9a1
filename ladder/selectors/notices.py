"""Somebody's notices, and how many he has not read."""

from django.core.cache import cache
from django.db.models import QuerySet

from games.models import Notice, NoticeDelivery, User
from games.services.notices import unread_key

MOST = 99
"""The bell counts no further."""
SECONDS = 60


def inbox(user: User) -> QuerySet[Notice]:
    """What somebody was told in the site, newest first."""
    return Notice.objects.filter(user=user, in_site=True).order_by("-pk")


def unread(user: User) -> int:
    """How many notices somebody has not read, `MOST` at most; it is counted anew after a minute, or when one comes."""
    return int(cache.get_or_set(unread_key(user.pk), lambda: _count(user), SECONDS) or 0)


def _count(user: User) -> int:
    return inbox(user).filter(read_at=None).order_by()[:MOST].count()


def sent_to(user: User, most: int = 10) -> list[NoticeDelivery]:
    """What was sent to somebody last, or is on its way."""
    rows = NoticeDelivery.objects.filter(notice__user=user).select_related("notice").order_by("-pk")
    return list(rows[:most])


def deliveries(channel: str = "", state: str = "") -> QuerySet[NoticeDelivery]:
    """All that was sent, newest first, for those who keep the site."""
    rows = NoticeDelivery.objects.select_related("notice__user").order_by("-pk")
    if channel:
        rows = rows.filter(channel=channel)
    return rows.filter(state=state) if state else rows
