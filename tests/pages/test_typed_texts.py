"""What people type is kept in NFC, without control characters and without what turns letters round (reliability.md 7)."""

from typing import Any

import pytest
from django.test import Client

from games.engine.text import clean_text
from games.models import AuditEntry
from ladder.services.tokens import token_make
from tests.factories import a_match, a_player, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
TYPED = "la\u202e ma\x07no\u2066 e\u0301\r\nscritta \u200e👨\u200d👩"
KEPT = "la mano é\r\nscritta 👨\u200d👩"


@pytest.mark.parametrize("text", ["", "plain", "due\nrighe\te una", "👨\u200d👩\u200d👧 ñ", "עברית"])
def test_what_people_write_stays(text: str) -> None:
    assert clean_text(text) == text


def test_what_nobody_sees_goes() -> None:
    assert clean_text(TYPED) == KEPT
    assert clean_text("\ud800x\x00\x7f\x9b") == "x"


@pytest.fixture
def match() -> Any:
    hugo = a_user("hugo", is_superuser=True)
    a_player("hugo_pt", hugo)
    return a_match("hugo_pt", "gufetta", "ada", state="submitted"), hugo


def reason() -> str:
    return str(AuditEntry.objects.filter(kind="match").latest("pk").reason).replace("\r\n", "\n")


def test_a_form(match: Any) -> None:
    row, hugo = match
    client = Client()
    client.force_login(hugo, backend=BACKEND)
    client.post(f"{row.get_absolute_url()}void/", {"version": row.version, "reason": TYPED})
    assert reason() == KEPT.replace("\r\n", "\n")


@pytest.mark.parametrize(("text", "taken"), [("e\u0301\r\n" * 500, True), ("e\u0301\r\n" * 500 + "x", False)])
def test_a_thousand_characters_are_counted_as_they_are_kept(match: Any, text: str, taken: bool) -> None:
    row, hugo = match
    client = Client()
    client.force_login(hugo, backend=BACKEND)
    client.post(f"{row.get_absolute_url()}void/", {"version": row.version, "reason": text})
    row.refresh_from_db()
    assert (row.state == "void") == taken


def test_a_form_with_a_file(match: Any) -> None:
    row, hugo = match
    client = Client()
    client.force_login(hugo, backend=BACKEND)
    body = {"version": row.version, "ground": "other", "words": TYPED}
    client.post(f"{row.get_absolute_url()}dispute/", body)
    assert "\u202e" not in reason()
    assert "mano é" in reason()


def test_a_program(match: Any) -> None:
    row, hugo = match
    _token, secret = token_make(hugo, name="t", scopes=["results:write", "leagues:manage"])
    headers = {"authorization": f"Bearer {secret}", "if-match": f'"{row.version}"'}
    body = {"reason": TYPED.replace("\x07", "")}
    answer = Client().post(f"/api/v1/matches/{row.slug}/void", body, "application/json", headers=headers)
    assert answer.status_code == 200, answer.content
    assert reason() == KEPT.replace("\r\n", "\n")


def test_a_password_stays_as_it_was_typed() -> None:
    user = a_user("ada")
    client = Client()
    client.force_login(user, backend=BACKEND)
    new = "six walls e\u0301 garden"
    body = {"oldpassword": "correct horse battery", "password1": new, "password2": new}
    client.post("/accounts/password/change/", body)
    user.refresh_from_db()
    assert user.check_password(new)
