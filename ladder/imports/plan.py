"""From rows to matches, before anybody is asked who is who: what can be read, and which lines cannot, and why."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from games.engine.text import clean_name, clean_text, table_number
from games.limits import NAME_LENGTH
from ladder.imports.columns import NEEDED, REPEATED, Kind
from ladder.imports.problems import LineProblem, SheetProblem
from ladder.imports.values import (
    ENDINGS,
    FLAGS,
    counted,
    fraction,
    instant,
    local_time,
    month_of,
    tells_hours,
    whole,
    word_of,
)
from ladder.imports.workbook import Cell, Row

MOST_SEATS = 12


class Layout(msgspec.Struct, kw_only=True):
    """How a file is to be read. `columns` holds the field of each column; `places` how places follow where none stand."""

    sheet: str = ""
    kind: Kind = "seats"
    header: bool = True
    columns: list[str] = []
    dates: str = ""
    numbers: str = ""
    places: str = ""
    """`most` or `least` points win; `order`: as the players stand."""
    game: str = ""
    """The game of all matches where no column names it."""
    month: str = ""
    """The month of all totals where no column names it."""
    half: str = ""
    """`first` or `second`: of a time that the clocks showed twice."""


class Seat(msgspec.Struct, kw_only=True):
    """One person's line of a planned match."""

    line: int
    name: str
    platform_id: str = ""
    place: int | None = None
    score: int | None = None
    flag: str = "played"
    points: Fraction | None = None


class Planned(msgspec.Struct, kw_only=True):
    """A match as the file tells it. `exact` is whether the hour of its end is told; `key` names it within the file."""

    key: str
    lines: list[int]
    game: str
    table: str = ""
    ended_at: dt.datetime
    exact: bool
    ending: str = "normal"
    seats: list[Seat]


class Total(msgspec.Struct, kw_only=True):
    """One person's total of a month."""

    line: int
    month: tuple[int, int]
    name: str
    platform_id: str = ""
    points: Fraction
    matches: int | None = None
    rank: int | None = None


class Rejected(msgspec.Struct, frozen=True):
    line: int
    code: str
    facts: dict[str, Any] = {}


class Plan(msgspec.Struct):
    """What a file gives. `rows` counts those read, the head apart."""

    rows: int = 0
    matches: list[Planned] = []
    totals: list[Total] = []
    rejected: list[Rejected] = []


class _Line(msgspec.Struct):
    """What a row tells about its match, and the people in it."""

    line: int
    match: str
    table: str
    game: str
    local: dt.datetime
    exact: bool
    ending: str
    seats: list[Seat]
    faulty: bool = False
    """It is rejected already, and its match with it."""


def make_plan(rows: Sequence[Row], layout: Layout, zone: ZoneInfo) -> Plan:
    """Raises `SheetProblem` where a column is missing without which nothing can be read."""
    for field in NEEDED[layout.kind]:
        if field not in layout.columns:
            raise SheetProblem("column_missing", field=field)
    body = list(rows[1:] if layout.header else rows)
    if not body:
        raise SheetProblem("no_rows")
    plan = Plan(rows=len(body))
    if layout.kind == "totals":
        _totals(plan, body, layout)
        return plan
    lines = list(_lines(plan, body, layout))
    for group in _grouped(lines, layout):
        _match(plan, group, layout, zone)
    plan.rejected.sort(key=lambda rejected: rejected.line)
    return plan


def cells_of(row: Row, columns: Sequence[str]) -> dict[str, list[Cell]]:
    """The cells of a row by field; repeated fields have one for each of their columns."""
    found: dict[str, list[Cell]] = {}
    for index, field in enumerate(columns):
        if field:
            found.setdefault(field, []).append(row.cells[index] if index < len(row.cells) else None)
    return found


def _lines(plan: Plan, rows: Iterable[Row], layout: Layout) -> Iterator[_Line]:
    rows = list(rows)
    hours = tells_hours(cell for row in rows for cell in cells_of(row, layout.columns)["end"])
    before = None
    for row in rows:
        try:
            before = _line(row, layout, hours)
        except LineProblem as problem:
            plan.rejected.append(Rejected(row.line, problem.code, problem.facts))
            before = _faulty(row, layout, hours, before)
            if before is None:
                continue
        yield before


