"""When gathered notices are sent: at an hour of somebody's own day."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo


def next_digest(now: datetime, zone: str, digest: str, hour: int) -> datetime:
    """The next time, after `now`, that the clocks of `zone` show the hour; of a Monday with `weekly`.

    An hour that the clock change leaves out is the one after it.
    """
    local = now.astimezone(ZoneInfo(zone))
    day = local.date()
    for _day in range(9):
        at = datetime(day.year, day.month, day.day, hour, tzinfo=ZoneInfo(zone)).astimezone(UTC)
        if at > now and (digest != "weekly" or day.weekday() == 0):
            return at
        day += timedelta(days=1)
    raise AssertionError("a week has a Monday")
