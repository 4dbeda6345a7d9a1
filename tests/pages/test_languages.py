"""Every text in every language: nothing missing, nothing doubtful, nothing left over, and written as the language does."""

import json
import re
from datetime import UTC, datetime
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from games.glossary import LABELS, PIECES, board_labels, piece, said
from games.registry import ENGINES
from games.words.points import category
from ladder import formats, translations

NOVEMBER = datetime(2026, 11, 8, 22, 59, tzinfo=UTC)


def test_every_text_is_translated() -> None:
    assert list(translations.problems()) == []


def test_the_glossary_has_every_label_of_the_drawings() -> None:
    with translation.override("en"):
        for game, engine in ENGINES.items():
            assert board_labels(game) == dict(engine.board.labels)
    assert LABELS.keys() == PIECES.keys() == ENGINES.keys()


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_labels_keep_their_places_to_fill_in(language: str) -> None:
    with translation.override(language):
        for game, engine in ENGINES.items():
            for key, text in board_labels(game).items():
                english = engine.board.labels[key]
                assert sorted(fields(text)) == sorted(fields(english)), f"{game}: {key}"


def fields(text: str) -> list[str]:
    from string import Formatter

    return [name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None]


@pytest.mark.parametrize(
    ("language", "points", "third", "due", "month"),
    [
        ("it", "6,33", "3°", "dom 8 nov, 23:59 (Roma)", "ottobre 2026"),
        ("pt-br", "6,33", "3º", "dom, 8 de nov, 23:59 (Roma)", "outubro de 2026"),
        ("en", "6.33", "3rd", "Sun 8 Nov, 23:59 (Rome)", "October 2026"),
    ],
)
def test_numbers_places_and_dates(language: str, points: str, third: str, due: str, month: str) -> None:
    with translation.override(language):
        assert formats.points(Fraction(19, 3)) == points
        assert formats.ordinal(3) == third
        assert formats.deadline(NOVEMBER, "Europe/Rome") == due
        assert formats.month(NOVEMBER.replace(month=10).date()) == month


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(9, 2), "4.5"),
        (Fraction(51), "51"),
        (Fraction(2, 3), "0.67"),
        (Fraction(0), "0"),
        (Fraction(100), "100"),
    ],
)
def test_points_have_two_decimals_at_most(value: Fraction, text: str) -> None:
    with translation.override("en"):
        assert formats.points(value) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_english_ordinals(number: int, text: str) -> None:
    with translation.override("en"):
        assert formats.ordinal(number) == text


def test_pieces_have_names() -> None:
    with translation.override("it"):
        assert piece("alhambra", "ARC01") == "portici 4"
        assert piece("alhambra", "B7") == "blu 7"
        assert piece("alhambra", "FOUNTAIN") == "fontana"
        assert piece("alhambra", "?") == "?"
        assert said("alhambra", ["B7", 3, None, True]) == "blu 7, 3, niente, sì"


@pytest.mark.parametrize(
    ("asked", "given"),
    [("it", "it"), ("pt", "pt-br"), ("pt-PT", "pt-br"), ("pt-BR", "pt-br"), ("en-US", "en"), ("fr", "it"), ("", "it")],
)
@pytest.mark.django_db
def test_a_visitor_is_answered_in_the_language_of_the_browser(asked: str, given: str) -> None:
    answer = Client().get("/about/", headers={"accept-language": asked})
    assert f'<html lang="{given}"' in answer.content.decode()


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.django_db
def test_a_page_is_shown_in_the_language_of_its_address_and_the_next_one_as_before(language: str) -> None:
    client = Client(headers={"accept-language": "it" if language == "en" else "en"})
    before = client.get("/about/").headers["content-language"]
    answer = client.get("/about/", {"lang": language})
    assert f'<html lang="{language}"' in answer.content.decode()
    assert answer.headers["content-language"] == language
    assert client.get("/about/").headers["content-language"] == before
    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies


@pytest.mark.parametrize("language", ["xx", "de", "", "\0", "it" * 2000])
@pytest.mark.django_db
def test_a_language_that_is_not_spoken_here_changes_nothing(language: str) -> None:
    answer = Client(headers={"accept-language": "en"}).get("/about/", {"lang": language})
    assert answer.headers["content-language"] == "en"


@pytest.mark.django_db
def test_a_page_names_its_own_address_and_that_of_each_language() -> None:
    text = Client().get("/players/", {"q": 'a"&b', "lang": "en"}).content.decode()
    address = f"{settings.SITE_URL}/players/?q=a%22%26b"
    assert f'<link rel="canonical" href="{address}">' in text
    for tag, code in (("it", "it"), ("pt-BR", "pt-br"), ("en", "en")):
        assert f'<link rel="alternate" hreflang="{tag}" href="{address}&amp;lang={code}">' in text


@pytest.mark.parametrize("game", ENGINES)
def test_where_points_come_from_is_told_in_words(game: str, tmp_path: Path) -> None:
    path, told = tmp_path / "match.json", StringIO()
    call_command("play_random", game, "--players", "3", "--seed", "7", "--out", str(path), stdout=StringIO())
    call_command("verify_log", "--json", str(path), stdout=told)
    names = {name for row in json.loads(told.getvalue())["breakdown"] for name in row["seats"][0]} - {"total"}
    with translation.override("it"):
        words = {name: category(game, name) for name in names}
    assert all(word not in names and "{" not in word for word in words.values()), words


@pytest.mark.django_db
@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("language", "words"), [("it", "Hai già un account? Accedi."), ("pt-br", "Já tem uma conta? Entre.")]
)
def test_pages_of_the_library_for_accounts_speak_as_ours_do(language: str, words: str) -> None:
    page = Client(headers={"accept-language": language}).get("/accounts/signup/").content.decode()
    assert words in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))
