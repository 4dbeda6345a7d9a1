"""Logs of Board Game Arena's `resarcana`, as far as anything is known of them (bga-log.md).

No notification of the game is known yet. `READERS` is the table to be filled in from a first real log; until then a log
stops at its first notification of the game, with its name, and the result that the site states is kept.
"""

from collections.abc import Callable

from games.bga.outline import read_outline
from games.bga.packets import Log
from games.bga.stream import Reader
from games.engine.errors import LogProblem, UnsupportedLog
from games.engine.events import Setup
from games.engine.game import Script
from games.rules.res_arcana.components import ComponentSet

READERS: dict[str, Reader] = {}
"""By notification type: a decoder for its `args`, and what to do with them."""

TYPES: frozenset[str] = frozenset(READERS)
"""Notifications by which a log of this game is known."""

EXPANSIONS = ("demon", "scroll", "pearl")
"""Words that only the expansions use: such a log is not one of the base game."""


def read_bga(log: Log, components: ComponentSet, setup: Callable[[int], Setup]) -> Script:
    """The players, the stated result, and where and why the log cannot be followed; see `read_outline`."""
    return read_outline("res_arcana", log, setup, READERS, _told)


def _told(problem: LogProblem) -> LogProblem:
    found = str(problem.facts.get("found", ""))
    expansion = any(word in found.lower() for word in EXPANSIONS)
    return UnsupportedLog("expansion", found=found) if expansion else problem
