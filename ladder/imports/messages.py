"""Why a file or a line is not taken, in sentences: what was found, where, and what to do next."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ladder.imports.problems import SheetProblem

FIELDS: dict[str, str | Promise] = {
    "match": gettext_lazy("match number"),
    "table": gettext_lazy("BGA table"),
    "game": gettext_lazy("game"),
    "end": gettext_lazy("end of the match"),
    "time": gettext_lazy("hour of the end"),
    "player": gettext_lazy("player"),
    "player_id": gettext_lazy("BGA number of the player"),
    "place": gettext_lazy("place"),
    "score": gettext_lazy("score"),
    "flag": gettext_lazy("how it ended for the player"),
    "ending": gettext_lazy("how the match ended"),
    "month": gettext_lazy("month"),
    "points": gettext_lazy("points in the league"),
    "matches": gettext_lazy("matches played"),
    "rank": gettext_lazy("rank"),
}
KINDS: dict[str, str | Promise] = {
    "seats": gettext_lazy("one row per player of a match"),
    "rows": gettext_lazy("one row per match"),
    "totals": gettext_lazy("totals only"),
}

SHEET: dict[str, str | Promise] = {
    "too_large": gettext_lazy("The file has more than %(most)s MB. Split it, for example by year."),
    "empty": gettext_lazy("There is nothing in it. Export the table once more."),
    "old_excel": gettext_lazy(
        "This is a workbook of the old kind (.xls), or one with a password. Save it as .xlsx or CSV without one."
    ),
    "open_document": gettext_lazy("This is an OpenDocument file. Save it as .xlsx or CSV."),
    "pdf": gettext_lazy("This is a PDF. Export the table as .xlsx or CSV."),
    "gzip": gettext_lazy("This is a packed file. Unpack it first."),
    "json": gettext_lazy("This is a document of BGA or Classifica, not a table. Bring it on the page “Upload”."),
    "markup": gettext_lazy("This is a web page or XML, not a table. Export the table as .xlsx or CSV."),
    "not_text": gettext_lazy("This is no text and no workbook. Export the table as .xlsx or CSV."),
    "charset": gettext_lazy(
        "Line %(line)s has signs that no known way of writing explains. Save the file as CSV in UTF-8."
    ),
    "quote_open": gettext_lazy("Line %(line)s has a quotation mark that is never closed. Close it, or take it out."),
    "cell_too_long": gettext_lazy(
        "Line %(line)s has a cell of more than %(most)s characters. Shorten it, or take it out."
    ),
    "too_many_columns": gettext_lazy(
        "Line %(line)s has more than %(most)s columns. Take out those that are not needed."
    ),
    "too_many_rows": gettext_lazy("There are more than %(most)s rows. Split the file, for example by year."),
    "unpacked": gettext_lazy(
        "Unpacked it has more than %(most)s MB. Keep only the sheet that is needed, or export it as CSV."
    ),
    "entities": gettext_lazy(
        "It declares XML entities, which no spreadsheet does. Export it once more from your spreadsheet."
    ),
    "encrypted": gettext_lazy("It is protected by a password. Save it without one."),
    "broken_xlsx": gettext_lazy("The workbook is broken. Open it in your spreadsheet and save it once more."),
    "no_workbook": gettext_lazy("This is an archive, but no workbook. Bring a .xlsx or a CSV."),
    "file_lost": gettext_lazy("The file is not here any more, or not as it came. Bring it once more."),
    "no_rows": gettext_lazy("There are no rows under the heads. Choose another sheet."),
    "column_missing": gettext_lazy("No column is named for: %(field)s. Say which one it is."),
    "total_twice": gettext_lazy(
        "Line %(line)s has a second total of %(name)s in the same month. Leave one of them out."
    ),
}
LINES: dict[str, str | Promise] = {
    "end_missing": gettext_lazy("the end of the match is missing"),
    "date_ambiguous": gettext_lazy("%(found)s may be two different days; say above in which order day and month stand"),
    "not_a_date": gettext_lazy("%(found)s is no date"),
    "not_a_time": gettext_lazy("%(found)s is no hour"),
    "year": gettext_lazy("the year %(found)s cannot be"),
    "time_twice": gettext_lazy("the clocks showed %(found)s twice that night; say above which one is meant"),
    "time_never": gettext_lazy("the clocks never showed %(found)s"),
    "month": gettext_lazy("%(found)s is no month; write it as 2026-09"),
    "not_whole": gettext_lazy("%(found)s is no whole number"),
    "not_a_count": gettext_lazy("%(found)s is no number from 0 to %(most)s"),
    "not_a_number": gettext_lazy("%(found)s is no number"),
    "number_too_large": gettext_lazy("%(found)s is more than anybody can count: at most %(most)s"),
    "flag": gettext_lazy("%(found)s is none of: played, conceded, timed out, left, no show"),
    "ending": gettext_lazy("%(found)s is none of: normal, concession, abandoned, unfinished"),
    "game_missing": gettext_lazy("the game is missing; choose one above for the whole file"),
    "game_unknown": gettext_lazy("the game %(found)s is not here; say below which one it is"),
    "name_missing": gettext_lazy("a name is missing"),
    "name_too_long": gettext_lazy("a name has more than %(most)s characters"),
    "name_ambiguous": gettext_lazy("several players were called %(name)s; say below who is meant"),
    "not_an_id": gettext_lazy("%(found)s is no number of BGA"),
    "places_missing": gettext_lazy("no places; name their column, or say above how they follow"),
    "place_missing": gettext_lazy("%(name)s has no place"),
    "places": gettext_lazy("the places %(found)s do not fit together: 1, 2, 3 …, equal ones alike (1, 1, 3)"),
    "seats": gettext_lazy("%(found)s people at one table; 2 to %(most)s can be"),
    "seats_of_game": gettext_lazy("%(found)s people; this game is played by %(fewest)s to %(most)s"),
    "player_twice": gettext_lazy("%(name)s would sit twice at the table"),
    "points_missing": gettext_lazy("the points are missing"),
    "rows_differ": gettext_lazy("rows of one match name different games or ends"),
    "in_the_future": gettext_lazy("the end lies in the future"),
    "with_its_match": gettext_lazy("belongs to the match of line %(other)s"),
}
REFUSED: dict[str, str | Promise] = {
    "role": gettext_lazy("Only managers of the league import its old months."),
    "version": gettext_lazy("Somebody changed this import meanwhile. Look at it again; nothing was done."),
    "state": gettext_lazy("This import is done already. Nothing was done again."),
    "running": gettext_lazy("A worker has this import in hand. Wait until it is through; nothing else was done."),
    "errored": gettext_lazy(
        "It failed three times, by our fault. Nothing was written. Try again; if it fails again, tell those who keep the site."
    ),
    "nothing_new": gettext_lazy(
        "Nothing in it is new: duplicates %(duplicates)s, rejected lines %(rejected)s. Nothing was done."
    ),
    "built_on": gettext_lazy(
        "It cannot be taken back as a whole: %(count)s of its matches were changed since, or have logs. Strike out single ones instead."
    ),
    "month_has_matches": gettext_lazy(
        "%(month)s has matches or totals already, so totals alone cannot stand for it. Leave that month out."
    ),
}


def of_sheet(code: str, facts: Mapping[str, Any]) -> str:
    told = dict(facts)
    if "field" in told:
        told["field"] = FIELDS[told["field"]]
    return str(SHEET[code]) % told


def of_line(code: str, facts: Mapping[str, Any]) -> str:
    return str(LINES[code]) % facts


def of_refusal(code: str, facts: Mapping[str, Any]) -> str:
    return str(REFUSED[code]) % facts


def of_problem(problem: Any) -> str:
    """Why nothing was done, for a `SheetProblem` or an `ImportRefused`; empty for None."""
    if problem is None:
        return ""
    tell = of_sheet if isinstance(problem, SheetProblem) else of_refusal
    return tell(problem.code, problem.facts)


def of_status(status: str, known: str, twin: int) -> str:
    """What a match of a file is beside one that is here, or one above it in the file."""
    if twin:
        return _("probably the same as in line %(line)s") % {"line": twin}
    return {
        "same": _("here already: the same BGA table"),
        "other": _("the same BGA table with another result: a dispute is opened"),
        "probable": _("probably here already: same people and places, same hour"),
        "perhaps": _("perhaps here already: same people and scores on that day"),
    }[status]
