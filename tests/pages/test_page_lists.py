"""The pages that are looked at one by one are all there are: who adds one to the site adds it to a list."""

import re
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from tests.pages import test_director_pages, test_tournaments
from tests.pages.conftest import NOW, OF_THE_SITE, Torre, addresses, private_addresses, seldom_addresses
from tests.pages.test_every_page import LANGUAGES, check
from tests.pages.tournaments import build

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

BARE = ("no network", "frame")
"""They stand without the head of the site, and the language of a frame is the league's."""
FOR_PROGRAMS = {"healthz", "readyz", "metrics", "api_schema", "raw_log", "api/^v1/(?P<rest>[\\s\\S]*)$"}
BY_A_LETTER = {
    "account_email_verification_sent",
    "account_confirm_login_code",
    "account_confirm_password_reset_code",
    "account_complete_password_reset",
    "account_set_password",
}
"""Steps that begin in a letter: `test_accounts` goes through them."""
NOWHERE = {
    "nowhere",
    "account_reauthenticate",
    "account_request_reauthentication_code",
    "account_confirm_reauthentication_code",
}
"""The password once more, for which nothing here asks."""
ALIKE = {"leagues", "site_webhook"}
"""The list of leagues, which leads to the only one there is here; a webhook of the site looks like one of a league."""


def routes(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, str]]:
    """Every route of the site with its name."""
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one, route)
        elif isinstance(one, URLPattern):
            yield route, one.name or route


def is_page(route: str, client: Client) -> bool:
    """Not a file, nothing below the API, and not something that only takes what a form sends."""
    if route.startswith("api/v1/") or "suffix" in route or re.search(r"\.\w+\$?$", route):
        return False
    if "(?P" in route:
        return "act" not in route
    address = re.sub(r"<int:\w+>", "9", route)
    return client.get("/" + re.sub(r"<[^>]+>", "x", address)).status_code != 405


def test_every_page_is_on_a_list(torre: Torre) -> None:
    with time_machine.travel(test_tournaments.NOW, tick=False):
        events = build({})
    lists = (
        addresses(torre),
        private_addresses(torre),
        OF_THE_SITE,
        seldom_addresses(torre),
        test_tournaments.addresses(events),
        test_tournaments.own_addresses(events),
        test_director_pages.addresses(events),
    )
    seen = {resolve(address.partition("?")[0]).url_name for pages in lists for address in pages.values()}
    known = seen | FOR_PROGRAMS | BY_A_LETTER | NOWHERE | ALIKE
    client = torre.client("zoe")
    assert [route for route, name in routes(get_resolver()) if name not in known and is_page(route, client)] == []


@pytest.mark.night
def test_no_link_leads_where_its_reader_may_not_go(torre: Torre) -> None:
    """An arbiter, of the league and of the tournaments; and who directs them. One link to each kind of page is followed."""
    with time_machine.travel(test_tournaments.NOW, tick=False):
        events = build({})
    torre.people["rosa"] = events.rosa
    for event in (events.tables, events.cup):
        event.tournament.roles.create(user=torre.people["vito"], kind="arbiter")
    pages = [*addresses(torre).values(), *test_tournaments.addresses(events).values()]
    pages += ["/desk/", "/desk/leagues/torre/2026-10/", "/account/"]
    with time_machine.travel(NOW, tick=False):
        assert [*forbidden(torre.client("vito"), pages), *forbidden(torre.client("rosa"), pages)] == []


def forbidden(client: Client, pages: list[str]) -> Iterator[tuple[str, str]]:
    """Links on these pages that are refused, each with its page."""
    followed: set[str] = set()
    for page in pages:
        for link in re.findall(r'<a [^>]*href="(/[^"#?]*)', client.get(page).content.decode()):
            found = resolve(link).view_name
            if found not in followed and client.get(link).status_code == 403:
                yield page, link
            followed.add(found)


def test_the_pages_that_are_seldom_there_answer_in_every_language(torre: Torre) -> None:
    client = torre.client("zoe")
    for name, address in seldom_addresses(torre).items():
        for language in LANGUAGES:
            client.cookies["language"] = language
            with time_machine.travel(NOW, tick=False):
                answer = client.get(address)
            assert answer.status_code == 200, f"{name}: {answer.status_code}"
            if name not in BARE:
                check(answer, name, language)
