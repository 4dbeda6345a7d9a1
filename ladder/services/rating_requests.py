"""Asking for ratings to be brought in line. The asking is a row; the bell only says that one is there."""

from collections.abc import Sequence
from functools import partial

from django.db import transaction

from games import queue
from games.models import Game, Match
from ladder.models import RatingPool, RatingRequest

TASK = "ladder.ratings_run"


def ratings_ask(matches: Sequence[Match], *, cause: str) -> None:
    """Ask the pools that these matches concern to look at their months again. Call it in the deciding transaction."""
    pools = RatingPool.objects.filter(paused=False).select_related("ladder").prefetch_related("games", "ladder__games")
    requests = [
        RatingRequest(pool=pool, month=pool.month_of(match.ended_at), cause=cause, match=match)
        for pool in pools
        for match in matches
        if match.ended_at is not None and takes(pool, match.game_id)
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


def takes(pool: RatingPool, game: int) -> bool:
    """Whether a pool rates a game: its league takes it, and its own list, where there is one, names it."""
    lists: Sequence[Sequence[Game]] = (pool.games.all(), pool.ladder.games.all())
    return all(not games or any(one.pk == game for one in games) for games in lists)
