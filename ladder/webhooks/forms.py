"""The form of a webhook: where to, and which events. Its secret is never in a form."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games import outgoing
from ladder.models import Webhook
from ladder.publishing.forms import ONE_LINE
from ladder.publishing.words import PROBLEMS as TARGET_PROBLEMS
from ladder.webhooks.events import EVENTS

OWN_PROBLEMS: dict[str, str | Promise] = {
    "redirect": gettext_lazy("The server sent us to another address. We never follow: give the final address."),
    "status": gettext_lazy("The server did not take it."),
    "paused": gettext_lazy("The webhook was paused before it could be sent."),
    "late": gettext_lazy("It could not be sent within a day."),
    "secret_lost": gettext_lazy("The stored secret cannot be opened any more: the server’s key changed. Renew it."),
}
PROBLEMS = {**TARGET_PROBLEMS, **OWN_PROBLEMS}


class WebhookForm(forms.Form):
    """A webhook, new or there (`webhook`)."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        validators=[ONE_LINE],
        widget=forms.TextInput({"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Of your own server, such as https://bot.example/classifica."),
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("Events"), choices=list(EVENTS.items()), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, webhook: Webhook | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        if webhook is not None:
            self.initial = {"url": webhook.url, "events": webhook.events}

    def clean_url(self) -> str:
        url = str(self.cleaned_data["url"]).strip()
        try:
            check_address(url)
        except outgoing.Unreachable as problem:
            raise forms.ValidationError(str(PROBLEMS[problem.code])) from problem
        return url


def check_address(url: str) -> None:
    """Raise `Unreachable` for what may not be called. Each attempt checks it again, for a name can move."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as problem:
        raise outgoing.Unreachable("scheme") from problem
    plain = url.isascii() and " " not in url and "\\" not in url
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or "@" in parts.netloc
        or parts.fragment
        or not plain
    ):
        raise outgoing.Unreachable("scheme")
    outgoing.addresses_of(parts.hostname, port)


def problem_words(problem: dict[str, Any]) -> str:
    """What an attempt failed of. What the server answered is not kept: whoever adds an address could read it by us."""
    return str(PROBLEMS.get(problem.get("code", ""), problem.get("code", "")))
