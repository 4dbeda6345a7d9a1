"""The first screen shows what others do not, without scrolling, on a telephone and on a desk; help and the demo's links."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from ladder.help_texts import TOPICS
from ladder.services.ladders import season_open
from tests.factories import a_match
from tests.pages.conftest import NOW, PASSWORD, Torre
from tests.pages.test_browser import log_in, torre_in_the_open

__all__ = ["PASSWORD", "torre_in_the_open"]

PEOPLE = "gufetta hugo_pt ines_lx adamanta katia_k".split()
SEEN = {
    "this month's ranking with moves": "table.rank tbody:nth-of-type(5) th",
    "its state beside its name": ".head .tag",
    "why, at the last row shown": "table.rank tbody:nth-of-type(5) .why-link",
    "a mark with a live example": "#example",
    "one box for a log, a link or a text": "#paste",
    "what needs you": "#todo a",
    "who keeps it, and the last change": "#kept",
    "take it with you": "#take a:last-child",
}
"""What stands on the first screen, and where."""


def played_this_month(torre: Torre) -> None:
    """Three matches of five people in the month that the league's clock shows, whatever the hour."""
    now = timezone.now()
    today = now.astimezone(torre.ladder.zone)
    season_open(torre.ladder, today.year, today.month)
    apart = timedelta(minutes=20 if today.day == 1 else -20)
    for number in (1, 2, 3):
        a_match(*PEOPLE[number:], *PEOPLE[:number], ended_at=now + number * apart)


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 720)])
def test_the_seven_things_are_seen_without_scrolling(
    browser: Any, live_server: Any, torre_in_the_open: Torre, width: int, height: int
) -> None:
    played_this_month(torre_in_the_open)
    context = browser.new_context(locale="it", viewport={"width": width, "height": height})
    page = context.new_page()
    log_in(page, live_server.url, "gufetta")
    page.goto(f"{live_server.url}/?lang=it")
    expect(page.locator("#todo")).to_be_visible()
    tabs = page.locator(".tabbar").bounding_box() if width < 700 else None
    bottom = tabs["y"] if tabs else height
    found = {name: page.locator(where).first.bounding_box() for name, where in SEEN.items()}
    unseen = {
        name: box
        for name, box in found.items()
        if box is None or box["y"] < 0 or box["y"] + min(box["height"], 40) > bottom or box["x"] + box["width"] > width
    }
    context.close()
    assert unseen == {}


@pytest.mark.django_db
def test_what_waits_is_counted_and_one_thing_alone_is_a_step_away(torre: Torre) -> None:
    with time_machine.travel(NOW, tick=False):
        mine, of_who_brought_it = (torre.client(name).get("/").content.decode() for name in ("gufetta", "hugo"))
    assert f'<a href="{torre.waiting.get_absolute_url()}">1 match to confirm</a>' in mine
    assert '<a href="/uploads/">2 uploads refused</a>' in of_who_brought_it
    assert "to confirm</a>" not in of_who_brought_it


@pytest.mark.django_db
def test_the_live_example_is_the_last_replayed_match_however_many_came_since(torre: Torre) -> None:
    replayed = [torre.files[name].submission.match.get_absolute_url() for name in ("agrees", "disagrees")]
    later = timezone.now() + timedelta(days=1)
    with time_machine.travel(NOW, tick=False):
        newer = [
            a_match("gufetta", "hugo_pt", ended_at=later - timedelta(hours=number), created_at=later).get_absolute_url()
            for number in range(6)
        ]
        text = torre.client().get("/").content.decode()
    example = text.partition('id="example"')[2].partition("</p>")[0]
    assert any(f'href="{url}"' in example for url in replayed)
    assert [url in text for url in (*newer, *replayed)].count(True) == 6, "five latest, and the example"


@pytest.mark.django_db
@pytest.mark.sqlite
def test_every_question_has_a_page_whose_links_lead_somewhere() -> None:
    client = Client(headers={"accept-language": "en"})
    index = client.get("/help/").content.decode()
    for topic in TOPICS:
        assert f'href="/help/{topic.slug}/"' in index
        page = client.get(f"/help/{topic.slug}/")
        assert page.status_code == 200
        assert str(topic.question) in page.content.decode()
    assert client.get("/help/nothing/").status_code == 404


@pytest.mark.django_db
@pytest.mark.night
def test_the_first_links_of_the_demo_are_the_refused_log_the_merge_and_the_three_lines(capsys: Any) -> None:
    client = Client(headers={"accept-language": "en"})
    assert "demo" not in client.get("/about/").content.decode()
    double = "/players/livio_lupo1/merge/"
    stories: list[tuple[dict[str, Any], str, str]] = [
        ({}, double, "/2026-10/"),
        ({"shown": True}, double, "/changes/"),
        ({"step": 24}, "/merges/", "/changes/"),
    ]
    for told, second, third in stories:
        call_command("demo", **told)
        page = client.get("/about/").content.decode()
        links = page.split('id="demo"')[1].split("href=")
        assert links[1].startswith('"/verifications/')
        assert second in links[2]
        assert third in links[3]
    assert client.get(links[1].split('"')[1]).status_code == 200
    assert client.get(links[3].split('"')[1]).content.decode().count("<tr") >= 3
