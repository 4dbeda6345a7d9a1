"""Messages by Telegram and Discord. Apprise knows how each is spoken to; the connection is our own (`games.outgoing`).

Apprise connects through `requests` and says only whether it went well. Its modules are given `Transport` in place of
`requests`, so that every address is checked as all others are, and we know what was answered.
"""

import re
import sys
import threading
from html import escape
from typing import Any
from urllib.parse import urlencode

from django.conf import settings

from games import limits, outgoing
from games.notices import DISCORD, TELEGRAM
from games.services.outbox import NotSent
from ladder.notices.compose import Message
from ladder.notices.ways import Refused, Unclear

CHAT = re.compile(r"-?[0-9]{3,15}")
CHANNEL = re.compile(r"@[A-Za-z][A-Za-z0-9_]{4,31}")
WEBHOOK = re.compile(
    r"(?:https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/)?"
    r"([0-9]{15,22})/([A-Za-z0-9_-]{40,100})/?"
)
MARKDOWN = re.compile(r"([\\`*~|>\[\]])")
GONE = {TELEGRAM: (400, 403), DISCORD: (400, 401, 403, 404)}
"""Answers that say: never write here again."""
PERHAPS = (502, 504)
"""Answers of somebody between, after which the message may be there or not."""
_alone = threading.Lock()


class BadAddress(Exception):
    """This is no address of the channel."""


def channels() -> list[str]:
    """The chats that this site can write to: Discord always, Telegram if the keeper gave it a bot."""
    return [*([TELEGRAM] if settings.TELEGRAM_BOT_TOKEN else []), DISCORD]


def address_read(channel: str, text: str) -> str:
    """What a person typed, as the address that is kept: a chat's number or name, a webhook's id and token."""
    text = text.strip()[:300]
    if channel == TELEGRAM and (CHAT.fullmatch(text) or CHANNEL.fullmatch(text)):
        return text
    if channel == DISCORD and (found := WEBHOOK.fullmatch(text)):
        return f"{found[1]}/{found[2]}"
    raise BadAddress(channel)


class Transport:
    """Stands in the place of the module `requests` while one message is sent: one request, over our own connection."""

    def __init__(self) -> None:
        import requests  # as apprise does; only a worker that sends to chats loads them

        self.codes, self.RequestException = requests.codes, requests.RequestException
        self.status: int | None = None
        self.words = ""
        self.problem: outgoing.Unreachable | None = None

    def post(self, url: str, *, data: Any = None, headers: Any = None, params: Any = None, **_: Any) -> "Transport":
        if self.status is not None or self.problem is not None:
            raise self.RequestException("one request is enough")
        body = data.encode() if isinstance(data, str) else bytes(data or b"")
        whole = f"{url}?{urlencode(params)}" if params else url
        try:
            answer = outgoing.request("POST", whole, body=body, headers=dict(headers or {}))
        except outgoing.Unreachable as problem:
            self.problem = problem
            raise self.RequestException(problem.code) from problem
        self.status = self.status_code = answer.status
        self.headers, self.content = dict(answer.headers), answer.body
        self.text = answer.body.decode(errors="replace")
        self.words = " ".join(self.text.split())[:200]
        return self


def chat_send(channel: str, address: str, message: Message) -> None:
    """Hand a message to a chat. Raises `NotSent`, `Refused`, `Unclear`."""
    plugin, module = plugin_of(channel, address)
    with _alone:
        transport = Transport()
        before, module.requests = module.requests, transport
        try:
            sent = plugin.send(body=quiet(channel, message.text))
        finally:
            module.requests = before
    if not sent:
        raise _ended(channel, transport)


def plugin_of(channel: str, address: str) -> tuple[Any, Any]:
    """Apprise's plugin for an address, and the module that it lives in."""
    if channel == TELEGRAM:
        from apprise.plugins.telegram import NotifyTelegram

        if not settings.TELEGRAM_BOT_TOKEN:
            raise NotSent("no_bot")
        plugin = NotifyTelegram(bot_token=settings.TELEGRAM_BOT_TOKEN, targets=[address], detect_owner=False)
    else:
        from apprise.plugins.discord import NotifyDiscord

        webhook, _slash, token = address.partition("/")
        plugin = NotifyDiscord(webhook_id=webhook, webhook_token=token)
    return plugin, sys.modules[type(plugin).__module__]


def quiet(channel: str, text: str) -> str:
    """Plain text as the channel takes it, so that nothing in it is markup, and nobody is called by it.

    Telegram is written to in HTML; Discord takes @everyone for an alarm, and a few signs for a style.
    """
    if channel == TELEGRAM:
        return escape(text, quote=False)
    return MARKDOWN.sub(r"\\\1", text).replace("@", "@\u200b")[: limits.DISCORD_TEXT]


def _ended(channel: str, transport: Transport) -> Exception:
    """What a message that did not go well says about the next one."""
    if transport.problem is not None:
        kind = Unclear if transport.problem.sent else NotSent
        return kind(transport.problem.code)
    status, facts = transport.status, {"status": transport.status, "words": transport.words}
    if status is None:
        return NotSent("fault", words="apprise")
    if status in GONE[channel]:
        return Refused("refused", **facts)
    if 200 <= status < 300 or status in PERHAPS:
        return Unclear("answer", **facts)
    return NotSent("refused", **facts)
