"""The rows of a CSV or XLSX as it came (reliability.md 7). What the file is called decides nothing.

Formulas are never evaluated: a cell holds the value that was stored beside its formula, or nothing.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from games.limits import SHEET_BYTES, SHEET_COLUMNS, SHEET_ROWS
from ladder.exports.cells import from_csv
from ladder.imports.columns import heads_known
from ladder.imports.problems import SheetProblem
from ladder.imports.workbook import LAST_LINE, Row, Workbook

LONGEST_CELL = 10_000
"""Characters in a cell; no name and no number is as long, but what follows an open quotation mark is."""
LONGEST_LINE = 100_000
DELIMITERS = (";", ",", "\t", "|")
_SEP = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
_LOOKED_AT = 20_000
_ZIP = b"PK"
_BEGINNINGS = (
    (b"\xd0\xcf\x11\xe0", "old_excel"),
    (b"%PDF", "pdf"),
    (b"\x1f\x8b", "gzip"),
    (b"{", "json"),
    (b"[", "json"),
    (b"<", "markup"),
)


def sheet_names(raw: bytes) -> list[str]:
    """The sheets of a workbook; one without a name for a CSV. Raises `SheetProblem`."""
    if not raw.startswith(_ZIP):
        _text(raw)
        return [""]
    return list(Workbook(raw).sheets)


def read_rows(raw: bytes, sheet: str = "") -> list[Row]:
    """All rows of a CSV, or of a sheet by its name (the first one if there is none of that name)."""
    if raw.startswith(_ZIP):
        book = Workbook(raw)
        return book.filled(_bounded(book.rows(sheet)))
    return _bounded(_csv_rows(_text(raw)))


def csv_content(raw: bytes) -> tuple[str, list[Row]]:
    """The text of a CSV as it stands, and its rows."""
    text = _text(raw)
    return text, _bounded(_csv_rows(text))


def is_sheet(raw: bytes) -> bool:
    """Whether this is a workbook, or a CSV whose first line names at least two columns that are known."""
    if raw.startswith(_ZIP):
        return b"xl/workbook.xml" in raw
    line = raw[:2_000].decode("utf-8-sig", errors="replace").partition("\n")[0].strip()
    if line[:1] in ("", "{", "[", "<"):
        return False
    return any(heads_known(line.split(sign)) > 1 for sign in DELIMITERS if sign in line)


def _bounded(rows: Iterable[Row]) -> list[Row]:
    """The rows without empty ones; raises `SheetProblem` as soon as there are too many or too wide ones."""
    kept: list[Row] = []
    for row in rows:
        if not row.cells and row.line <= LAST_LINE:
            continue
        wide = max((place for place, cell in enumerate(row.cells, 1) if cell not in (None, "")), default=0)
        if not wide and row.line <= LAST_LINE:
            continue
        cells = row.cells[:wide]
        if any(isinstance(cell, str) and len(cell) > LONGEST_CELL for cell in cells):
            raise SheetProblem("cell_too_long", line=row.line, most=LONGEST_CELL)
        if len(cells) > SHEET_COLUMNS:
            raise SheetProblem("too_many_columns", line=row.line, most=SHEET_COLUMNS)
        if len(kept) == SHEET_ROWS + 1 or row.line > LAST_LINE:  # the first one holds the heads
            raise SheetProblem("too_many_rows", line=row.line, most=SHEET_ROWS)
        kept.append(Row(row.line, cells))
    if not kept:
        raise SheetProblem("empty")
    return kept


# CSV


def _text(raw: bytes) -> str:
    if len(raw) > SHEET_BYTES:
        raise SheetProblem("too_large", most=SHEET_BYTES // 1024 // 1024)
    if not raw.strip():
        raise SheetProblem("empty")
    for beginning, code in _BEGINNINGS:
        if raw.lstrip(codecs.BOM_UTF8 + b" \r\n\t").startswith(beginning):
            raise SheetProblem(code)
    text = _decoded(raw)
    odd = sum(sign < " " and sign not in "\t\r\n" for sign in text[:_LOOKED_AT])
    if odd > len(text[:_LOOKED_AT]) // 100 + 1:
        raise SheetProblem("not_text")
    return text


def _decoded(raw: bytes) -> str:
    """UTF-8 or UTF-16 with or without their mark, else Windows-1252, which old spreadsheets write."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _strictly(raw, "utf-16")
    if raw[1:400:2].count(0) > len(raw[1:400:2]) // 2:
        return _strictly(raw, "utf-16-le")
    if raw[0:400:2].count(0) > len(raw[0:400:2]) // 2:
        return _strictly(raw, "utf-16-be")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _strictly(raw, "cp1252")


def _strictly(raw: bytes, charset: str) -> str:
    try:
        return raw.decode(charset)
    except UnicodeDecodeError as problem:
        line = raw[: problem.start].count(b"\n") + 1
        raise SheetProblem("charset", line=line) from None


def _csv_rows(text: str) -> Iterator[Row]:
    delimiter = ""
    skipped = 0
    if found := _SEP.match(text):
        delimiter, text, skipped = found[1], text[found.end() :], 1
    delimiter = delimiter or _delimiter(text)
    reader = csv.reader(_lines(text, delimiter, skipped), delimiter=delimiter)
    before = 0
    try:
        for cells in reader:
            if any(len(cell) > LONGEST_CELL for cell in cells):
                raise _too_long(text, before, skipped)
            yield Row(before + 1 + skipped, tuple(from_csv(cell) for cell in cells))
            before = reader.line_num
    except csv.Error:
        raise _too_long(text, before, skipped) from None


def _lines(text: str, delimiter: str, skipped: int) -> Iterator[str]:
    """The lines, none of which is made into millions of cells before they are counted."""
    for number, line in enumerate(io.StringIO(text, newline=""), 1):
        if len(line) > LONGEST_LINE and line.count(delimiter) > SHEET_COLUMNS:
            raise SheetProblem("too_many_columns", line=number + skipped, most=SHEET_COLUMNS)
        yield line


def _too_long(text: str, before: int, skipped: int) -> SheetProblem:
    """Why the row after so many lines has a cell that no table has: a quotation that goes on, or just a long text."""
    line = next(islice(io.StringIO(text, newline=""), before, None), "")
    if line.count('"') % 2:
        return SheetProblem("quote_open", line=before + 1 + skipped)
    return SheetProblem("cell_too_long", line=before + 1 + skipped, most=LONGEST_CELL)


def _delimiter(text: str) -> str:
    """The sign that parts the first lines most evenly."""
    lines = [line for line in text[:_LOOKED_AT].splitlines()[:20] if line.strip()]

    def evenness(sign: str) -> tuple[int, int]:
        counts = [line.count(sign) for line in lines]
        usual = max(set(counts), key=counts.count) if counts else 0
        return (counts.count(usual) if usual else 0, usual)

    return max(DELIMITERS, key=evenness)
