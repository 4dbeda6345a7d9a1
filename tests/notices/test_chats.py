"""Telegram and Discord: apprise speaks to them over our own connection, and only to public addresses."""

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from apprise.plugins.discord import NotifyDiscord
from apprise.plugins.telegram import NotifyTelegram

from games.models import NoticeAddress, NoticeDelivery, NoticeSettings, User
from games.services.notices import notice_send
from games.services.outbox import NotSent, outbox_run
from ladder.notices.chats import BadAddress, address_read, chat_send
from ladder.notices.compose import Message
from ladder.notices.ways import Refused, Unclear
from ladder.publishing.secrets import seal
from ladder.tasks import SENDERS
from tests.factories import a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
WEBHOOK = "123456789012345678/" + "t" * 68
MESSAGE = Message("Subject", "Struck out <b> & @everyone\n**x**", "", "")


class Capture:
    """A server that keeps what it is sent and answers as the test says."""

    def __init__(self) -> None:
        self.status, self.seen, self.hang_up = 200, [], False
        capture = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                capture.seen.append((self.path, json.loads(body)))
                if capture.hang_up:
                    self.connection.close()
                    return
                self.send_response(capture.status)
                self.send_header("Location", "http://127.0.0.1:1/")
                self.end_headers()
                self.wfile.write(b'{"ok": true, "description": "said"}')

            def log_message(self, *_: Any) -> None:
                return

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def capture(settings: Any, monkeypatch: Any) -> Iterator[Capture]:
    found = Capture()
    settings.TELEGRAM_BOT_TOKEN = "123456789:" + "a" * 35
    settings.OUTGOING_ALLOW = ["127.0.0.1"]
    settings.OUTGOING_PORTS = [found.port]
    monkeypatch.setattr(NotifyTelegram, "notify_url", f"http://127.0.0.1:{found.port}/bot")
    monkeypatch.setattr(NotifyDiscord, "notify_url", f"http://127.0.0.1:{found.port}/hooks")
    yield found
    found.server.shutdown()
    found.server.server_close()


ADDRESSES = {"telegram": "42424242", "discord": WEBHOOK}


@pytest.mark.parametrize("channel", ADDRESSES)
def test_a_message_arrives_as_it_was_written(capture: Capture, channel: str) -> None:
    chat_send(channel, ADDRESSES[channel], MESSAGE)
    [(path, body)] = capture.seen
    if channel == "telegram":
        assert path == "/bot123456789:" + "a" * 35 + "/sendMessage"
        assert body["chat_id"] == 42424242
        assert body["parse_mode"] == "HTML"
        assert body["text"] == "Struck out &lt;b&gt; &amp; @everyone\n**x**"
    else:
        assert path.startswith(f"/hooks/{WEBHOOK}")
        assert "@everyone" not in body["content"]
        assert body["content"] == "Struck out <b\\> & @\u200beveryone\n\\*\\*x\\*\\*"


@pytest.mark.parametrize("channel", ADDRESSES)
@pytest.mark.parametrize(
    ("status", "ends"),
    [(302, NotSent), (400, Refused), (403, Refused), (429, NotSent), (500, NotSent), (502, Unclear), (503, NotSent)],
)
def test_how_an_answer_ends_a_message(capture: Capture, channel: str, status: int, ends: type[Exception]) -> None:
    capture.status = status
    with pytest.raises(ends):
        chat_send(channel, ADDRESSES[channel], MESSAGE)
    assert len(capture.seen) == 1


def test_a_webhook_that_is_gone_is_refused_and_a_wrong_bot_is_our_own_fault(capture: Capture) -> None:
    capture.status = 404
    with pytest.raises(Refused):
        chat_send("discord", WEBHOOK, MESSAGE)
    with pytest.raises(NotSent):
        chat_send("telegram", "42424242", MESSAGE)


def test_a_line_that_breaks_after_the_message_leaves_it_unclear(capture: Capture) -> None:
    capture.hang_up = True
    with pytest.raises(Unclear):
        chat_send("discord", WEBHOOK, MESSAGE)


