"""The form that says how a file is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Game
from ladder.imports.columns import FIELDS
from ladder.imports.messages import FIELDS as FIELD_NAMES
from ladder.imports.messages import KINDS
from ladder.imports.plan import Layout
from ladder.imports.workbook import Cell, Row

COLUMNS = 60
"""Columns that the form offers; a request has no room for more."""
SAMPLES = 4


@dataclass(slots=True)
class Column:
    """One column of the file: its head, some of its cells, and the field that says what it holds."""

    head: str
    samples: list[str]
    field: Any


class LayoutForm(forms.Form):
    sheet = forms.ChoiceField(label=_("Sheet"), required=False)
    kind = forms.ChoiceField(label=_("What a row is"), choices=list(KINDS.items()))
    header = forms.BooleanField(label=_("The first row holds the heads"), required=False)
    dates = forms.ChoiceField(
        label=_("Dates are written"),
        required=False,
        choices=[
            ("", _("say in which order …")),
            ("dmy", _("day, month, year")),
            ("mdy", _("month, day, year")),
            ("ymd", _("year, month, day")),
        ],
    )
    numbers = forms.ChoiceField(
        label=_("Numbers are written"),
        required=False,
        choices=[
            ("", _("say how …")),
            ("comma", _("with a decimal comma: 4,5")),
            ("point", _("with a decimal point: 4.5")),
        ],
    )
    places = forms.ChoiceField(
        label=_("Where there are no places"),
        required=False,
        choices=[
            ("", _("the line is rejected")),
            ("most", _("most points win")),
            ("least", _("fewest points win")),
            ("order", _("players stand in the order of their places")),
        ],
    )
    game = forms.ChoiceField(label=_("Game, where no column names it"), required=False)
    month = forms.RegexField(
        label=_("Month of the totals, where no column names it"),
        regex=r"[0-9]{4}-[0-9]{2}",
        required=False,
        max_length=7,
        help_text=_("Written as 2026-09."),
    )
    half = forms.ChoiceField(
        label=_("An hour that the clocks showed twice"),
        required=False,
        choices=[
            ("", _("the line is rejected")),
            ("first", _("the first, still summer time")),
            ("second", _("the second")),
        ],
    )
    template = forms.CharField(
        label=_("Keep this as a template called"),
        required=False,
        max_length=64,
        help_text=_("The next file with the same heads is then read alike."),
    )

    def __init__(self, *args: Any, layout: Layout, sheets: Sequence[str], rows: Sequence[Row], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = layout
        self.fields["sheet"].choices = [(name, name) for name in sheets]
        self.fields["game"].choices = [("", "–"), *((game.key, str(game)) for game in Game.objects.all())]
        for name in ("sheet", "kind", "header", "dates", "numbers", "places", "game", "month", "half"):
            self.fields[name].initial = getattr(layout, name)
        if len(sheets) < 2:
            del self.fields["sheet"]
        meanings = [("", "–"), *FIELD_NAMES.items()]
        shown = columns_shown(rows, layout.header)
        for place, (head, _samples) in shown.items():
            self.fields[f"column-{place}"] = forms.ChoiceField(
                label=head or _("Column %(n)s") % {"n": place + 1},
                required=False,
                choices=meanings,
                initial=layout.columns[place] if place < len(layout.columns) else "",
            )
        self.columns = [Column(head, samples, self[f"column-{place}"]) for place, (head, samples) in shown.items()]
        self.left_out = max(0, max((len(row.cells) for row in rows[:50]), default=0) - COLUMNS)

    def layout(self) -> Layout:
        values = self.cleaned_data
        columns = list(self.before.columns)
        for name, value in values.items():
            if name.startswith("column-"):
                place = int(name.removeprefix("column-"))
                columns += [""] * (place + 1 - len(columns))
                columns[place] = value if value in FIELDS[values["kind"]] else ""
        return Layout(
            sheet=values.get("sheet", self.before.sheet),
            kind=values["kind"],
            header=values["header"],
            columns=columns,
            dates=values["dates"],
            numbers=values["numbers"],
            places=values["places"],
            game=values["game"],
            month=values["month"],
            half=values["half"],
        )


def columns_shown(rows: Sequence[Row], header: bool) -> dict[int, tuple[str, list[str]]]:
    """Head and samples of the first columns, by place."""
    body = rows[1:] if header else rows
    wide = min(COLUMNS, max((len(row.cells) for row in rows[:50]), default=0))
    shown = {}
    for place in range(wide):
        head = said(rows[0].cells[place]) if header and place < len(rows[0].cells) else ""
        cells = [said(row.cells[place]) for row in body[:200] if place < len(row.cells)]
        shown[place] = (head, [cell for cell in dict.fromkeys(cells) if cell][:SAMPLES])
    return shown


def said(cell: Cell) -> str:
    return "" if cell is None else str(cell)[:40]
