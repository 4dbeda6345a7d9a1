"""A person taken out of a table that was imported: the same rows, told about somebody without a name."""

import io
import zipfile
from collections.abc import Sequence

from openpyxl import Workbook as Written
from openpyxl.cell import WriteOnlyCell

from games.forgetting import replaced
from games.models.player import fold
from ladder.exports.cells import xlsx_text
from ladder.imports.sheets import csv_content
from ladder.imports.workbook import Cell, Workbook


def sheet_forget(raw: bytes, names: Sequence[str], ids: Sequence[str], neutral: str, number: str) -> bytes:
    """The bytes of a table with `names`, however they are spelled, and `ids` replaced; the same bytes if it has none.

    Of a workbook that names him its values are left, and nothing else: what else it held might name him, too. Raises
    `SheetProblem` for what cannot be read.
    """
    told = Telling({fold(name) for name in names}, sorted(names, key=len, reverse=True), list(ids), neutral, number)
    if zipfile.is_zipfile(io.BytesIO(raw)):
        return told.workbook(raw)
    text, rows = csv_content(raw)
    spelled = {
        cell.strip() for row in rows for cell in row.cells if isinstance(cell, str) and fold(cell) in told.folded
    }
    fresh = told.text(text, spelled)
    return raw if fresh == text else fresh.encode("utf-8-sig")


class Telling:
    """What is replaced by what."""

    def __init__(self, folded: set[str], names: list[str], ids: list[str], neutral: str, number: str) -> None:
        self.folded, self.names, self.ids = folded, names, ids
        self.neutral, self.number = neutral, number

    def text(self, text: str, spelled: set[str]) -> str:
        for one in sorted(self.ids, key=len, reverse=True):
            text = replaced(text, one, self.number)
        for name in sorted(spelled | set(self.names), key=len, reverse=True):
            text = replaced(text, name, self.neutral)
        return text

    def cell(self, value: Cell) -> Cell:
        if isinstance(value, str):
            return self.text(value, {value.strip()} if fold(value) in self.folded else set())
        return int(self.number) if str(value) in self.ids else value

    def workbook(self, raw: bytes) -> bytes:
        names_him, book = False, Written(write_only=True)
        for name in Workbook(raw).sheets:
            sheet, line = book.create_sheet(name), 0
            read = Workbook(raw)
            for row in read.filled(list(read.rows(name))):
                for _gap in range(row.line - line - 1):
                    sheet.append([])
                cells = [self.cell(value) for value in row.cells]
                names_him |= cells != list(row.cells)
                sheet.append([_written(sheet, value) for value in cells])
                line = row.line
        if not names_him:
            return raw
        out = io.BytesIO()
        book.save(out)
        return out.getvalue()


def _written(sheet: object, value: Cell) -> object:
    """A cell that is text whatever it begins with."""
    if not isinstance(value, str):
        return value
    cell = WriteOnlyCell(sheet)
    cell._value, cell.data_type = xlsx_text(value), "s"
    return cell
