"""A replay in a browser: played, moved in by keys, and without script."""

from typing import Any

import pytest

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
    assert page.url.endswith("?at=20"), "each step has its address"
    assert page.locator("#heard").inner_text() == page.locator("#says").inner_text(), "and is read out"
    pressed("Home", "1")
    pressed("End", total)
    page.go_back()
    shown.filter(has_text=f"Step 1 of {total}").wait_for()
    assert page.locator("h1").count() == 1, "the whole page came back"
    page.locator("#speed").select_option("750")
    page.get_by_role("button", name="Play").click()
    shown.filter(has_text=f"Step 4 of {total}").wait_for()
    page.get_by_role("button", name="Pause").click()
    assert page.get_by_role("button", name="Play").is_visible()
    pressed("End", total)
    page.get_by_role("button", name="Play").click()
    assert page.get_by_role("button", name="Play").is_visible(), "there is nothing left to play"


def test_a_replay_works_without_script(browser: Any, address: str) -> None:
    context = browser.new_context(locale="en", java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{address}?at=20")
    assert not page.get_by_role("button", name="Play").is_visible()
    page.get_by_role("link", name="Next step").click()
    assert where(page).startswith("Step 22 of ")
    page.get_by_label("Go to move number").fill("30")
    page.get_by_role("button", name="Go", exact=True).click()
    assert where(page).startswith("Step 30 of ")
    page.locator(".moves a").first.click()
    assert where(page).startswith("Step 24 of ")
    page.locator(".pl-card").nth(1).click()
    assert "show=" in page.url
    page.get_by_role("link", name="All moves in words").click()
    assert page.get_by_role("heading", name="Moves in words").is_visible()
    context.close()
