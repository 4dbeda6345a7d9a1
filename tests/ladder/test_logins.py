"""A log-in from a program that was not seen before is told."""

import pytest
from django.test import Client

from games.models import Notice, User
from ladder.services.logins import device_of, login_note
from tests.factories import a_user
from tests.pages.conftest import person

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


def told(user: User) -> list[str]:
    return [notice.facts["device"] for notice in Notice.objects.filter(user=user, kind="login.new").order_by("pk")]


def test_only_a_program_that_is_new_is_told() -> None:
    ada = a_user("ada")
    assert [login_note(ada, agent) for agent in (FIREFOX, FIREFOX, CHROME, CHROME, FIREFOX)] == [0, 0, 1, 0, 0]
    assert told(ada) == ["Chrome, Android"]


def test_what_a_program_calls_itself_is_not_repeated() -> None:
    assert device_of(FIREFOX) == "Firefox, Linux"
    assert device_of("<script>alert(1)</script>") == "?"
    assert device_of("") == "?"


def test_the_page_of_the_login_tells() -> None:
    ada = person("ada")
    ada.set_password("correct horse battery")
    ada.save()
    for agent in (FIREFOX, CHROME):
        client = Client(headers={"user-agent": agent})
        client.post("/accounts/login/", {"login": ada.email, "password": "correct horse battery"})
        assert "_auth_user_id" in client.session
    assert told(ada) == ["Chrome, Android"]
