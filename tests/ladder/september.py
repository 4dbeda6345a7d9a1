"""September as a manager keeps it in a spreadsheet: eleven matches, one row per player."""

import csv
import io
from collections.abc import Sequence

from openpyxl import Workbook

MATCHES = (
    "gufetta, livio_lupo1, hugo_pt, katia_k",
    "livio_lupo, adamanta, nuno_mar",
    "adamanta, hugo_pt, gufetta, brunello3",
    "livio_lupo1, chiaraluna",
    "dado_storto, gufetta, elenaditroia, jacopone",
    "brunello3, livio_lupo = chiaraluna, fabio_faro",
    "hugo_pt, dado_storto, katia_k",
    "adamanta, brunello3, dado_storto",
    "chiaraluna, katia_k, jacopone, fabio_faro",
    "gufetta, fabio_faro, jacopone",
    "livio_lupo, dado_storto",
)
"""By place; `=` joins those who share one."""
HEADS = ("Gioco", "Fine", "Giocatore", "Posto")


def placed(line: str) -> list[tuple[int, str]]:
    seats: list[tuple[int, str]] = []
    for group in line.split(", "):
        place = len(seats) + 1
        seats += [(place, name) for name in group.split(" = ")]
    return seats


def rows(heads: Sequence[str] = HEADS) -> list[list[object]]:
    """The heads and 36 rows; the matches end on even evenings of September."""
    lines: list[list[object]] = [list(heads)]
    for day, match in zip(range(2, 30, 2), MATCHES, strict=False):
        lines += [["Alhambra", f"{day:02}/09/2026 21:30", name, place] for place, name in placed(match)]
    return lines


def as_csv(lines: Sequence[Sequence[object]] | None = None, delimiter: str = ";", charset: str = "utf-8") -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows(lines or rows())
    return out.getvalue().encode(charset)


def as_xlsx(lines: Sequence[Sequence[object]] | None = None, title: str = "Settembre") -> bytes:
    book = Workbook()
    sheet = book.active
    sheet.title = title
    for line in lines or rows():
        sheet.append(list(line))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
