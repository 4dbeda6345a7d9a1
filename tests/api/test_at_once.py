"""The same request twice at once, under one key."""

import threading

import pytest
from django.db import connection

from games.models import Match, Player
from tests.api.conftest import Program
from tests.api.test_writing import NEW
from tests.factories import a_match, a_player, a_user


@pytest.mark.django_db(transaction=True)
def test_two_requests_under_one_key_at_once_are_one() -> None:
    """Each of two threads sends the same; one of them waits for the other."""
    hugo = a_user("hugo")
    a_player("hugo_pt", hugo)
    a_match("hugo_pt", "gufetta", game="azul")
    program, start, answers = Program(hugo), threading.Barrier(2), []

    def send() -> None:
        start.wait()
        headers = program.headers | {"idempotency-key": "the-same-key"}
        answers.append(program.client.post("/api/v1/matches/", NEW, "application/json", headers=headers))
        connection.close()

    threads = [threading.Thread(target=send) for _number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].content == answers[1].content
    assert sorted(answer.get("Idempotency-Replayed", "") for answer in answers) == ["", "true"]
    assert Match.objects.count() == 2
    assert Player.objects.filter(name="Xenia Q").count() == 1
