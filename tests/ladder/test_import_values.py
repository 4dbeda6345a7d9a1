"""Numbers and dates as they stand in the cells of a spreadsheet."""

import datetime as dt
import io
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from openpyxl import Workbook

from ladder.imports.columns import guess_columns
from ladder.imports.plan import Layout, make_plan
from ladder.imports.problems import LineProblem
from ladder.imports.sheets import read_rows
from ladder.imports.values import counted, fraction, guess_dates, local_time


@pytest.mark.parametrize(
    ("cell", "numbers", "worth"),
    [
        ("4.5", "point", Fraction(9, 2)),
        ("4,5", "comma", Fraction(9, 2)),
        ("1,234.5", "point", Fraction(2469, 2)),
        ("1.234.567", "comma", Fraction(1234567)),
        ("-1.234,50", "comma", Fraction(-2469, 2)),
        ("9/2", "point", Fraction(9, 2)),
        (4.5, "comma", Fraction(9, 2)),
        ("12", "comma", Fraction(12)),
    ],
)
def test_a_number_is_read_as_it_is_written(cell, numbers, worth):
    assert fraction(cell, numbers) == worth


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [("4,5", "point"), ("4.5", "comma"), ("12,34", "point"), ("1.2345,5", "comma"), (",5", "point")],
)
def test_a_decimal_sign_is_never_taken_for_one_of_thousands(cell, numbers):
    with pytest.raises(LineProblem):
        fraction(cell, numbers)


@pytest.mark.parametrize("cell", ["9" * 20, 1e300, f"{9 * 10**15 + 10**13},5", 2**53 + 1])
def test_a_number_that_no_column_of_ours_holds_is_refused_and_named(cell):
    with pytest.raises(LineProblem) as refused:
        fraction(cell, "comma")
    assert refused.value.code == "number_too_large"


@pytest.mark.parametrize("cell", ["-1", 2**31, -3.0])
def test_a_rank_or_a_count_is_one(cell):
    with pytest.raises(LineProblem) as refused:
        counted(cell, "point")
    assert refused.value.code == "not_a_count"
    assert counted("12", "point") == 12


def test_a_point_is_not_split_into_more_parts_than_can_be_kept():
    assert fraction(6.333333333333333, "point") == Fraction("6.333333333333333")
    with pytest.raises(LineProblem):
        fraction(1e-300, "point")


@pytest.mark.parametrize(
    ("cells", "order"),
    [
        (["2026-10-03", "05/10/2026", "25/10/2026"], "dmy"),
        (["10/25/2026 20:00", "2026-10-03 21:00"], "mdy"),
        (["2026-10-03", "05/10/2026"], ""),
        (["2026-10-03", "2026/10/25"], "ymd"),
        (["25/10/2026", "10/25/2026"], ""),
    ],
)
def test_dates_that_begin_with_the_year_leave_the_order_of_the_others_alone(cells, order):
    assert guess_dates(cells) == order


@pytest.mark.parametrize("order", ["dmy", "mdy", "ymd", ""])
def test_a_date_that_begins_with_its_year_is_read_in_any_order(order):
    assert local_time("2026-10-03 21:30", None, order) == (dt.datetime(2026, 10, 3, 21, 30), True)


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        # A style that shows hours: midnight is one, as soon as another hour stands in the column.
        ([dt.datetime(2026, 10, 4), dt.datetime(2026, 10, 4, 21, 30)], [("04 00:00", True), ("04 21:30", True)]),
        ([dt.datetime(2026, 10, 4), dt.datetime(2026, 10, 5)], [("04 12:00", False), ("05 12:00", False)]),
        # A style that shows the day alone.
        ([dt.date(2026, 10, 4), dt.datetime(2026, 10, 4, 21, 30)], [("04 12:00", False), ("04 21:30", True)]),
    ],
)
def test_midnight_in_a_spreadsheet_is_an_hour_where_hours_are_kept(cells, told):
    book = Workbook()
    book.active.append(["Gioco", "Fine", "Giocatore 1", "Giocatore 2"])
    for number, cell in enumerate(cells):
        book.active.append(["Azul", cell, f"ada{number}", "bea"])
    out = io.BytesIO()
    book.save(out)
    layout = Layout(kind="rows", columns=["game", "end", "player", "player"], dates="dmy", places="order")
    plan = make_plan(read_rows(out.getvalue()), layout, ZoneInfo("Europe/Rome"))
    local = [match.ended_at.astimezone(ZoneInfo("Europe/Rome")) for match in plan.matches]
    assert [(f"{end:%d %H:%M}", match.exact) for end, match in zip(local, plan.matches, strict=True)] == told


