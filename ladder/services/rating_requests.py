"""Asking for ratings to be brought in line. The asking is a row; the bell only says that one is there."""

from collections.abc import Mapping, Sequence
from functools import partial

from django.db import transaction

from games import queue
from games.models import Match
from ladder.models import Ladder, RatingPool, RatingRequest

TASK = "ladder.ratings_run"


def ratings_ask(matches: Sequence[Match], ladders: Mapping[int, Ladder], *, cause: str) -> None:
    """Ask the pools that these matches concern to look at their months again. Call it in the deciding transaction.

    `ladders` are all leagues by number, which know whether they rate.
    """
    rating = [pk for pk, ladder in ladders.items() if ladder.rates]
    pools = list(RatingPool.objects.filter(ladder__in=rating, paused=False).prefetch_related("games") if rating else ())
    for pool in pools:
        pool.ladder = ladders[pool.ladder_id]
    requests = [
        RatingRequest(pool=pool, month=pool.month_of(match.ended_at), cause=cause, match=match)
        for pool in pools
        for match in matches
        if match.ended_at is not None and takes(pool, match)
    ]
    RatingRequest.objects.bulk_create(requests)
    for pool in {request.pool_id for request in requests}:
        ring(pool)


def pool_ask(pool: RatingPool, *, cause: str) -> None:
    """Ask for everything to be rated again."""
    RatingRequest.objects.create(pool=pool, cause=cause)
    ring(pool.pk)


def ring(pool: int) -> None:
    transaction.on_commit(partial(queue.announce, TASK, pool))


def ratings_ring() -> None:
    """Ring for the pools that wait although somebody rang, or nobody could."""
    waiting = RatingRequest.objects.filter(pool__paused=False).order_by().values_list("pool", flat=True).distinct()
    if pools := list(waiting):
        queue.ring(TASK, *pools)


def takes(pool: RatingPool, match: Match) -> bool:
    """Whether a pool rates the match's game: its league takes it, and its own list, where there is one, names it."""
    games = pool.games.all()
    return pool.ladder.takes(match) and (not games or any(one.pk == match.game_id for one in games))
