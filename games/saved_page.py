"""The log inside a replay page that somebody saved: found by plain search, read as JSON (reliability.md 7).

There is no HTML parser and no regular expression here: both can take square time on a page made for it.
"""

from games.engine.errors import MalformedLog
from games.limits import KB
from games.strict_json import end_of_value

_LOG = b"g_gamelogs"
_GAMEDATAS = (b"gamedatas", b"completesetup")
_SPACE = b" \t\r\n"
_PIECE = 64 * KB
_TRIES = 50
"""Mentions of a name that are looked at before we give up."""


def looks_like_page(body: bytes) -> bool:
    """Whether this is a page rather than JSON: its first character says so."""
    return body.lstrip()[:1] == b"<"


def find_log(page: bytes) -> bytes:
    """The log as one JSON document, with the starting position beside it if the page has one.

    Raises `MalformedLog`: `page_without_log`, or `page_cut_off` when the log does not end.
    """
    logs = _value_of(page, _LOG, (b"[", b"{"))
    if logs is None:
        raise MalformedLog("page_without_log")
    for name in _GAMEDATAS:
        gamedatas = _value_of(page, name, (b"{",))
        if gamedatas is not None:
            return b'{"data":' + logs + b',"gamedatas":' + gamedatas + b"}"
    return b'{"data":' + logs + b"}"


def _value_of(page: bytes, name: bytes, openings: tuple[bytes, ...]) -> bytes | None:
    """The JSON value that is given to `name` (`name = …`, `"name": …`, or the first object after `name(`)."""
    start = 0
    for _ in range(_TRIES):
        found = page.find(name, start)
        if found < 0:
            return None
        start = found + len(name)
        value = _opening_after(page, start, openings)
        if value is not None:
            end = end_of_value(page, value)
            if end is None:
                raise MalformedLog("page_cut_off")
            return page[value:end]
    return None


def _opening_after(page: bytes, start: int, openings: tuple[bytes, ...]) -> int | None:
    """Where the value begins, if after `start` a value is given to a name at all."""
    place = _skip(page, start, b"'\"]" + _SPACE)
    sign = page[place : place + 1]
    if sign == b"(":
        place = page.find(b"{", place, place + 1000)
        return place if place >= 0 else None
    if sign not in (b"=", b":"):
        return None
    place = _skip(page, place + 1, _SPACE)
    return place if page[place : place + 1] in openings else None


def _skip(page: bytes, place: int, signs: bytes) -> int:
    while piece := page[place : place + _PIECE]:
        left = len(piece.lstrip(signs))
        place += len(piece) - left
        if left:
            break
    return place
