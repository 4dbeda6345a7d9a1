"""Rows of Board Game Arena's history of games: several results with the exact instants of their ends."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from games.engine.game import SeatInfo
from games.engine.text import clean_name, table_number
from games.instants import in_our_days

PLATFORM = "bga"
_WHOLE = re.compile(r"-?[0-9]{1,15}")

Loose = int | float | str | bool | None


class HistoryRow(msgspec.Struct, frozen=True, kw_only=True):
    """One table. `problem` says why it gives no result: `running`, `no_places`, `no_opponents`, `player_twice` or `schema`.

    Names are dropped where their list does not go with the ids: a comma in a name would shift them.
    """

    table: str = ""
    game: str = ""
    ended: int | None = None
    players: tuple[SeatInfo, ...] = ()
    scores: tuple[int | None, ...] | None = None
    ranks: tuple[int, ...] | None = None
    ending: str = "normal"
    conceded: tuple[int, ...] = ()
    training: bool = False
    problem: str = ""
    names_dropped: bool = False


class _Row(msgspec.Struct):
    table_id: Loose = None
    game_name: Any = None
    end: Loose = None
    players: Any = None
    player_names: Any = None
    scores: Any = None
    ranks: Any = None
    normalend: Loose = None
    concede: Loose = None
    unranked: Loose = None


def history_rows(raw: bytes) -> list[HistoryRow]:
    """The rows of `data.tables`, in the order of the file; what is no row is told as `schema`."""
    return [_row(each) for each in msgspec.json.decode(raw, type=list[msgspec.Raw])]


def _row(raw: msgspec.Raw) -> HistoryRow:
    try:
        row = msgspec.json.decode(raw, type=_Row)
    except msgspec.ValidationError:
        return HistoryRow(problem="schema")
    table = table_number(_text(row.table_id))
    ids = _listed(row.players)
    if not table or not ids or not all(_WHOLE.fullmatch(one) for one in ids):
        return HistoryRow(table=table, problem="schema")
    names = _listed(row.player_names)
    fits = len(names) == len(ids)
    told = HistoryRow(
        table=table,
        game=_text(row.game_name)[:40].lower(),
        ended=in_our_days(_whole(_text(row.end))),
        players=tuple(
            SeatInfo(seat, clean_name(names[seat]) if fits else "", f"{PLATFORM}:{one}") for seat, one in enumerate(ids)
        ),
        training=_text(row.unranked) in ("1", "True"),
        names_dropped=bool(names) and not fits,
    )
    return _with_result(told, row)


def _with_result(told: HistoryRow, row: _Row) -> HistoryRow:
    count = len(told.players)
    if told.ended is None:
        return msgspec.structs.replace(told, problem="running")
    if count < 2:
        return msgspec.structs.replace(told, problem="no_opponents")
    if len({player.id for player in told.players}) < count:
        return msgspec.structs.replace(told, problem="player_twice")
    scores, ranks = _numbers(row.scores, count), _numbers(row.ranks, count)
    abandoned = _text(row.normalend) in ("0", "False")
    conceded = not abandoned and _text(row.concede) in ("1", "True")
    if abandoned or None in ranks or min(rank or 0 for rank in ranks) < 1:
        return msgspec.structs.replace(told, ending="abandoned" if abandoned else "normal", problem="no_places")
    return msgspec.structs.replace(
        told,
        ranks=tuple(rank for rank in ranks if rank is not None),
        scores=None if conceded or set(scores) == {None} else scores,
        ending="concession" if conceded else "normal",
        conceded=tuple(seat for seat, score in enumerate(scores) if score == 0) if conceded else (),
    )


def _listed(value: Any) -> list[str]:
    """A comma-joined list; a single number stands for itself."""
    text = _text(value)
    return [part.strip() for part in text.split(",")] if text else []


def _numbers(value: Any, count: int) -> tuple[int | None, ...]:
    """A list of numbers as long as that of the people; what is missing or `undefined` is None, never 0."""
    found: Sequence[int | None] = [_whole(part) for part in _listed(value)]
    return tuple((*found, *[None] * count)[:count]) if len(found) <= count else (None,) * count


def _whole(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text) else None


def _text(value: Any) -> str:
    return "" if value is None or isinstance(value, dict | list) else str(value).strip()
