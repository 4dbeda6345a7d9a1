"""Logs of Board Game Arena's Arctica, as far as anything is known of them: nothing is but the help page of the rules.

A log stops at its first notification of the game, with what is missing: the official component set, or, where that is at
hand, a reader of the notification. The result that the site states is kept.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from games.bga.outline import outline, player_names
from games.bga.packets import Log
from games.bga.stream import FRAMEWORK, Cursor, Reader, walk
from games.engine.errors import LogProblem, Refusal, UnsupportedLog
from games.engine.events import Entry, Setup
from games.engine.game import Script
from games.rules.arctica.components import ComponentSet

READERS: dict[str, Reader] = {}
"""By notification type: a decoder for its `args`, and what to do with them."""

TYPES: frozenset[str] = frozenset(READERS)
"""Notifications by which a log of this game is known."""


def read_bga(log: Log, components: ComponentSet, setup: Callable[[int], Setup]) -> Script:
    """The players, the stated result, and where and why the log cannot be followed.

    Raises `UnsupportedLog` (`start_unknown`) only where there is no telling who plays.
    """
    names = player_names(log)
    script = outline("arctica", log, names, setup(len(names)))
    cursor = Cursor()
    try:
        walk(log, {**dict.fromkeys(FRAMEWORK), **READERS}, cursor)
    except LogProblem as problem:
        script.stopped = _stop(problem, cursor, components)
    return script


def _stop(problem: LogProblem, cursor: Cursor, components: ComponentSet) -> Refusal:
    at = msgspec.structs.replace(problem.at or cursor.at(0), event=0)
    if isinstance(problem, UnsupportedLog) and not components.official:
        facts = {"expected": "official", "found": components.header(), "notification": problem.facts.get("found")}
        return Refusal(UnsupportedLog("component_set").code, at, facts)
    return Refusal(problem.code, at, problem.facts)


def stated_breakdown(entries: Iterable[Entry], components: ComponentSet) -> list[dict[str, Any]]:
    """No known log states points by category."""
    return []
