"""The pages of the games: what is checked, with which pieces and rules; and adding one that cannot be replayed."""

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import AuditEntry, Game
from games.registry import ENGINES
from games.services.errors import NotAllowed
from games.words.sets import contents
from ladder import game_texts
from ladder.services.games import game_add
from tests.pages.conftest import Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

TOTEM = {"name": "Totem", "key": "totem", "seats_min": "2", "seats_max": "4", "name_pt": "Totem, o jogo"}


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def test_every_engine_has_its_page_with_rules_pieces_and_how_to_save(torre: Torre) -> None:
    listed = text_of(torre.client().get("/games/"))
    for key, engine in ENGINES.items():
        assert f'href="/games/{key}/"' in listed
        text = text_of(torre.client().get(f"/games/{key}/"))
        assert "What is checked" in text
        assert "How to save the log" in text
        assert 'class="step-pic"' in text, "the steps are drawn"
        assert all(f"<code>{name}</code>" in text for name in engine.rule_sets)
        box = engine.base_components()
        assert box.hash in text
        assert ("Published facts" in text) is box.official
        assert ("Our stand-in data" in text) is not box.official


@pytest.mark.parametrize("game", ENGINES)
def test_a_box_is_listed_whole(game: str) -> None:
    groups = dict(contents(game))
    assert all(groups.values())
    wanted = {"alhambra": 54 + 36, "res_arcana": 78}.get(game)
    assert not wanted or sum(map(len, groups.values())) == wanted


@pytest.mark.parametrize("game", ENGINES)
def test_every_option_has_a_value_under_each_rule_set(game: str) -> None:
    names = [name for name, _words in game_texts.rule_sets(game)]
    rows = game_texts.options(game)
    assert rows
    assert all(len(row.values) == len(names) for row in rows)
    assert set(names) <= set(game_texts.RULE_SETS)


def test_every_engine_says_what_is_checked() -> None:
    assert set(game_texts.CHECKED) == set(ENGINES)


def test_the_share_of_logs_that_agree_is_told(torre: Torre) -> None:
    text = text_of(torre.client().get("/games/alhambra/"))
    assert re.search(r"<b>\d+ %</b> of \d files agree", text)


def test_pages_lead_to_the_games(torre: Torre) -> None:
    for address in ("/matches/", "/upload/", "/help/"):
        assert 'href="/games/"' in text_of(torre.client().get(address))
    match = torre.files["agrees"].submission.match
    assert 'href="/games/alhambra/"' in text_of(torre.client().get(match.get_absolute_url()))


def test_a_manager_adds_a_game_whose_results_can_then_be_entered(torre: Torre) -> None:
    client = torre.client("sara")
    assert 'href="/games/new/"' in text_of(client.get("/games/"))
    answer = client.post("/games/new/", TOTEM)
    assert answer["Location"] == "/games/totem/"
    text = text_of(client.get("/games/totem/"))
    assert "Added. Its results can be entered now." in text
    assert "Nobody can replay this game here." in text
    assert Game.objects.get(key="totem").names == {"pt": "Totem, o jogo"}
    assert AuditEntry.objects.get(act="game.added").actor == torre.people["sara"]
    assert "Totem" in text_of(client.get("/upload/result/"))
    client.post("/games/new/", TOTEM)
    assert Game.objects.filter(key="totem").count() == 1
    assert AuditEntry.objects.filter(act="game.added").count() == 1, "twice is once"


def test_a_key_is_made_from_the_name(torre: Torre) -> None:
    torre.client("sara").post("/games/new/", TOTEM | {"key": "", "name": "Sale e Pepe"})
    assert Game.objects.filter(key="sale-e-pepe").exists()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": ""}, "required"),
        ({"name": "Alhambra", "key": "other"}, "There is a game of that name"),
        ({"key": "alhambra"}, "There is a game of that name"),
        ({"key": "new"}, "Another page has that address"),
        ({"key": "not a key"}, "valid"),
        ({"seats_min": "5"}, "The most cannot be fewer than the fewest."),
        ({"seats_min": "1"}, "greater than or equal to 2"),
    ],
)
def test_a_form_with_errors_keeps_what_was_typed(torre: Torre, given: dict[str, str], said: str) -> None:
    answer = torre.client("sara").post("/games/new/", TOTEM | given)
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert "Totem, o jogo" in text_of(answer)
    assert not Game.objects.filter(names__pt="Totem, o jogo").exists()


PEOPLE = ("", "charlie", "hugo", "vito", "sara", "zoe")
"""Visitor, account, player, arbiter, manager, admin."""


def test_who_may_add_a_game(torre: Torre) -> None:
    for person, expected in zip(PEOPLE, (302, 403, 403, 403, 200, 200), strict=True):
        assert torre.client(person).get("/games/new/").status_code == expected, person
    for person, expected in zip(PEOPLE[:-2], (302, 403, 403, 403), strict=True):
        assert torre.client(person).post("/games/new/", TOTEM).status_code == expected, person
        assert ('href="/games/new/"' in text_of(torre.client(person).get("/games/"))) is False
    with pytest.raises(NotAllowed):
        game_add(name="Totem", by=torre.people["vito"])
    with pytest.raises(ValidationError):
        game_add(name="!", by=torre.people["sara"])
    assert not Game.objects.filter(name="Totem").exists()


def test_a_game_that_is_not_there_is_not_found(torre: Torre) -> None:
    assert torre.client().get("/games/nothing/").status_code == 404


@pytest.mark.parametrize("address", ["/games/", "/games/alhambra/", "/games/revive/"])
def test_a_page_asks_the_database_little(torre: Torre, address: str) -> None:
    client = torre.client("sara")
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    assert len(queries) <= 12
    assert len(answer.content) <= 60_000
