"""How many requests one visitor or account may make in a minute, counted for all processes together."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpResponse

WINDOW_SECONDS = 60
View = Callable[..., HttpResponse]


def takes_uploads(view: View) -> View:
    """Mark a view whose body may hold files, and which counts as an upload when something is sent."""
    view.takes_uploads = True  # type: ignore[attr-defined]
    return view


def takes_lists(view: View) -> View:
    """Mark a view whose form has boxes for everybody who takes part, and so more fields than others."""
    view.takes_lists = True  # type: ignore[attr-defined]
    return view


def searches(view: View) -> View:
    """Mark a view that counts as a search."""
    view.searches = True  # type: ignore[attr-defined]
    return view


@dataclass(frozen=True)
class Allowance:
    """How much of a limit is used in this minute; `reset` are the seconds until it is whole again."""

    limit: int
    used: int
    reset: int

    @property
    def remaining(self) -> int:
        return max(0, self.limit - self.used)

    @property
    def wait(self) -> int:
        """0 while within the limit, else the seconds to wait."""
        return self.reset if self.used > self.limit else 0


def taken(kind: str, who: str, limit: int, *, now: float | None = None) -> Allowance:
    """Count one request of `kind` by `who`."""
    now = time.time() if now is None else now
    window = int(now // WINDOW_SECONDS)
    used = count(f"rate:{kind}:{who}:{window}")
    return Allowance(limit, used, max(1, int((window + 1) * WINDOW_SECONDS - now)))


def hit(kind: str, who: str, limit: int, *, now: float | None = None) -> int:
    """Count one request of `kind` by `who`. Returns 0 while within `limit`, else the seconds to wait."""
    return taken(kind, who, limit, now=now).wait


def count(key: str) -> int:
    """Raise the counter `key` by one and return it."""
    cache.add(key, 0, 2 * WINDOW_SECONDS)
    try:
        return int(cache.incr(key))
    except ValueError:  # Redis went away, or came back, between the two steps
        return 1
