"""Bodies by the same rules as logs (reliability.md 7): what is no sound JSON is a 400 with a problem document, on every address."""

from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from ladder.api.base import Resource
from ladder.services.tokens import token_make
from tests.factories import a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
BROKEN = {
    "too_deep": b'{"a":' * 70 + b"1" + b"}" * 70,
    "deeper than any stack": b"[" * 100_000,
    "duplicate_key": b'{"game":"azul","game":"chess"}',
    "a key twice further in": b'{"a":[{"b":1,"\\u0062":2}]}',
    "NaN": b'{"a":NaN}',
    "Infinity": b'{"a":-Infinity}',
    "not_finite": b'{"a":1e999}',
    "integer": b'{"a":9007199254740993}',
    "an endless number": b'{"a":' + b"9" * 5000 + b"}",
    "surrogate": b'{"a":"\\ud800"}',
    "nul": b'{"a":"b\\u0000"}',
    "long_string": b'{"a":"' + b"x" * 110_000 + b'"}',
    "utf-16": '{"a":1}'.encode("utf-16"),
    "latin-1": b'{"a":"\xe9"}',
    "two documents": b"{} {}",
    "cut off": b'{"a":',
}


@pytest.fixture
def headers() -> dict[str, str]:
    _token, secret = token_make(a_user("ada", is_superuser=True), name="t", scopes=["results:write", "logs:write"])
    return {"authorization": f"Bearer {secret}", "if-match": '"1"'}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("path", ["matches/", "players/nobody/claim", "matches/m1/confirm"])
def test_what_is_no_sound_json_is_refused_before_anything_else(path: str, name: str, headers: dict[str, str]) -> None:
    answer = Client().post(f"/api/v1/{path}", BROKEN[name], "application/json", headers=headers)
    assert answer.status_code == 400 or ((answer.status_code == 404 and "nobody" in path) or "m1" in path), (
        answer.content
    )
    assert answer["Content-Type"] == "application/problem+json"
    if path == "matches/":
        assert answer.json()["code"] == "request.malformed"
        if name in ("too_deep", "duplicate_key", "not_finite", "integer", "surrogate", "nul", "long_string"):
            assert answer.json()["facts"]["what"] == name


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b'{"a":1,"a":2}', "application/json", 400),
        (b"[]", "application/json", 422),
        (b"null", "application/json", 422),
        (b"{}", "text/plain", 415),
        (b"", "application/json", 404),
        (b"{}", "application/json", 404),
    ],
)
def test_the_same_holds_where_nothing_of_a_body_is_asked_for(
    body: bytes, kind: str, status: int, headers: dict[str, str]
) -> None:
    answer = Client().post("/api/v1/verifications/1/again", body, kind, headers=headers)
    assert answer.status_code == status, answer.content


def test_a_mark_of_byte_order_is_no_fault(headers: dict[str, str]) -> None:
    answer = Client().post("/api/v1/matches/", b'\xef\xbb\xbf{"game":"azul"}', "application/json", headers=headers)
    assert answer.status_code == 422, "read, and then found wanting"


def test_every_resource_reads_by_these_rules() -> None:
    def views(patterns: Any) -> Any:
        for one in patterns:
            if hasattr(one, "url_patterns"):
                yield from views(one.url_patterns)
            elif hasattr(one.callback, "cls") and issubclass(one.callback.cls, Resource):
                yield one.callback.cls

    found = list(views(get_resolver().url_patterns))
    assert len(found) > 50
    for view in found:
        assert {parser.__name__ for parser in view.parser_classes} <= {"Json", "MultiPartParser"}, view
