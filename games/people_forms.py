"""Forms about people: claims, reports, merges, names, and leaving."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import intake, limits
from games.understand import Document, understand


def words(label: Any, *, needed: bool = False, help_text: Any = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        widget=forms.Textarea({"rows": 2}),
        max_length=limits.REASON_LENGTH,
        required=needed,
        help_text=help_text,
    )


class ClaimForm(forms.Form):
    words = words(_("A word to those who decide"), help_text=_("How they know that it is you. May stay empty."))


class WhoForm(forms.Form):
    """The other one of a pair: looked for by any name, then picked by address."""

    name = forms.CharField(label=_("Name of the other player"), max_length=limits.NAME_LENGTH)


class MyNameForm(forms.Form):
    """Under which name somebody plays, or will play, here."""

    name = forms.CharField(
        label=_("Your name in results"),
        max_length=limits.NAME_LENGTH,
        help_text=_("The name that you have on Board Game Arena, if you play there."),
    )


class ReportForm(forms.Form):
    other = forms.SlugField(max_length=80, widget=forms.HiddenInput)
    words = words(_("How do you know?"), help_text=_("May stay empty."))


class MergeForm(forms.Form):
    into = forms.SlugField(max_length=80, widget=forms.HiddenInput)
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
    reason = words(_("Reason"), needed=True, help_text=_("Everybody can read it in the history."))
    two_accounts = forms.BooleanField(label=_("one person with two accounts on one platform"), required=False)
    two_entrants = forms.BooleanField(
        label=_("both stay as two lines in the tournaments that both entered"), required=False
    )


class UndoForm(forms.Form):
    reason = words(_("Reason"), needed=True, help_text=_("Everybody can read it in the history."))


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=limits.NAME_LENGTH)


class IdentityForm(forms.Form):
    platform = forms.CharField(label=_("Platform"), max_length=20, initial="bga")
    platform_id = forms.CharField(
        label=_("Id there"), max_length=64, help_text=_("The number of the player, not the name.")
    )


class LookupForm(forms.Form):
    """What the player search of Board Game Arena answered, as it stands in the browser."""

    answer = forms.CharField(
        label=_("What BGA’s player search answers"),
        widget=forms.Textarea({"rows": 3}),
        max_length=limits.TEXT_LENGTH,
        help_text=_("Search the name on BGA and paste the whole answer (JSON) here."),
    )

    def clean_answer(self) -> Document:
        member = intake.read_member(self.cleaned_data["answer"].strip().encode(errors="replace"), "")
        document = understand(member.body) if member.body is not None else None
        if document is None or document.kind != "player_lookup":
            raise forms.ValidationError(
                _('This is no answer of the player search. It begins with {"items" or {"status".')
            )
        return document


class ReasonForm(forms.Form):
    reason = words(_("Reason"), needed=True)


class ForgetForm(forms.Form):
    contact = forms.EmailField(label=_("Your e-mail address"), help_text=_("So that we can ask who you are."))
    words = words(_("What shall be removed, and how can we know that it is you?"), needed=True)
