"""Forms about matches: a result typed by hand, an objection, a correction."""

import re
import uuid
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.validators import MinValueValidator
from django.utils.translation import gettext_lazy as _

from games import limits
from games.engine.text import table_number
from games.models import Game, Match, Seat

SEATS = 6
"""Lines of the form for a new result, as long as nobody asks for more."""
MOST_SEATS = 20
TABLE = re.compile(r"(?:https?://\S{0,200}\btable=)?([0-9]{5,15})", re.ASCII)
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)


def instant(naive: datetime, zone: ZoneInfo, half: str = "") -> datetime:
    """The instant at which the clocks of `zone` show `naive`. When they show it twice, `half` says which one is meant.

    Raises `ValidationError`: `twice` or `never`.
    """
    first, second = (naive.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    before, after = first.utcoffset(), second.utcoffset()
    if before == after or half == "first":
        return first
    if before is not None and after is not None and before < after:
        raise forms.ValidationError(_("The clocks jumped over this time that night. Choose another."), code="never")
    if half == "second":
        return second
    raise forms.ValidationError(
        _("The clocks showed this time twice that night. Say below which one you mean."), code="twice"
    )


def new_key() -> str:
    """A key under which a form is carried out once, however often it is sent."""
    return uuid.uuid4().hex


class KeyForm(forms.Form):
    """A form that bears a key; without one it is carried out each time."""

    key = forms.RegexField(r"\A[0-9a-zA-Z_-]{8,64}\Z", widget=forms.HiddenInput, required=False, initial=new_key)


class EndForm(forms.Form):
    """When a match ended; `zone` is the zone whose clocks the person reads."""

    ended = forms.DateTimeField(
        label=_("End of the match"),
        validators=[MinValueValidator(EARLIEST)],
        widget=forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M"),
    )
    half = forms.ChoiceField(
        label=_("Which of the two"),
        choices=[("", "–"), ("first", _("the first, still summer time")), ("second", _("the second"))],
        required=False,
    )

    def __init__(self, *args: Any, zone: ZoneInfo, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zone
        self.asks_half = bool(self.data.get("half") or self.initial.get("half"))

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        ended = values.get("ended")
        if ended is not None:
            try:
                values["ended"] = instant(ended.replace(tzinfo=None), self.zone, values.get("half", ""))
            except forms.ValidationError as problem:
                self.asks_half = self.asks_half or problem.code == "twice"
                self.add_error("ended", problem)
        return values


class ResultForm(KeyForm, EndForm):
    """What was played, when, and at which table; `about` is the answer where a match of the same people is near."""

    game = forms.ModelChoiceField(Game.objects.all(), label=_("Game"), empty_label=None)
    table = forms.CharField(
        label=_("BGA table"), max_length=250, required=False, help_text=_("Its number or address, if there was one.")
    )
    about = forms.ChoiceField(choices=[("", ""), ("same", ""), ("apart", "")], required=False, widget=forms.HiddenInput)
    field_order = ["game", "ended", "half", "table"]

    def clean_table(self) -> str:
        """The table's number."""
        text = self.cleaned_data["table"].strip()
        found = TABLE.fullmatch(text)
        if text and not found:
            raise forms.ValidationError(_("This is neither a table’s number nor its address on BGA."))
        return table_number(found[1]) if found else ""


class SeatForm(forms.Form):
    """One line of the table. `player` is set in the second step: the slug of the player meant, or empty for a new one."""

    name = forms.CharField(label=_("Name"), max_length=limits.NAME_LENGTH, required=False)
    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=MOST_SEATS, required=False)
    score = forms.IntegerField(label=_("Score"), min_value=-limits.SCORE, max_value=limits.SCORE, required=False)
    flag = forms.ChoiceField(label=_("How it ended"), choices=Seat.Flag, required=False)
    player = forms.SlugField(required=False, max_length=80)

    @property
    def answer(self) -> str | None:
        """Who is meant, as the second step said it; None where nothing was said."""
        return self.cleaned_data.get("player") if self.add_prefix("player") in self.data else None


SeatForms = forms.formset_factory(SeatForm, extra=SEATS, max_num=MOST_SEATS, absolute_max=MOST_SEATS, validate_max=True)


class VersionForm(KeyForm):
    """Every act on a match carries the version that the person saw."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31 - 1)


class DisputeForm(VersionForm):
    """An objection: a reason from the list, and words."""

    REASONS = [
        ("places", _("the places are wrong")),
        ("scores", _("the scores are wrong")),
        ("people", _("somebody else sat there")),
        ("not_played", _("this match did not take place")),
        ("other", _("something else")),
    ]
    ground = forms.ChoiceField(label=_("What is wrong?"), choices=REASONS)
    words = forms.CharField(
        label=_("In your words"),
        widget=forms.Textarea({"rows": 3}),
        max_length=limits.REASON_LENGTH - 100,
        help_text=_("Those who decide read this, and so does everybody at the table."),
    )
    file = forms.FileField(
        label=_("A file that shows it"),
        required=False,
        help_text=_("A log or a table record, or anything else that those who decide should see."),
    )

    def reason(self) -> str:
        """Both as one text, in the language of the person who objects."""
        ground = dict(self.REASONS)[self.cleaned_data["ground"]]
        return f"{ground}: {self.cleaned_data['words']}"


class ReasonForm(VersionForm):
    reason = forms.CharField(label=_("Reason"), widget=forms.Textarea({"rows": 2}), max_length=limits.REASON_LENGTH)


class CommentForm(ReasonForm):
    reason = forms.CharField(label=_("Comment"), widget=forms.Textarea({"rows": 3}), max_length=limits.REASON_LENGTH)


class VoidForm(ReasonForm):
    """`replay` is the address of the match that was played in its place."""

    replay = forms.CharField(
        label=_("Played again as"),
        max_length=250,
        required=False,
        help_text=_("The address of the match that was played in its place, if there is one."),
    )

    def clean_replay(self) -> Match | None:
        """The match of that address."""
        text = self.cleaned_data["replay"].strip().rstrip("/")
        if not text:
            return None
        match = Match.objects.filter(slug=text.rpartition("/")[2][:16]).first()
        if match is None:
            raise forms.ValidationError(_("There is no match at this address."))
        return match


class ErrorForm(ReasonForm):
    """An error that somebody reports: which seat has the wrong person, if that is it, and words."""

    seat = forms.TypedChoiceField(label=_("What is wrong?"), coerce=int, empty_value=None, required=False)
    reason = forms.CharField(
        label=_("In your words"),
        widget=forms.Textarea({"rows": 3}),
        max_length=limits.REASON_LENGTH,
        help_text=_("Those who keep the league read this, and it stands in the match’s history."),
    )
    field_order = ["seat", "reason"]

    def __init__(self, *args: Any, people: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wrong = [(n, _("%(name)s did not sit there") % {"name": name}) for n, name in enumerate(people)]
        self.fields["seat"].choices = [("", _("something else")), *wrong]


class ProblemForm(forms.Form):
    """A problem that somebody reports, and the page where he met it."""

    words = forms.CharField(
        label=_("What is the problem?"), widget=forms.Textarea({"rows": 4}), max_length=limits.REASON_LENGTH
    )
    page = forms.CharField(widget=forms.HiddenInput, max_length=200, required=False)


class CorrectionForm(ReasonForm, EndForm):
    """What an official puts in place of a result; its seats come beside it."""

    ending = forms.ChoiceField(label=_("How it ended"), choices=Match.Ending)
    field_order = ["ended", "half", "ending", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ended"].required = False


class PlaceForm(forms.Form):
    """The place, score and flag of somebody who is known to sit there."""

    player = forms.SlugField(widget=forms.HiddenInput, max_length=80)
    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=MOST_SEATS, required=False)
    score = forms.IntegerField(label=_("Score"), min_value=-limits.SCORE, max_value=limits.SCORE, required=False)
    flag = forms.ChoiceField(label=_("How it ended"), choices=Seat.Flag, initial=Seat.Flag.PLAYED)


class SeatNowForm(PlaceForm):
    """A seat that an official corrects: another name puts another person there."""

    name = forms.CharField(label=_("Name"), max_length=limits.NAME_LENGTH)
    is_new = forms.BooleanField(label=_("a new player; the name will be checked"), required=False)
    field_order = ["name", "place", "score", "flag"]


PlaceForms = forms.formset_factory(PlaceForm, extra=0, max_num=MOST_SEATS, absolute_max=MOST_SEATS, validate_max=True)
SeatNowForms = forms.formset_factory(
    SeatNowForm, extra=0, max_num=MOST_SEATS, absolute_max=MOST_SEATS, validate_max=True
)
