"""Tournaments in a browser: accessibility, widths, both themes, and the bracket by keyboard."""

import re
from typing import Any

import pytest
import time_machine
from playwright.sync_api import expect

from tests.factories import a_user
from tests.pages.test_browser import EVERY_LOOK, look_at, visitor
from tests.pages.test_tournaments import NOW, addresses
from tests.pages.tournaments import Events, build

pytestmark = pytest.mark.browser


@pytest.fixture
def in_the_open(transactional_db: None) -> Events:
    """The tournaments where a server's threads can see them."""
    with time_machine.travel(NOW, tick=False):
        return build({name: a_user(name) for name in ("hugo_pt", "martabella")})


@pytest.mark.parametrize(("width", "theme", "rules"), EVERY_LOOK)
def test_no_page_of_a_tournament_has_a_finding(
    browser: Any, live_server: Any, in_the_open: Events, width: int, theme: str, rules: dict[str, Any]
) -> None:
    page = visitor(browser, width, theme).new_page()
    assert look_at(page, live_server.url, addresses(in_the_open), rules) == []
    page.context.close()


def test_the_bracket_is_reached_by_keyboard(page: Any, live_server: Any, in_the_open: Events) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server.url}{addresses(in_the_open)['bracket']}")
    links = page.locator("svg.bracket a")
    expect(links).to_have_count(6)
    links.first.focus()
    assert page.evaluate("document.activeElement.closest('svg') !== null")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('svg') !== null")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/matches/|/rounds/"))
