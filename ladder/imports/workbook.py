"""An XLSX as rows, read as a stream: nothing is unpacked, declared or allocated beyond the limits (reliability.md 7).

openpyxl would read it, too, but it fills every gap: one cell in the last corner of a sheet costs it minutes.
"""

import datetime as dt
import io
import math
import posixpath
import re
import zipfile
import zlib
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast
from xml.parsers import expat

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_datetime
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

from games.limits import SHEET_BYTES, SHEET_COLUMNS, SHEET_UNPACKED
from ladder.exports.cells import from_xlsx
from ladder.imports.problems import SheetProblem

Merged = tuple[int, int, int]
"""Cells shown as one: their first column, first row and last row."""
Cell = str | int | float | bool | dt.datetime | dt.date | dt.time | None

ENTRIES = 1_000
SHEETS = 1_000
LONGEST_NAME = 250
STYLES = 65_536
LAST_LINE, LAST_COLUMN = 1_048_576, 18_278
MERGED = 200_000
FILLED = 1_000_000
"""Cells merged downward, and cells that they fill, at most."""
STRINGS = 2_000_000
PIECE = 256 * 1024
LONGEST_TAG = 4 * PIECE
DEEPEST = 64
KINDS = 2_000
"""Names of elements and attributes that differ."""
ELEMENTS = 8_000_000
"""More than 100 MB of a table hold: else nearly empty ones would cost half a minute."""
NUMBER = re.compile(r"-?[0-9]{1,15}")
REFERENCE = re.compile(r"([A-Z]{1,3})[0-9]{1,7}")
RANGE = re.compile(r"([A-Z]{1,3})([0-9]{1,7}):[A-Z]{1,3}([0-9]{1,7})")
_BROKEN = (zipfile.BadZipFile, zlib.error, expat.ExpatError, EOFError, OSError, ValueError, LookupError, RuntimeError)
"""What the readers below raise for an archive or a part that is none; `RuntimeError` for a method not known."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row that is not empty. `line` is where people find it: the line of a CSV, the row of a sheet."""

    line: int
    cells: tuple[Cell, ...]


