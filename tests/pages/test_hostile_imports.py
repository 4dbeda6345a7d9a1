"""Files that are no months, or mean harm: refused in words, before anything is kept."""

import io
import re
import time
import zipfile
from collections.abc import Callable

import pytest

from ladder.invariants import broken
from ladder.models import Import
from tests.ladder.september import as_xlsx
from tests.pages.importing import Sara, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def zipped(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in parts.items():
            archive.writestr(name.replace("__", "/"), body)
    return out.getvalue()


def workbook_with(part: str, body: bytes) -> bytes:
    """September with one part of the workbook replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(as_xlsx())) as whole, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry in whole.infolist():
            archive.writestr(entry.filename, body if entry.filename == part else whole.read(entry))
    return out.getvalue()


SHEET = "xl/worksheets/sheet1.xml"
OPEN = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
HOSTILE = {
    "nothing": (b"", "Choose a file first|nothing in it"),
    "spaces": (b" \n \n", "nothing in it"),
    "binary": (bytes(range(256)) * 40, "no text and no workbook|signs that no known way"),
    "old": (b"\xd0\xcf\x11\xe0" + b"\0" * 600, r"old kind \(.xls\)"),
    "pdf": (b"%PDF-1.7 ...", "This is a PDF"),
    "log": (b'{"status": 1, "data": {}}', "Bring it on the page"),
    "page": (b"<!doctype html><table>", "a web page or XML"),
    "packed": (b"\x1f\x8b\x08" + b"\0" * 30, "packed file"),
    "zip": (zipped(a=b"1"), "no workbook"),
    "ods": (zipped(**{"content.xml": b"<a/>"}), "OpenDocument"),
    "cut off": (as_xlsx()[:-900], "workbook is broken"),
    "bomb": (workbook_with(SHEET, OPEN + b" " * (120 * 1024 * 1024)), "Unpacked it has more than 100 MB"),
    "entities": (workbook_with(SHEET, b'<!DOCTYPE a [<!ENTITY b "c">]>' + OPEN), "declares XML entities"),
    "wide": (b";".join(b"x" for _ in range(201)) + b"\n1;2", "more than 200 columns"),
    "far": (
        workbook_with(SHEET, OPEN + b'<row r="9"><c r="XFD9"><v>1</v></c></row></sheetData></worksheet>'),
        "Line 9 has more than 200",
    ),
    "quote": (b'a;b\n"' + b"x" * 20_000, "Line 2 has a quotation mark"),
    "long": (b"a;b\n1;" + b"x" * 200_000 + b"\n1;2\n", "Line 2 has a cell of more than 10000 characters"),
    "not xml": (workbook_with(SHEET, b"<<<"), "workbook is broken"),
    "many": (b"a;b\n" + b"1;2\n" * 50_001, "more than 50000 rows"),
    "blank lines": (b"a;b\n" + b"\n" * (19 << 20), "more than 50000 rows"),
    "empty cells": (b"a;b\n" + b";" * (19 << 20), "Line 2 has more than 200 columns"),
    "deep": (workbook_with(SHEET, b"<a>" * (30 << 20)), "workbook is broken"),
    "a tag without end": (workbook_with(SHEET, b"<" + b"a" * (90 << 20)), "workbook is broken"),
    "a remark without end": (workbook_with(SHEET, b"<!--" + b"a" * (90 << 20)), "workbook is broken"),
    "empty elements": (workbook_with(SHEET, OPEN + b"<row>" + b"<c/>" * (20 << 20)), "workbook is broken"),
    "rows": (workbook_with(SHEET, OPEN + b"<row/>" * (15 << 20)), "workbook is broken"),
    "kinds": (workbook_with(SHEET, OPEN + b"".join(b"<a%d/>" % n for n in range(100_000))), "workbook is broken"),
    "sheets": (workbook_with("xl/workbook.xml", b"<a>" + b"<sheet/>" * (10 << 20)), "workbook is broken"),
    "styles": (workbook_with("xl/styles.xml", b"<a><cellXfs>" + b"<xf/>" * (15 << 20)), "workbook is broken"),
    "a text that is not there": (
        workbook_with(SHEET, OPEN + b'<row><c t="s"><v>7</v></c></row>'),
        "workbook is broken",
    ),
    "a text before the first": (
        workbook_with(SHEET, OPEN + b'<row><c t="s"><v>-1</v></c></row>'),
        "workbook is broken",
    ),
    "a line without end": (workbook_with(SHEET, OPEN + b'<row r="' + b"9" * 99 + b'"></row>'), "workbook is broken"),
    "a long text": (
        workbook_with(
            SHEET, OPEN + b'<row><c t="str"><v>' + b"x" * (60 << 20) + b"</v></c></row></sheetData></worksheet>"
        ),
        "Line 1 has a cell of more than 10000 characters",
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_in_words(sara: Sara, kind: str, measured: Callable[..., None]) -> None:
    raw, words = HOSTILE[kind]
    began = time.process_time()
    answer = sara.bring(raw, "x.xlsx")
    measured(f"a hostile table, {kind}: refused after", time.process_time() - began, "s of processor", 2)
    assert answer.status_code == 422
    assert re.search(words, text_of(answer)), text_of(answer)[:600]
    assert not Import.objects.exists()
    assert broken() == []
