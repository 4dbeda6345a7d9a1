"""Tables and feeds as answers to a request, by the suffix of the address."""

from collections.abc import Callable, Sequence

from django.http import Http404, HttpResponse
from django.utils.text import slugify

from ladder.exports import writers
from ladder.exports.atom import Feed, as_atom
from ladder.exports.table import Table

SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ONE_TABLE: dict[str, tuple[str, Callable[[Table], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", writers.as_csv),
    "json": ("application/json", writers.as_json),
    "txt": ("text/plain; charset=utf-8", writers.as_text),
}
ATTACHED = ("csv", "xlsx")
SUFFIXES = (*ONE_TABLE, "xlsx", "atom", "ics", "trf16", "trf")


class Suffix:
    """The path converter of suffixes: `players.<suffix:suffix>`."""

    regex = "|".join(SUFFIXES)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


def answer(suffix: str, table: Table, sheets: Sequence[Table] = ()) -> HttpResponse:
    """A table written as its suffix says; an XLSX holds `sheets` where there are several. 404 for another suffix."""
    if suffix == "xlsx":
        response = HttpResponse(writers.as_xlsx(sheets or [table]), content_type=SHEETS)
    elif suffix in ONE_TABLE:
        kind, write = ONE_TABLE[suffix]
        response = HttpResponse(write(table), content_type=kind)
    else:
        raise Http404
    if suffix in ATTACHED:
        response["Content-Disposition"] = f'attachment; filename="{file_name(table.name)}.{suffix}"'
    return response


def file_name(name: str) -> str:
    """A name for a file: small letters, digits and dashes.

    >>> file_name("Ada_B/../x")
    'ada-b-x'
    """
    return slugify(name.replace("_", "-").replace("/", "-").replace(".", "")).strip("-")[:80] or "table"


def feed_answer(feed: Feed) -> HttpResponse:
    return HttpResponse(as_atom(feed), content_type="application/atom+xml; charset=utf-8")
