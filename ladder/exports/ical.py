"""Dates for calendars (iCalendar, RFC 5545)."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

FOLD = 73
"""Bytes of a line before it is folded; the standard allows 75."""


@dataclass(frozen=True, slots=True)
class Date:
    """`key` names the date for ever; `at` is its instant, `path` the page that tells about it."""

    key: str
    at: dt.datetime
    title: str
    path: str
    text: str = ""
    sequence: int = 0
    """Rises with every change, so that a calendar takes the newest."""


def as_ical(name: str, dates: Iterable[Date], now: dt.datetime) -> bytes:
    """A calendar of instants, in UTC so that every reader's clock shows them right.

    It is dated by the hour: who asks again soon gets the same bytes, as long as no date changed.
    """
    made = now.replace(minute=0, second=0, microsecond=0)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Classifica//EN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(name)}",
    ]
    for date in dates:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{date.key}@{urlsplit(settings.SITE_URL).hostname}",
            f"DTSTAMP:{_stamp(made)}",
            f"DTSTART:{_stamp(date.at)}",
            f"SEQUENCE:{date.sequence}",
            f"SUMMARY:{_text(date.title)}",
            f"URL:{settings.SITE_URL}{date.path}",
            *([f"DESCRIPTION:{_text(date.text)}"] if date.text else []),
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines).encode()


def _stamp(instant: dt.datetime) -> str:
    return instant.astimezone(dt.UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    """A text value: what has a meaning in the format is escaped.

    >>> _text("a, b; c")
    'a\\\\, b\\\\; c'
    """
    plain = "".join(sign for sign in text if sign >= " " or sign == "\n")
    return plain.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> str:
    """The line in pieces of at most 75 bytes, none of which cuts a letter."""
    pieces, piece, size = [], "", 0
    for sign in line:
        width = len(sign.encode())
        if size + width > FOLD:
            pieces.append(piece)
            piece, size = "", 1
        piece += sign
        size += width
    return "\r\n ".join([*pieces, piece])
