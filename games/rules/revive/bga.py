"""A log of Board Game Arena's Revive: who played and how it ended. What lies between cannot be judged yet.

No notification of the site's Revive is known, and the published pieces are in no public text (bga-log.md), so a log stops
at its first notification with what is missing; the result that it states is kept.
"""

from collections.abc import Callable, Iterable

from games.bga.packets import Log, Number, number
from games.bga.stream import FRAMEWORK, Cursor, enter, final_standings, state_changes
from games.engine.errors import Refusal, UnsupportedLog
from games.engine.events import Entry, LogPosition, Setup
from games.engine.game import Script, SeatInfo, Source
from games.engine.text import clean_name
from games.rules.revive.sets import ComponentSet

PLATFORM = "bga"
TYPES: frozenset[str] = frozenset()
"""Notifications by which a log of Revive is known: none are."""


def read_bga(log: Log, components: ComponentSet, setup: Callable[[int], Setup]) -> Script:
    """The players, the stated result, and where and why the log cannot be followed.

    Raises `UnsupportedLog` (`start_unknown`) only where there is no telling who plays.
    """
    standings, end = final_standings(log) or ([], None)
    names = {number(person.id): person.name or "" for person in log.persons}
    names |= {number(line.player): line.name or names.get(number(line.player), "") for line in standings}
    if not names:
        names = {number(change.active_player): "" for _, change, _ in state_changes(log) if change.active_player}
    if not names:
        raise UnsupportedLog("start_unknown")
    lines = {number(line.player): line for line in standings}
    by_seat = [lines[player] for player in names if player in lines]
    complete = by_seat if len(by_seat) == len(names) else []
    last = log.packets[-1].time if log.packets else None
    return Script(
        game="revive",
        rules=PLATFORM,
        setup=setup(len(names)),
        seats=tuple(
            SeatInfo(seat, clean_name(name) or str(player), f"{PLATFORM}:{player}")
            for seat, (player, name) in enumerate(names.items())
        ),
        entries=[],
        source=Source(PLATFORM, log.table, None if last is None else number(last)),
        stopped=_missing(log, components),
        stated_scores=_numbers(line.score for line in complete),
        stated_ranks=_numbers(line.rank for line in complete),
        end=end.at(0) if end is not None else None,
    )


def _missing(log: Log, components: ComponentSet) -> Refusal:
    """The first notification of the game itself, and what we lack to follow it."""
    kind, at = _first_own(log)
    if not components.official:
        facts = {"expected": "official", "found": components.header(), "notification": kind}
        return Refusal(UnsupportedLog("component_set").code, at, facts)
    return Refusal(UnsupportedLog("notification").code, at, {"found": kind})


def _first_own(log: Log) -> tuple[str, LogPosition]:
    cursor = Cursor()
    for packet in log.packets:
        enter(cursor, packet)
        for cursor.notification, notification in enumerate(packet.data):
            if notification.type not in FRAMEWORK:
                return notification.type[:40], cursor.at(0)
    return "", LogPosition(event=0)


def _numbers(values: Iterable[Number | None]) -> tuple[int, ...] | None:
    """All of them, or None if one is missing: no score is not 0 points."""
    found = list(values)
    return tuple(number(value or 0) for value in found) if found and not {None, ""} & set(found) else None


def stated_breakdown(entries: Iterable[Entry], components: ComponentSet) -> list[dict[str, object]]:
    """No known log states points by category."""
    return []
