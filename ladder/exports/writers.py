"""Tables as CSV, XLSX, JSON and aligned text.

For programs (CSV, JSON) values are the same in every language: keys as heads, exact points as fractions, instants in
UTC. For people (XLSX, text) heads are translated and instants follow the clocks of the table's zone.
"""

import csv
import datetime as dt
import io
import json
import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import formats as django_formats
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from ladder import formats
from ladder.exports.cells import csv_text, xlsx_text
from ladder.exports.table import Column, Table

Value = Any
EXCEL_BEGINS = 1900
SHEET_NAME = 31
NOT_IN_SHEET_NAMES = str.maketrans(dict.fromkeys("[]:*?/\\", "-"))


def as_csv(table: Table) -> bytes:
    columns = table.columns_for("csv")
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([column.key for column in columns])
    for row in table.rows:
        writer.writerow([_csv_cell(row.get(column.key)) for column in columns])
    return out.getvalue().encode()


def as_json(table: Table) -> bytes:
    columns = table.columns_for("json")
    rows = [{column.key: _plain(row.get(column.key)) for column in columns} for row in table.rows]
    return json.dumps({**table.facts, "rows": rows}, ensure_ascii=False, indent=1).encode()


def as_text(table: Table) -> bytes:
    """Columns of equal width, to paste where a table cannot go."""
    columns = table.columns_for("txt")
    lines = [[column.title for column in columns]]
    lines += [[_said(_named(row, column), table.zone) for column in columns] for row in table.rows]
    widths = [max(_width(line[index]) for line in lines) for index in range(len(columns))]
    text = [table.title, ""]
    text += ["  ".join(map(_padded, line, widths, columns)).rstrip() for line in lines]
    return ("\n".join(text) + "\n").encode()


def as_xlsx(tables: Sequence[Table]) -> bytes:
    """One sheet a table."""
    book = Workbook(write_only=True)
    taken: set[str] = set()
    for table in tables:
        _sheet(book, table, _sheet_name(table.title, taken))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _csv_cell(value: Value) -> Value:
    plain = _plain(value)
    if isinstance(plain, str) and not isinstance(value, Fraction):
        return csv_text(plain)
    return "" if plain is None else plain


def _plain(value: Value) -> Value:
    """A value as programs read it; exact points are text, such as 9/2."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, dt.date):
        return value.isoformat()
    return value if value is None or isinstance(value, bool | int | float) else str(value)


def _said(value: Value, zone: str) -> str:
    """A value as people of the active language read it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else ""
    if isinstance(value, Fraction):
        return formats.points(value)
    if isinstance(value, float):
        return str(django_formats.number_format(value, use_l10n=True))
    if isinstance(value, dt.datetime):
        return f"{value.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"
    return " ".join(str(value).split())


def _named(row: Mapping[str, Value], column: Column) -> Value:
    """The value of a cell, a month by its name: 2026-10 is October 2026."""
    value = row.get(column.key)
    if column.kind != "month" or not value:
        return value
    return formats.month(dt.date.fromisoformat(f"{value}-01"))


def _width(text: str) -> int:
    """How many columns a text takes; wide signs take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def _padded(text: str, width: int, column: Column) -> str:
    space = " " * (width - _width(text))
    return space + text if column.kind in ("number", "points") else text + space


def _sheet(book: Workbook, table: Table, name: str) -> None:
    sheet = book.create_sheet(name)
    columns = table.columns_for("xlsx")
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"
    for index, column in enumerate(columns, 1):
        longest = max([len(column.title), *(len(_said(_named(row, column), table.zone)) for row in table.rows[:200])])
        sheet.column_dimensions[get_column_letter(index)].width = min(longest + 2, 60)
    heads = [_text_cell(sheet, _head(column, table)) for column in columns]
    for head in heads:
        head.font = Font(bold=True)
    sheet.append(heads)
    for row in table.rows:
        sheet.append([_xlsx_cell(sheet, _named(row, column), column, table.zone) for column in columns])


def _head(column: Column, table: Table) -> str:
    return f"{column.title} ({formats.city(table.zone)})" if column.kind == "instant" else column.title


def _xlsx_cell(sheet: Any, value: Value, column: Column, zone: str) -> Value:
    if isinstance(value, bool):
        return value
    if isinstance(value, Fraction):
        cell = WriteOnlyCell(sheet, int(value) if value.denominator == 1 else float(value))
        cell.number_format = "0.##" if value.denominator != 1 else "0"
        return cell
    if isinstance(value, dt.datetime):
        local = value.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
        return _dated_cell(sheet, local, "yyyy-mm-dd hh:mm")
    if isinstance(value, dt.date):
        return _dated_cell(sheet, value, "yyyy-mm-dd")
    if value is None or isinstance(value, int | float):
        return value
    return _text_cell(sheet, str(value))


def _dated_cell(sheet: Any, value: dt.date, pattern: str) -> Any:
    if value.year < EXCEL_BEGINS:
        return _text_cell(sheet, value.isoformat())
    cell = WriteOnlyCell(sheet, value)
    cell.number_format = pattern
    return cell


def _text_cell(sheet: Any, text: str) -> Any:
    """A cell that is text whatever it begins with; assigned beside the property, which looks for formulas."""
    cell = WriteOnlyCell(sheet)
    cell._value, cell.data_type = xlsx_text(text)[:32767], "s"
    return cell


def _sheet_name(title: str, taken: set[str]) -> str:
    stem = title.translate(NOT_IN_SHEET_NAMES).strip("' ")[:SHEET_NAME] or "1"
    name, number = stem, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem[: SHEET_NAME - 1 - len(str(number))]} {number}"
    taken.add(name.casefold())
    return name
