"""Local times for the future, turned into an instant with the offset of that day."""

import re
import zoneinfo
from datetime import UTC, date, datetime, timedelta

from tournaments.services.errors import Refused
from tournaments.terms import Terms

LOCAL = re.compile(r"(20\d\d-\d\d-\d\d)[T ](\d\d:\d\d)", re.ASCII)


def local_time(text: str) -> str:
    """A local time as it is kept: `2026-10-08T23:59`. Of this century: others are slips, and some have no instant."""
    found = LOCAL.fullmatch(text.strip())
    if found is None:
        raise Refused("time", found=text[:40])
    return f"{found[1]}T{found[2]}"


def instant(local: str, zone: zoneinfo.ZoneInfo, fold: int | None = None) -> datetime:
    """The instant of `2026-10-08T23:59`. A time that the clock shows twice is asked for, one it never shows is refused."""
    try:
        naive = datetime.fromisoformat(local_time(local))
    except ValueError:
        raise Refused("time", found=local) from None
    both = [naive.replace(tzinfo=zone, fold=one).astimezone(UTC) for one in (0, 1)]
    if both[0].astimezone(zone).replace(tzinfo=None) != naive:
        raise Refused("time_skipped", found=local, zone=str(zone))
    if both[0] != both[1] and fold is None:
        raise Refused("time_twice", found=local, zone=str(zone))
    return both[fold or 0]


def entries_end(terms: Terms, zone: zoneinfo.ZoneInfo) -> datetime | None:
    """When entries end, where the terms say so."""
    return instant(terms.entries_until, zone) if terms.entries_until else None


def days_after(day: date, days: int, time: str, zone: zoneinfo.ZoneInfo) -> str:
    """The local time so many days later: `2026-10-08T23:59`. Where the clocks jump over it, that much later.

    What is computed has nobody who could be asked for another time.
    """
    local = f"{day + timedelta(days=days)}T{time}"
    shown = datetime.fromisoformat(local).replace(tzinfo=zone).astimezone(UTC).astimezone(zone)
    return f"{shown:%Y-%m-%dT%H:%M}"
