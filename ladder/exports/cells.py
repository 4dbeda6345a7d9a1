"""Text in the cells of spreadsheets: written so that it is never a formula, and read back as it was."""

import re

FORMULA = re.compile(r"'*[=+\-@\t\r\0]")
"""What a spreadsheet would take for a formula, also behind apostrophes, so that each one written is taken off again."""
_GUARDED = re.compile(r"''*[=+\-@\t\r\0]")
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\r\x0e-\x1f\ud800-\udfff\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def csv_text(text: str) -> str:
    """A text cell of a CSV: one that begins like a formula gets a leading apostrophe.

    >>> csv_text("=1+1"), csv_text("ada"), csv_text("'=1")
    ("'=1+1", 'ada', "''=1")
    """
    return f"'{text}" if FORMULA.match(text) else text


def from_csv(cell: str) -> str:
    """What `csv_text` was given.

    >>> from_csv("'=1+1"), from_csv("''=1"), from_csv("'tis")
    ('=1+1', "'=1", "'tis")
    """
    return cell[1:] if _GUARDED.match(cell) else cell


def xlsx_text(text: str) -> str:
    """A text cell of an XLSX; signs that XML cannot hold are written in the format's own way.

    >>> xlsx_text("a\\x00b"), xlsx_text("_x0041_")
    ('a_x0000_b', '_x005F_x0041_')
    """
    return _UNWRITABLE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def from_xlsx(cell: str) -> str:
    """What `xlsx_text` was given."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), cell) if "_x" in cell else cell
