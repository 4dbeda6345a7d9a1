"""Notices as one message: of one thing, or of all that was gathered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import ngettext

from games import limits
from games.models import Notice, User
from games.notices import DISCORD, KINDS
from ladder.notices.texts import Told, told
from ladder.selectors.community import community_language, community_name
from ladder.selectors.seasons import default_zone

STOP = "notices.stop"


@dataclass(frozen=True)
class Message:
    """What is sent. `stop` is the address that ends such messages; empty for a chat of many."""

    subject: str
    text: str
    html: str
    stop: str


def composed(notices: Sequence[Notice], user: User | None, channel: str) -> Message:
    """One message about all of these, in the language and zone of who reads it; of a group, in the community's."""
    language = user.language if user else community_language()
    zone = user.time_zone if user else default_zone()
    shown = notices[: limits.NOTICES_TOGETHER]
    with translation.override(language):
        items = [told(notice, zone) for notice in shown]
        rows = {KINDS[notice.kind] for notice in notices}
        context = {
            "items": items,
            "more": len(notices) - len(shown),
            "site": community_name(),
            "language": language,
            "inbox": settings.SITE_URL + reverse("notices"),
            "settings": settings.SITE_URL + reverse("notice_settings"),
            "stop": stop_address(user, rows.pop() if len(rows) == 1 else "", channel) if user else "",
            "subject": _subject(items, len(notices)),
        }
        if channel == "mail":
            text = render_to_string("notices/mail.txt", context)
            return Message(context["subject"], text, render_to_string("notices/mail.html", context), context["stop"])
        return Message(
            context["subject"],
            chat_text(context, limits.NOTICE_TEXT_SHORT if channel == DISCORD else limits.NOTICE_TEXT),
            "",
            context["stop"],
        )


def _subject(items: Sequence[Told], count: int) -> str:
    if count == 1:
        return items[0].title
    first = items[0].title
    return ngettext("%(first)s, and %(n)s more notice", "%(first)s, and %(n)s more notices", count - 1) % {
        "first": first,
        "n": count - 1,
    }


def chat_text(context: dict[str, Any], most: int = limits.NOTICE_TEXT) -> str:
    """The message in plain lines, cut at a line so that it fits into one."""
    lines = render_to_string("notices/chat.txt", context).strip().split("\n")
    kept: list[str] = []
    size = len(context["inbox"]) + 3
    for line in lines:
        size += len(line) + 1
        if size > most:
            return "\n".join([*kept, f"… {context['inbox']}"])
        kept.append(line)
    return "\n".join(kept)


def stop_address(user: User, row: str, channel: str) -> str:
    """The address that ends messages of a row (all, if it is empty) on a channel; nobody can make another's."""
    token = signing.dumps([user.pk, row, channel], salt=STOP)
    return settings.SITE_URL + reverse("notice_stop", args=[token])


def stop_read(token: str) -> tuple[int, str, str] | None:
    """Account, row and channel of such an address; None if we did not make it."""
    try:
        user, row, channel = signing.loads(token, salt=STOP)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return user, row, channel