def _line(row: Row, layout: Layout, hours: bool) -> _Line:
    cells = cells_of(row, layout.columns)
    local, exact = local_time(_one(cells, "end"), _one(cells, "time"), layout.dates, hours=hours)
    game = _text(_one(cells, "game")) or layout.game
    if not game:
        raise LineProblem("game_missing")
    return _Line(
        line=row.line,
        match=_text(_one(cells, "match")),
        table=_table(_one(cells, "table")),
        game=game,
        local=local,
        exact=exact,
        ending=word_of(_one(cells, "ending"), ENDINGS, "ending", ""),
        seats=_seats(row.line, cells, layout),
    )


def _faulty(row: Row, layout: Layout, hours: bool, before: _Line | None) -> _Line | None:
    """A row that cannot be read, as far as it tells of which match it is, so that no match is taken without it.

    Without a date it is of the match of the row before if it goes on with a place. None where it is of no match, such as
    a title or a sum, or where a row is a whole match.
    """
    cells = cells_of(row, layout.columns)
    number, place = (str(_one(cells, field) or "").strip() for field in ("table", "place"))
    goes_on = bool(_one(cells, "player")) and place.isdecimal() and int(place[:9]) > 1
    try:
        local, exact = local_time(_one(cells, "end"), _one(cells, "time"), layout.dates, hours=hours)
    except LineProblem:
        if before is None or not goes_on:
            return None
        local, exact = before.local, before.exact
    seat = Seat(line=row.line, name=str(_one(cells, "player") or ""), place=1 if place == "1" else None)
    game = _text(_one(cells, "game")) or layout.game or (before.game if before else "")
    table = table_number(number) or number
    told = _Line(row.line, _text(_one(cells, "match")), table, game, local, exact, "", [seat], faulty=True)
    return None if layout.kind == "rows" else told


def _seats(line: int, cells: dict[str, list[Cell]], layout: Layout) -> list[Seat]:
    """The people of a row; the n-th name goes with the n-th place, score and so on."""
    seats = []
    for index, cell in enumerate(cells["player"]):
        name = _name(cell)
        own = {field: values[index] for field, values in cells.items() if field in REPEATED and index < len(values)}
        if not name:
            if layout.kind == "rows" and all(value in (None, "") for value in own.values()):
                continue
            raise LineProblem("name_missing")
        seats.append(
            Seat(
                line=line,
                name=name,
                platform_id=_number(own.get("player_id"), "player_id"),
                place=whole(own.get("place"), layout.numbers),
                score=whole(own.get("score"), layout.numbers),
                flag=word_of(own.get("flag"), FLAGS, "flag", "played"),
                points=fraction(_one(cells, "points"), layout.numbers),
            )
        )
    return seats


def _grouped(lines: Sequence[_Line], layout: Layout) -> Iterator[list[_Line]]:
    """The rows of each match: by its number or table, else those in a row with the same game and end."""
    if layout.kind == "rows":
        yield from ([line] for line in lines)
        return
    named: dict[str, list[_Line]] = {}
    for line in lines:
        if line.match or line.table:
            named.setdefault(f"m{line.match}" if line.match else f"t{line.table}", []).append(line)
    yield from named.values()
    nameless = [line for line in lines if not (line.match or line.table)]
    for _same, run in groupby(nameless, key=lambda line: (line.game, line.local, line.exact)):
        yield from _split(list(run))


def _split(run: list[_Line]) -> Iterator[list[_Line]]:
    """One match, or several one after the other, each beginning with its first place."""
    seats = [line.seats[0] for line in run]
    names = [seat.name.casefold() for seat in seats]
    if len(run) <= MOST_SEATS and len(set(names)) == len(names) and _fit([seat.place for seat in seats]):
        yield run
        return
    part: list[_Line] = []
    for line in run:
        seat, last = line.seats[0], part[-1].seats[0].place if part else None
        again = any(seat.name.casefold() == other.seats[0].name.casefold() for other in part)
        goes_on = seat.place is not None and last is not None and seat.place > last
        if part and ((again and not goes_on) or (seat.place == 1 and last != 1)):
            yield part
            part = []
        part.append(line)
    yield part


