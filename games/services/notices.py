"""Telling people: notices are written with the change they tell of, and the worker brings them further.

Call `notice_send` in the transaction of the change. The same key tells nobody twice, however often it is called.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from games import limits, queue
from games.digests import next_digest
from games.models import Notice, NoticeAddress, NoticeDelivery, NoticeSettings, OutboxRow, User
from games.notices import CHANNELS, KINDS, MAIL, ON, OPT, SENT, SITE, Row, choice_key, row_of
from games.services.outbox import BELL
from games.services.retry import atomic_retried

OUTBOX = "notice"
"""The kind of the outbox's rows, one for each delivery."""
KEPT = timedelta(days=limits.NOTICE_DAYS)
BATCH = 1_000
_muted: ContextVar[bool] = ContextVar("muted", default=False)


@contextmanager
def muted() -> Iterator[None]:
    """Nobody is told of what happens inside: an import, a demo, a community that moves in."""
    token = _muted.set(True)
    try:
        yield
    finally:
        _muted.reset(token)


def is_muted() -> bool:
    """Whether nobody is told of what happens just now."""
    return _muted.get()


@transaction.atomic
def notice_send(
    kind: str,
    to: Iterable[User | int | None],
    *,
    key: str,
    link: str = "",
    about: str = "",
    besides: User | None = None,
    group: bool = False,
    own: Mapping[int, Mapping[str, Any]] | None = None,
    **facts: Any,
) -> int:
    """Tell these accounts of an occasion. Returns to how many it is new.

    `key` names the occasion once and for all; `link` is the path of what it is about, `about` a short name for that.
    `besides` is left out: who did it knows. With `group` the chat of many hears of it, if the row has one. `facts` are
    plain values for the text; those whose name ends in `_at` are instants. `own` are facts of single accounts besides.
    """
    row = row_of(kind)
    if _muted.get():
        return 0
    people = {one.pk if isinstance(one, User) else one for one in to} - {None, besides.pk if besides else None}
    fields = {"kind": kind, "key": key, "link": link[:200], "about": about}
    users = list(User.objects.filter(pk__in=people, is_active=True).select_related("notice_settings"))
    new = [user for user in users if user.pk not in _told(key, people)]
    groups = [row.group] if group and settings.NOTICE_GROUPS.get(row.group) else []
    if not new and not groups:
        return 0
    notices = [
        Notice(user=user, in_site=wants(user, kind, SITE), facts=_plain(facts, (own or {}).get(user.pk, {})), **fields)
        for user in new
    ]
    notices += [Notice(group=name, in_site=False, facts=_plain(facts), **fields) for name in groups]
    Notice.objects.bulk_create(notices, batch_size=BATCH, ignore_conflicts=True)
    _deliver(Notice.objects.filter(Q(user__in=new) | Q(group__in=groups), key=key), {user.pk: user for user in new})
    _count_anew(user.pk for user in new)
    return len(new)


def _plain(*facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as they are kept: instants are texts."""
    whole = {name: value for some in facts for name, value in some.items()}
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in whole.items()}


def unread_key(user: int) -> str:
    """Under which key the number on somebody's bell is kept for a while."""
    return f"unread-{user}"


def _count_anew(users: Iterable[int]) -> None:
    """The bells of these people are counted anew, once what changed is there."""
    transaction.on_commit(partial(cache.delete_many, [unread_key(user) for user in users]))


def _told(key: str, people: Collection[int | None]) -> set[int | None]:
    return set(Notice.objects.filter(key=key, user__in=people).values_list("user", flat=True))


def _deliver(notices: QuerySet[Notice], users: dict[int, User]) -> None:
    """Put on the way what is to leave the site. What another transaction put there already stays as it is."""
    found_ways = reached(users.values())
    now = datetime.now(UTC)
    found = list(notices)
    deliveries = [
        NoticeDelivery(notice=notice, channel=channel, due_at=due)
        for notice in found
        for channel, due in _ways(notice, users, found_ways, now)
    ]
    if not deliveries:
        return
    NoticeDelivery.objects.bulk_create(deliveries, batch_size=BATCH, ignore_conflicts=True)
    waiting = NoticeDelivery.objects.filter(notice__in=found, state=NoticeDelivery.State.WAITING)
    deliveries_queue(waiting)


def deliveries_queue(waiting: Iterable[NoticeDelivery]) -> None:
    """Give each delivery its row of the outbox; one that has it keeps it."""
    rows = [
        OutboxRow(
            kind=OUTBOX,
            key=f"{OUTBOX}/{delivery.pk}",
            tries=limits.NOTICE_TRIES,
            facts={"delivery": delivery.pk},
            next_try=delivery.due_at,
        )
        for delivery in waiting
    ]
    OutboxRow.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)
    transaction.on_commit(partial(queue.ring, BELL, 0))