def test_cells_merged_downward_stand_in_each_of_their_rows():
    book = Workbook()
    for row in (
        ["Gioco", "Fine", "Giocatore", "Posto", "Nota"],
        ["Azul", dt.date(2026, 10, 4), "Ada", 1, "bella"],
        [None, None, "Bea", 2],
        [None, None, "Cleo", 3],
        [None, dt.date(2026, 10, 5), "Dora", 1],
        [None, None, "Ezio", 2],
    ):
        book.active.append(row)
    for merged in ("A2:A6", "B2:B4", "B5:B6", "C1:D1", "E2:E3"):
        book.active.merge_cells(merged)
    out = io.BytesIO()
    book.save(out)
    rows = read_rows(out.getvalue())
    assert rows[2].cells == ("Azul", dt.date(2026, 10, 4), "Bea", 2, "bella")
    assert rows[3].cells == ("Azul", dt.date(2026, 10, 4), "Cleo", 3)
    layout = Layout(columns=["game", "end", "player", "place", ""], dates="dmy")
    plan = make_plan(rows, layout, ZoneInfo("Europe/Rome"))
    assert ([match.lines for match in plan.matches], plan.rejected) == ([[2, 3, 4], [5, 6]], [])


def planned_of(text):
    """The lines of each match that is taken, and why the others are not."""
    rows = read_rows(("Gioco;Fine;Giocatore;Posto;Punteggio\n" + text).encode())
    columns = ["game", "end", "player", "place", "score"]
    plan = make_plan(rows, Layout(columns=columns, dates="dmy"), ZoneInfo("Europe/Rome"))
    return [match.lines for match in plan.matches], [(one.line, one.code) for one in plan.rejected]


@pytest.mark.parametrize(
    ("text", "taken", "rejected"),
    [
        # A name has 64 characters as it is kept, however it is written.
        ("Azul;5/8/2026 21:00;" + "e\u0301" * 64 + ";1;9\nAzul;5/8/2026 21:00;Bea;2;8\n", [[2, 3]], []),
        (
            f"Azul;5/8/2026 21:00;{'é' * 65};1;9\nAzul;5/8/2026 21:00;Bea;2;8\n",
            [],
            [(2, "name_too_long"), (3, "with_its_match")],
        ),
        # The last place cannot be read: the others do not become a match of two.
        (
            "Azul;5/8/2026 21:00;Ada;1;9\nAzul;5/8/2026 21:00;Bea;2;8\nAzul;5/8/2026 21:00;Cleo;3;x\n"
            "Azul;6/8/2026 21:00;Ada;1;9\nAzul;6/8/2026 21:00;Bea;2;8\n",
            [[5, 6]],
            [(2, "with_its_match"), (3, "with_its_match"), (4, "not_a_number")],
        ),
        # Its date cannot be read either: it belongs to the rows before it, unless it begins another match.
        (
            "Azul;5/8/2026;Ada;1;9\nAzul;5/8/2026;Bea;2;8\nAzul;5/O8/2026;Cleo;3;7\nAzul;9/x;Ada;1;\nAzul;9/x;Bea;2;\n",
            [],
            [(2, "with_its_match"), (3, "with_its_match"), (4, "not_a_date"), (5, "not_a_date"), (6, "not_a_date")],
        ),
        ("Azul;5/8/2026;Ada;1;\nAzul;5/8/2026;Bea;2;\nAzul;9/x;Ada;1;\n", [[2, 3]], [(4, "not_a_date")]),
        # A title or a sum between the matches is of none of them.
        (
            "Azul;5/8/2026;Ada;1;9\nAzul;5/8/2026;Bea;2;8\n;;Totale;;17\n;Settimana 2;;;\nAzul;6/8/2026;Ada;1;9\n"
            "Azul;6/8/2026;Bea;2;8\n",
            [[2, 3], [6, 7]],
            [(4, "end_missing"), (5, "not_a_date")],
        ),
        # Somebody stands twice at one table.
        ("Azul;5/8/2026;Ada;1;\nAzul;5/8/2026;ADA;2;\n", [], [(2, "with_its_match"), (3, "player_twice")]),
        # Two matches of one day whose hour is not told.
        (
            "Azul;5/8/2026;Ada;1;\nAzul;5/8/2026;Bea;2;\nAzul;5/8/2026;Ada;1;\nAzul;5/8/2026;Bea;2;x\n",
            [[2, 3]],
            [(4, "with_its_match"), (5, "not_a_number")],
        ),
    ],
)
def test_a_row_that_cannot_be_read_takes_its_match_with_it_and_no_other(text, taken, rejected):
    assert planned_of(text) == (taken, rejected)


def test_points_beside_each_player_of_a_row_are_those_of_the_game():
    heads = ["Data", "Gioco", "Giocatore 1", "Punti 1", "Giocatore 2", "Punti 2"]
    assert guess_columns(heads, "rows") == ["end", "game", "player", "score", "player", "score"]
    assert guess_columns(["Data", "Giocatore", "Punti"], "seats") == ["end", "player", "points"]
