"""Walk through the public notifications of a log, in order, each with its place."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from games.bga.packets import Log, Notification, Number, number
from games.engine.errors import LogProblem, MalformedLog, UnsupportedLog
from games.engine.events import LogPosition

Read = Callable[[Any], None]

Reader = tuple[Callable[[msgspec.Raw], Any], Read]

Table = Mapping[str, Reader | None]
"""By notification type: what decodes its `args`, and what to do with them. None is passed over."""

FRAMEWORK = frozenset(
    {
        "gameStateChange", "gameStateMultipleActiveUpdate", "gameStateChangePrivateArg", "newActivePlayer",
        "updateReflexionTime", "wakeupPlayers", "yourturnack", "clockalert", "simpleNote", "simpleNode", "message",
        "tableWindow", "history_history", "resultsAvailable", "switchToTurnbased", "timeJokerUsed",
        "gameResultNeutralized", "chatmessage", "chat", "tablechat", "startWriting", "stopWriting",
    }
)  # fmt: skip
"""Notifications of the site itself that say nothing about the play of any game."""


class Cursor(msgspec.Struct):
    """Where the walk stands."""

    packet: int | None = None
    move_id: int | None = None
    notification: int | None = None

    def at(self, event: int) -> LogPosition:
        """This place, for the entry number `event`."""
        return LogPosition(event, "", self.packet, self.move_id, self.notification)


def walk(log: Log, table: Table, cursor: Cursor) -> None:
    """Hand every notification to its reader.

    A problem gets the place of the notification: `unsupported.notification` for a type that the table does not know,
    `malformed.schema` for `args` of another shape, or whatever a reader raised.
    """
    kind = ""
    reader_of = table.get
    try:
        for cursor.packet, cursor.move_id, notifications in log.steps:
            for index, notification in enumerate(notifications):
                kind = notification.type
                reader = reader_of(kind, _unknown)
                if reader is not None:
                    cursor.notification = index
                    decode, read = reader
                    read(decode(notification.args))
    except msgspec.ValidationError as error:
        raise MalformedLog("schema", at=cursor.at(0), notification=kind[:40], found=str(error)) from None
    except _Unknown:
        raise UnsupportedLog("notification", at=cursor.at(0), found=kind[:40]) from None
    except LogProblem as problem:
        problem.at = problem.at or cursor.at(0)
        raise


class _Unknown(Exception):
    """A type that the table does not know."""


def _refuse(_: Any) -> None:
    raise _Unknown


def undecoded(args: msgspec.Raw) -> msgspec.Raw:
    """For notifications whose `args` do not matter."""
    return args


_unknown: Reader = (undecoded, _refuse)


class StateChange(msgspec.Struct, gc=False):
    """A `gameStateChange`: the site's state machine moves on."""

    id: Number | None = None
    active_player: Number | None = None
    args: msgspec.Raw = msgspec.Raw(b"null")


_STATE_CHANGE = msgspec.json.Decoder(StateChange)
GAME_END = 99


def state_changes(log: Log, backwards: bool = False) -> Iterator[tuple[int, StateChange, Cursor]]:
    """Every change of state, with its number and place; from the end if `backwards`."""
    for packet, move_id, notifications in reversed(log.steps) if backwards else log.steps:
        changes = list(enumerate(notifications))
        for index, notification in reversed(changes) if backwards else changes:
            if notification.type == "gameStateChange":
                cursor = Cursor(packet, move_id, index)
                change = _decode(notification, cursor)
                if change.id is not None:
                    yield number(change.id), change, cursor


def _decode(notification: Notification, cursor: Cursor) -> StateChange:
    try:
        return _STATE_CHANGE.decode(notification.args)
    except msgspec.ValidationError as error:
        raise MalformedLog("schema", at=cursor.at(0), notification=notification.type, found=str(error)) from None


class Standing(msgspec.Struct, gc=False):
    """One line of the final list."""

    player: Number
    rank: Number | None = None
    score: Number | None = None
    name: str | None = None


class _Final(msgspec.Struct, gc=False):
    result: list[Standing] | dict[str, Standing] = []


_FINAL = msgspec.json.Decoder(_Final)


def final_standings(log: Log) -> tuple[list[Standing], Cursor] | None:
    """The site's own result with its place, or None: the log does not reach the end of the game."""
    for state, change, cursor in state_changes(log, backwards=True):
        if state != GAME_END:
            return None
        try:
            result = _FINAL.decode(change.args).result
        except msgspec.ValidationError:
            return [], cursor
        return (result if isinstance(result, list) else list(result.values())), cursor
    return None
