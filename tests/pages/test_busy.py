"""A database that gives up on a statement, loses a race for good, or is away: 503, and one may come again."""

from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

PATHS = ["/players/", "/api/v1/players/"]


def ask(path: str) -> Any:
    return Client(headers={"accept-language": "en"}, raise_request_exception=False).get(f"{path}?text=a")


def busy(path: str) -> None:
    answer = ask(path)
    text = answer.content.decode()
    assert answer.status_code == 503, text
    assert int(answer["Retry-After"]) > 0
    assert "canceling" not in text
    assert "deadlock" not in text
    if path.startswith("/api/"):
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "busy"
    else:
        assert "Too much is going on just now" in text
        assert f'href="{path}?text=a"' in text, "what was asked is asked again"


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "problem", [OperationalError("deadlock detected"), InterfaceError("connection already closed")]
)
def test_what_the_database_gave_up_on_may_be_tried_again(monkeypatch: Any, path: str, problem: Exception) -> None:
    def gives_up(*_args: Any, **_named: Any) -> None:
        raise problem

    monkeypatch.setattr("django.db.models.query.QuerySet._fetch_all", gives_up)
    busy(path)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("on_postgresql")
@pytest.mark.parametrize("path", PATHS)
def test_a_statement_that_is_cut_is_said_and_the_session_serves_on(monkeypatch: Any, path: str) -> None:
    from django.db.models.query import QuerySet

    fetch = QuerySet._fetch_all
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout TO '50ms'")

    def slowly(self: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(5)")
        fetch(self)

    with monkeypatch.context() as patched:
        patched.setattr(QuerySet, "_fetch_all", slowly)
        busy(path)
    assert ask(path).status_code == 200
    with connection.cursor() as cursor:
        cursor.execute("RESET statement_timeout")
