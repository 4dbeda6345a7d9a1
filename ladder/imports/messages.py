"""Why a file or a line is not taken, in sentences: what was found, where, and what to do next."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

FIELDS: dict[str, str | Promise] = {
    "match": lazy("match number"),
    "table": lazy("BGA table"),
    "game": lazy("game"),
    "end": lazy("end of the match"),
    "time": lazy("hour of the end"),
    "player": lazy("player"),
    "player_id": lazy("BGA number of the player"),
    "place": lazy("place"),
    "score": lazy("score"),
    "flag": lazy("how it ended for the player"),
    "ending": lazy("how the match ended"),
    "month": lazy("month"),
    "points": lazy("points in the league"),
    "matches": lazy("matches played"),
    "rank": lazy("rank"),
}
KINDS: dict[str, str | Promise] = {
    "seats": lazy("one row per player of a match"),
    "rows": lazy("one row per match"),
    "totals": lazy("totals only"),
}

SHEET: dict[str, str | Promise] = {
    "too_large": lazy("The file has more than %(most)s MB. Split it, for example by year."),
    "empty": lazy("There is nothing in it. Export the table once more."),
    "old_excel": lazy(
        "This is a workbook of the old kind (.xls), or one with a password. Save it as .xlsx or CSV without one."
    ),
    "open_document": lazy("This is an OpenDocument file. Save it as .xlsx or CSV."),
    "pdf": lazy("This is a PDF. Export the table as .xlsx or CSV."),
    "gzip": lazy("This is a packed file. Unpack it first."),
    "json": lazy("This is a document of BGA or Classifica, not a table. Bring it on the page “Upload”."),
    "markup": lazy("This is a web page or XML, not a table. Export the table as .xlsx or CSV."),
    "not_text": lazy("This is no text and no workbook. Export the table as .xlsx or CSV."),
    "charset": lazy("Line %(line)s has signs that no known way of writing explains. Save the file as CSV in UTF-8."),
    "quote_open": lazy("Line %(line)s has a quotation mark that is never closed. Close it, or take it out."),
    "too_many_columns": lazy("Line %(line)s has more than %(most)s columns. Take out those that are not needed."),
    "too_many_rows": lazy("There are more than %(most)s rows. Split the file, for example by year."),
    "unpacked": lazy("Unpacked it has more than %(most)s MB. Keep only the sheet that is needed, or export it as CSV."),
    "entities": lazy("It declares XML entities, which no spreadsheet does. Export it once more from your spreadsheet."),
    "encrypted": lazy("It is protected by a password. Save it without one."),
    "broken_xlsx": lazy("The workbook is broken. Open it in your spreadsheet and save it once more."),
    "no_workbook": lazy("This is an archive, but no workbook. Bring a .xlsx or a CSV."),
    "no_rows": lazy("There are no rows under the heads. Choose another sheet."),
    "column_missing": lazy("No column is named for: %(field)s. Say which one it is."),
    "total_twice": lazy("Line %(line)s has a second total of %(name)s in the same month. Leave one of them out."),
}
LINES: dict[str, str | Promise] = {
    "end_missing": lazy("the end of the match is missing"),
    "date_ambiguous": lazy("%(found)s may be two different days; say above in which order day and month stand"),
    "not_a_date": lazy("%(found)s is no date"),
    "not_a_time": lazy("%(found)s is no hour"),
    "year": lazy("the year %(found)s cannot be"),
    "time_twice": lazy("the clocks showed %(found)s twice that night; say above which one is meant"),
    "time_never": lazy("the clocks never showed %(found)s"),
    "month": lazy("%(found)s is no month; write it as 2026-09"),
    "not_whole": lazy("%(found)s is no whole number"),
    "not_a_number": lazy("%(found)s is no number"),
    "flag": lazy("%(found)s is none of: played, conceded, timed out, left, no show"),
    "ending": lazy("%(found)s is none of: normal, concession, abandoned, unfinished"),
    "game_missing": lazy("the game is missing; choose one above for the whole file"),
    "game_unknown": lazy("the game %(found)s is not here; say below which one it is"),
    "name_missing": lazy("a name is missing"),
    "name_too_long": lazy("a name has more than %(most)s characters"),
    "name_ambiguous": lazy("several players were called %(name)s; say below who is meant"),
    "not_an_id": lazy("%(found)s is no number of BGA"),
    "places_missing": lazy("no places; name their column, or say above how they follow"),
    "place_missing": lazy("%(name)s has no place"),
    "places": lazy("the places %(found)s do not fit together: 1, 2, 3 …, equal ones alike (1, 1, 3)"),
    "seats": lazy("%(found)s people at one table; 2 to %(most)s can be"),
    "seats_of_game": lazy("%(found)s people; this game is played by %(fewest)s to %(most)s"),
    "player_twice": lazy("%(name)s would sit twice at the table"),
    "points_missing": lazy("the points are missing"),
    "rows_differ": lazy("rows of one match name different games or ends"),
    "in_the_future": lazy("the end lies in the future"),
    "with_its_match": lazy("belongs to the match of line %(other)s"),
}
REFUSED: dict[str, str | Promise] = {
    "role": lazy("Only managers of the league import its old months."),
    "version": lazy("Somebody changed this import meanwhile. Look at it again; nothing was done."),
    "state": lazy("This import is done already. Nothing was done again."),
    "nothing_new": lazy(
        "Nothing in it is new: duplicates %(duplicates)s, rejected lines %(rejected)s. Nothing was done."
    ),
    "built_on": lazy(
        "It cannot be taken back as a whole: %(count)s of its matches were changed since, or have logs. Strike out single ones instead."
    ),
    "month_has_matches": lazy(
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
