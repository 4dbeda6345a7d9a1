"""A log of Board Game Arena, read to its end: the script that the kernel replays."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from games.bga.outline import PLATFORM, all_numbers
from games.bga.packets import Log
from games.bga.stream import Standing, final_standings, walk
from games.engine.errors import LogProblem, MalformedLog, Refusal, UnsupportedLog
from games.engine.events import Entry, LogPosition, Seat, Setup
from games.engine.game import Script, Source
from games.rules.alhambra.bga.pieces import pieces_of
from games.rules.alhambra.bga.reader import Reader
from games.rules.alhambra.bga.start import read_start
from games.rules.alhambra.claims import RoundResult, StandIn
from games.rules.alhambra.components import ComponentSet


def read_bga(log: Log, components: ComponentSet, setup: Callable[[int], Setup]) -> Script:
    """Read a log as far as it can be read; `setup` gives the set-up for a number of seats.

    Raises a `LogProblem` only if there is no telling who plays; later ones end the script, in `stopped`.
    """
    try:
        start = read_start(log, pieces_of(components))
    except msgspec.ValidationError as error:
        raise MalformedLog("schema", found=str(error)) from None
    reader = Reader(start, pieces_of(components), components)
    script = Script(
        game="alhambra",
        rules=PLATFORM,
        setup=setup(len(start.ids)),
        seats=start.seats,
        entries=reader.entries.list,
        source=Source(PLATFORM, log.table, log.ended),
        scored=reader.refills.scored,
        notes=[],
    )
    standings, at = final_standings(log) or ([], None)
    try:
        _read_result(script, reader, standings)
        walk(log, reader.table(), reader.entries.cursor)
        _read_ending(script, reader, standings)
    except LogProblem as problem:
        script.stopped = _stop(problem, reader)
    script.beyond = _beyond(reader)
    script.end = (at or reader.entries.cursor).at(len(script.entries))
    return script


def _stop(problem: LogProblem, reader: Reader) -> Refusal:
    at = problem.at or reader.entries.here()
    return Refusal(problem.code, msgspec.structs.replace(at, event=len(reader.entries.list)), problem.facts)


def _beyond(reader: Reader) -> Refusal | None:
    """Where the first stand-in takes over."""
    if reader.stand_ins:
        for entry in reader.entries.list:
            if isinstance(entry.event, StandIn):
                return Refusal("unsupported.stand_in", entry.at, {"seat": entry.event.seat})
    return None


def _read_result(script: Script, reader: Reader, standings: list[Standing]) -> None:
    """What the site itself gives as the result."""
    lines = _by_seat(standings, reader, script)
    script.stated_scores = all_numbers(line.score for line in lines)
    script.stated_ranks = all_numbers(line.rank for line in lines)


def _read_ending(script: Script, reader: Reader, standings: list[Standing]) -> None:
    """How the match ended."""
    conceded = reader.conceded
    if conceded is None and 3 not in reader.refills.scored:
        conceded = _conceded_without_a_word(script.stated_scores)
    if conceded is not None:
        _end_by_concession(script, reader.conceded_at or reader.entries.here(), conceded)
    elif script.stated_scores is None and 3 in reader.refills.scored:
        script.notes.append({"code": "result_not_compared"})
    elif script.stated_scores is None and standings:
        raise UnsupportedLog("abandoned")


def _by_seat(standings: list[Standing], reader: Reader, script: Script) -> list[Standing]:
    """The lines in turn order; none if one is missing or there twice."""
    lines = {reader.players[line.player]: line for line in standings}
    whole = len(lines) == len(standings) == len(script.seats)
    return [lines[seat] for seat in sorted(lines)] if whole else []


def _conceded_without_a_word(scores: tuple[int, ...] | None) -> Seat | None:
    """A concession may go unannounced; its nominal scores are 0 for one and 1 for the others (table-export.md 3)."""
    if scores is not None and sorted(scores) == [0] + [1] * (len(scores) - 1):
        return scores.index(0)
    return None


def _end_by_concession(script: Script, at: LogPosition, seat: Seat) -> None:
    """The scores that the site gives are nominal: those on the board count."""
    script.ending = "concession"
    script.conceded = (seat,)
    script.stated_scores = None
    script.notes.append({"code": "conceded", "seat": seat, "move_id": at.move_id})


def stated_breakdown(entries: Iterable[Entry], components: ComponentSet) -> list[dict[str, Any]]:
    """The scorings as the log states them, in the form of the engine's own."""
    rounds = [entry.event for entry in entries if isinstance(entry.event, RoundResult)]
    return [_stated_round(result, components) for result in rounds]


def _stated_round(result: RoundResult, components: ComponentSet) -> dict[str, Any]:
    seats = [
        {
            **{kind: _points(result, index, seat) for index, kind in enumerate(components.kinds)},
            "walls": result.walls[seat],
            "total": result.totals[seat],
        }
        for seat in range(len(result.walls))
    ]
    dirk = None
    if result.dirk is not None:
        dirk = {kind: _points(result, index, None) for index, kind in enumerate(components.kinds)}
        dirk["total"] = result.dirk
    return {"round": result.round, "seats": seats, "dirk": dirk}


def _points(result: RoundResult, kind: int, seat: Seat | None) -> int:
    return sum(line.points for line in result.kinds[kind] if line.seat == seat)
