"""What any log tells without knowing its game: who played, and the result that the site states."""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from games.bga.packets import Log, Number, number
from games.bga.stream import FRAMEWORK, Cursor, Reader, final_standings, state_changes, walk
from games.engine.errors import LogProblem, Refusal, UnsupportedLog
from games.engine.events import LogPosition, Setup
from games.engine.game import Script, SeatInfo, Source
from games.engine.reading import LoadedSet
from games.engine.text import clean_name

PLATFORM = "bga"


def player_names(log: Log) -> dict[int, str]:
    """Players by the site's number, in the order of the log; raises `UnsupportedLog` if there is no telling who plays."""
    standings, _ = final_standings(log) or ([], None)
    names = {number(person.id): person.name or "" for person in log.persons}
    names |= {number(line.player): line.name or names.get(number(line.player), "") for line in standings}
    if not names:
        names = {number(change.active_player): "" for _, change, _ in state_changes(log) if change.active_player}
    if not names:
        raise UnsupportedLog("start_unknown")
    return names


def outline(game: str, log: Log, names: dict[int, str], setup: Setup) -> Script:
    """A script without entries: seats, table, end, and the result by seat where it is complete."""
    standings, end = final_standings(log) or ([], None)
    lines = {number(line.player): line for line in standings}
    complete = [lines[player] for player in names] if lines.keys() == names.keys() else []
    return Script(
        game=game,
        rules=PLATFORM,
        setup=setup,
        seats=tuple(
            SeatInfo(seat, clean_name(name) or str(player), f"{PLATFORM}:{player}")
            for seat, (player, name) in enumerate(names.items())
        ),
        entries=[],
        source=Source(PLATFORM, log.table, log.ended),
        stated_scores=all_numbers(line.score for line in complete),
        stated_ranks=all_numbers(line.rank for line in complete),
        end=end.at(0) if end is not None else LogPosition(event=0),
    )


def read_outline(
    game: str,
    log: Log,
    setup: Callable[[int], Setup],
    readers: Mapping[str, Reader] | None = None,
    told: Callable[[LogProblem], LogProblem] | None = None,
) -> Script:
    """The players, the stated result, and where and why the log cannot be followed.

    Without `readers` that is its first notification of the game. `told` may name a better reason than the one that the
    walk met. Raises `UnsupportedLog` (`start_unknown`) only where there is no telling who plays.
    """
    names = player_names(log)
    script = outline(game, log, names, setup(len(names)))
    cursor = Cursor()
    try:
        walk(log, {**dict.fromkeys(FRAMEWORK), **(readers or {})}, cursor)
    except LogProblem as problem:
        reason = told(problem) if told else problem
        at = msgspec.structs.replace(problem.at or cursor.at(0), event=0)
        script.stopped = Refusal(reason.code, at, reason.facts)
    return script


def without_official_set(problem: LogProblem, components: LoadedSet) -> LogProblem:
    """What we cannot read is for want of the published pieces, where they are not at hand."""
    if components.official or not isinstance(problem, UnsupportedLog):
        return problem
    found, notification = components.header(), problem.facts.get("found")
    return UnsupportedLog("component_set", expected="official", found=found, notification=notification)


def all_numbers(values: Iterable[Number | None]) -> tuple[int, ...] | None:
    """All of them, or None if one is missing: no score is not 0 points."""
    found = list(values)
    return tuple(number(value or 0) for value in found) if found and not {None, ""} & set(found) else None
