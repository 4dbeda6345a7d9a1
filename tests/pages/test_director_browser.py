"""The director's desk in a real browser: accessibility, widths, and its keys."""

from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from playwright.sync_api import expect

from games.models import User
from tests.pages.director import NOW, Desk
from tests.pages.test_browser import EVERY_LOOK, SERIOUS, log_in, look_at, rules_for, visitor
from tests.pages.test_director_pages import addresses
from tests.pages.tournaments import Events, build
from tests.tournaments.events import Event
from tournaments.terms import StageTerms, Terms

pytestmark = pytest.mark.browser


@pytest.fixture
def in_the_open(transactional_db: None) -> tuple[Events, Desk]:
    """The tournaments where a server's threads can see them, and one whose first round is a draft."""
    with time_machine.travel(NOW, tick=False):
        events = build({})
        EmailAddress.objects.create(user=events.rosa, email=events.rosa.email, verified=True, primary=True)
        names = "nan oli pat quin rob sue tom uwe".split()
        desk = Desk(Event(names, Terms(check_in=False), [StageTerms(rounds=3)], by=events.rosa))
        desk.stage("pair")
    return events, desk


def pages_of(events: Events, desk: Desk) -> dict[str, str]:
    return addresses(events) | {"draft": f"{desk.at}rounds/{desk.round().pk}/"}


@pytest.mark.parametrize(("language", "width", "theme"), EVERY_LOOK)
def test_no_page_of_the_desk_has_a_finding(
    browser: Any, live_server: Any, in_the_open: tuple[Events, Desk], language: str, width: int, theme: str
) -> None:
    User.objects.update(language=language)
    context = visitor(browser, width, theme, language)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type in SERIOUS else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    log_in(page, live_server.url, "rosa")
    faults = look_at(page, live_server.url, pages_of(*in_the_open), rules_for(theme))
    context.close()
    assert faults == []
    assert complaints == []


def test_results_are_entered_by_keys_alone(browser: Any, live_server: Any, in_the_open: tuple[Events, Desk]) -> None:
    _events, desk = in_the_open
    with time_machine.travel(NOW, tick=False):
        desk.on_round("publish")
    context = visitor(browser, 1280, "light")
    page = context.new_page()
    log_in(page, live_server.url, "rosa")
    page.goto(f"{live_server.url}{desk.at}rounds/{desk.round().pk}/")
    page.locator("form[data-results] input[name^=place-]").first.focus()
    for place in "1234":
        page.keyboard.type(place)
        page.keyboard.press("Enter")
        if place != "4":
            page.keyboard.press("Enter")
    page.locator("form[data-results] input[name^=place-]").first.focus()
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".flash .success")
    assert desk.round().pairings.get(number=1).table_matches.exists()
    context.close()


def test_two_seats_of_a_draft_are_swapped_by_keys_alone(
    browser: Any, live_server: Any, in_the_open: tuple[Events, Desk]
) -> None:
    _events, desk = in_the_open
    first, second = desk.tables()
    context = visitor(browser, 1280, "light")
    page = context.new_page()
    log_in(page, live_server.url, "rosa")
    page.goto(f"{live_server.url}{desk.at}rounds/{desk.round().pk}/")
    expect(page.locator("[data-keys]")).to_be_visible()
    page.locator("[data-seat]").first.focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-seat][aria-pressed=true]")).to_contain_text(first[0])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("s")
    expect(page.locator(".flash .success")).to_be_visible()
    context.close()
    assert (desk.tables()[0][0], desk.tables()[1][1]) == (second[1], first[0])


def test_what_is_typed_is_told_back_as_an_order(
    browser: Any, live_server: Any, in_the_open: tuple[Events, Desk]
) -> None:
    _events, desk = in_the_open
    with time_machine.travel(NOW, tick=False):
        desk.on_round("publish")
    first, _second = desk.tables()
    context = visitor(browser, 1280, "light")
    page = context.new_page()
    log_in(page, live_server.url, "rosa")
    page.goto(f"{live_server.url}{desk.at}rounds/{desk.round().pk}/")
    for box, score in zip(
        page.locator("form[data-results] input[name^=score-]").all()[:4], (40, 70, 60, 70), strict=True
    ):
        box.fill(str(score))
    told = f"1. {first[1]} · 1. {first[3]} · 3. {first[2]} · 4. {first[0]} (Σ 240)"
    expect(page.locator("[data-echo]").first).to_have_text(told)
    context.close()
