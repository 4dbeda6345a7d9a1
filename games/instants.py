"""Moments as unix seconds and as text in UTC, by arithmetic alone: the pure part knows no clock and no time zone."""

import re

_TEXT = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z", re.ASCII)
_DAY = 86_400
_OLDEST, _YOUNGEST = 946_684_800, 4_102_444_800
"""The years 2000 to 2099."""


def in_our_days(seconds: int | None) -> int | None:
    """The moment, if a match can have ended then; no log's word for another is taken."""
    return seconds if seconds is not None and _OLDEST <= seconds < _YOUNGEST else None


def unix_seconds(text: str) -> int | None:
    """Unix seconds of `2026-10-03T20:15:00Z`; None if the text is no such moment."""
    found = _TEXT.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part) for part in found.groups())
    seconds = _days(year, month, day) * _DAY + hour * 3600 + minute * 60 + second
    return seconds if instant_text(seconds) == text else None


def instant_text(seconds: int) -> str:
    """The moment of `seconds` as `2026-10-03T20:15:00Z`."""
    days, rest = divmod(seconds, _DAY)
    year, month, day = _date(days)
    return f"{year:04}-{month:02}-{day:02}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}Z"


def _days(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01. Years are counted from March, so that the leap day is their last."""
    year -= month < 3
    since_march = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return year * 365 + year // 4 - year // 100 + year // 400 + since_march - 719_468


def _date(days: int) -> tuple[int, int, int]:
    """The date `days` after 1970-01-01."""
    century, days = divmod(days + 719_468, 146_097)
    year = (days - days // 1_460 + days // 36_524 - days // 146_096) // 365
    days -= 365 * year + year // 4 - year // 100
    month = (5 * days + 2) // 153
    day = days - (153 * month + 2) // 5 + 1
    return year + 400 * century + (month > 9), (month + 2) % 12 + 1, day
