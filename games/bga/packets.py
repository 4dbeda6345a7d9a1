"""Board Game Arena's wire format: the wrappings of a log, its packets and notifications.

The `args` of a notification stay raw until its own reader wants them.
"""

import re
from collections.abc import Callable
from operator import itemgetter
from typing import Union

import msgspec
from msgspec import Raw

from games.engine.errors import MalformedLog
from games.engine.text import table_number
from games.limits import LOG_NOTIFICATIONS, LOG_PACKETS

Number = int | str
"""Numbers arrive as numbers or as text, mixed. `number` reads both."""


class Notification(msgspec.Struct, gc=False):
    type: str
    args: Raw = Raw(b"[]")


class Packet(msgspec.Struct, gc=False):
    """A packet as it comes."""

    channel: str
    packet_id: Number
    data: list[Notification] | dict[str, Notification]
    table_id: Number | None = None
    move_id: Number | None = None
    time: Number | None = None


class Answer(msgspec.Struct):
    """Any of the wrappings; the packets lie in `logs` or, some levels down, in `data`."""

    logs: list[Packet] | None = None
    data: Union[list[Packet], "Answer", None] = None
    players: Raw = Raw(b"")
    gamedatas: Raw = Raw(b"")
    error: Raw = Raw(b"")


class Person(msgspec.Struct, gc=False):
    """One of the `players` beside the packets."""

    id: Number
    name: str | None = None


Step = tuple[int, int | None, list[Notification]]
"""A packet of the public channel: its number, the move it belongs to, its notifications."""


class Log(msgspec.Struct):
    """A log out of its wrapping: the public packets in order of their numbers, and what lay beside them.

    `ended` is the time of the last one in unix seconds; `gamedatas` the starting position that a replay page holds.
    """

    steps: list[Step]
    table: str | None
    ended: int | None
    persons: list[Person]
    gamedatas: Raw | None


_DOCUMENT = msgspec.json.Decoder(list[Packet] | Answer)
_PERSONS = msgspec.json.Decoder(list[Person] | dict[str, Person])
_MANY = LOG_PACKETS * len(b'{"channel":"","packet_id":0,"data":[]}')
"""Fewer bytes than this cannot hold too many packets, let alone notifications."""

PUBLIC = "/table/"
"""How the channel that everybody hears begins; `t` and the table's number follow."""

_NONE = (b"", b"null", b'""', b"[]")
_DIGITS = re.compile(r"-?[0-9]{1,15}")


class _Numbers(dict[Number, int]):
    """The small numbers in both spellings; the rest is worked out when asked for."""

    def __missing__(self, value: Number) -> int:
        if isinstance(value, int):
            return value
        if len(value) > 16 or not _DIGITS.fullmatch(value):
            raise MalformedLog("number", found=value[:40])
        return int(value)


number: Callable[[Number], int] = _Numbers(
    {key: value for value in range(-999, 2000) for key in (value, str(value))}
).__getitem__
"""A number that may have come as text of the pattern `-?[0-9]{1,15}`; raises `MalformedLog` for other text."""


class Unwrapped(msgspec.Struct):
    """What lies inside a wrapping: every packet as it came, and what stood beside them."""

    packets: list[Packet]
    players: Raw
    gamedatas: Raw


def unwrap(body: bytes) -> Unwrapped:
    """Decode a document and take the packets out of whichever wrapping.

    Raises `MalformedLog`: `schema`, `site_error`, `no_packets`.
    """
    try:
        document = _DOCUMENT.decode(body)
    except msgspec.ValidationError as error:
        raise MalformedLog("schema", found=str(error)) from None
    players, gamedatas = Raw(b""), Raw(b"")
    while isinstance(document, Answer):
        if bytes(document.error) not in _NONE:
            raise MalformedLog("site_error")
        players, gamedatas = document.players or players, document.gamedatas or gamedatas
        inner = document.data if document.logs is None else document.logs
        if inner is None:
            raise MalformedLog("no_packets")
        document = inner
    if not document:
        raise MalformedLog("no_packets")
    return Unwrapped(document, players, gamedatas)


def open_log(body: bytes) -> Log:
    """The log in a document, its packets in order.

    Raises `MalformedLog`: what `unwrap` raises, `number`, `too_many_packets`, `two_tables`.
    """
    inside = unwrap(body)
    packets, gamedatas = inside.packets, inside.gamedatas
    if len(body) > _MANY:
        _check_numbers(packets)
    tables = {_checked_table(table) for table in {packet.table_id for packet in packets} if table is not None}
    tables |= {_table_of(channel) for channel in {packet.channel for packet in packets}} - {""}
    if len(tables) > 1:
        raise MalformedLog("two_tables", found=sorted(tables)[:2])
    steps, ended = _steps([packet for packet in packets if packet.channel.startswith(PUBLIC)])
    return Log(
        steps,
        tables.pop() if tables else None,
        ended,
        _persons(inside.players),
        None if bytes(gamedatas) in _NONE else gamedatas,
    )


def _table_of(channel: str) -> str:
    """The table whose public channel this is; empty for another channel."""
    name = channel.removeprefix(PUBLIC + "t")
    return table_number(name) if name != channel else ""


def _checked_table(table: Number) -> str:
    found = table_number(table)
    if not found:
        raise MalformedLog("number", found=str(table)[:40])
    return found


def _steps(packets: list[Packet]) -> tuple[list[Step], int | None]:
    """In order, each with its move: a packet without `move_id` belongs to the move before it. Also when it ended."""
    numbered = [(number(packet.packet_id), packet) for packet in packets]
    numbered.sort(key=itemgetter(0))
    steps: list[Step] = []
    move_id: int | None = None
    for packet_id, packet in numbered:
        if packet.move_id is not None:
            move_id = number(packet.move_id)
        data = packet.data
        steps.append((packet_id, move_id, data if isinstance(data, list) else list(data.values())))
    last = numbered[-1][1].time if numbered else None
    return steps, None if last is None else number(last)


def _persons(raw: Raw) -> list[Person]:
    if bytes(raw) in _NONE:
        return []
    try:
        persons = _PERSONS.decode(raw)
    except msgspec.ValidationError as error:
        raise MalformedLog("schema", notification="players", found=str(error)) from None
    return persons if isinstance(persons, list) else list(persons.values())


def _check_numbers(packets: list[Packet]) -> None:
    notifications = sum(len(packet.data) for packet in packets)
    if len(packets) > LOG_PACKETS:
        raise MalformedLog("too_many_packets", expected=LOG_PACKETS, found=len(packets))
    if notifications > LOG_NOTIFICATIONS:
        raise MalformedLog("too_many_packets", expected=LOG_NOTIFICATIONS, found=notifications)
