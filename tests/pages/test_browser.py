"""What only a browser can tell: accessibility, widths, the policy, and the main story with and without script."""

import gzip
import re
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from django.test import override_settings
from playwright.sync_api import expect

import ladder.settings
from games.models import Game, Match, User
from ladder.models import Season
from tests.logs import a_record
from tests.pages.conftest import OF_THE_SITE, PASSWORD, Torre, addresses, build, private_addresses, seldom_addresses
from tests.services.processes import Site

pytestmark = pytest.mark.browser

SERIOUS = ("error", "warning")
OCTOBER = 1_792_000_000
"""14 October 2026."""

EVERY_RULE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
DAY = ("en", 360, "light")
NIGHT = [look for look in product(("en", "it", "pt-br"), (360, 1280), ("light", "dark")) if look != DAY]
EVERY_LOOK = [DAY, *(pytest.param(*look, marks=pytest.mark.night) for look in NIGHT)]


@pytest.fixture
def torre_in_the_open(transactional_db: None) -> Torre:
    """The community where a server's threads can see it."""
    return build()


@pytest.fixture
def served(site: Site) -> Site:
    """The site by its own web and worker processes, with the community, whose October still takes results."""
    with override_settings(PASSWORD_HASHERS=ladder.settings.PASSWORD_HASHERS):
        build()
    Season.objects.filter(month=10).update(grace_until=datetime(2100, 1, 1, tzinfo=UTC))
    site.manage("collectstatic", "--no-input")
    site.start_web()
    site.start_worker()
    return site


def visitor(browser: Any, width: int, theme: str, language: str = "en") -> Any:
    return browser.new_context(locale=language, viewport={"width": width, "height": 740}, color_scheme=theme)


def log_in(page: Any, url: str, name: str) -> None:
    page.goto(f"{url}/accounts/login/")
    page.fill("#id_login", f"{name}@example.org")
    page.fill("#id_password", PASSWORD)
    page.click("main button[type=submit]")


@pytest.mark.parametrize(("language", "width", "theme"), EVERY_LOOK)
def test_no_page_has_a_finding(
    browser: Any, live_server: Any, torre_in_the_open: Torre, language: str, width: int, theme: str
) -> None:
    User.objects.update(language=language)
    rules = rules_for(theme)
    context = visitor(browser, width, theme, language)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type in SERIOUS else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    faults = look_at(page, live_server.url, addresses(torre_in_the_open), rules)
    expect(page.locator("html")).to_have_attribute("lang", language)
    log_in(page, live_server.url, "sara")
    faults += look_at(page, live_server.url, private_addresses(torre_in_the_open), rules)
    context.close()
    context = visitor(browser, width, theme, language)
    page = context.new_page()
    log_in(page, live_server.url, "zoe")
    faults += look_at(page, live_server.url, OF_THE_SITE | seldom_addresses(torre_in_the_open), rules)
    expect(page.locator("html")).to_have_attribute("lang", language)
    context.close()
    assert faults == []
    assert complaints == [], "the policy, or a script, was heard in the console"


def rules_for(theme: str) -> dict[str, Any]:
    """A theme changes colours only."""
    return EVERY_RULE if theme == "light" else COLOURS


def look_at(page: Any, url: str, pages: dict[str, str], rules: dict[str, Any]) -> list[str]:
    faults = []
    for name, address in pages.items():
        cache.clear()  # a browser in a hurry is no flood
        page.goto(f"{url}{address}")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{name}: scrolls sideways")
        faults += [f"{name}: {finding}" for finding in findings(page, rules)]
    return faults


def findings(page: Any, rules: dict[str, Any]) -> list[str]:
    violations = Axe().run(page, options={**rules, "resultTypes": ["violations"]}).response["violations"]
    return [f"{found['id']}: {[node['html'][:120] for node in found['nodes'][:2]]}" for found in violations]


def test_the_checker_finds_what_is_wrong(page: Any) -> None:
    page.set_content(
        '<html lang="en"><title>x</title><main><h1 style="color: #eee; background: #fff">Pale words</h1></main>'
    )
    assert any("color-contrast" in finding for finding in findings(page, EVERY_RULE))


def test_a_long_name_of_a_game_scrolls_no_page_sideways(
    browser: Any, live_server: Any, torre_in_the_open: Torre
) -> None:
    torre = torre_in_the_open
    Game.objects.filter(key="alhambra").update(name="Donaudampfschifffahrtsgesellschaftsspiel", names={})
    page = visitor(browser, 360, "light").new_page()
    shown = {name: addresses(torre)[name] for name in ("home", "month", "why", "player", "matches", "match", "game")}
    assert look_at(page, live_server.url, shown, {"runOnly": {"type": "rule", "values": ["region"]}}) == []
    page.context.close()


