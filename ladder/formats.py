"""How numbers, places and instants are written for a person, in the active language."""

import datetime as dt
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from ladder.models import Season


def points(value: Fraction | int) -> str:
    """Exact points with at most two decimals: 9/2 is written 4,5, 19/3 is written 6,33."""
    return _points(value if isinstance(value, Fraction) else Fraction(value), get_language())


@lru_cache(maxsize=4096)
def _points(value: Fraction, language: str | None) -> str:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    rounded = exact.quantize(Decimal("0.01"), ROUND_HALF_UP).normalize()
    text = formats.number_format(f"{rounded:f}", use_l10n=True)
    return text.replace("-", "−")


def in_points(value: Fraction | int) -> str:
    """Points with their word: 1 point, 4.5 points."""
    whole = Fraction(value)
    number = abs(whole.numerator) if whole.denominator == 1 else 2
    return ngettext("%(points)s point", "%(points)s points", number) % {"points": points(whole)}


def rounded(value: Fraction, decimals: int = 0) -> str:
    """A number with so many decimals, always shown: 17,3; 17,0."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    text = f"{exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):f}"
    return formats.number_format(text, decimals, use_l10n=True).replace("-", "−")


def signed(value: Fraction, decimals: int | None = None) -> str:
    """+17,3 or −6,5; without `decimals` as points are written."""
    text = points(value) if decimals is None else rounded(value, decimals)
    return f"+{text}" if value > 0 else text


def worth(scheme: str, value: Fraction, spread: Fraction = Fraction(0)) -> str:
    """What a ranking compares, as its scheme shows it: 51; 56,25 %; 1517,3; 1481 ± 982."""
    if scheme == "openskill":
        return f"{rounded(value + spread * 3 / 2)} ± {rounded(spread)}"
    if scheme == "elo":
        return rounded(value, 1)
    if scheme in ("share_beaten", "score_share"):
        return _("%(share)s %%") % {"share": points(value)}
    return points(value)


def decimal(value: float, decimals: int = 1) -> str:
    """1.404 is written 1,4."""
    return rounded(Fraction(value), decimals)


def change(value: float) -> str:
    """+17,3 or −6,5."""
    return signed(Fraction(round(value, 1)), 1)


def ordinal(place: int) -> str:
    """3 is written 3rd, 3°, 3º."""
    if (get_language() or "").startswith("en"):
        ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
        return f"{place}{ending}"
    return pgettext("ordinal, in languages without 1st, 2nd", "%d.") % place


def dated(date: dt.date | dt.datetime, pattern: str) -> str:
    """A date in words; names of months and days are written small where the language does so."""
    text = formats.date_format(date, pattern)
    return text if (get_language() or "").startswith("en") else text.lower()


def instant(seconds: int) -> dt.datetime:
    """An instant from unix seconds."""
    return dt.datetime.fromtimestamp(seconds, dt.UTC)


def local(instant: dt.datetime, zone: str) -> dt.datetime:
    return timezone.localtime(instant, ZoneInfo(zone))


def day(instant: dt.datetime | dt.date, zone: str = "UTC", *, year: bool = False) -> str:
    """A short date: 7 Oct, or with the year."""
    date = local(instant, zone).date() if isinstance(instant, dt.datetime) else instant
    return dated(date, pgettext("date format", "j M Y") if year else pgettext("date format", "j M"))


def day_and_time(instant: dt.datetime, zone: str) -> str:
    """7 Oct, 21:42 as the clocks of `zone` show it."""
    here = local(instant, zone)
    pattern = pgettext("date format", "j M, H:i")
    if here.year != local(timezone.now(), zone).year:
        pattern = pgettext("date format", "j M Y, H:i")
    return dated(here, pattern)


def first_day(season: Season) -> dt.date:
    return dt.date(season.year, season.month, 1)


def month_after(date: dt.date, step: int = 1) -> dt.date:
    """The first day of the month `step` months on, or back."""
    months = date.year * 12 + date.month - 1 + step
    return dt.date(months // 12, months % 12 + 1, 1)


def month(date: dt.date) -> str:
    """October 2026."""
    return dated(date, pgettext("date format", "F Y"))


CITIES = {
    "Europe/Rome": lambda: _("Rome"),
    "Europe/Lisbon": lambda: _("Lisbon"),
    "America/Sao_Paulo": lambda: _("São Paulo"),
    "Europe/London": lambda: _("London"),
    "UTC": lambda: "UTC",
}


def city(zone: str) -> str:
    """The name by which people know a time zone."""
    known = CITIES.get(zone)
    return known() if known else zone.rpartition("/")[2].replace("_", " ")


def deadline(instant: dt.datetime, zone: str) -> str:
    """Sun 8 Nov, 23:59 (Rome); with the year where it is not the present one."""
    here = local(instant, zone)
    pattern = pgettext("date format", "D j M, H:i")
    if here.year != local(timezone.now(), zone).year:
        pattern = pgettext("date format", "D j M Y, H:i")
    return f"{dated(here, pattern)} ({city(zone)})"


def quoted(text: str) -> str:
    """Somebody's words as the reader's language marks them."""
    return pgettext("quotation", "“%(text)s”") % {"text": text}


def players(number: int) -> str:
    """1 player, 3 players."""
    return ngettext("%(n)s player", "%(n)s players", number) % {"n": number}


def matches(number: int) -> str:
    """1 match, 3 matches."""
    return ngettext("%(n)s match", "%(n)s matches", number) % {"n": number}


def listed(names: Sequence[str]) -> str:
    """Ada, Bruno and Carla."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def round_among(number: object, stage: object) -> str:
    """The number of a round for a sentence: in a later stage with the stage, as each begins with a round 1."""
    if not isinstance(stage, int) or stage < 2:
        return str(number)
    return _("%(round)s of stage %(stage)s") % {"round": number, "stage": stage}
