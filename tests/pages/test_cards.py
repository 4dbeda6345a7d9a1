"""The pictures that other sites show beside a link: there, small, and without what is not public."""

import re
from typing import Any

import pytest
from django.core.cache import cache

from ladder.publishing.cards import Card, card_svg
from tests.pages.conftest import Torre
from tests.tournaments.events import TWO, Event
from tournaments.models import Tournament
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_every_page_names_its_card_and_the_card_is_small(torre: Torre, at_now: None) -> None:
    event = Event(["ada", "bea"], TWO, [StageTerms(rounds=1)])
    match = torre.files["agrees"].submission.match
    pages = {
        "/": "/leagues/torre/2026-11/card.png",
        "/leagues/torre/2026-10/": "/leagues/torre/2026-10/card.png",
        "/about/": "/card.png",
        match.get_absolute_url(): f"{match.get_absolute_url()}card.png",
        "/players/hugo_pt/": "/players/hugo_pt/card.png",
        f"/tournaments/{event.tournament.slug}/": f"/tournaments/{event.tournament.slug}/card.png",
    }
    client = torre.client()
    for page, card in pages.items():
        text = client.get(page).content.decode()
        [image] = re.findall(r'<meta property="og:image" content="([^"]+)">', text)
        if page != "/":
            assert image.endswith(card), page
        assert text.count("og:title") == text.count("og:description") == text.count("og:url") == 1
        answer = client.get(image.replace("http://127.0.0.1:8000", "").replace("http://testserver", ""))
        assert answer.status_code == 200, image
        assert answer["Content-Type"] == "image/png"
        assert answer.content.startswith(b"\x89PNG")
        assert len(answer.content) <= 80_000, page


def test_a_card_is_drawn_once_for_what_it_says(torre: Torre, monkeypatch: Any, at_now: None) -> None:
    calls: list[str] = []
    cache.clear()
    monkeypatch.setattr("ladder.publishing.cards.picture_png", lambda svg, width: calls.append(svg) or b"\x89PNG")
    for _each in range(3):
        torre.client().get("/leagues/torre/2026-10/card.png")
    assert len(calls) == 1


def test_what_is_not_for_everybody_has_no_card(torre: Torre) -> None:
    event = Event(["ada", "bea"], TWO, [StageTerms(rounds=1)])
    Tournament.objects.filter(pk=event.tournament.pk).update(document=event.tournament.document | {"public": False})
    address = f"/tournaments/{event.tournament.slug}/card.png"
    for name in ("", "zoe"):
        assert torre.client(name).get(address).status_code == 404
    for address in ("/matches/nothing/card.png", "/players/nobody/card.png", "/leagues/x/2026-10/card.png"):
        assert torre.client().get(address).status_code == 404


def test_names_are_text_and_long_ones_are_cut() -> None:
    svg = card_svg(Card("<b>", "x" * 99, "&", [("1", "<script>", "9")], [1.0, 2.0]))
    assert "<script>" not in svg
    assert "x" * 40 not in re.sub(r"<title.*?</title>", "", svg)
    assert "<polyline" in svg
