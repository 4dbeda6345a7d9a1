"""Tournaments in a browser: accessibility, widths, both themes, and the bracket by keyboard."""

import re
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from playwright.sync_api import expect

from games.models import User
from tests.factories import a_user
from tests.pages.test_browser import EVERY_LOOK, log_in, look_at, rules_for, visitor
from tests.pages.test_tournaments import NOW, addresses, own_addresses
from tests.pages.tournaments import Events, build
from tests.tournaments.events import TWO, Event
from tournaments.models import Stage
from tournaments.services.challenges import challenge_make
from tournaments.terms import StageTerms, Terms

pytestmark = pytest.mark.browser


@pytest.fixture
def in_the_open(transactional_db: None) -> Events:
    """The tournaments where a server's threads can see them."""
    with time_machine.travel(NOW, tick=False):
        return build({name: a_user(name) for name in ("hugo_pt", "martabella")})


def every_drawing(rosa: User) -> str:
    """The address of one page with a drawing of every format that is no bracket, as if the stages had been played."""
    formats = [{"format": "groups", "groups": 2}, *[{"format": one} for one in ("divisions", "single", "double")]]
    stages = [StageTerms(**one) for one in [*formats, {"format": "challenge"}]]
    event = Event([f"player_{one}" for one in range(8)], Terms(check_in=False), stages, by=rosa)
    for stage in range(1, 5):
        round_ = event.next_round(stage=stage)
        event.result(event.tables(round_)[0].replace(" ", ", "), stage=stage)
        Stage.objects.filter(pk=event.stage(stage).pk).update(state=Stage.State.COMPLETE)
        event.start_stage(stage + 1)
    ladder = event.stage(5)
    field = event.board(5).field
    challenge_make(ladder, field[1], field[0], version=ladder.version, by=event.by)
    return f"/tournaments/{event.tournament.slug}/bracket/"


@pytest.mark.parametrize(("language", "width", "theme"), EVERY_LOOK)
def test_no_page_of_a_tournament_has_a_finding(
    browser: Any, live_server: Any, in_the_open: Events, language: str, width: int, theme: str
) -> None:
    User.objects.update(language=language)
    page, rules = visitor(browser, width, theme, language).new_page(), rules_for(theme)
    pages = addresses(in_the_open) | {"drawings": every_drawing(in_the_open.rosa)}
    faults = look_at(page, live_server.url, pages, rules)
    martabella = in_the_open.people["martabella"]
    EmailAddress.objects.create(user=martabella, email=martabella.email, verified=True, primary=True)
    log_in(page, live_server.url, "martabella")
    faults += look_at(page, live_server.url, own_addresses(in_the_open), rules)
    page.context.close()
    assert faults == []


def test_the_bracket_is_reached_by_keyboard(page: Any, live_server: Any, in_the_open: Events) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server.url}{addresses(in_the_open)['bracket']}")
    links = page.locator("svg.bracket a")
    expect(links).to_have_count(6)
    enter_second_link(page)
    page.goto(f"{live_server.url}{every_drawing(in_the_open.rosa)}")
    expect(page.locator("svg.bracket")).to_have_count(5)
    for number in range(4):
        expect(page.locator("svg.bracket").nth(number).locator("a").first).to_be_visible()
    enter_second_link(page)


def test_a_bracket_of_64_is_printed_on_one_sheet_and_its_two_sides_on_two(
    page: Any, live_server: Any, transactional_db: None
) -> None:
    for format_, sheets in (("single", 1), ("double", 2)):
        event = Event([f"{format_}_{one}" for one in range(64)], TWO, [StageTerms(format=format_)], by=a_user(format_))
        page.goto(f"{live_server.url}/tournaments/{event.tournament.slug}/bracket/?print")
        assert page.pdf(prefer_css_page_size=True).count(b"/MediaBox") == sheets


def enter_second_link(page: Any) -> None:
    """From the first link of the last drawing by keyboard to the second, and to where it leads."""
    page.locator("svg.bracket").last.locator("a").first.focus()
    for key in ("Tab", "Enter"):
        assert page.evaluate("document.activeElement.closest('svg') !== null")
        page.keyboard.press(key)
    page.wait_for_url(re.compile(r"/matches/|/rounds/|/standings/"))
