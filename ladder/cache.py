"""The cache shared by all processes. While Redis is away each process has its own and the site goes on."""

import hmac
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisSerializer
from django.utils.crypto import salted_hmac

PAUSE_SECONDS = 10
"""How long an unreachable Redis is left alone, so that not every request waits for it."""


class Sealed(RedisSerializer):
    """What Python keeps, under our seal: a pickle that somebody else put into Redis would run his code here."""

    LENGTH = 32

    def dumps(self, obj: Any) -> int | bytes:
        data: int | bytes = super().dumps(obj)
        return data if isinstance(data, int) else self.seal(data) + data

    def loads(self, data: bytes) -> Any:
        """The value; None, as if nothing were there, for what bears no seal of ours."""
        if data.removeprefix(b"-").isdigit():  # a counter
            return int(data)
        seal, kept = data[: self.LENGTH], data[self.LENGTH :]
        return super().loads(kept) if hmac.compare_digest(seal, self.seal(kept)) else None

    def seal(self, data: bytes) -> bytes:
        return salted_hmac("ladder.cache", data, algorithm="sha256").digest()


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
            # Away, or what lies there is not ours to read: another release's, or no Redis at all.
            except Exception as problem:
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
