"""How often, how much, and where to: limits, cookies and redirects."""

import pytest
import time_machine
from django.test import Client, override_settings

from games import limits
from ladder.middleware import who
from tests.factories import a_league, a_user

pytestmark = pytest.mark.django_db


@time_machine.travel("2026-11-03T12:00:10Z", tick=False)
def test_a_visitor_reads_so_many_pages_a_minute() -> None:
    client = Client(headers={"accept-language": "en"})
    answers = [client.get("/about/").status_code for _each in range(limits.PAGES_A_MINUTE[0] + 1)]
    assert answers[-2:] == [200, 429]
    last = client.get("/about/")
    assert last["Retry-After"] == "50"
    assert "Go on in 50 seconds" in last.content.decode()
    assert Client(REMOTE_ADDR="203.0.113.9").get("/about/").status_code == 200


@time_machine.travel("2026-11-03T12:00:10Z", tick=False)
def test_a_minute_later_all_is_well() -> None:
    client = Client()
    for _each in range(limits.PAGES_A_MINUTE[0] + 1):
        client.get("/about/")
    with time_machine.travel("2026-11-03T12:01:00Z", tick=False):
        assert client.get("/about/").status_code == 200


@time_machine.travel("2026-11-03T12:00:10Z", tick=False)
def test_an_account_may_do_more_than_a_visitor() -> None:
    a_league()
    client = Client()
    client.force_login(a_user("ada"), backend="allauth.account.auth_backends.AuthenticationBackend")
    answers = [client.post("/upload/", {"text": "x"}).status_code for _each in range(limits.UPLOADS_A_MINUTE[0] + 1)]
    assert set(answers) == {200}
    visitor = Client()
    answers = [visitor.post("/upload/", {"text": "x"}).status_code for _each in range(limits.UPLOADS_A_MINUTE[0] + 1)]
    assert answers[-2:] == [200, 429]
    assert visitor.get("/upload/").status_code == 200, "looking at the page is no upload"


@time_machine.travel("2026-11-03T12:00:10Z", tick=False)
def test_searches_have_a_limit_of_their_own() -> None:
    client = Client()
    answers = [client.get("/search/?q=ada&lang=it") for _each in range(limits.SEARCHES_A_MINUTE[0] + 1)]
    assert [answer.status_code for answer in answers[-2:]] == [200, 429]
    assert 'href="/search/?q=ada&amp;lang=it"' in answers[-1].content.decode(), "what was asked is asked again"
    assert client.get("/search/").status_code == 200


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
    ],
)
def test_addresses_of_one_customer_count_together(rf, address: str, name: str) -> None:
    from django.contrib.auth.models import AnonymousUser

    request = rf.get("/", REMOTE_ADDR=address)
    request.user = AnonymousUser()
    assert who(request) == name


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example",
        "///evil.example",
        "https://evil.example/",
        "http:evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "evil",
        "/%0d%0aX: y\r\n",
        "/\r\nSet-Cookie: a=b",
        "/\t/evil.example",
        "\t//evil.example",
        "/\u2028/evil.example",
        "//testserver@evil.example",
    ],
)
def test_forms_lead_back_to_this_site_only(path: str) -> None:
    from allauth.account.models import EmailAddress

    user, client = a_user("ada"), Client()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    for address, body in {
        "/preferences/": {"theme": "dark"},
        "/accounts/login/": {"login": user.email, "password": "correct horse battery"},
        "/accounts/logout/": {},
    }.items():
        answer = client.post(address, body | {"next": path})
        assert answer.status_code == 302
        assert answer["Location"] == "/"


def test_language_and_theme_are_remembered() -> None:
    client = Client()
    answer = client.post("/preferences/", {"language": "pt-br", "next": "/about/?x=1"})
    assert answer["Location"] == "/about/?x=1"
    client.post("/preferences/", {"theme": "dark"})
    text = client.get("/about/").content.decode()
    assert '<html lang="pt-br" data-theme="dark">' in text
    assert {cookie["samesite"] for cookie in client.cookies.values()} == {"Lax"}


def test_the_language_of_an_account_follows_its_choice() -> None:
    user, client = a_user("ada"), Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    client.post("/preferences/", {"language": "pt-br"})
    user.refresh_from_db()
    assert user.language == "pt-br"


@pytest.mark.parametrize("body", [{}, {"language": "xx"}, {"theme": "<script>"}])
def test_preferences_take_only_what_there_is(body: dict[str, str]) -> None:
    assert Client().post("/preferences/", body).status_code == 400


def test_a_fault_of_ours_names_a_reference_and_needs_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    from ladder.views import home

    def broken(*_args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(home, "latest", broken)
    client = Client(raise_request_exception=False, headers={"accept-language": "en"})
    with override_settings(DEBUG=False):
        answer = client.get("/")
    assert answer.status_code == 500
    text = answer.content.decode()
    assert "Something broke on our side" in text
    assert "RuntimeError" not in text
    assert "reference" in text
