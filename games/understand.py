"""What a document is, before it is judged or saved: kind, game, table, players, and the result it states.

Kinds: `record`, `bga_log`, and of Board Game Arena's other answers `table_record`, `history`, `player_lookup` and
`bga_error`; else `unknown`.
"""

from collections import Counter
from typing import Any, Literal

import msgspec
from msgspec import Raw

from games.bga.packets import Number, number
from games.engine.errors import LogProblem, MalformedLog
from games.engine.events import Seat
from games.engine.game import Script, SeatInfo
from games.engine.text import clean_name, table_number
from games.history import HistoryRow, history_rows
from games.instants import in_our_days, unix_seconds
from games.record import is_record
from games.verify import read_script

Kind = Literal["record", "bga_log", "table_record", "history", "player_lookup", "bga_error", "unknown"]

PLATFORM = "bga"
ENDINGS = {
    "normal_end": "normal",
    "normal_concede_end": "concession",
    "neutralized_after_skipturn": "forfeit",
    "neutralized_after_skipturn_error": "forfeit",
    "error_tournament_wrongnumber": "forfeit",
}
"""By the site's `endgame_reason`; every other is `abandoned`, and a manager's to decide."""

DAY, QUARTER = 86_400, 900
MOST_OFF, MOST_AHEAD = 60, 14 * 3600
"""Seconds by which two accounts of one start may differ, and by which a zone may be ahead or behind."""

NEVER_STARTED = "didntstart"
NOBODY_CAME = "error_tournament_wrongnumber"
PENALTIES = ("leave", "left"), ("clock", "timed_out")
"""What the site punishes, and the flag of a seat that follows."""

OVER = ("archive", "finished", None)
"""What the site calls a table that is over; older answers do not say."""

_ERRORS = (
    ("session", "session"),
    ("limit", "limit"),
    ("notification log", "not_built"),
    ("cannot find", "not_built"),
    ("lost", "lost"),
    ("24", "too_new"),
)
_SESSION_CODE = 806
_NONE = (None, "", "0", 0)
"""What the site writes for "none"; it equals False as well."""


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """One document, understood as far as its kind allows.

    Lists by player go with `players`, who are in turn order where the document tells it. A score that the document does
    not state is None, never 0; so are the nominal scores of a concession. `facts` depend on the kind: `reason` and
    `text` of an error, `rows` of a history, `endgame_reason` and `status` of a table record, `code` of what cannot be read
    further or tells no result.
    """

    kind: Kind
    game: str | None = None
    platform: str | None = None
    table: str | None = None
    players: tuple[SeatInfo, ...] = ()
    ended: int | None = None
    scores: tuple[int | None, ...] | None = None
    ranks: tuple[int, ...] | None = None
    ending: str = "normal"
    conceded: tuple[Seat, ...] = ()
    flags: tuple[str, ...] = ()
    """`left`, `timed_out`, `no_show` or `played` by player; empty where the document does not tell."""
    training: bool = False
    facts: dict[str, Any] = {}
    rows: tuple["Document", ...] = ()
    """The results of a history that can be taken, each like a table record."""


class _Answer(msgspec.Struct):
    error: Any = None
    code: Any = None
    items: Raw = Raw(b"")
    logs: Raw = Raw(b"")
    data: Raw = Raw(b"")


class _Found(msgspec.Struct):
    id: Number
    fullname: str = ""
    q: str = ""


class _Standing(msgspec.Struct):
    player_id: Number
    name: str = ""
    score: Number | None = None
    gamerank: Number | None = None


class _Result(msgspec.Struct):
    player: list[_Standing]
    endgame_reason: str | None = None
    game_name: str | None = None
    time_start: Any = None
    time_end: Any = None
    penalties: Raw = Raw(b"")
    is_coop: bool | Number | None = None
    is_solo: bool | Number | None = None


class _Table(msgspec.Struct):
    result: _Result
    id: Number | None = None
    game_name: str | None = None
    status: str | None = None
    gamestart: Any = None
    unranked: bool | Number | str | None = None


class _Data(msgspec.Struct):
    """What lies inside an answer, by the keys that tell the kind. A log's wrappings may nest: `status` is then 1."""

    result: Raw = Raw(b"")
    tables: Raw = Raw(b"")
    logs: Raw = Raw(b"")
    data: Raw = Raw(b"")
    players: Raw = Raw(b"")