def _ways(
    notice: Notice, users: dict[int, User], reachable: set[tuple[int, str]], now: datetime
) -> Iterator[tuple[str, datetime]]:
    """The channels on which a notice leaves the site, each with its time."""
    row = row_of(notice.kind)
    if notice.group:
        for channel in settings.NOTICE_GROUPS.get(notice.group, {}):
            yield channel, now
        return
    user = users.get(notice.user_id or 0)
    if user is None:
        return
    for channel in SENT:
        if (user.pk, channel) in reachable and wants(user, notice.kind, channel):
            yield channel, due_at(user, row, channel, now)


def reached(users: Collection[User]) -> set[tuple[int, str]]:
    """On which channels people are reached: by mail unless it was switched off, in chats where they gave an address."""
    rows = NoticeAddress.objects.filter(user__in=users)
    off = {row.code for row in rows if row.channel == MAIL and row.off_at}
    chats = {(row.user_id, row.channel) for row in rows if row.channel != MAIL and row.is_used}
    return chats | {(user.pk, MAIL) for user in users if not off or address_digest(user.email) not in off}


def address_digest(email: str) -> str:
    """By which an address of mail that was switched off is known again; another address of the same person is not."""
    return hashlib.sha256(email.encode()).hexdigest()


def wants(user: User, kind: str, channel: str) -> bool:
    """Whether somebody is told of such a thing on a channel: by his own wish, else by the table."""
    default = row_of(kind).default(channel)
    chosen = settings_of(user).choices.get(choice_key(KINDS[kind], channel))
    return default in (ON, OPT) and (default == ON if chosen is None else bool(chosen))


def settings_of(user: User) -> NoticeSettings:
    """Somebody's wishes; unsaved ones where he has none."""
    found = getattr(user, "notice_settings", None)
    return found if isinstance(found, NoticeSettings) else NoticeSettings(user=user)


def due_at(user: User, row: Row, channel: str, now: datetime) -> datetime:
    """When a notice goes out to somebody: at once, or with what else is gathered until his hour."""
    own = settings_of(user)
    digest = str(own.digest)
    if row.urgent:
        return now
    if digest == "now" and row.daily and channel == MAIL:
        digest = "daily"
    return now if digest == "now" else next_digest(now, user.time_zone, digest, own.hour)


@atomic_retried
def notices_read(user: User, pks: Collection[int] | None = None) -> int:
    """Mark somebody's notices as read, all or those with these numbers; those of others stay as they are."""
    rows = Notice.objects.filter(user=user, read_at=None)
    if pks is not None:
        rows = rows.filter(pk__in=pks)
    _count_anew([user.pk])
    return rows.update(read_at=Now())


@atomic_retried
def settings_save(user: User, choices: dict[str, bool], *, digest: str, hour: int) -> NoticeSettings:
    """Keep somebody's wishes, those alone that differ from the table. What waits already keeps its time."""
    kept, _is_new = NoticeSettings.objects.select_for_update(no_key=True).get_or_create(user=user)
    kept.choices, kept.digest, kept.hour = choices, digest, hour
    kept.save(update_fields=["choices", "digest", "hour"])
    return kept


@atomic_retried
def calendar_renew(user: User) -> int:
    """Give somebody a private address of his calendar; the one before leads nowhere then. Returns its number."""
    kept, _is_new = NoticeSettings.objects.select_for_update(no_key=True).get_or_create(user=user)
    kept.calendar += 1
    kept.save(update_fields=["calendar"])
    return kept.calendar


@atomic_retried
def row_stop(user: User, row: str, channel: str) -> None:
    """No more of these notices on this channel; the link of a message does it."""
    if channel not in CHANNELS:
        return
    kept, _is_new = NoticeSettings.objects.select_for_update(no_key=True).get_or_create(user=user)
    kept.choices = {**kept.choices, choice_key(row, channel): False}
    kept.save(update_fields=["choices"])


def notices_forget() -> int:
    """Remove notices that are older than `limits.NOTICE_DAYS`, and what was sent of them."""
    count, _by_model = Notice.objects.filter(at__lt=Now() - KEPT).delete()
    return count


def notices_remove(user: User) -> None:
    """Nothing is left of what somebody was told, nor of where he was reached."""
    for model in (Notice, NoticeAddress, NoticeSettings):
        model._default_manager.filter(user=user).delete()


def notices_reword(told: Callable[[Any], Any]) -> None:
    """Write the facts of all notices anew: a name in them is not to be read any more."""
    for notice in Notice.objects.exclude(facts={}).iterator(chunk_size=BATCH):
        facts = told(notice.facts)
        if facts != notice.facts:
            Notice.objects.filter(pk=notice.pk).update(facts=facts)
