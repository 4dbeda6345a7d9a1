"""Logs of Board Game Arena's Revive, as far as anything is known of them (bga-log.md).

No notification of the game is known, and the published pieces are in no public text. A log stops at its first notification
of the game, with what is missing: the official component set, or, where that is at hand, a reader of the notification. The
result that the site states is kept.
"""

from collections.abc import Callable

from games.bga.outline import read_outline, without_official_set
from games.bga.packets import Log
from games.bga.stream import Reader
from games.engine.events import Setup
from games.engine.game import Script
from games.rules.revive.sets import ComponentSet

READERS: dict[str, Reader] = {}
"""By notification type: a decoder for its `args`, and what to do with them."""

TYPES: frozenset[str] = frozenset(READERS)
"""Notifications by which a log of this game is known."""


def read_bga(log: Log, components: ComponentSet, setup: Callable[[int], Setup]) -> Script:
    """The players, the stated result, and where and why the log cannot be followed; see `read_outline`."""
    return read_outline("revive", log, setup, READERS, lambda problem: without_official_set(problem, components))
