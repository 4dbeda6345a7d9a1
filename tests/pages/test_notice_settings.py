"""What somebody is told and where: the table, addresses in chats, the link that ends messages, what was sent."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import AuditEntry, NoticeAddress, NoticeDelivery, NoticeSettings, OutboxRow, User
from games.notices import ROWS
from games.services.notices import address_digest, notice_send
from ladder.notices.compose import stop_address
from ladder.publishing.secrets import unseal
from ladder.services import notice_addresses
from tests.pages.conftest import Torre
from tests.pages.test_every_page import LANGUAGES, check

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGE = "/account/notices/settings/"
WEBHOOK = "https://discord.com/api/webhooks/123456789012345678/" + "t" * 68


@pytest.fixture
def charlie(torre: Torre) -> Client:
    return torre.client("charlie")


def wishes(torre: Torre) -> NoticeSettings:
    return NoticeSettings.objects.get(user=torre.people["charlie"])


def shown() -> dict[str, str]:
    return {"shown-site": "1", "shown-mail": "1", "shown-discord": "1", "digest": "daily", "hour": "20"}


def test_only_what_differs_from_the_table_is_kept(torre: Torre, charlie: Client) -> None:
    boxes = {f"{row}-site": "1" for row in ROWS} | {"upload-mail": "1", "match-discord": "1", "person-discord": "1"}
    answer = charlie.post(PAGE, shown() | boxes)
    assert answer["Location"] == PAGE
    kept = wishes(torre)
    on = {name for name, wish in kept.choices.items() if wish}
    off = {name for name, wish in kept.choices.items() if not wish}
    assert on == {"upload-mail", "match-discord"}
    assert off == {f"{name}-mail" for name, row in ROWS.items() if row.mail == "on"}
    assert (kept.digest, kept.hour) == ("daily", 20)
    page = charlie.get(PAGE).content.decode()
    assert 'name="match-discord" value="1" aria-label' in page
    assert 'name="person-discord"' not in page


def test_a_channel_that_was_not_shown_keeps_its_wishes_untouched_by_no_box(torre: Torre, charlie: Client) -> None:
    charlie.post(PAGE, {"shown-site": "1", "digest": "now", "hour": "8"} | {f"{row}-site": "1" for row in ROWS})
    assert wishes(torre).choices == {}


@pytest.mark.parametrize("wrong", [{"digest": "hourly"}, {"hour": "24"}, {"hour": "x"}])
def test_a_wish_that_cannot_be_is_refused(torre: Torre, charlie: Client, wrong: dict[str, str]) -> None:
    assert charlie.post(PAGE, shown() | wrong).status_code == 422
    assert not NoticeSettings.objects.exists()


def test_an_address_is_used_once_its_code_came_back(torre: Torre, charlie: Client, monkeypatch: Any) -> None:
    sent = []
    monkeypatch.setattr(notice_addresses, "chat_send", lambda channel, to, message: sent.append((to, message.text)))
    charlie.post("/account/notices/discord/give/", {"address": WEBHOOK})
    row = NoticeAddress.objects.get()
    assert "123456789012345678" not in row.sealed
    assert unseal(row.sealed).startswith("123456789012345678/")
    assert not row.is_used
    assert notice_addresses.code_send(OutboxRow.objects.get(kind="notice-code"))
    code = sent[0][1].split()[0]
    charlie.post("/account/notices/discord/confirm/", {"code": "000000" if code != "000000" else "111111"})
    assert NoticeAddress.objects.get().code_tries == 1
    charlie.post("/account/notices/discord/confirm/", {"code": code})
    assert NoticeAddress.objects.get().is_used
    assert "t" * 20 not in charlie.get(PAGE).content.decode()
    charlie.post("/account/notices/discord/remove/")
    assert not NoticeAddress.objects.exists()


def test_codes_are_not_guessed_and_not_asked_for_without_end(charlie: Client) -> None:
    for _try in range(5):
        charlie.post("/account/notices/discord/give/", {"address": WEBHOOK})
    assert OutboxRow.objects.filter(kind="notice-code").count() == 3
    for _try in range(9):
        charlie.post("/account/notices/discord/confirm/", {"code": "wrong"})
    assert NoticeAddress.objects.get().code_tries == 5
    assert "Too many tries" in charlie.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("channel", "text"), [("discord", "https://127.0.0.1/api/webhooks/1/x"), ("telegram", "42"), ("mail", "x@y.z")]
)
def test_an_address_that_is_none_is_not_kept(charlie: Client, channel: str, text: str) -> None:
    charlie.post(f"/account/notices/{channel}/give/", {"address": text})
    assert not NoticeAddress.objects.exists()


def test_an_unknown_channel_is_not_there(charlie: Client) -> None:
    assert charlie.post("/account/notices/fax/give/", {"address": "1"}).status_code == 404
    assert charlie.get("/account/notices/discord/give/").status_code == 405


def test_a_dead_address_is_shown_and_can_be_tried_again(torre: Torre, charlie: Client) -> None:
    from datetime import UTC, datetime

    charlie_now = torre.people["charlie"]
    code = address_digest(charlie_now.email)
    NoticeAddress.objects.create(user=charlie_now, channel="mail", code=code, off_at=datetime.now(UTC))
    assert "came back again and again" in charlie.get(PAGE).content.decode()
    charlie.post("/account/notices/mail/remove/")
    assert "came back again and again" not in charlie.get(PAGE).content.decode()


def stop_of(user: User, row: str = "match") -> str:
    from django.conf import settings

    return stop_address(user, row, "mail").removeprefix(settings.SITE_URL)


def test_the_link_of_a_letter_stops_its_row_at_the_press_of_a_button(torre: Torre) -> None:
    link = stop_of(torre.people["charlie"])
    visitor = Client(enforce_csrf_checks=True)
    check(visitor.get(link), "stop", visitor.get(link)["Content-Language"])
    assert not NoticeSettings.objects.exists()
    assert visitor.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert wishes(torre).choices == {"match-mail": False}


def test_the_link_of_a_gathered_letter_stops_all_of_its_channel(torre: Torre) -> None:
    Client().post(stop_of(torre.people["charlie"], ""))
    assert wishes(torre).choices == {f"{row}-mail": False for row in ROWS}


def test_a_made_up_link_stops_nothing(torre: Torre) -> None:
    link = stop_of(torre.people["charlie"])
    assert Client().post(link[:-3] + "xx/").status_code == 404
    assert Client().post("/notices/stop/nonsense/").status_code == 404
    assert not NoticeSettings.objects.exists()


def test_what_was_sent_is_for_admins(torre: Torre) -> None:
    notice_send("match.void", [torre.people["charlie"]], key="k", game="Alhambra", reason="between us")
    for name, status in {"": 302, "charlie": 403, "hugo": 403, "vito": 403, "sara": 403, "zoe": 200}.items():
        assert torre.client(name).get("/desk/sent/").status_code == status, name
    zoe = torre.client("zoe")
    for language in LANGUAGES:
        zoe.cookies["language"] = language
        check(zoe.get("/desk/sent/"), "sent", language)
    page = zoe.get("/desk/sent/?channel=mail&state=waiting").content.decode()
    assert "charlie@example.org" in page
    assert "between us" not in page
    NoticeDelivery.objects.all().delete()
    assert "charlie@example.org" not in zoe.get("/desk/sent/").content.decode()


@pytest.mark.parametrize("address", ["/account/notices/", PAGE, "/desk/sent/"])
def test_these_pages_ask_little(torre: Torre, address: str) -> None:
    zoe = torre.client("zoe")
    for number in range(40):
        notice_send("match.void", [torre.people["zoe"]], key=f"k/{number}", game="Alhambra", link="/")
    zoe.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert zoe.get(address).status_code == 200
    assert len(queries) <= 12


def address_of(page: str) -> str:
    return re.search(r'value="[^"]*(/calendar/[^"]+\.ics)"', page)[1]  # type: ignore[index]


def test_ones_own_dates_are_at_a_secret_address_that_can_be_replaced(torre: Torre) -> None:
    gufetta = torre.client("gufetta")
    gufetta.post("/account/notices/calendar/")
    first = address_of(gufetta.get(PAGE).content.decode())
    answer = Client().get(first)
    assert answer["Content-Type"].startswith("text/calendar")
    dates = answer.content.decode()
    assert dates.startswith("BEGIN:VCALENDAR\r\n")
    assert "SUMMARY:Lega Torre\\, October 2026: results to confirm: 1" in dates
    gufetta.post("/account/notices/calendar/")
    assert Client().get(first).status_code == 404
    assert Client().get(address_of(gufetta.get(PAGE).content.decode())).status_code == 200
    assert Client().get("/calendar/made-up.ics").status_code == 404
    User.objects.filter(pk=torre.people["gufetta"].pk).update(is_active=False)
    assert Client().get(first).status_code == 404


def test_a_calendar_holds_only_ones_own_dates(torre: Torre) -> None:
    hugo = torre.client("hugo")
    hugo.post("/account/notices/calendar/")
    dates = Client().get(address_of(hugo.get(PAGE).content.decode())).content.decode()
    assert "BEGIN:VEVENT" not in dates


def test_a_league_is_followed_by_its_closed_and_revised_months(torre: Torre) -> None:
    feed = Client(headers={"accept-language": "en"}).get("/leagues/torre/archive.atom").content.decode()
    assert feed.count("<entry>") == 3
    assert "league/torre/2026-09/r3" in feed


def test_admins_keep_the_site_and_nobody_else_does(torre: Torre) -> None:
    assert torre.client("sara").get("/admin/").status_code == 403
    zoe = torre.client("zoe")
    for language in ("it", "pt-br", "en"):
        zoe.cookies["language"] = language
        check(zoe.get("/admin/"), "site", language)
    named = {"name": "Torre nuova", "language": "it", "time_zone": "Europe/Lisbon"}
    assert zoe.post("/admin/", named | {"time_zone": "Mars/Olympus"}).status_code == 422
    assert zoe.post("/admin/", named).status_code == 302
    assert "Torre nuova" in zoe.get("/admin/").content.decode()
    assert AuditEntry.objects.filter(act="community.named", actor=torre.people["zoe"]).exists()