def understand(body: bytes) -> Document:
    """Look at a document that has been through intake. Never raises for bad input."""
    try:
        return _other_answer(body) if not is_record(body) and _is_object(body) else _log(body)
    except (LogProblem, msgspec.ValidationError):
        return Document(kind="unknown")


def _is_object(body: bytes) -> bool:
    return body.lstrip()[:1] == b"{"


def _other_answer(body: bytes) -> Document:
    """An object that is no record: an answer of the site."""
    answer = msgspec.json.decode(body, type=_Answer)
    if answer.error not in (None, ""):
        return _site_error(answer)
    if answer.items:
        return _lookup(bytes(answer.items))
    if answer.logs or not _is_object(bytes(answer.data)):
        return _log(body)
    data = msgspec.json.decode(answer.data, type=_Data)
    if data.tables:
        return _history(history_rows(bytes(data.tables)))
    if data.result:
        return _read_record(bytes(answer.data))
    if data.players and not data.logs and not data.data:
        return _lookup(bytes(data.players))
    return _log(body)


def _site_error(answer: _Answer) -> Document:
    text = str(answer.error)[:500]
    reason = "session" if str(answer.code) == str(_SESSION_CODE) else None
    reason = reason or next((reason for sign, reason in _ERRORS if sign in text.lower()), "other")
    return Document(kind="bga_error", platform=PLATFORM, facts={"reason": reason, "text": text})


def _log(body: bytes) -> Document:
    """A record or a log of Board Game Arena."""
    kind: Kind = "record" if is_record(body) else "bga_log"
    try:
        return _of_script(kind, read_script(body))
    except LogProblem as problem:
        if problem.code in ("malformed.no_packets", "malformed.schema") and kind == "bga_log" and problem.at is None:
            return Document(kind="unknown", facts={"code": problem.code, **problem.facts})
        return Document(kind=kind, facts={"code": problem.code, **problem.facts})


def _of_script(kind: Kind, script: Script) -> Document:
    return Document(
        kind=kind,
        game=script.game,
        platform=script.source.platform,
        table=script.source.table,
        players=script.seats,
        ended=in_our_days(script.source.ended),
        scores=script.stated_scores,
        ranks=script.stated_ranks,
        ending=script.ending,
        conceded=script.conceded,
        facts={"code": script.stopped.code} if script.stopped else {},
    )


def _read_record(data: bytes) -> Document:
    """A table record; one with text where a number should be says so."""
    try:
        return _table_record(msgspec.json.decode(data, type=_Table))
    except LogProblem as problem:
        return Document(
            kind="table_record", platform=PLATFORM, facts={"code": problem.code, "status": "", **problem.facts}
        )


def _table_record(data: _Table) -> Document:
    """The site's own account of a finished table. The order of players is decided by `gamerank` alone."""
    result = data.result
    lines = result.player
    scores = tuple(_number_or_none(line.score) for line in lines)
    ranks = [_number_or_none(line.gamerank) for line in lines]
    flags = _flags(result)
    ending = _ending(result.endgame_reason or "normal_end", flags)
    conceded = ending == "concession"
    return Document(
        kind="table_record",
        game=data.game_name or result.game_name,
        platform=PLATFORM,
        table=table_number(data.id) or None,
        players=tuple(
            SeatInfo(seat, clean_name(line.name), f"{PLATFORM}:{number(line.player_id)}")
            for seat, line in enumerate(lines)
        ),
        ended=_ended(data),
        scores=None if conceded or set(scores) == {None} else scores,
        ranks=None if None in ranks else tuple(rank for rank in ranks if rank is not None),
        ending=ending,
        conceded=tuple(seat for seat, score in enumerate(scores) if score == 0) if conceded else (),
        flags=flags,
        training=str(data.unranked) in ("1", "True"),
        facts={
            "endgame_reason": (result.endgame_reason or "")[:64],
            "status": (data.status or "")[:32],
            **_no_result(data.status, result, ranks, ending),
        },
    )


def _ended(data: _Table) -> int | None:
    """When a table ended, in unix seconds; None where its record does not tell.

    It writes start and end by the clocks of a zone that it does not name. The start stands there in unix seconds as well,
    and so tells the zone; but not over days on which those clocks may have been changed.
    """
    started = _seconds(data.gamestart)
    start, end = _by_some_clocks(data.result.time_start), _by_some_clocks(data.result.time_end)
    if started is None or start is None or end is None or end < start:
        return None
    ahead = QUARTER * round((start - started) / QUARTER)
    off = abs(start - started - ahead)
    if off > MOST_OFF or abs(ahead) > MOST_AHEAD or (ahead and end - start > DAY):
        return None
    return in_our_days(end - ahead)


