"""Local times for the future, turned into an instant with the offset of that day."""

import zoneinfo
from datetime import UTC, date, datetime, timedelta

from tournaments.services.errors import Refused


def instant(local: str, zone: zoneinfo.ZoneInfo, fold: int | None = None) -> datetime:
    """The instant of `2026-10-08T23:59`. A time that the clock shows twice is asked for, one it never shows is refused."""
    try:
        naive = datetime.fromisoformat(local)
    except ValueError:
        raise Refused("time", found=local) from None
    if naive.tzinfo is not None:
        raise Refused("time", found=local)
    both = [naive.replace(tzinfo=zone, fold=one).astimezone(UTC) for one in (0, 1)]
    if both[0].astimezone(zone).replace(tzinfo=None) != naive:
        raise Refused("time_skipped", found=local, zone=str(zone))
    if both[0] != both[1] and fold is None:
        raise Refused("time_twice", found=local, zone=str(zone))
    return both[fold or 0]


def days_after(day: date, days: int, time: str) -> str:
    """The local time so many days later: `2026-10-08T23:59`."""
    return f"{day + timedelta(days=days)}T{time}"