def test_a_log_is_uploaded_judged_and_counts(served: Site, browser: Any, tmp_path: Path) -> None:
    """The main story, by real web and worker processes: from a file to a changed ranking within five seconds."""
    log = tmp_path / "match.json.gz"
    log.write_bytes(gzip.compress(a_record(71099, names="hugo_pt gufetta", ended=OCTOBER)))
    context = visitor(browser, 1280, "light")
    page = context.new_page()
    month = f"{served.url}/leagues/torre/2026-10/"
    page.goto(month)
    before = page.locator("table.rank").inner_text()
    page.goto(f"{served.url}/upload/")
    page.set_input_files("#files", log)
    page.get_by_text("Counts in Lega Torre, October 2026").wait_for()
    page.get_by_role("link", name="Log in and save").click()
    page.fill("#id_login", "hugo@example.org")
    page.fill("#id_password", PASSWORD)
    page.click("main button[type=submit]")
    page.get_by_role("button", name="Save what is ticked").click()
    page.get_by_role("heading", name="Agrees", exact=True).wait_for(timeout=5_000)
    page.get_by_role("link", name="To the match: where it counts").click()
    expect(page.get_by_text("Verified by a log that agrees")).to_be_visible()
    page.goto(month)
    expect(page.locator("table.rank")).not_to_have_text(before, use_inner_text=True)
    page.get_by_role("link", name="Why is hugo_pt").click()
    page.locator("tr.why").wait_for()
    expect(page, "the panel opens in place").to_have_url(month)
    context.close()
    assert Match.objects.get(table_id="71099").state == "verified"


def test_everything_works_without_script(served: Site, browser: Any, tmp_path: Path) -> None:
    log = tmp_path / "match.json"
    log.write_bytes(a_record(71098, names="hugo_pt gufetta", ended=OCTOBER))
    context = browser.new_context(
        locale="en", viewport={"width": 360, "height": 740}, java_script_enabled=False, color_scheme="dark"
    )
    page = context.new_page()
    log_in(page, served.url, "hugo")
    page.goto(f"{served.url}/upload/")
    page.set_input_files("#files", log)
    page.get_by_role("button", name="Read", exact=True).click()
    page.get_by_role("button", name="Save what is ticked").click()
    agreed = page.get_by_role("heading", name="Agrees", exact=True)
    for _try in range(50):
        page.get_by_role("heading", level=1).wait_for()
        if agreed.count():
            break
        page.get_by_role("link", name="Refresh").click()
    expect(agreed).to_be_visible()
    page.goto(f"{served.url}/leagues/torre/2026-10/")
    page.get_by_role("link", name="Why is hugo_pt").click()
    expect(page).to_have_url(re.compile(r"\?why=hugo_pt#why-hugo_pt$"))
    expect(page.locator("tr.why")).to_be_visible()
    page.locator("summary", has_text=re.compile("EN")).click()
    page.get_by_role("button", name="Italiano").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    context.close()


def test_files_dropped_together_each_get_a_line(
    live_server: Any, browser: Any, torre_in_the_open: Torre, tmp_path: Path
) -> None:
    files = []
    for table in range(12):
        path = tmp_path / f"{table}.json"
        path.write_bytes(a_record(72000 + table) if table else b"no log at all")
        files.append(path)
    context = visitor(browser, 1280, "light")
    page = context.new_page()
    page.goto(f"{live_server.url}/upload/")
    page.set_input_files("#files", files)
    page.locator("#reads li:not(.waiting)").nth(11).wait_for()
    expect(page.get_by_text("The file cannot be read from byte")).to_have_count(1)
    expect(page.locator("#reads [name=draft]")).to_have_count(11)
    context.close()


def test_theme_and_menu_obey_the_keyboard_and_rows_that_changed_are_marked(
    live_server: Any, page: Any, torre_in_the_open: Torre
) -> None:
    page.goto(f"{live_server.url}/about/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    menu = page.locator("details.menu")
    menu.locator("summary").press("Enter")
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    menu.locator("summary").press("Enter")
    page.get_by_role("button", name="Dark").press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("body")).to_have_css("background-color", "rgb(21, 23, 26)")
    Season.objects.filter(month=10).update(grace_until=datetime(2100, 1, 1, tzinfo=UTC))
    page.clock.install()
    page.goto(f"{live_server.url}/leagues/torre/2026-10/")
    rows = page.locator(".rank tbody:has(th a)")
    name = rows.nth(1).locator("th a").inner_text()
    rows.nth(1).locator(".pt").evaluate("cell => { cell.textContent = '99' }")
    rows.nth(0).locator(".why-link").click()
    expect(page.locator(".whybox")).to_have_count(1)
    page.clock.fast_forward(61_000)
    expect(page.locator(".whybox, .fresh")).to_have_count(1)
    rows.nth(0).locator(".why-link").click()
    expect(page.locator(".whybox")).to_have_count(0)
    page.clock.fast_forward(61_000)
    expect(page.locator(".rank tbody.fresh th a")).to_have_text([name])
