"""What holds for every page: it answers, in every language, as one document without anything inline."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
import time_machine
from django.core.cache import cache

from tests.pages.conftest import KEEPERS_ONLY, NOW, Torre, addresses, private_addresses

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

DESK = ("desk", "desk of a month", "desk of a closed month")
NOT_INDEXED = ("old revision", "changes", "replay of a refused log")
LANGUAGES = ("it", "pt-br", "en")
VOID = set("area base br col embed hr img input link meta source track wbr path rect circle use".split())


class Outline(HTMLParser):
    """Tags that are open, and what a strict policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.headings = 0
        self.ids: list[str] = []
        self.language: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids += [values["id"] or ""] if "id" in values else []
        self.headings += tag == "h1"
        if tag == "html":
            self.language = values.get("lang")
        if "style" in values or any(name.startswith("on") for name in values):
            self.faults.append(f"<{tag}> has something inline")
        if tag == "style" or (tag == "script" and "src" not in values and values.get("type") != "application/json"):
            self.faults.append(f"<{tag}> is inline")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()


def outline(answer: Any) -> Outline:
    found = Outline()
    found.feed(answer.content.decode())
    return found


READERS = [
    pytest.param(person, language, marks=[] if language == own else pytest.mark.night)
    for person, own in (("", "it"), ("gufetta", "pt-br"), ("sara", "en"))
    for language in LANGUAGES
]
"""By day each reads in a language of his own."""


@pytest.mark.parametrize(("person", "language"), READERS)
def test_every_page_answers_in_every_language(torre: Torre, person: str, language: str) -> None:
    cache.clear()  # nobody reads so many pages in a minute
    client = torre.client(person)
    client.cookies["language"] = language
    with time_machine.travel(NOW, tick=False):
        for name, address in readable(torre, person).items():
            answer = client.get(address)
            assert answer.status_code == 200, f"{name}: {answer.status_code}"
            check(answer, name, language)
            assert ("noindex" in answer.content.decode()) is (bool(person) or name in NOT_INDEXED), name


def readable(torre: Torre, person: str) -> dict[str, str]:
    """The addresses that are a page for that person."""
    pages = addresses(torre)
    if person:
        pages |= private_addresses(torre)
        for name in ("log in", "sign up", "forgotten", "forgotten, set anew", "log in by a link"):
            del pages[name]
    if person == "gufetta":
        keepers = (
            "which player",
            "edit player",
            "merge with whom",
            "merge",
            "duplicates",
            "deletions",
            "new pool",
            "change pool",
            "webhook",
            "imports",
            "import",
            "check",
            "import in work",
            *DESK,
            *KEEPERS_ONLY,
        )
        officials = "void correct decide answer cannot broken".split()
        for name in (*officials, *keepers):
            del pages[name]
    return pages


def test_the_form_for_rules_is_a_page_for_managers(torre: Torre) -> None:
    client = torre.client("sara")
    for language in LANGUAGES:
        client.cookies["language"] = language
        check(client.get("/leagues/torre/rules/edit/"), "edit rules", language)


def check(answer: Any, name: str, language: str) -> None:
    page = outline(answer)
    assert page.faults == [], name
    assert page.open == [], name
    assert page.language == language, name
    assert page.headings == 1, f"{name}: {page.headings} headings of the first order"
    assert len(page.ids) == len(set(page.ids)), f"{name}: an id stands twice"
    assert re.search(r"<title>\s*\S", answer.content.decode()), name
    assert "default-src 'self'" in answer["Content-Security-Policy"], name


def test_private_pages_send_visitors_to_the_login(torre: Torre) -> None:
    pages = private_addresses(torre)
    for name in ("account", "uploads", "result", "dispute", "void", "new pool", "change pool", "e-mail", "password"):
        answer = torre.client().get(pages[name])
        assert answer.status_code == 302, name
        assert answer["Location"] == f"/accounts/login/?next={pages[name]}"


def test_what_is_not_there_is_said_in_words(torre: Torre) -> None:
    for address in ("/nothing/", "/players/nobody/", "/matches/nothing/", "/verifications/999999/", "/leagues/x/"):
        answer = torre.client().get(address)
        assert answer.status_code == 404
        assert "Not found" in answer.content.decode()
        assert 'role="search"' in answer.content.decode()


def test_a_reading_page_changes_nothing(torre: Torre) -> None:
    from django.apps import apps

    from ladder.models import Session

    def everything() -> dict[str, list[Any]]:
        kept = [model for model in apps.get_models() if model is not Session]
        return {model.__name__: list(model.objects.order_by("pk").values()) for model in kept}

    client = torre.client("sara")
    before = everything()
    for address in (*addresses(torre).values(), *private_addresses(torre).values()):
        client.get(address)
    assert everything() == before