def test_nothing_is_sent_to_a_private_address(capture: Capture, settings: Any) -> None:
    settings.OUTGOING_ALLOW = []
    with pytest.raises(NotSent) as refused:
        chat_send("discord", WEBHOOK, MESSAGE)
    assert refused.value.problem["code"] == "address"
    assert capture.seen == []


def test_without_a_bot_nothing_goes_to_telegram(settings: Any) -> None:
    settings.TELEGRAM_BOT_TOKEN = ""
    with pytest.raises(NotSent):
        chat_send("telegram", "42424242", MESSAGE)


@pytest.mark.parametrize(
    ("channel", "text", "kept"),
    [
        ("telegram", " 42424242 ", "42424242"),
        ("telegram", "-1001234567890", "-1001234567890"),
        ("telegram", "@torre_it", "@torre_it"),
        ("discord", f"https://discord.com/api/webhooks/{WEBHOOK}", WEBHOOK),
        ("discord", f"https://ptb.discordapp.com/api/v10/webhooks/{WEBHOOK}/", WEBHOOK),
    ],
)
def test_addresses_are_kept_in_one_form(channel: str, text: str, kept: str) -> None:
    assert address_read(channel, text) == kept
    assert address_read(channel, kept) == kept


@pytest.mark.parametrize(
    ("channel", "text"),
    [
        ("telegram", ""),
        ("telegram", "42/../x"),
        ("telegram", "http://127.0.0.1/"),
        ("discord", f"http://discord.com/api/webhooks/{WEBHOOK}"),
        ("discord", f"https://127.0.0.1/api/webhooks/{WEBHOOK}"),
        ("discord", f"https://discord.com.evil.example/api/webhooks/{WEBHOOK}"),
        ("discord", f"https://x@discord.com/api/webhooks/{WEBHOOK}"),
        ("discord", f"https://discord.com:8443/api/webhooks/{WEBHOOK}"),
        ("discord", f"https://discord.com/api/webhooks/{WEBHOOK}?thread_id=1"),
        ("mail", "ada@example.org"),
        ("json", "json://127.0.0.1"),
    ],
)
def test_other_addresses_are_none(channel: str, text: str) -> None:
    with pytest.raises(BadAddress):
        address_read(channel, text)


def test_a_notice_goes_to_the_chat_that_somebody_linked(capture: Capture) -> None:
    ada = a_user("ada", language="en")
    NoticeSettings.objects.create(user=ada, choices={"match-telegram": True, "match-mail": False})
    NoticeAddress.objects.create(user=ada, channel="telegram", sealed=seal("42424242"), confirmed_at=datetime.now(UTC))
    notice_send("match.void", [ada], key="k", game="Alhambra", link="/matches/x/")
    outbox_run(SENDERS)
    [(_path, body)] = capture.seen
    assert "Struck out: Alhambra" in body["text"]
    assert NoticeDelivery.objects.get().state == "sent"


def test_a_chat_of_many_hears_of_what_is_for_everybody(capture: Capture, settings: Any) -> None:
    settings.NOTICE_GROUPS = {"public": {"telegram": "@torre_it"}, "managers": {"discord": WEBHOOK}}
    ada: User = a_user("ada")
    notice_send("month.closed", [ada], key="k", group=True, league="Torre", month="2026-10", text="1. ada")
    notice_send("month.closed", [ada], key="k", group=True, league="Torre", month="2026-10", text="1. ada")
    notice_send("publication.failed", [ada], key="p", group=True, league="Torre", target="web")
    outbox_run(SENDERS)
    paths = [path for path, _body in capture.seen]
    assert len(paths) == 2
    assert {path[:4] for path in paths} == {"/bot", "/hoo"}
    told = next(body for path, body in capture.seen if path.startswith("/bot"))
    assert "1. ada" in told["text"]
    assert "/stop/" not in told["text"]
