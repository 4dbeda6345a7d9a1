"""The same request twice at once, under one key."""

import threading
from typing import Any

import pytest
from django.db import connection

from games.models import Match, Player
from games.services import once
from tests.api.conftest import Program
from tests.api.test_writing import NEW
from tests.factories import a_match, a_player, a_user


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_two_requests_under_one_key_at_once_are_one(monkeypatch: Any) -> None:
    """The second one is told to come again while the first goes on, and then gets its answer."""
    hugo = a_user("hugo")
    a_player("hugo_pt", hugo)
    a_match("hugo_pt", "gufetta", game="azul")
    program, begun, go_on, answers = Program(hugo), threading.Event(), threading.Event(), []

    def send() -> Any:
        headers = program.headers | {"idempotency-key": "the-same-key"}
        return program.client.post("/api/v1/matches/", NEW, "application/json", headers=headers)

    def first() -> None:
        answers.append(send())
        connection.close()

    keep = once.IdempotencyKey.save

    def slowly(self: Any, *args: Any, **fields: Any) -> None:
        if fields.get("update_fields"):  # the answer: all is done, and nothing committed
            begun.set()
            go_on.wait(20)
        keep(self, *args, **fields)

    monkeypatch.setattr(once.IdempotencyKey, "save", slowly)
    thread = threading.Thread(target=first)
    thread.start()
    begun.wait(20)
    early = send()
    go_on.set()
    thread.join()
    late = send()
    assert (early.status_code, early.json()["code"], early["Retry-After"]) == (409, "key.running", "1")
    assert [answers[0].status_code, late.status_code] == [201, 201]
    assert answers[0].content == late.content
    assert late["Idempotency-Replayed"] == "true"
    assert Match.objects.count() == 2
    assert Player.objects.filter(name="Xenia Q").count() == 1
