"""Signing up, confirming the address, logging in, forgetting the password: every page in our frame, in the language."""

import re
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from games.models import User
from tests.factories import a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PASSWORD = "six walls and a garden"


@pytest.fixture
def client() -> Client:
    return Client(headers={"accept-language": "en"})


def framed(answer: Any, *words: str) -> str:
    text = str(answer.content.decode())
    assert answer.status_code == 200
    assert 'class="bar"' in text
    for each in words:
        assert each in text
    return text


def address_in_the_letter(path: str) -> str:
    found = re.search(rf"https?://[^/\s]+({path}\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def sign_up(client: Client, email: str = "Ada@Example.org") -> Any:
    body = {"email": email, "password1": PASSWORD}
    return client.post("/accounts/signup/", body, follow=True)


SENT = "/accounts/confirm-email/"


def press(client: Client) -> Any:
    """Open the link of the last letter, and press its button."""
    link = address_in_the_letter(SENT)
    return client.post(link, {"code": link.partition("code=")[2]})


def test_an_account_begins_with_a_letter(client: Client) -> None:
    framed(sign_up(client), "Verify Your Email Address", "within ten minutes")
    user = User.objects.get(email="ada@example.org")
    link = address_in_the_letter(SENT)
    assert int(link.partition("code=")[2], 16).bit_length() > 128
    framed(client.get(link), "You are about to confirm that ada@example.org is your address.")
    assert not user.emailaddress_set.get().verified, "only a press of the button confirms: mail scanners open links"
    press(client)
    assert user.emailaddress_set.get().verified
    client.post("/accounts/logout/")
    answer = client.post("/accounts/login/", {"login": "ADA@example.org", "password": PASSWORD}, follow=True)
    framed(answer, "Your account, ada@example.org")


def test_who_confirms_is_logged_in_and_goes_on(client: Client) -> None:
    client.post(
        "/accounts/signup/?next=/tournaments/",
        {"email": "ada@example.org", "password1": PASSWORD, "next": "/tournaments/"},
    )
    assert press(client)["Location"] == "/tournaments/"
    assert client.get("/account/").status_code == 200


def test_who_signs_up_with_the_address_of_another_does_not_get_it_confirmed_by_him(client: Client) -> None:
    sign_up(client, "ada@example.org")
    ada = Client(headers={"accept-language": "en"})
    assert press(ada)["Location"].startswith("/accounts/login/")
    assert not User.objects.get().emailaddress_set.get().verified
    assert ada.get("/account/")["Location"].startswith("/accounts/login/")


def test_a_link_that_is_too_old_leads_to_a_new_one(client: Client) -> None:
    with time_machine.travel("2026-01-01T12:00Z", tick=False) as clock:
        sign_up(client)
        clock.shift(601)
        assert press(client)["Location"].startswith("/accounts/login/")
        assert not User.objects.get().emailaddress_set.get().verified
        client.post("/accounts/login/", {"login": "ada@example.org", "password": PASSWORD})
        press(client)
        assert client.get("/account/").status_code == 200


def test_a_further_address_is_confirmed_where_it_was_given(client: Client) -> None:
    sign_up(client)
    press(client)
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    press(Client())
    assert not EmailAddress.objects.filter(email="new@example.org", verified=True).exists()
    press(client)
    assert EmailAddress.objects.filter(email="new@example.org", verified=True).exists()


def test_a_weak_password_is_named(client: Client) -> None:
    answer = client.post("/accounts/signup/", {"email": "ada@example.org", "password1": "short"})
    assert "at least 10 characters" in framed(answer)


def test_who_is_known_here_is_not_told(client: Client) -> None:
    a_user("ada")
    known, unknown = (
        sign_up(client, "ada@example.org"),
        sign_up(Client(headers={"accept-language": "en"}), "bea@example.org"),
    )
    assert known.status_code == unknown.status_code
    assert known.request["PATH_INFO"] == unknown.request["PATH_INFO"]


def test_who_is_known_here_is_not_told_by_the_clock_either(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    a_user("ada")
    hashed = []
    monkeypatch.setattr("ladder.login_adapter.make_password", lambda password: hashed.append(password))
    sign_up(client, "ada@example.org")
    assert len(hashed) == 1, "as for everybody else"


@pytest.mark.parametrize("address", ["ada@example.org", "new@example.org"])
def test_nobody_is_filled_with_letters_by_others_who_sign_up_with_his_address(address: str) -> None:
    a_user("ada")
    written = (address, address, address.upper(), address, address, address)
    assert [sign_up(Client(), each).status_code for each in written] == [200, 200, 200, 429, 429, 429]
    assert len(mail.outbox) == 3


def test_a_wrong_login_does_not_say_what_is_wrong(client: Client) -> None:
    a_user("ada")
    texts = [
        framed(client.post("/accounts/login/", {"login": f"{name}@example.org", "password": "wrong"}))
        for name in ("ada", "nobody")
    ]
    errors = [re.findall(r'role="alert">([^<]+)<', text) for text in texts]
    assert errors[0] == errors[1] != []


def test_a_forgotten_password_is_set_anew(client: Client) -> None:
    user = a_user("ada")
    framed(
        client.post("/accounts/password/reset/", {"email": user.email}, follow=True),
        "We have sent a letter with a link",
    )
    link = address_in_the_letter("/accounts/password/reset/confirm/")
    framed(client.get(link), link.partition("code=")[2])
    form = client.post(link, {"code": link.partition("code=")[2]}, follow=True)
    framed(form, 'type="password"')
    body = {"password1": PASSWORD, "password2": PASSWORD}
    framed(client.post(form.request["PATH_INFO"], body, follow=True))
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_letters_and_pages_are_in_the_language_of_the_reader() -> None:
    client = Client(headers={"accept-language": "it"})
    text = framed(client.get("/accounts/login/"))
    assert "Accedi" in text
    sign_up(client)
    assert "confermi" in str(mail.outbox[-1].body)


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/login/code/", "/accounts/password/reset/"])
def test_nobody_is_asked_for_a_code_where_a_link_is_sent(client: Client, path: str) -> None:
    user = a_user("ada")
    texts = [framed(client.get(path))]
    if path != "/accounts/login/":
        texts.append(framed(client.post(path, {"email": user.email}, follow=True), "a link", user.email))
        link = address_in_the_letter(f"{path}confirm/")
        texts += [framed(client.get(link)), framed(client.post(link.partition("?")[0], {"code": "no"}), "another")]
        texts.append(mail.outbox[-1].subject)
    for text in texts:
        shown = re.sub(r'.*<main[^>]*>|<p class="printed">.*|<[^>]*>', "", text, flags=re.DOTALL)
        assert "code" not in shown.lower()


@pytest.mark.parametrize("step", ["", "code/", "code/confirm/"])
def test_nobody_is_asked_for_the_password_once_more(client: Client, step: str) -> None:
    client.force_login(a_user("ada"), backend="allauth.account.auth_backends.AuthenticationBackend")

    assert client.get(f"/accounts/reauthenticate/{step}").status_code == 404


def test_logging_out_needs_a_press_of_the_button(client: Client) -> None:
    user = a_user("ada")
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    framed(client.get("/accounts/logout/"), "Are you sure")
    assert client.get("/account/").status_code == 200
    client.post("/accounts/logout/")
    assert client.get("/account/").status_code == 302


def test_the_time_zone_of_an_account_can_be_set(client: Client) -> None:
    user = a_user("ada")
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    client.post("/account/", {"time_zone": "America/Sao_Paulo", "email": "evil@example.org", "is_superuser": "1"})
    user.refresh_from_db()
    assert (user.time_zone, user.email, user.is_superuser) == ("America/Sao_Paulo", "ada@example.org", False)
    assert client.post("/account/", {"time_zone": "Mars/Base"}).status_code == 200
    user.refresh_from_db()
    assert user.time_zone == "America/Sao_Paulo"
