"""Forms of the desk: a new tournament, its terms and stages."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, get_args

import msgspec
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games import limits
from games.forms import KeyForm
from games.models import Game
from ladder.rulebook import STAGES
from ladder.tournament_pages.tie_breaks import tie_break_name
from tournaments.models import Tournament
from tournaments.standings.criteria import CRITERIA
from tournaments.standings.fide import CRITERIA as FIDE
from tournaments.terms import Format, StageTerms, Terms

PLANS = [
    ("swiss", _("Swiss: everybody plays every round")),
    ("swiss_final", _("Swiss, then a play-off of the best")),
    ("single", _("Elimination")),
    ("double", _("Double elimination; at larger tables two lives")),
    ("round_robin", _("Everybody against everybody")),
    ("groups_final", _("Groups, then a play-off of the best")),
    ("dutch", _("Swiss for two by FIDE’s Dutch system")),
    ("challenge", _("Challenge ladder")),
    ("divisions", _("Divisions with seasons")),
]
FILLINGS = [("best_next", _("the best of those who are out")), ("byes", _("nobody: the best seeds have a bye"))]
TIES = [
    ("seed", _("share of the winner’s score, then the better seed")),
    ("both", _("all of them go on, with one best next fewer for each")),
    ("match", _("a deciding match")),
]
MEETING = [
    ("off", _("meet like others")),
    ("prefer", _("are kept apart where it costs nothing")),
    ("never", _("are kept apart before anything else")),
]
BEST = [(1, _("one game")), (3, _("best of 3")), (5, _("best of 5"))]
NUMBER = re.compile(r"\d{1,6}(\.\d{1,6}|/[1-9]\d{0,3})?", re.ASCII)
ROW = re.compile(r"\s*[-–;]\s*|\s+")


class NewTournamentForm(KeyForm):
    """A name, a game and a plan; everything else follows and can be changed before it is announced."""

    name = forms.CharField(label=_("Name"), max_length=80)
    game = forms.ModelChoiceField(Game.objects.all(), label=_("Game"), empty_label=None)
    like = forms.ModelChoiceField(
        Tournament.objects.none(),
        label=_("Terms as those of"),
        required=False,
        empty_label=_("none: by the plan below"),
        help_text=_("Terms and stages are copied, people are not."),
    )
    plan = forms.ChoiceField(label=_("Plan"), choices=PLANS)
    people = forms.IntegerField(label=_("People you expect"), min_value=2, max_value=9999, initial=16)
    size = forms.IntegerField(label=_("People at a table"), min_value=2, max_value=6, initial=4)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = forms.CharField(label=_("Time zone"), max_length=64, help_text=_("Deadlines are times of this zone."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shown = Tournament.objects.exclude(state=Tournament.State.DRAFT).exclude(document__public=False)
        self.fields["like"].queryset = shown.order_by("-pk")  # type: ignore[attr-defined]


class TermsForm(KeyForm):
    """The terms of a tournament. Points are written as 10-6-3-1, one line for each table size."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    wanted = forms.IntegerField(label=_("Table size wanted"), min_value=2, max_value=12)
    least = forms.IntegerField(label=_("At least"), min_value=2, max_value=12)
    most = forms.IntegerField(label=_("At most"), min_value=2, max_value=12)
    points = forms.CharField(
        label=_("Points by place"),
        max_length=600,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("A line for each table size, from the first place to the last: 10-6-3-1."),
    )
    tie_breaks = forms.CharField(label=_("Tie-breaks"), max_length=400, widget=forms.Textarea({"rows": 4}))
    fide = forms.ChoiceField(
        label=_("Tie-breaks of FIDE, for two"),
        choices=[("", _("no")), ("2024", "2024"), ("2026", "2026")],
        required=False,
    )
    bye = forms.CharField(
        label=_("Points of a bye"),
        max_length=12,
        required=False,
        help_text=_("Empty: the mean of a seat; for two a win."),
    )
    draw = forms.CharField(
        label=_("Points of a draw, for two"), max_length=12, required=False, help_text=_("Empty: half of both places.")
    )
    late = forms.ChoiceField(
        label=_("Late entry"),
        choices=[
            ("refused", _("not possible")),
            ("nothing", _("missed rounds give nothing")),
            ("half_bye", _("missed rounds give half a bye")),
            ("bye", _("missed rounds give a bye")),
        ],
    )
    places = forms.IntegerField(
        label=pgettext_lazy("of a tournament", "Places"),
        min_value=2,
        max_value=999,
        required=False,
        help_text=_("Empty: as many as come."),
    )
    entries_until = forms.RegexField(
        r"\A20\d\d-\d\d-\d\d[T ]\d\d:\d\d\Z",
        label=_("Entries until"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}),
        help_text=_("In the time zone of the tournament. Who enters later waits in reserve. Empty: until it starts."),
    )
    fewest = forms.IntegerField(label=_("Fewest people to start"), min_value=2, max_value=999)
    check_in = forms.BooleanField(label=_("only who checks in is seated"), required=False)
    check_in_rounds = forms.BooleanField(
        label=_("from the second round on, only who checks in for it is seated"), required=False
    )
    clubs = forms.ChoiceField(label=_("People of one club"), choices=MEETING)
    asked = forms.ChoiceField(label=_("People who asked not to meet"), choices=MEETING)
    round_days = forms.IntegerField(label=_("Days for a round"), min_value=0, max_value=365)
    round_time = forms.RegexField(
        r"\A([01]\d|2[0-3]):[0-5]\d\Z", label=_("Time of day of a deadline"), help_text="23:59"
    )
    extension_days = forms.IntegerField(label=_("Days of an extension"), min_value=1, max_value=90)
    overdue = forms.ChoiceField(
        label=_("When a deadline has passed"),
        choices=[
            ("arbiter", _("the arbiter decides")),
            ("leader", _("who leads by score wins")),
            ("no_result", _("no result")),
            ("forfeit", _("who was reported as absent loses")),
            ("wait", _("nothing: the table waits")),
        ],
    )
    extends = forms.ChoiceField(
        label=_("The extension is given by"), choices=[("director", _("a director")), ("clock", _("the clock"))]
    )
    reserve_hours = forms.IntegerField(label=_("Hours to answer for a reserve"), min_value=1, max_value=240)
    no_show_hours = forms.IntegerField(label=_("Hours until a no-show, turn-based"), min_value=1, max_value=720)
    no_show_minutes = forms.IntegerField(label=_("Minutes until a no-show, real time"), min_value=1, max_value=240)
    substitute = forms.ChoiceField(
        label=_("Points of a substituted seat"),
        choices=[
            ("original", _("to whom the seat belongs")),
            ("substitute", _("to the substitute")),
            ("share", _("half to each")),
        ],
    )
    settings = forms.CharField(
        label=_("Settings of the tables"),
        max_length=400,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Options and speed, as they are to be chosen on Board Game Arena; each table has them to copy."),
    )
    feeds_leagues = forms.BooleanField(label=_("matches count in leagues as their rules say"), required=False)
    public = forms.BooleanField(label=_("everybody may read it"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=limits.REASON_LENGTH,
        required=False,
        help_text=_("Once announced, every change needs one; everybody reads it."),
    )

    def __init__(self, *args: Any, kept: Terms, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kept = kept
        whose = FIDE if (self.data.get("fide") if self.is_bound else kept.fide) else CRITERIA
        named = ", ".join(tie_break_name(name) for name in whose)
        self.fields["tie_breaks"].help_text = _("One a line, in order: %(names)s.") % {"names": named}

    def clean_points(self) -> dict[int, tuple[Fraction, ...]]:
        """Points by place, by table size."""
        rows: dict[int, tuple[Fraction, ...]] = {}
        for line in self.cleaned_data["points"].splitlines():
            parts = [part for part in ROW.split(line.strip()) if part]
            row = tuple(number(part) for part in parts)
            if row:
                rows[len(row)] = row
        return rows

    def clean_bye(self) -> Fraction | None:
        return number(self.cleaned_data["bye"]) if self.cleaned_data["bye"] else None

    def clean_entries_until(self) -> str | None:
        """The local time as it was typed: which instant that is, the zone of the tournament says."""
        return self.cleaned_data["entries_until"].replace(" ", "T") or None

    def clean_draw(self) -> Fraction | None:
        return number(self.cleaned_data["draw"]) if self.cleaned_data["draw"] else None

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors:
            self.read_tie_breaks(values)
        if not self.errors:
            names = {field for field in values if field not in ("key", "version", "reason")}
            try:
                values["terms"] = msgspec.structs.replace(self.kept, **{name: values[name] for name in names})
            except ValueError:
                self.add_error(None, self.why_not(values))
        return values

    def read_tie_breaks(self, values: dict[str, Any]) -> None:
        """The names of the tie-breaks, as typed by name or by their words; the edition says whose they are."""
        names = FIDE if values["fide"] else CRITERIA
        known = {tie_break_name(name).casefold(): name for name in names} | {name.casefold(): name for name in names}
        lines = [line.strip() for line in values["tie_breaks"].splitlines() if line.strip()]
        wrong = next((line for line in lines if line.casefold() not in known), None)
        if wrong is not None:
            text = _("“%(line)s” is none of the tie-breaks here, which are: %(names)s.")
            named = ", ".join(tie_break_name(name) for name in names)
            self.add_error("tie_breaks", str(text) % {"line": wrong, "names": named})
        values["tie_breaks"] = tuple(known.get(line.casefold(), "") for line in lines)

    def why_not(self, values: Mapping[str, Any]) -> str:
        """Which of the terms do not fit together."""
        if not values["least"] <= values["wanted"] <= values["most"]:
            return str(_("Table sizes go up: at least, wanted, at most."))
        for size in range(values["least"], values["most"] + 1):
            row = values["points"].get(size, ())
            if len(row) != size or list(row) != sorted(row, reverse=True) or min(row) < 0:
                text = _("Points for tables of %(size)s are missing, or do not fall from the first place to the last.")
                return str(text) % {"size": size}
        if values["fide"] and values["most"] != 2:
            return str(_("Tie-breaks of FIDE are for tables of two."))
        return str(_("Each tie-break is named once."))


def number(text: str) -> Fraction:
    """4.5, 4,5 or 9/2. Not 1e9: an exponent of some digits is a number that fills the memory."""
    found = text.strip().replace(",", ".")
    if not NUMBER.fullmatch(found):
        raise forms.ValidationError(_("“%(text)s” is no number.") % {"text": text[:20]})
    return Fraction(found)


class StageForm(forms.Form):
    """One stage. What a format does not know is left alone."""

    format = forms.ChoiceField(
        label=_("Format"),
        choices=lambda: (
            [("", pgettext_lazy("format of a stage", "no stage"))]
            + [(name, STAGES.get(name, name)) for name in get_args(Format)]
        ),
        required=False,
    )
    name = forms.CharField(label=_("Name"), max_length=64, required=False)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=99, required=False)
    qualify = forms.IntegerField(label=_("Go on to the next stage"), min_value=1, max_value=999, required=False)
    advance = forms.IntegerField(label=_("Go on from each table"), min_value=1, max_value=11, required=False)
    filling = forms.ChoiceField(
        label=_("Who fills places that are missing at tables"), choices=FILLINGS, required=False
    )
    ties = forms.ChoiceField(label=_("Level at the last place that goes on"), choices=TIES, required=False)
    best_of = forms.TypedChoiceField(label=_("Games of a table of two"), choices=BEST, coerce=int, initial=1)
    best_of_final = forms.TypedChoiceField(
        label=_("Games of the final"),
        choices=[("", _("as the others")), *BEST],
        coerce=int,
        empty_value=None,
        required=False,
    )
    third_place = forms.BooleanField(label=_("match for the third place"), required=False)
    reset = forms.BooleanField(
        label=_("second final if the unbeaten one loses the first"), required=False, initial=True
    )
    twice = forms.BooleanField(label=_("everybody meets twice"), required=False)
    pairing = forms.ChoiceField(
        label=_("Swiss for two paired by"),
        choices=[("own", _("our own rules")), ("dutch", _("FIDE’s Dutch system"))],
        required=False,
    )
    lives = forms.IntegerField(label=_("Lives, at tables of three and more"), min_value=2, max_value=5, required=False)
    groups = forms.IntegerField(label=_("Groups"), min_value=1, max_value=99, required=False)
    per_group = forms.IntegerField(label=_("Go on from each group"), min_value=1, max_value=99, required=False)
    reach = forms.IntegerField(label=_("May challenge so many places above"), min_value=1, max_value=99, required=False)
    accept_days = forms.IntegerField(label=_("Days to accept a challenge"), min_value=0, max_value=999, required=False)
    play_days = forms.IntegerField(label=_("Days to play a challenge"), min_value=0, max_value=999, required=False)
    refusals = forms.IntegerField(label=_("Refusals that cost a place"), min_value=1, max_value=99, required=False)
    division = forms.IntegerField(label=_("People in a division"), min_value=2, max_value=99, required=False)
    division_least = forms.IntegerField(label=_("At least in the last one"), min_value=2, max_value=99, required=False)
    change = forms.IntegerField(label=_("Go up and down for sure"), min_value=0, max_value=999, required=False)
    play_off = forms.IntegerField(label=_("Play for going up"), min_value=0, max_value=999, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, formats in USED_BY.items():
            self.fields[name].widget.attrs["data-for"] = formats

    def terms(self, kept: StageTerms | None) -> StageTerms:
        """The stage's terms; what the form does not ask stays as it was."""
        values = {
            name: value for name, value in self.cleaned_data.items() if name in MAY_BE_EMPTY or value not in (None, "")
        }
        return msgspec.structs.replace(kept or StageTerms(), **values)


USED_BY = {
    "rounds": "swiss round_robin groups divisions",
    "advance": "single double",
    "filling": "single",
    "ties": "single",
    "best_of_final": "single double",
    "third_place": "single",
    "reset": "double",
    "twice": "round_robin groups divisions",
    "pairing": "swiss",
    "lives": "double",
    "groups": "groups",
    "per_group": "groups",
    "reach": "challenge",
    "accept_days": "challenge",
    "play_days": "challenge",
    "refusals": "challenge",
    "division": "divisions",
    "division_least": "divisions",
    "change": "divisions",
    "play_off": "divisions",
}
"""The formats that ask for a term; in others the page does not show it."""
MAY_BE_EMPTY = ("name", "rounds", "qualify", "advance", "best_of_final", "groups")
"""Terms of a stage that may be left open; the others keep what they were where nothing is typed."""
MOST_STAGES = 4
StageForms = forms.formset_factory(StageForm, extra=0, max_num=MOST_STAGES, absolute_max=MOST_STAGES, validate_max=True)


EMPTY = StageTerms()


def initial_of(terms: Terms, version: int) -> dict[str, Any]:
    """The terms as the form shows them."""
    values = {name: getattr(terms, name) for name in terms.__struct_fields__}
    rows = [row for size, row in sorted(terms.points.items()) if terms.least <= size <= terms.most]
    return values | {
        "version": version,
        "points": "\n".join("-".join(written(one) for one in row) for row in rows),
        "tie_breaks": "\n".join(tie_break_name(name) for name in terms.tie_breaks),
        "bye": "" if terms.bye is None else written(terms.bye),
        "draw": "" if terms.draw is None else written(terms.draw),
    }


def written(value: Fraction | int) -> str:
    """A number as it can be typed: 9/2 where it has no short decimals."""
    value = Fraction(value)
    short = (value * 100).denominator == 1
    return f"{float(value):g}" if short else str(value)


def stages_shown(stages: list[StageTerms]) -> list[dict[str, Any]]:
    """The stages as the forms show them, and one empty one behind."""
    rows = [{name: getattr(stage, name) for name in StageForm.base_fields} for stage in stages]
    return [*rows, {name: getattr(EMPTY, name) for name in StageForm.base_fields} | {"format": ""}][:MOST_STAGES]
