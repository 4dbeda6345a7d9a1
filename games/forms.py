"""Forms about matches: a result typed by hand, an objection."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.validators import MinValueValidator
from django.utils.translation import gettext_lazy as _

from games import limits
from games.models import Game, Seat

SEATS = 6
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


class ResultForm(forms.Form):
    """When and what was played; `zone` is the zone whose clocks the person reads."""

    game = forms.ModelChoiceField(Game.objects.all(), label=_("Game"), empty_label=None)
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
        self.asks_half = bool(self.data.get("half"))

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


class SeatForm(forms.Form):
    """One line of the table. `player` is set in the second step: the slug of the player meant, or empty for a new one."""

    name = forms.CharField(label=_("Name"), max_length=limits.NAME_LENGTH, required=False)
    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=SEATS, required=False)
    score = forms.IntegerField(label=_("Score"), min_value=-9999, max_value=99999, required=False)
    flag = forms.ChoiceField(label=_("How it ended"), choices=Seat.Flag, required=False)
    player = forms.SlugField(required=False, max_length=80)


SeatForms = forms.formset_factory(SeatForm, extra=SEATS, max_num=SEATS, validate_max=True)


class VersionForm(forms.Form):
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

    def reason(self) -> str:
        """Both as one text, in the language of the person who objects."""
        ground = dict(self.REASONS)[self.cleaned_data["ground"]]
        return f"{ground}: {self.cleaned_data['words']}"


class VoidForm(VersionForm):
    reason = forms.CharField(label=_("Reason"), widget=forms.Textarea({"rows": 2}), max_length=limits.REASON_LENGTH)
