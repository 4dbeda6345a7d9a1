"""A dry run as its page shows it: plain data, so that a worker can make it and the page be drawn from it later."""

import datetime as dt
from fractions import Fraction
from typing import Any

import msgspec

from ladder.imports.check import DryRun, Line, MonthPreview
from ladder.imports.duplicates import Candidate
from ladder.imports.names import Person
from ladder.imports.plan import Rejected

SHOWN = 60
"""Lines of each list on the page; more than this nobody reads."""
LINES = 200
"""Lines of a month's ranking on it."""


class PersonLook(msgspec.Struct):
    """A name about which something may be said; `player` and `offered` are players by number."""

    key: str
    name: str
    rows: int
    beside: list[str]
    must_be_asked: bool
    decided: bool
    player: int | None
    offered: list[int]


class DoubtLook(msgspec.Struct):
    """A match that may be here already; `known` is the slug of the other, `twin` the line of one in the file."""

    key: str
    line: int
    game: str
    ended_at: dt.datetime
    seats: list[str]
    status: str
    known: str
    twin: int
    taken: bool


class LineLook(msgspec.Struct):
    """A line of a ranking as it would be; points are fractions as text, `told` what the file has."""

    rank: int | None
    name: str
    played: int
    worth: str
    said: str | None

    @property
    def points(self) -> Fraction:
        return Fraction(self.worth)

    @property
    def told(self) -> Fraction | None:
        return None if self.said is None else Fraction(self.said)

    @property
    def differs(self) -> bool:
        return self.told is not None and self.told != self.points


class MonthLook(msgspec.Struct):
    year: int
    month: int
    matches: int
    differences: int
    has_totals: bool
    lines: list[LineLook]
    more: int = 0

    @property
    def first(self) -> dt.date:
        return dt.date(self.year, self.month, 1)


class Look(msgspec.Struct):
    """What would be done; `version` is that of the import to which it belongs."""

    version: int
    counts: dict[str, int]
    people: list[PersonLook]
    near: list[tuple[str, str]]
    games: list[str]
    doubtful: list[DoubtLook]
    rejected: list[Rejected]
    more: int
    months: list[MonthLook]


def look_of(run: DryRun, counts: dict[str, Any], version: int) -> Look:
    """The first lines of each part of a dry run; `counts` are its numbers (`ladder.services.imports.summary_of`)."""
    taken = {id(each) for each in run.taken}
    return Look(
        version=version,
        counts={name: count for name, count in counts.items() if isinstance(count, int)},
        people=[_person(each) for each in run.asked[:SHOWN]],
        near=run.near[:SHOWN],
        games=run.unknown[:SHOWN],
        doubtful=[_doubt(each, id(each) in taken) for each in [*run.contradicting, *run.doubtful][:SHOWN]],
        rejected=run.rejected[:SHOWN],
        more=max(0, len(run.rejected) - SHOWN),
        months=[_month(each) for each in run.months],
    )


def _person(person: Person) -> PersonLook:
    return PersonLook(
        key=person.key,
        name=person.name,
        rows=person.rows,
        beside=list(person.beside),
        must_be_asked=person.must_be_asked,
        decided=person.decided,
        player=person.player.pk if person.player else None,
        offered=[player.pk for player in person.offered],
    )


def _doubt(each: Candidate, taken: bool) -> DoubtLook:
    planned = each.planned
    return DoubtLook(
        key=planned.key,
        line=planned.lines[0],
        game=planned.game,
        ended_at=planned.ended_at,
        seats=[seat.name for seat in planned.seats],
        status=each.status,
        known=each.known,
        twin=each.twin,
        taken=taken,
    )


def _month(month: MonthPreview) -> MonthLook:
    season = month.season
    shown, more = [_line(line) for line in month.lines[:LINES]], max(0, len(month.lines) - LINES)
    return MonthLook(season.year, season.month, month.matches, month.differences, month.has_totals, shown, more)


def _line(line: Line) -> LineLook:
    told = None if line.told is None else str(line.told)
    return LineLook(line.rank, line.name, line.played, str(line.points), told)