class Workbook:
    """`sheets` by name, in their order. Every method raises `SheetProblem` for what cannot be read."""

    def __init__(self, raw: bytes) -> None:
        if len(raw) > SHEET_BYTES:
            raise SheetProblem("too_large", most=SHEET_BYTES // 1024 // 1024)
        self.sheets: dict[str, str] = {}
        self._epoch: dt.datetime = CALENDAR_WINDOWS_1900
        self._dates: list[str | None] = []
        self._texts: list[str] = []
        self._merged: list[Merged] = []
        self._left = SHEET_UNPACKED
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(raw))
            self._names = self._check_names()
            self._read_sheets()
        except _BROKEN:
            raise SheetProblem("broken_xlsx") from None

    def rows(self, sheet: str = "") -> Iterator[Row]:
        """The rows of a sheet, of the first one if there is none of that name."""
        try:
            if "xl/styles.xml" in self._names:
                self._read_styles()
            if "xl/sharedStrings.xml" in self._names:
                self._read_texts()
            yield from self._read_rows(self.sheets.get(sheet) or next(iter(self.sheets.values())))
        except _BROKEN:
            raise SheetProblem("broken_xlsx") from None

    def filled(self, rows: list[Row]) -> list[Row]:
        """All rows of the sheet that was read last: what cells merged downward show stands in each row beside them."""
        lines, below, left = [row.line for row in rows], (0, 0), FILLED
        wider: dict[int, list[Cell]] = {}
        for column, first, last in sorted(self._merged):
            if (column, first) <= below:  # no spreadsheet lets ranges overlap
                continue
            below = (column, last)
            start, end = bisect_left(lines, first), bisect_right(lines, last)
            if start == len(rows) or lines[start] != first or len(rows[start].cells) < column:
                continue
            shown = rows[start].cells[column - 1]
            if shown is None:
                continue
            left -= max(0, end - start)
            if left < 0:
                raise SheetProblem("broken_xlsx")
            for place in range(start + 1, end):
                cells = wider.setdefault(place, list(rows[place].cells))
                cells += [None] * (column - len(cells))
                cells[column - 1] = shown
        return [Row(row.line, tuple(wider[place])) if place in wider else row for place, row in enumerate(rows)]

    def _check_names(self) -> set[str]:
        entries = self._archive.infolist()
        names = {entry.filename for entry in entries}
        if "xl/workbook.xml" not in names:
            raise SheetProblem("open_document" if "content.xml" in names else "no_workbook")
        if len(entries) > ENTRIES or len(names) < len(entries):
            raise SheetProblem("broken_xlsx")
        if any(entry.flag_bits & 1 for entry in entries):
            raise SheetProblem("encrypted")
        return names

    def _stream(
        self,
        part: str,
        start: Callable[[str, dict[str, str]], None],
        end: Callable[[str], None] | None = None,
        text: Callable[[str], None] | None = None,
    ) -> Iterator[None]:
        """Parse a part piece by piece, counted while it is unpacked; yields after each piece."""
        parser = _Parser(start, end, text)
        with self._archive.open(part) as packed:
            while piece := packed.read(PIECE):
                self._left -= len(piece)
                if self._left < 0:
                    raise SheetProblem("unpacked", most=SHEET_UNPACKED // 1024 // 1024)
                parser.take(piece)
                yield
            parser.take(b"", last=True)
            yield

    def _parse(self, part: str, *handlers: Any) -> None:
        for _piece in self._stream(part, *handlers):
            pass

    def _read_sheets(self) -> None:
        targets: dict[str, str] = {}
        found: list[tuple[str, str]] = []

        def relation(name: str, attributes: dict[str, str]) -> None:
            if name == "Relationship" and attributes.get("TargetMode") != "External":
                target = attributes.get("Target", "")
                targets[attributes.get("Id", "")] = posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")

        def sheet(name: str, attributes: dict[str, str]) -> None:
            if name == "workbookPr" and attributes.get("date1904") in ("1", "true"):
                self._epoch = CALENDAR_MAC_1904
            if name == "sheet":
                number = next((value for key, value in attributes.items() if key.endswith(" id")), "")
                found.append((attributes.get("name", "")[:LONGEST_NAME], number))
                if len(found) > SHEETS:
                    raise SheetProblem("broken_xlsx")

        self._parse("xl/_rels/workbook.xml.rels", relation)
        self._parse("xl/workbook.xml", sheet)
        for name, number in found:
            if targets.get(number, "").startswith("xl/worksheets/") and targets[number] in self._names:
                self.sheets[name] = targets[number]
        if not self.sheets:
            raise SheetProblem("no_rows")

    def _read_styles(self) -> None:
        """Which styles of cells show a day (`date`), an hour (`time`) or both (`datetime`)."""
        codes: dict[int, str] = dict(BUILTIN_FORMATS)
        inside = [False]

        def start(name: str, attributes: dict[str, str]) -> None:
            if name == "numFmt":
                codes[int(attributes.get("numFmtId", "0"))] = attributes.get("formatCode", "")[:255]
            elif name == "cellXfs":
                inside[0] = True
            elif name == "xf" and inside[0]:
                code = codes.get(int(attributes.get("numFmtId", "0")), "")
                self._dates.append(is_datetime(code) if is_date_format(code) else None)
                if len(self._dates) > STYLES:
                    raise SheetProblem("broken_xlsx")

        def end(name: str) -> None:
            if name == "cellXfs":
                inside[0] = False

        self._dates.clear()
        self._parse("xl/styles.xml", start, end)

    def _read_texts(self) -> None:
        parts: list[str] = []
        state = {"text": False, "sound": False}

        def start(name: str, _attributes: dict[str, str]) -> None:
            if name == "si":
                parts.clear()
            elif name == "rPh":
                state["sound"] = True
            elif name == "t":
                state["text"] = not state["sound"]

        def end(name: str) -> None:
            if name == "t":
                state["text"] = False
            elif name == "rPh":
                state["sound"] = False
            elif name == "si":
                if len(self._texts) == STRINGS:
                    raise SheetProblem("broken_xlsx")
                self._texts.append(from_xlsx("".join(parts)))

        def text(piece: str) -> None:
            if state["text"]:
                parts.append(piece)

        self._texts.clear()
        self._parse("xl/sharedStrings.xml", start, end, text)

    def _read_rows(self, part: str) -> Iterator[Row]:
        ready: deque[Row] = deque()
        reader = _SheetReader(ready, self._value)
        self._merged = reader.merged
        for _piece in self._stream(part, reader.start, reader.end, reader.text):
            while ready:
                yield ready.popleft()

    def _value(self, kind: str, style: str, text: str) -> Cell:
        if kind == "s":
            return self._texts[_number(text)] if text else None
        if kind in ("str", "inlineStr", "e"):
            return from_xlsx(text)
        if not text:
            return None
        if kind == "b":
            return text == "1"
        if kind == "d":
            return text
        number = int(text) if NUMBER.fullmatch(text) else float(text)
        if not math.isfinite(number):
            return text
        if style and (kept := _number(style)) < len(self._dates) and (shown := self._dates[kept]):
            try:
                found = from_excel(number, self._epoch)
            except (ValueError, OverflowError):
                return number
            alone = shown == "date" and isinstance(found, dt.datetime) and found.time() == dt.time()
            return cast(Cell, found.date() if alone else found)
        return int(number) if isinstance(number, float) and number.is_integer() and abs(number) < 1e15 else number


class _Parser:
    """expat with limits of its own: what it keeps of names, open elements and tags that do not end grows without them."""

    def __init__(
        self,
        start: Callable[[str, dict[str, str]], None],
        end: Callable[[str], None] | None,
        text: Callable[[str], None] | None,
    ) -> None:
        self.kinds: dict[str, str] = {}
        self.elements = self.depth = self.taken = 0
        self.expat = parser = expat.ParserCreate(namespace_separator=" ", intern=self.kinds)
        parser.buffer_text = True
        short: dict[str, str] = {}

        def local(name: str) -> str:
            if name not in short:
                short[name] = name.rpartition(" ")[2]
            return short[name]

        def opened(name: str, attributes: dict[str, str]) -> None:
            self.elements += 1
            self.depth += 1
            if self.depth > DEEPEST or self.elements > ELEMENTS:
                raise SheetProblem("broken_xlsx")
            start(local(name), attributes)

        def closed(name: str) -> None:
            self.depth -= 1
            if end is not None:
                end(local(name))

        def refuse(*_args: Any) -> None:
            raise SheetProblem("entities")

        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
        parser.StartElementHandler, parser.EndElementHandler = opened, closed
        if text is not None:
            parser.CharacterDataHandler = text

    def take(self, piece: bytes, last: bool = False) -> None:
        """The next bytes. A tag that goes on and on is read from its beginning again each time, so it must end soon."""
        self.expat.Parse(piece, last)
        self.taken += len(piece)
        if len(self.kinds) > KINDS or self.taken - self.expat.CurrentByteIndex > LONGEST_TAG:
            raise SheetProblem("broken_xlsx")


class _SheetReader:
    """Handlers for one sheet; rows that hold something go to `ready`."""

    def __init__(self, ready: deque[Row], value: Callable[[str, str, str], Cell]) -> None:
        self.ready, self.value = ready, value
        self.merged: list[Merged] = []
        self.line = self.column = 0
        self.cells: list[Cell] = []
        self.parts: list[str] = []
        self.listening = False
        self.kind = self.style = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "c":
            found = REFERENCE.fullmatch(attributes.get("r", ""))
            self.column = _column(found[1]) if found else self.column + 1
            if self.column > LAST_COLUMN:
                raise SheetProblem("broken_xlsx")
            self.kind, self.style = attributes.get("t", "n"), attributes.get("s", "")
            self.parts.clear()
        elif name in ("v", "t"):
            self.listening = True
        elif name == "row":
            number = attributes.get("r", "")
            self.line = _number(number) if number else self.line + 1
            if self.line > LAST_LINE:
                raise SheetProblem("broken_xlsx")
            self.cells, self.column = [], 0
        elif name == "mergeCell":
            self.merge(attributes.get("ref", ""))

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self.listening = False
        elif name == "c":
            value = self.value(
                self.kind, self.style, "".join(self.parts).strip() if self.kind == "n" else "".join(self.parts)
            )
            if value not in (None, ""):
                self.keep(value)
        elif name == "row" and self.cells:
            self.ready.append(Row(self.line, tuple(self.cells)))

    def text(self, piece: str) -> None:
        if self.listening:
            self.parts.append(piece)

    def merge(self, reference: str) -> None:
        found = RANGE.fullmatch(reference)
        if found and int(found[2]) < int(found[3]) and _column(found[1]) <= SHEET_COLUMNS:
            if len(self.merged) == MERGED:
                raise SheetProblem("broken_xlsx")
            self.merged.append((_column(found[1]), int(found[2]), int(found[3])))

    def keep(self, value: Cell) -> None:
        if self.column > SHEET_COLUMNS:
            raise SheetProblem("too_many_columns", line=self.line, most=SHEET_COLUMNS)
        self.cells += [None] * (self.column - 1 - len(self.cells))
        self.cells[self.column - 1 :] = [value]


def _number(text: str) -> int:
    """A number that counts something; raises `ValueError`."""
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise ValueError(text[:10])
    return int(text)


def _column(letters: str) -> int:
    """The number of a column: A is 1, AA is 27."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