def _by_some_clocks(text: Any) -> int | None:
    """Seconds of `2026-03-31 22:12:37` as if the clocks were those of UTC."""
    return unix_seconds(f"{text[:10]}T{text[11:]}Z") if isinstance(text, str) and text[10:11] in (" ", "T") else None


def _seconds(value: Any) -> int | None:
    text = str(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else None


def _lookup(raw: bytes) -> Document:
    """An answer of the player search: everybody found, whether or not he is the one who was looked for."""
    try:
        people = msgspec.json.decode(raw, type=list[_Found])
        found = [(clean_name(person.fullname or person.q), str(number(person.id))) for person in people]
    except (msgspec.ValidationError, LogProblem):
        return Document(kind="unknown", platform=PLATFORM)
    seats = (SeatInfo(seat, name, f"{PLATFORM}:{one}") for seat, (name, one) in enumerate(found) if name)
    return Document(kind="player_lookup", platform=PLATFORM, players=tuple(seats))


def _history(rows: list[HistoryRow]) -> Document:
    """Rows of the site's history; those without a result are counted by the reason."""
    problems = Counter(row.problem for row in rows if row.problem)
    dropped = sum(row.names_dropped for row in rows if not row.problem)
    return Document(
        kind="history",
        platform=PLATFORM,
        facts={"rows": len(rows), "problems": dict(sorted(problems.items())), "names_dropped": dropped},
        rows=tuple(
            Document(
                kind="table_record",
                game=row.game,
                platform=PLATFORM,
                table=row.table,
                players=row.players,
                ended=row.ended,
                scores=row.scores,
                ranks=row.ranks,
                ending=row.ending,
                conceded=row.conceded,
                training=row.training,
            )
            for row in rows
            if not row.problem
        ),
    )


def _flags(result: _Result) -> tuple[str, ...]:
    """Who left or ran out of time, unless the site took the penalty back. Whatever has another form punishes nobody."""
    try:
        penalties = msgspec.json.decode(result.penalties, type=dict[str, dict[str, Any]])
    except msgspec.DecodeError:  # an empty map arrives as a list
        penalties = {}
    flags = tuple(_flag(penalties.get(str(number(line.player_id)), {})) for line in result.player)
    if result.endgame_reason == NOBODY_CAME:
        flags = tuple("no_show" if flag != "played" else flag for flag in flags)
    return flags if set(flags) - {"played"} else ()


def _flag(penalty: dict[str, Any]) -> str:
    for key, flag in PENALTIES:
        if penalty.get(key) not in _NONE and penalty.get(f"{key}_cancelled") in _NONE:
            return flag
    return "played"


def _ending(reason: str, flags: tuple[str, ...]) -> str:
    """How the match ended: a forfeit needs somebody who gave it up and somebody who did not."""
    ending = ENDINGS.get(reason, "abandoned")
    if ending in ("normal", "forfeit") and flags:
        return "forfeit" if "played" in flags else "abandoned"
    return "abandoned" if ending == "forfeit" else ending


def _no_result(status: str | None, result: _Result, ranks: list[int | None], ending: str) -> dict[str, str]:
    """Why a table record gives no ranking between players, as `code`; empty if it does.

    One that everybody abandoned is kept without places: what becomes of it is decided by people.
    """
    if (result.endgame_reason or "").startswith(NEVER_STARTED):
        return {"code": MalformedLog("not_started").code}
    if status not in OVER:
        return {"code": MalformedLog("not_over").code}
    if len(ranks) < 2 or _is_set(result.is_coop) or _is_set(result.is_solo):
        return {"code": MalformedLog("no_opponents").code}
    if len({number(line.player_id) for line in result.player}) < len(ranks):
        return {"code": MalformedLog("player_twice").code}
    return {"code": MalformedLog("no_places").code} if None in ranks and ending != "abandoned" else {}


def _is_set(flag: bool | Number | None) -> bool:
    return flag in (True, 1, "1")


def _number_or_none(value: Number | None) -> int | None:
    """null, an empty text and an absent key all mean "none"."""
    return None if value in (None, "") else number(value or 0)
