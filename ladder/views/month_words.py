"""What the calendar and the managers have made of a month, in words."""

import datetime as dt

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ladder import formats
from ladder.models import Season


def tag(season: Season, now: dt.datetime) -> str:
    """The state of a month beside its name: provisional, closes on 5 November; final, revision 2."""
    if season.is_closed:
        return _("final, revision %(number)s") % {"number": season.revision}
    if now < season.start:
        return _("not open yet")
    last = season.grace_until - dt.timedelta(seconds=1)
    if now < season.grace_until:
        return _("provisional, closes on %(day)s") % {"day": formats.day(last, season.ladder.time_zone)}
    return _("provisional")


def until(season: Season, now: dt.datetime) -> str:
    """What the clock says about a month, in a sentence."""
    zone = season.ladder.time_zone
    last = dt.timedelta(seconds=1)
    facts = {
        "start": formats.day(season.start, zone),
        "end": formats.deadline(season.end - last, zone),
        "grace": formats.deadline(season.grace_until - last, zone),
    }
    if season.is_closed:
        return _("Closed. What is corrected later becomes a new revision, with its reason.")
    if now < season.start:
        return _("Opens on %(start)s.") % facts
    if now < season.end:
        return _("Provisional until it is closed. The month ends on %(end)s: %(days)s.") % {
            **facts,
            "days": days_left(season.end - last, now, zone),
        }
    if now < season.grace_until:
        return _("The month is over. Its results are taken until %(grace)s.") % facts
    return _("Results were taken until %(grace)s. A manager will close it; until then it stays provisional.") % facts


def left(season: Season, now: dt.datetime) -> str:
    """The days to the end of a month that goes on, or of its grace; empty before and after."""
    if season.is_closed or not season.start <= now < season.grace_until:
        return ""
    end = season.end if now < season.end else season.grace_until
    return days_left(end - dt.timedelta(seconds=1), now, season.ladder.time_zone)


def days_left(end: dt.datetime, now: dt.datetime, zone: str) -> str:
    """How long it is to an instant, by the days of the zone's calendar; the last day is today, not one day more."""
    left = (formats.local(end, zone).date() - formats.local(now, zone).date()).days
    if left < 1:
        return _("the last day is today")
    return ngettext("%(n)s day left", "%(n)s days left", left) % {"n": left}
