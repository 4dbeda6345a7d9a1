"""The cache shared by all processes. While Redis is away each process has its own and the site goes on."""

import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

PAUSE_SECONDS = 10
"""How long an unreachable Redis is left alone, so that not every request waits for it."""


class SharedCache(RedisCache):
    _away_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._own = LocMemCache("away", {})


def _or_own(name: str) -> Callable[..., Any]:
    shared = getattr(RedisCache, name)

    def method(self: SharedCache, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= SharedCache._away_until:
            try:
                return shared(self, *args, **kwargs)
            except (
                Exception
            ) as problem:  # away, or what lies there is not ours to read: another release's, or no Redis at all
                if name == "incr" and isinstance(problem, ValueError):
                    raise  # there is no such counter
                SharedCache._away_until = time.monotonic() + PAUSE_SECONDS
        return getattr(self._own, name)(*args, **kwargs)

    return method


for _name in (
    "add",
    "get",
    "set",
    "touch",
    "delete",
    "get_many",
    "has_key",
    "incr",
    "set_many",
    "delete_many",
    "clear",
):
    setattr(SharedCache, _name, _or_own(_name))
