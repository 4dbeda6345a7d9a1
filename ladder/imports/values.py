"""Dates, numbers and words as they stand in cells."""

import datetime as dt
import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from zoneinfo import ZoneInfo

from games.limits import SCORE
from ladder.imports.columns import plain
from ladder.imports.problems import LineProblem
from ladder.imports.workbook import Cell

ORDERS = ("dmy", "mdy", "ymd")
NOON = dt.time(12)
"""The hour of a day whose hour is not told."""
EARLIEST = 2000
MOST_COUNTED = 2**31 - 1
FINEST = 10**20
"""Into so many parts a point is split at most; what spreadsheets show with fifteen digits has room in it."""
_DATE = re.compile(r"([0-9]{1,4})[/.\- ]([0-9]{1,2})[/.\- ]([0-9]{1,4})(?:[,T ]+(.+))?")
_TIME = re.compile(
    r"([0-9]{1,2})[:.h]([0-9]{2})(?:[:.]([0-9]{2})(?:\.[0-9]{1,6})?)?\s*(am|pm)?\s*(z|[+-][0-9]{2}:?[0-9]{2})?",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th|º|°)?\.?\s+(?:de\s+)?([^\W\d]{3,10})\.?,?\s+(?:de\s+)?([0-9]{4})(?:[,T ]+(.+))?"
)
_UNIX = re.compile(r"1[0-9]{9}")
_SERIAL = range(36526, 73051)
"""Days since 1900 as spreadsheets count them: 2000 to 2099."""
_MONTH = re.compile(
    r"([0-9]{4})[-/.]([0-9]{1,2})|([0-9]{1,2})[-/.]([0-9]{4})|([^\W\d]{3,10})\.?\s+(?:de\s+)?([0-9]{4})"
)
_MONTHS = (
    "january february march april may june july august september october november december",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
)
MONTHS = {
    word[:length]: number
    for names in _MONTHS
    for number, word in enumerate(names.split(), 1)
    for length in (3, len(word))
}
_INTEGER = re.compile(r"-?[0-9]{1,40}")
FLAGS = {
    "played": "played giocata jogada ok",
    "conceded": "conceded concede concession abbandono concessa conceduta desistiu concedeu rinuncia",
    "timed_out": "timed out time timeout tempo tempo scaduto tempo esgotado",
    "left": "left quit uscito saiu ritirato",
    "no_show": "no show assente ausente absent",
    "stand_in": "stand in sostituto substituto zombie",
}
ENDINGS = {
    "normal": "normal normale regular",
    "concession": "concession concessione concessao conceded",
    "abandoned": "abandoned abbandonata abandonada",
    "unfinished": "unfinished incompiuta inacabada",
}


def guess_dates(cells: Iterable[Cell]) -> str:
    """The order of day and month; empty where the cells allow both, and it must be asked.

    A date that begins with its year is read the same way in any file, so it says nothing about the others.
    """
    possible = set(ORDERS)
    texts = [found for cell in cells if isinstance(cell, str) and (found := _DATE.fullmatch(cell.strip()[:60]))]
    doubtful = [found for found in texts if not _year_first(found)]
    for found in doubtful or texts:
        fitting = {order for order in ORDERS if _in_order(found, order) is not None}
        possible &= fitting or possible  # what is no date at all says nothing about the others
    if not texts or len(possible) == 1:
        return next(iter(possible)) if texts else "dmy"
    return ""


def guess_numbers(cells: Iterable[Cell]) -> str:
    """`comma` where a number shows a decimal comma, else `point`; empty where 1.234 might be either."""
    doubtful = False
    for cell in cells:
        text = str(cell).strip() if isinstance(cell, str) else ""
        if re.fullmatch(r"-?[0-9.]*,[0-9]{1,2}|-?[0-9.]+,[0-9]{4,}", text):
            return "comma"
        if re.fullmatch(r"-?[0-9,]*\.[0-9]{1,2}|-?[0-9,]+\.[0-9]{4,}", text):
            return "point"
        doubtful = doubtful or bool(re.fullmatch(r"-?[0-9]{1,3}[.,][0-9]{3}", text))
    return "" if doubtful else "point"


def tells_hours(cells: Iterable[Cell]) -> bool:
    """Whether some cell of a column holds another hour than midnight, which days without an hour are stored with."""
    return any(isinstance(cell, dt.datetime) and cell.time() != dt.time() for cell in cells)


