"""A FIDE report file becomes a tournament on a page: looked at first, made once, refused in sentences."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.models import Game, Match
from ladder.services.ladders import role_grant
from tests.factories import a_league, a_player, a_user
from tests.pages.director import client_of, text_of
from tests.pages.test_every_page import check
from tests.tournaments.test_dutch_stage import FILE
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGE = "/desk/tournament-files/"


def test_a_file_is_looked_at_then_made_once() -> None:
    ladder = a_league()
    sara = a_user("sara", language="en")
    role_grant(sara, "manager", ladder=ladder)
    chess = Game.objects.create(key="chess", name="Chess", seats_min=2, seats_max=2)
    a_player("Ada Rossi")
    client = client_of(sara)
    assert "Look at the file" in text_of(client.get(PAGE))
    answer = client.post(PAGE, {"file": SimpleUploadedFile("x.trf", FILE.encode("latin-1")), "game": chess.pk})
    text = text_of(answer)
    assert answer.status_code == 200
    check(answer, "preview", "en")
    for one in ("Torneo d'autunno", "3 players", "2 new", "1 of 3 rounds played", "1 match", "Bea Bianchi", "Make the"):
        assert one in text, one
    assert not Tournament.objects.exists()
    form = answer.context["form"]
    sent = {"text": form["text"].value(), "game": chess.pk, "name": "", "key": form["key"].value(), "make": "1"}
    first, again = client.post(PAGE, sent), client.post(PAGE, sent)
    tournament = Tournament.objects.get()
    assert first["Location"] == again["Location"] == f"/desk/tournaments/{tournament.slug}/"
    assert (tournament.state, tournament.language, Match.objects.count()) == ("running", "en", 1)
    assert text_of(client.get("/desk/tournaments/")).count("From a FIDE file") == 1


def test_what_cannot_be_taken_is_told_by_line_and_what_was_typed_stays() -> None:
    a_league()
    rosa = a_user("zoe", language="en", is_superuser=True)
    client = client_of(rosa)
    chess = Game.objects.create(key="chess", name="Chess", seats_min=2, seats_max=2)
    wrong = FILE.replace("1 b 0", "9 b 0")
    answer = client.post(PAGE, {"text": wrong, "game": chess.pk, "name": "Open", "make": "1"})
    assert answer.status_code == 422
    assert "Line 5: The opponent has another opponent in that round: 9 in round 1." in text_of(answer)
    assert answer.context["form"]["text"].value() == wrong
    for sent, said in (
        ({}, "Choose a file, or paste its text."),
        ({"file": SimpleUploadedFile("x.xlsx", b"PK\x00\x01")}, "This is no report file."),
        ({"text": "nothing"}, "There is no player in it"),
    ):
        answer = client.post(PAGE, {"game": chess.pk, "make": "1", **sent})
        assert answer.status_code == 422
        assert said in text_of(answer)
    assert not Tournament.objects.exists()


def test_it_is_for_whoever_may_create_a_tournament() -> None:
    assert client_of(None).get(PAGE)["Location"].startswith("/accounts/login/")
    assert client_of(a_user("hugo")).get(PAGE).status_code == 403
    assert client_of(a_user("carl")).post(PAGE, {"text": FILE}).status_code == 403
