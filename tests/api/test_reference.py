"""The reference: complete, without anything inline, and every code that can be answered stands in it."""

import re
from pathlib import Path

import pytest
from django.test import Client

import ladder.api
from ladder.api.codes import codes
from ladder.api.pages import operations

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_every_operation_has_its_place_with_a_call_to_paste_and_an_answer() -> None:
    client = Client(headers={"accept-language": "en"})
    overview = client.get("/api/docs/").content.decode()
    assert len(overview) < 60_000
    pages = {}
    for path, method, told in operations():
        [tag] = told["tags"]
        pages[tag] = pages.get(tag) or client.get(f"/api/docs/{tag}/").content.decode()
        assert f'href="{tag}/#{told["operationId"]}"' in overview
        assert f"{method.upper()} {path}" in pages[tag]
        assert f'id="{told["operationId"]}"' in pages[tag]
        assert told["summary"] in pages[tag]
        secured = told["security"] != [{"token": []}, {}]
        public_file = (
            told["operationId"] == "verifications_log"
        )  # of a log that is public in one league, and not in others
        assert secured == (method == "post" or "403" in told["responses"]) or public_file
    assert {tag: len(page) for tag, page in pages.items() if len(page) >= 60_000} == {}
    assert "curl http://127.0.0.1:8000/api/v1/matches/k2x9abcdef/confirm" in pages["matches"]
    assert "announced | entries | check_in | running | finished" in pages["tournaments"], "what a body may hold"
    assert "<code>seats[].place</code>" in pages["matches"]
    assert "Something of one" not in "".join(pages.values()), "words for who reads the source"
    assert client.get("/api/docs/nothing/").status_code == 404


def test_the_schema_is_a_file() -> None:
    answer = Client().get("/api/schema/")
    assert answer["Content-Type"].startswith("application/vnd.oai.openapi+json")
    assert answer.json()["openapi"] == "3.1.0"
    assert "x-spec" not in answer.content.decode()


def test_every_code_that_is_answered_is_explained() -> None:
    source = "\n".join(path.read_text() for path in Path(ladder.api.__file__).parent.glob("*.py"))
    answered = set(re.findall(r'Problem\(\s*\d{3},\s*"([a-z_.]+)"', source))
    assert len(answered) > 15
    assert answered - codes().keys() == set()
    page = Client().get("/api/docs/").content.decode()
    assert all(f'id="code-{code}"' in page for code in codes())
