import pytest
from django.db import OperationalError, connection


@pytest.mark.django_db
def test_healthz_answers_while_the_database_does(client):
    assert client.get("/healthz").status_code == 200
    assert connection.vendor in {"postgresql", "sqlite"}


@pytest.mark.django_db
def test_healthz_is_503_when_the_database_is_away(client, monkeypatch):
    def away():
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", away)
    assert client.get("/healthz").status_code == 503
