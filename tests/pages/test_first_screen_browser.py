"""The first screen shows what others do not, without scrolling, on a telephone and on a desk.

In a file of its own: no test may share a module with `torre`, whose transaction stays open, and with what others must see.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from ladder.services.ladders import season_open
from tests.factories import a_match
from tests.pages.conftest import PASSWORD, Torre
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
