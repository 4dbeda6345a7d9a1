"""Pieces to take away, to the letter."""

from datetime import timedelta
from fractions import Fraction

import pytest
import time_machine
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.models import Match, Player
from ladder.publishing import picture, texts
from ladder.publishing.services import take_away_change
from ladder.publishing.texts import UnknownHolder, check_template, filled, html_table, month_text
from ladder.selectors.rankings import Ranking
from ladder.services.ladders import season_open
from ladder.services.live import matches_changed
from tests.factories import NOON, a_league, a_match

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

OCTOBER = [
    ("livio_lupo", 51, 7, 0),
    ("dado_storto", 50, 6, 2),
    ("hugo_pt", 45, 6, 2),
    ("adamanta", 45, 7, -1),
    ("gufetta", Fraction(83, 2), 6, -3),
    ("fabio_faro", 34, 5, 3),
]


class Told:
    """A row of a ranking as a text needs it."""

    def __init__(self, rank: int, name: str, points: Fraction | int, played: int, move: int | None) -> None:
        self.rank, self.points, self.move = rank, Fraction(points), move
        self.player = Player(name=name, slug=name)
        self.row = type("Row", (), {"played": played})()


def a_ranking(rows=OCTOBER, below=1, matches=23):
    ladder = a_league(language="en")
    season = season_open(ladder, 2026, 10)
    told = [Told(rank, *row) for rank, row in enumerate(rows, 1)]
    return Ranking(season, None, told, [told[0]] * below, matches)


def test_the_text_of_october_to_the_letter():
    with translation.override("en"):
        text = month_text(a_ranking(), "final, rev. 1")
    assert text == (
        "🏆 Lega Torre – October 2026 (final, rev. 1)\n"
        "1. livio_lupo 51 (7 matches) =\n"
        "2. dado_storto 50 (6) ▲2 up 2 places\n"
        "3. hugo_pt 45 (6) ▲2\n"
        "4. adamanta 45 (7) ▼1\n"
        "5. gufetta 41.5 (6) ▼3\n"
        "6 ranked, 23 matches, 1 below the minimum. Details: http://127.0.0.1:8000/leagues/torre/2026-10/"
    )


def test_numbers_and_moves_follow_the_language():
    with translation.override("it"):
        text = month_text(a_ranking(), "x")
    assert "Ottobre 2026" in text
    assert "41,5" in text
    assert "▲2 sale di 2 posti" in text


def test_discord_and_forums_read_names_as_names():
    table = a_ranking([("livio_lupo*", 5, 1, None), ("[url=x]evil[/url]", 4, 1, 0)])
    with translation.override("en"):
        discord = month_text(table, "x", style="discord")
        forum = month_text(table, "x", style="bbcode")
    assert r"livio\_lupo\*" in discord
    assert "[url" not in forum
    assert forum.count("[tr]") == forum.count("[/tr]") == 3


@pytest.mark.parametrize("bad", ["{rows.x}", "{0}", "{}", "{rows!r}", "{rows:>9}", "{row}", "{", "}", "{{rows}}"])
def test_a_template_has_fixed_place_holders_only(bad):
    with pytest.raises(UnknownHolder):
        check_template(f"{{league}} {bad}")


@given(st.text(max_size=60), st.text(max_size=30))
def test_what_a_value_contains_is_never_looked_at(template, value):
    values = dict.fromkeys(texts.HOLDERS, value)
    once = filled(template, values)
    if "{" not in template:
        assert once == template
    assert filled("{league}", {"league": "{rows}", "rows": "x"}) == "{rows}"


def test_a_name_ends_no_line_and_no_tag():
    table = a_ranking([("a\r\nb\u2028<script>", 5, 1, 0)])
    with translation.override("en"):
        text, html, svg = month_text(table, "x"), html_table(table, "x"), picture.picture_svg(table, "x")
    assert len(text.splitlines()) == 3
    assert "<script" not in html
    assert "<script" not in svg


def test_the_picture_has_words_and_is_small():
    rows = [(f"player number {number}", 50 - number, 7, number % 3 - 1) for number in range(14)]
    svg = picture.picture_svg(a_ranking(rows), "final, rev. 1")
    assert svg.count("player number") == 20  # ten rows, and their words
    assert "player number 11" not in svg
    if not picture.has_fonts():
        pytest.skip("not run: this machine has no fonts")
    png = picture.picture_png(svg)
    assert png.startswith(b"\x89PNG")
    assert 5_000 < len(png) <= 80_000


def test_without_fonts_the_png_is_refused_and_the_svg_is_there(monkeypatch):
    season_open(a_league(), 2026, 10)
    monkeypatch.setattr(picture, "has_fonts", lambda: False)
    assert Client().get("/leagues/torre/2026-10/top.png").status_code == 404
    answer = Client().get("/leagues/torre/2026-10/top.svg")
    assert answer["Content-Type"] == "image/svg+xml"


@pytest.fixture
def torre():
    with time_machine.travel("2026-10-20T12:00:00Z", tick=True):
        ladder = a_league(language="en")
        matches = [a_match("ada", "bea", "cleo", ended_at=NOON + timedelta(days=day)) for day in range(3)]
        season_open(ladder, 2026, 10)
        matches_changed(Match.objects.filter(pk__in=[match.pk for match in matches]), cause="match.believed")
        yield ladder


def test_the_page_offers_every_piece_without_script(torre):
    page = Client(headers={"accept-language": "en"}).get("/leagues/torre/2026-10/take/?rows=2").content.decode()
    assert "1. ada 30 (3 matches) new" in page
    assert "3. cleo" not in page.split("<textarea")[1].split("</textarea>")[0]
    assert "&lt;iframe src=&quot;http://127.0.0.1:8000/embed/leagues/torre/?rows=10&amp;theme=auto&quot;" in page
    assert "&lt;table style=" in page
    assert 'alt="Lega Torre, October 2026 (provisional): 1. ada 30' in page
    assert "/leagues/torre/latest.csv" in page


def test_the_leagues_own_text_and_length_are_used(torre):
    take_away_change(torre, version=0, by=None, lines=1, texts={"en": "{league}!\n{rows}\n{link}"})
    answer = Client(headers={"accept-language": "en"}).get("/leagues/torre/latest/take/telegram.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().splitlines()[:2] == ["Lega Torre!", "1. ada 30 (3 matches) new"]


def test_the_embedded_ranking_shows_the_rows_asked_for(torre):
    page = Client().get("/embed/leagues/torre/?rows=2").content.decode()
    assert "bea" in page
    assert "cleo" not in page


@pytest.mark.parametrize("address", ["2026-13/take/", "2020-01/take/", "x/top.svg", "2026-10/take/fax.txt"])
def test_months_and_styles_that_are_not_there_are_404(torre, address):
    assert Client().get(f"/leagues/torre/{address}").status_code == 404
