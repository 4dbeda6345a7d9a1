"""What somebody is told, on which way and how often; his addresses in chats; and the link that ends it."""

from typing import Any

from django import forms
from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import NoticeAddress, NoticeSettings, User
from games.notices import CHANNELS, CHATS, DISCORD, KINDS, MAIL, NEVER, ON, ROWS, SITE, TELEGRAM, choice_key
from games.services.notices import calendar_renew, reached, row_stop, settings_of, settings_save, wants
from ladder.exports.ical import as_ical
from ladder.exports.own_dates import own_dates, owner_of, token_of
from ladder.notices.chats import BadAddress, channels
from ladder.notices.compose import stop_read
from ladder.publishing.words import PROBLEMS
from ladder.selectors.community import community_name
from ladder.selectors.notices import sent_to
from ladder.services.notice_addresses import AddressRefused, address_ask, address_confirm, address_remove

CHANNEL_WORDS: dict[str, str | Promise] = {
    SITE: pgettext_lazy("channel of notices", "In the site"),
    MAIL: pgettext_lazy("channel of notices", "E-mail"),
    TELEGRAM: "Telegram",
    DISCORD: "Discord",
}
REFUSED: dict[str, str | Promise] = {
    "channel": gettext_lazy("This site does not write to this chat."),
    "too_many": gettext_lazy("Too many tries. Wait an hour, then ask for a new code."),
    "late": gettext_lazy("No code is waited for, or it is too old. Give the address again."),
    "wrong_code": gettext_lazy("This is not the code that was sent. Look again."),
}
BAD: dict[str, str | Promise] = {
    TELEGRAM: gettext_lazy("Give the number of the chat: digits, with a minus before it for a group."),
    DISCORD: gettext_lazy("Give the whole address of the webhook: https://discord.com/api/webhooks/…"),
}


class GatherForm(forms.ModelForm):
    class Meta:
        model = NoticeSettings
        fields = ("digest", "hour")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        hours = [(hour, f"{hour}:00") for hour in range(24)]
        self.fields["hour"] = forms.TypedChoiceField(
            label=gettext_lazy("Hour of the day"), choices=hours, coerce=int, initial=8
        )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """The table of what one is told, and how often."""
    user = User.objects.select_related("notice_settings").get(pk=request.user.pk)
    form = GatherForm(request.POST or None, instance=settings_of(user))
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        settings_save(user, choices_read(request), digest=chosen["digest"], hour=chosen["hour"])
        messages.success(request, _("Saved."))
        return redirect("notice_settings")
    rows = {row.channel: row for row in NoticeAddress.objects.filter(user=user)}
    shown = [SITE, MAIL, *(channel for channel in CHATS if channel in channels() or channel in rows)]
    context = {
        "section": "notices",
        "form": form,
        "channels": [(channel, CHANNEL_WORDS[channel]) for channel in shown],
        "table": [(row.title, [cell(user, name, channel) for channel in shown]) for name, row in ROWS.items()],
        "chats": [chat(channel, rows.get(channel)) for channel in shown if channel in CHATS],
        "mail_off": (user.pk, MAIL) not in reached([user]),
        "sent": sent_to(user),
        "calendar": calendar_address(user),
        "bot": site.TELEGRAM_BOT_NAME,
        "zone": user.time_zone,
    }
    return render(request, "ladder/notice_settings.html", context, status=422 if form.errors else 200)


def calendar_address(user: User) -> str:
    """The private address of somebody's calendar; empty if he has none."""
    number = settings_of(user).calendar
    return site.SITE_URL + reverse("calendar", args=[token_of(user, number)]) if number else ""


def cell(user: User, row: str, channel: str) -> dict[str, Any]:
    """One box of the table; never one that nothing goes to."""
    kind = next(kind for kind, its in KINDS.items() if its == row)
    return {
        "name": choice_key(row, channel),
        "label": f"{ROWS[row].title}: {CHANNEL_WORDS[channel]}",
        "offered": ROWS[row].default(channel) != NEVER,
        "on": wants(user, kind, channel),
    }


def choices_read(request: HttpRequest) -> dict[str, bool]:
    """The boxes that say otherwise than the table does by itself."""
    choices = {}
    for row, its in ROWS.items():
        for channel in CHANNELS:
            name, default = choice_key(row, channel), its.default(channel)
            ticked = name in request.POST
            if default != NEVER and f"shown-{channel}" in request.POST and ticked != (default == ON):
                choices[name] = ticked
    return choices


def chat(channel: str, row: NoticeAddress | None) -> dict[str, Any]:
    problem = ""
    if row is not None and row.problem:
        problem = str(PROBLEMS.get(row.problem.get("code", ""), row.problem.get("code", "")))
    return {"channel": channel, "word": CHANNEL_WORDS[channel], "row": row, "problem": problem}


@login_required
@require_POST
def calendar_new(request: HttpRequest) -> HttpResponse:
    """A new private address; whoever knows the old one sees nothing more."""
    calendar_renew(request.user)
    messages.success(request, _("The address is new. Put it into your calendar."))
    return redirect("notice_settings")


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Somebody's own dates, for a calendar program, which cannot log in."""
    user = owner_of(token)
    if user is None:
        raise Http404
    with translation.override(user.language):
        dates = as_ical(community_name(), own_dates(user), timezone.now())
    response = HttpResponse(dates, content_type="text/calendar; charset=utf-8")
    response["Cache-Control"] = "private, no-store"
    return response


@login_required
@require_POST
def address(request: HttpRequest, channel: str, act: str) -> HttpResponse:
    """Give, confirm or remove an address."""
    if channel not in (*CHATS, MAIL):
        raise Http404
    try:
        if act == "give":
            address_ask(request.user, channel, request.POST.get("address", ""))
            messages.success(request, _("A code was sent there. Type it here."))
        elif act == "confirm":
            if address_confirm(request.user, channel, request.POST.get("code", "")[:20]) is None:
                raise AddressRefused("wrong_code")
            messages.success(request, _("Confirmed. Choose in the table what is sent there."))
        else:
            address_remove(request.user, channel)
            messages.success(request, _("Done."))
    except AddressRefused as problem:
        messages.error(request, str(REFUSED[problem.code]))
    except BadAddress:
        messages.error(request, str(BAD.get(channel, REFUSED["channel"])))
    return redirect("notice_settings")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """The address in a message that ends such messages. Without log-in, by the press of a button (RFC 8058)."""
    asked = stop_read(token)
    user = User.objects.filter(pk=asked[0], is_active=True).first() if asked else None
    if asked is None or user is None or (asked[1] and asked[1] not in ROWS):
        raise Http404
    row, channel = asked[1], asked[2]
    if request.method == "POST":
        for name in [row] if row else ROWS:
            row_stop(user, name, channel)
    context = {
        "private": True,
        "done": request.method == "POST",
        "row": ROWS[row].title if row else "",
        "channel": CHANNEL_WORDS.get(channel, channel),
    }
    return render(request, "ladder/notice_stop.html", context)
