"""Which workers have been seen lately. It lies in the shared cache: nothing depends on it but what a page says."""

import os
import socket
import time

from django.core.cache import cache

from games import limits

KEY = "workers-seen"
LATELY = 3 * limits.SWEEP_SECONDS
"""Seconds for which a worker that was seen counts as there; it notes itself at every sweep."""


def own_name() -> str:
    return f"{socket.gethostname()}-{os.getpid()}"


def note(name: str) -> None:
    """This worker is here. Two that note themselves in one instant may lose the later time of one, until its next note."""
    now = time.time()
    seen = {other: at for other, at in (cache.get(KEY) or {}).items() if now - at < LATELY}
    cache.set(KEY, seen | {name: now}, LATELY)


def workers_seen() -> int:
    """How many workers noted themselves lately."""
    now = time.time()
    return sum(now - at < LATELY for at in (cache.get(KEY) or {}).values())