def local_time(date: Cell, time: Cell, order: str, *, hours: bool = True) -> tuple[dt.datetime, bool]:
    """When, and whether the hour is told. With a zone where the cell names one, else by the league's clocks.

    Without `hours` (`tells_hours`) the midnight of a spreadsheet's cell is none. Raises `LineProblem`.
    """
    day, clock, zone = _day(date.date() if isinstance(date, dt.datetime) and not hours else date, order)
    if time not in (None, ""):
        clock, zone = _clock(time)
    if not EARLIEST <= day.year < 2100:
        raise LineProblem("year", found=str(day.year))
    return dt.datetime.combine(day, clock or NOON, zone), clock is not None


def instant(local: dt.datetime, zone: ZoneInfo, half: str) -> dt.datetime:
    """The instant of a local time; one that the clocks showed twice is asked for, one they never showed is refused."""
    if local.tzinfo is not None:
        return local.astimezone(dt.UTC)
    first, second = (local.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    before, after = first.utcoffset(), second.utcoffset()
    if before == after or before is None or after is None:
        return first.astimezone(dt.UTC)
    if before < after:
        raise LineProblem("time_never", found=f"{local:%Y-%m-%d %H:%M}")
    if half not in ("first", "second"):
        raise LineProblem("time_twice", found=f"{local:%Y-%m-%d %H:%M}")
    return (first if half == "first" else second).astimezone(dt.UTC)


def month_of(cell: Cell) -> tuple[int, int]:
    """A month such as 2026-09, 9/2026 or “settembre 2026”; of a date, its month."""
    if isinstance(cell, dt.date):
        return cell.year, cell.month
    text = str(cell or "").strip()[:40]
    if found := _MONTH.fullmatch(text):
        year = int(found[1] or found[4] or found[6])
        month = int(found[2] or found[3] or MONTHS.get(plain(found[5])) or 0)
        if 1 <= month <= 12 and EARLIEST <= year < 2100:
            return year, month
    raise LineProblem("month", found=text)


def whole(cell: Cell, numbers: str) -> int | None:
    """A whole number, None for an empty cell. Raises `LineProblem`."""
    value = fraction(cell, numbers)
    if value is None:
        return None
    if value.denominator != 1:
        raise LineProblem("not_whole", found=str(cell)[:40])
    return int(value)


def counted(cell: Cell, numbers: str) -> int | None:
    """How many, or the how-manieth; None for an empty cell. Raises `LineProblem`."""
    value = whole(cell, numbers)
    if value is not None and not 0 <= value <= MOST_COUNTED:
        raise LineProblem("not_a_count", found=str(cell)[:40], most=MOST_COUNTED)
    return value


def fraction(cell: Cell, numbers: str) -> Fraction | None:
    """An exact number: 4.5, 4,5, 9/2 or 1.234,5 as `numbers` says; None for an empty cell. Raises `LineProblem`."""
    value = _exact(cell, numbers)
    if value is not None and abs(value) > SCORE:
        raise LineProblem("number_too_large", found=str(cell)[:40], most=SCORE)
    if value is not None and value.denominator > FINEST:
        raise LineProblem("not_a_number", found=str(cell)[:40])
    return value


def _exact(cell: Cell, numbers: str) -> Fraction | None:
    if isinstance(cell, bool | dt.date | dt.time):
        raise LineProblem("not_a_number", found=str(cell)[:40])
    if isinstance(cell, int | float):
        return Fraction(str(cell))
    text = "".join(str(cell or "").split()).replace("−", "-").rstrip("=.º°ª")
    if text in ("", "-", "–"):
        return None
    if _INTEGER.fullmatch(text):
        return Fraction(int(text))
    decimal, thousands = (",", ".") if numbers == "comma" else (".", ",")
    if thousands in text and not re.fullmatch(
        rf"-?[0-9]{{1,3}}(\{thousands}[0-9]{{3}})+(\{decimal}[0-9]{{1,9}})?", text
    ):
        raise LineProblem("not_a_number", found=str(cell)[:40])  # 4,5 where the point is decimal: never 45
    text = text.replace(thousands, "").replace(decimal, ".")
    if not re.fullmatch(r"-?[0-9]{0,40}(\.[0-9]{1,9})?|-?[0-9]{1,12}/[0-9]{1,6}", text) or text.endswith("/0"):
        raise LineProblem("not_a_number", found=str(cell)[:40])
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise LineProblem("not_a_number", found=str(cell)[:40]) from None


def word_of(cell: Cell, words: dict[str, str], code: str, default: str) -> str:
    """The value that a word stands for, in any of the three languages. Raises `LineProblem`."""
    text = plain(cell)
    if not text:
        return default
    for value, known in words.items():
        if text == plain(value) or text in known.split() or text in _phrases(known):
            return value
    raise LineProblem(code, found=str(cell)[:40])


def _phrases(known: str) -> set[str]:
    parts = known.split()
    return {f"{one} {other}" for one, other in pairwise(parts)}


def _day(cell: Cell, order: str) -> tuple[dt.date, dt.time | None, dt.tzinfo | None]:
    if isinstance(cell, dt.datetime):
        return cell.date(), cell.time().replace(microsecond=0), None
    if isinstance(cell, dt.date):
        return cell, None, None
    text = str(cell if cell is not None and not isinstance(cell, bool) else "").strip()[:60]
    if not text:
        raise LineProblem("end_missing")
    if _UNIX.fullmatch(text):
        when = dt.datetime.fromtimestamp(int(text), dt.UTC)
        return when.date(), when.time(), dt.UTC
    if isinstance(cell, int | float) and int(cell) in _SERIAL:
        when = dt.datetime(1899, 12, 30) + dt.timedelta(seconds=round(float(cell) * 86400))
        return when.date(), None if when.time() == dt.time() else when.time(), None
    return _written_day(text, order)


def _written_day(text: str, order: str) -> tuple[dt.date, dt.time | None, dt.tzinfo | None]:
    if found := _NAMED.fullmatch(text):
        day = _in_order_of(found[3], str(MONTHS.get(plain(found[2]), 0)), found[1])
    elif found := _DATE.fullmatch(text):
        asked = "ymd" if _year_first(found) else order.replace("ymd", "") or guess_dates([text])
        if not asked:
            raise LineProblem("date_ambiguous", found=text)
        day = _in_order(found, asked)
    else:
        raise LineProblem("not_a_date", found=text)
    if day is None:
        raise LineProblem("not_a_date", found=text)
    clock, zone = _clock(found[4]) if found[4] else (None, None)
    return day, clock, zone


def _year_first(found: re.Match[str]) -> bool:
    return len(found[1]) == 4


def _in_order(found: re.Match[str], order: str) -> dt.date | None:
    """The date if day, month and year stand in that order; None if there is none."""
    parts = dict(zip(order, found.groups()[:3], strict=True))
    year, month, day = parts["y"], parts["m"], parts["d"]
    if len(year) not in (2, 4) or len(month) > 2 or len(day) > 2 or (order == "ymd" and len(year) != 4):
        return None
    return _in_order_of(year, month, day)


def _in_order_of(year: str, month: str, day: str) -> dt.date | None:
    try:
        return dt.date(int(year) + (EARLIEST if len(year) == 2 else 0), int(month), int(day))
    except ValueError:
        return None


def _clock(cell: Cell) -> tuple[dt.time, dt.tzinfo | None]:
    if isinstance(cell, dt.datetime):
        return cell.time(), None
    if isinstance(cell, dt.time):
        return cell, None
    if isinstance(cell, int | float) and not isinstance(cell, bool) and 0 <= cell < 1:
        return (dt.datetime(2000, 1, 1) + dt.timedelta(seconds=round(cell * 86400))).time(), None
    text = str(cell).strip()[:30]
    if found := _TIME.fullmatch(text):
        hour = int(found[1]) % 12 + 12 * (found[4].lower() == "pm") if found[4] else int(found[1])
        try:
            return dt.time(hour, int(found[2]), int(found[3] or 0)), _offset(found[5])
        except ValueError:
            pass
    raise LineProblem("not_a_time", found=text)


def _offset(text: str | None) -> dt.tzinfo | None:
    if not text:
        return None
    if text in "zZ":
        return dt.UTC
    hours, minutes = int(text[1:3]), int(text[-2:])
    return dt.timezone((1 if text[0] == "+" else -1) * dt.timedelta(hours=hours, minutes=minutes))
