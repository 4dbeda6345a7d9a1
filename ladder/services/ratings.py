"""Ratings from facts: whoever holds the lock of a pool rates it, and takes away what was asked.

A pool is rated by one process at a time. A second one that finds it locked leaves: the first looks for new requests
after its commit. Readers see the old ratings until that commit.

Brings numpy and numba with it, so import it late: pages and the judges of logs do not need them.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from django.db.models import BinaryField, F
from django.db.models.functions import Substr
from django.utils import timezone

from games.services.retry import atomic_retried
from ladder.models import Ladder, Rating, RatingMonth, RatingPool, RatingRequest, RatingRun
from ladder.ratings.facts import Facts
from ladder.services.rating_replay import Rated, Replay
from ladder.services.rating_requests import pool_ask

CAUSES_KEPT = 20
MATCH_BYTES = 8
"""Of one number of a match; they lie at the front of a month's facts."""
LEAST_MOVE = 0.5
"""A smaller change does not show, for ratings are shown as whole numbers."""


def pool_rate(pool: int, *, wait: bool = False) -> int:
    """Rate a pool until nothing more is asked; how often that was. Without `wait` leave it to who is at it already."""
    runs = 0
    while _rate_once(pool, wait=wait):
        runs += 1
    return runs


@atomic_retried
def _rate_once(pool_id: int, *, wait: bool) -> bool:
    # Not the whole row is locked, or else asking, which refers to it, would wait.
    locked = RatingPool.objects.select_for_update(of=("self",), no_key=True, skip_locked=not wait)
    pool = locked.select_related("ladder").filter(pk=pool_id, paused=False).first()
    requests = list(pool.requests.select_related("match")) if pool else []
    if pool is None or not requests:
        return False
    _rate(pool, requests)
    RatingRequest.objects.filter(pk__in=[request.pk for request in requests]).delete()
    return True


def _rate(pool: RatingPool, requests: Sequence[RatingRequest]) -> None:
    replay = Replay(pool, None if any(request.month is None for request in requests) else _dirty(pool, requests))
    before = replay.last_state()
    for month in replay:
        _month_write(pool, month)
    RatingPool.objects.filter(pk=pool.pk).update(rated_at=timezone.now())
    if replay.since is None:
        return
    _ratings_write(pool, replay)
    if before is not None:
        _run_note(pool, replay, replay.moves_since(before, LEAST_MOVE), requests)


def _dirty(pool: RatingPool, requests: Iterable[RatingRequest]) -> set[dt.date]:
    """The months to read again: those asked for, and those under which the matches are kept if they were moved."""
    months = {request.month for request in requests if request.month is not None}
    changed = [request.match_id for request in requests if request.match and request.match.version > 1]
    if changed:
        numbers = Substr("facts", 1 + Facts.header(), F("matches") * MATCH_BYTES, output_field=BinaryField())
        kept = pool.months.exclude(first__in=months).annotate(numbers=numbers).values_list("first", "numbers")
        months |= {first for first, packed in kept if np.isin(np.frombuffer(packed, "<i8"), changed).any()}
    return months


def _month_write(pool: RatingPool, month: Rated) -> None:
    """Replace what is kept of one month; results that are as they were are not written again."""
    row = pool.months.filter(first=month.first)
    if month.facts is None:
        row.delete()
        return
    values: dict[str, Any] = dict(month.values)
    if month.is_read:
        values |= {"matches": len(month.facts), "facts": month.facts.pack()}
    if not row.update(**values):
        RatingMonth.objects.create(pool=pool, first=month.first, **values)


def _ratings_write(pool: RatingPool, replay: Replay) -> None:
    """Bring the present ratings in line; rows that are right already are left alone."""
    shown = ["value", "spread", "order", "played", "change", "last_at"]
    kept = {row[0]: row[1:] for row in pool.ratings.values_list("player", *shown)}
    now = replay.ratings()
    rows = [
        Rating(pool=pool, player_id=player, **dict(zip(shown, values, strict=True)))
        for player, values in now.items()
        if kept.get(player) != values
    ]
    Rating.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["pool", "player"], update_fields=shown, batch_size=2000
    )
    if gone := kept.keys() - now.keys():
        pool.ratings.filter(player__in=gone).delete()


def _run_note(pool: RatingPool, replay: Replay, moves: bytes, requests: Sequence[RatingRequest]) -> None:
    """Note why ratings changed of people who did not just play, if there are such."""
    if not moves:
        return
    last = {request.match_id or request.cause: request for request in requests}
    causes = [(request.cause, request.match_id) for request in last.values()]
    if replay.year_began:
        causes.append(("january", None))
    RatingRun.objects.create(
        pool=pool,
        since=replay.since,
        causes=[{"cause": cause, "match": match} for cause, match in causes[-CAUSES_KEPT:]],
        more=max(0, len(causes) - CAUSES_KEPT),
        moved=replay.count_moves(moves),
        moves=moves,
    )


def pools_recompute(ladder: Ladder | None = None) -> dict[str, int]:
    """Rate all that a league has from the start, or all leagues; by pool, how many months that were.

    Waits for whoever is at it already. Paused pools are left alone.
    """
    found = {}
    for pool in _pools(ladder):
        pool_ask(pool, cause="recompute")
        pool_rate(pool.pk, wait=True)
        found[f"{pool.ladder.slug}/{pool.slug}"] = pool.months.count()
    return found


def pools_check(ladder: Ladder | None = None) -> Iterator[str]:
    """Where the ratings kept differ from the facts; of pools that wait to be rated nothing is said."""
    for pool in _pools(ladder):
        if not pool.requests.exists():
            yield from (f"{pool.ladder.slug}/{line}" for line in pool_check(pool))


def _pools(ladder: Ladder | None) -> list[RatingPool]:
    pools = RatingPool.objects.filter(paused=False).select_related("ladder")
    return list((pools if ladder is None else pools.filter(ladder=ladder)).order_by("pk"))


def pool_check(pool: RatingPool) -> Iterator[str]:
    """Where what is kept of a pool differs from a rating of all its matches from the start; nothing is written."""
    replay = Replay(pool, None)
    kept = set(replay.kept)
    for month in replay:
        row = pool.months.filter(first=month.first).first()
        kept.discard(month.first)
        if row is None or month.facts is None:
            yield f"{pool.slug} {month.first:%Y-%m}: {'not rated' if row is None else 'no results any more'}"
        elif month.facts.pack() != bytes(row.facts):
            yield f"{pool.slug} {month.first:%Y-%m}: other results"
        elif any(packed != bytes(getattr(row, name)) for name, packed in month.values.items()):
            yield f"{pool.slug} {month.first:%Y-%m}: other ratings"
    shown = pool.ratings.values_list("player", "value", "spread", "order", "played", "change", "last_at")
    if {row[0]: row[1:] for row in shown} != replay.ratings():
        yield f"{pool.slug}: other ratings at the end"
