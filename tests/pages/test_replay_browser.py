"""A replay in a browser: played, moved in by keys, and without script."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import Torre, build

pytestmark = pytest.mark.browser


@pytest.fixture
def address(transactional_db: None, live_server: Any) -> str:
    """The replay of a match, where a server's threads can see it."""
    torre: Torre = build()
    return f"{live_server.url}{torre.files['agrees'].submission.match.get_absolute_url()}replay/"


def where(page: Any) -> str:
    """The step that is shown, such as “Step 12 of 240”."""
    return str(page.locator(".where b").first.inner_text())


def test_a_replay_obeys_keys_and_plays_by_itself(page: Any, address: str) -> None:
    page.goto(f"{address}?at=20")
    shown = page.locator(".where b").first
    total = where(page).rpartition(" ")[2]

    def pressed(key: str, step: str) -> None:
        page.keyboard.press(key)
        shown.filter(has_text=f"Step {step} of {total}").wait_for()

    pressed("ArrowRight", "22")
    pressed("ArrowLeft", "21")
    expect(page, "each step has its address").to_have_url(f"{address}?at=20")
    expect(page.locator("#heard"), "and is read out").to_have_text(page.locator("#says").inner_text())
    pressed("Home", "1")
    pressed("End", total)
    page.go_back()
    shown.filter(has_text=f"Step 1 of {total}").wait_for()
    expect(page.locator("h1"), "the whole page came back").to_have_count(1)
    page.locator("#speed").select_option("750")
    page.get_by_role("button", name="Play").click()
    shown.filter(has_text=f"Step 4 of {total}").wait_for()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    pressed("End", total)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Play"), "there is nothing left to play").to_be_visible()
    page.locator("#go-first").press("Enter")
    shown.filter(has_text=f"Step 1 of {total}").wait_for()
    expect(page.locator("#go-first"), "the keyboard stays where it was").to_be_focused()


def test_a_replay_works_without_script(browser: Any, address: str) -> None:
    context = browser.new_context(locale="en", java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{address}?at=20")
    expect(page.get_by_role("button", name="Play")).not_to_be_visible()
    shown = page.locator(".where b").first
    page.get_by_role("link", name="Next step").click()
    expect(shown).to_have_text(re.compile("Step 22 of "))
    page.get_by_label("Go to move number").fill("30")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(shown).to_have_text(re.compile("Step 30 of "))
    page.locator(".moves a").first.click()
    expect(shown).to_have_text(re.compile("Step 24 of "))
    page.locator(".pl-card").nth(1).click()
    expect(page).to_have_url(re.compile("show="))
    page.get_by_role("link", name="All moves in words").click()
    expect(page.get_by_role("heading", name="Moves in words")).to_be_visible()
    context.close()