def _match(plan: Plan, group: list[_Line], layout: Layout, zone: ZoneInfo) -> None:
    """A match of these rows, or each of them rejected: the one at fault, and the others because of it."""
    first = group[0]
    if fault := next((line for line in group if line.faulty), None):
        others = (line for line in group if not line.faulty)
        plan.rejected += [Rejected(line.line, "with_its_match", {"other": fault.line}) for line in others]
        return
    seats = [seat for line in group for seat in line.seats]
    try:
        if any((line.game, line.local) != (first.game, first.local) for line in group):
            raise LineProblem("rows_differ")
        ended_at = instant(first.local, zone, layout.half)
        _place(seats, layout.places)
        _check(seats)
    except LineProblem as problem:
        at = problem.facts.pop("line", first.line)
        plan.rejected.append(Rejected(at, problem.code, problem.facts))
        plan.rejected += [Rejected(line.line, "with_its_match", {"other": at}) for line in group if line.line != at]
        return
    conceded = any(seat.flag == "conceded" for seat in seats)
    plan.matches.append(
        Planned(
            key=str(first.line),
            lines=[line.line for line in group],
            game=first.game,
            table=first.table,
            ended_at=ended_at,
            exact=first.exact,
            ending=first.ending or ("concession" if conceded else "normal"),
            seats=seats,
        )
    )


def _place(seats: list[Seat], places: str) -> None:
    """Places from scores or from the order where the file has none."""
    if any(seat.place is not None for seat in seats):
        return
    if places == "order":
        for number, seat in enumerate(seats, 1):
            seat.place = number
        return
    scores = [seat.score for seat in seats]
    if places not in ("most", "least") or None in scores:
        raise LineProblem("places_missing")
    sign = 1 if places == "most" else -1
    for seat in seats:
        seat.place = 1 + sum(
            sign * other > sign * seat.score for other in scores if other is not None and seat.score is not None
        )


def _check(seats: list[Seat]) -> None:
    if not 2 <= len(seats) <= MOST_SEATS:
        raise LineProblem("seats", found=len(seats), most=MOST_SEATS)
    seen: set[str] = set()
    for seat in seats:
        if seat.name.casefold() in seen:
            raise LineProblem("player_twice", line=seat.line, name=seat.name)
        seen.add(seat.name.casefold())
    missing = next((seat for seat in seats if seat.place is None and seat.flag != "no_show"), None)
    if missing is not None:
        raise LineProblem("place_missing", line=missing.line, name=missing.name)
    if not _fit([seat.place for seat in seats if seat.place is not None]):
        raise LineProblem("places", found=", ".join(str(seat.place) for seat in seats))


def _fit(places: Sequence[int | None]) -> bool:
    """Whether places are ranks: 1, 1, 3."""
    known = [place for place in places if place is not None]
    return len(known) == len(places) and all(place == 1 + sum(other < place for other in known) for place in known)


def _totals(plan: Plan, rows: Iterable[Row], layout: Layout) -> None:
    for row in rows:
        cells = cells_of(row, layout.columns)
        try:
            name = _name(_one(cells, "player"))
            points = fraction(_one(cells, "points"), layout.numbers)
            if not name:
                raise LineProblem("name_missing")
            if points is None:
                raise LineProblem("points_missing")
            plan.totals.append(
                Total(
                    line=row.line,
                    month=month_of(_one(cells, "month") or layout.month),
                    name=name,
                    platform_id=_number(_one(cells, "player_id"), "player_id"),
                    points=points,
                    matches=counted(_one(cells, "matches"), layout.numbers),
                    rank=counted(_one(cells, "rank"), layout.numbers),
                )
            )
        except LineProblem as problem:
            plan.rejected.append(Rejected(row.line, problem.code, problem.facts))


def _one(cells: dict[str, list[Cell]], field: str) -> Cell:
    return cells.get(field, [None])[0]


def _text(cell: Cell) -> str:
    return clean_name(str(cell)) if cell is not None else ""


def _name(cell: Cell) -> str:
    if cell is not None and len(clean_text(str(cell))) > NAME_LENGTH:
        raise LineProblem("name_too_long", most=NAME_LENGTH)
    return _text(cell)


def _table(cell: Cell) -> str:
    """A BGA table number, alone or in an address."""
    text = _text(cell)
    number = _number(text.rpartition("table=")[2] if "table=" in text else text, "table")
    return table_number(number) or number


def _number(cell: Cell, field: str) -> str:
    text = _text(int(cell) if isinstance(cell, float) and cell.is_integer() else cell)
    if text and not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise LineProblem("not_an_id", field=field, found=text[:40])
    return text
