"""Figures for Prometheus, and what load balancers ask: for whom, by which name, and that they say what is."""

import logging
from typing import Any

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from games.models import Verification
from games.services.submissions import submission_create
from ladder import health
from ladder.logs import ByRoute
from tests.factories import a_user
from tests.logs import a_record

pytestmark = [pytest.mark.django_db]
TOKEN = {"Authorization": "Bearer correct horse"}


@pytest.fixture
def token(settings: Any) -> None:
    settings.METRICS_TOKEN = "correct horse"


def figures(client: Client) -> dict[tuple[str, str], float]:
    """Value by name and labels."""
    text = client.get("/metrics", headers=TOKEN).content.decode()
    return {
        (sample.name, ",".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_figures_are_for_who_has_the_token_alone(client: Client, settings: Any) -> None:
    assert client.get("/metrics", headers=TOKEN).status_code == 404
    settings.METRICS_TOKEN = "correct horse"
    for given in ({}, {"Authorization": "Bearer "}, {"Authorization": "correct horse"}, {"Authorization": "Bearer ò"}):
        assert client.get("/metrics", headers=given).status_code == 404
    assert client.get("/metrics", headers=TOKEN).status_code == 200


def test_what_waits_is_told_and_requests_are_counted_by_route(
    client: Client, token: None, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ladder.metrics.broker_answers", lambda: False)
    settings.BACKUP_STAMP = str(tmp_path / "stamp")
    (tmp_path / "stamp").touch()
    submission_create(a_record(1), uploader=a_user("ada"))
    client.get("/privacy/")
    client.get("/secret-address-of-somebody/")
    client.generic("BREW", "/privacy/")
    found = figures(client)
    assert found["classifica_logs", "queued"] == Verification.objects.filter(state="queued").count()
    assert found["classifica_logs_oldest_seconds", ""] >= 0
    assert found["classifica_outbox", "dead"] == 0
    assert found["classifica_broker_up", ""] == 0
    assert found["classifica_info", settings.VERSION] == 1
    assert found["classifica_disk_free_bytes", ""] > 0
    assert 0 <= found["classifica_backup_age_seconds", ""] < 3600
    assert found["classifica_requests_total", "GET,200"] >= 1
    assert found["classifica_requests_total", "other,405"] >= 1
    assert found["classifica_request_seconds_count", "privacy/"] >= 2
    assert not [labels for _name, labels in found if "secret-address" in labels or "BREW" in labels]


def test_health_is_asked_by_whatever_name(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALLOWED_HOSTS = ["torre.example"]
    settings.SITE_URL = "https://torre.example"
    settings.SECURE_SSL_REDIRECT = True
    monkeypatch.setattr(health, "broker_answers", lambda: False)
    for path, words in (("/healthz", "ok\n"), ("/readyz", "ok; Redis does not answer, so logs wait\n")):
        answer = client.get(path, headers={"Host": "10.0.0.7:8000"})
        assert (answer.status_code, answer.content.decode()) == (200, words)
    assert client.get("/", headers={"Host": "10.0.0.7"}).status_code == 400


def test_a_process_whose_migrations_are_not_there_yet_gets_no_visitors(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda self, nodes: [object()])
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"1 migrations are missing\n")


def test_an_answer_that_failed_leaves_a_line_with_its_route_and_not_its_address(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ladder.views.texts.render", lambda *_: 1 / 0)
    client.raise_request_exception = False
    with caplog.at_level(logging.WARNING, "ladder.incoming"):
        answer = client.get("/privacy/?token=secret")
    assert answer.status_code == 500
    [record] = [record for record in caplog.records if record.name == "ladder.incoming"]
    line: Any = record.msg
    assert (line["route"], line["status"]) == ("privacy/", 500)
    assert line["reference"] in answer.content.decode()
    assert "secret" not in str(line)


def test_each_refusal_leaves_one_line_with_its_reference_and_never_its_address(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    ada = a_user("ada")
    client.force_login(ada)
    caplog.handler.addFilter(ByRoute())
    refused = {
        "/desk/": (403, "desk/", ada.pk),
        "/calendar/secret.ics": (404, "calendar/<str:token>.ics", ada.pk),
        "/secret/": (404, "", ada.pk),
        "/api/v1/me/?secret": (401, "api/v1/me/", None),
        "/api/v1/leagues/secret/": (404, "api/v1/leagues/<slug:league>/", None),
        "/preferences/": (405, "preferences/", ada.pk),
    }
    for path, (status, route, account) in refused.items():
        caplog.clear()
        answer = (Client() if account is None else client).get(path)
        assert answer.status_code == status
        [line] = [record.msg for record in caplog.records]
        assert (line["event"], line["status"], line["route"], line.get("account")) == (
            "refused",
            status,
            route,
            account,
        )
        assert line["reference"] == answer.wsgi_request.reference
        assert "secret" not in str(line)


def test_what_django_says_of_a_fault_names_the_route_and_not_the_address(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ladder.views.notice_settings.owner_of", lambda _token: 1 / 0)
    client.raise_request_exception = False
    caplog.handler.addFilter(ByRoute())
    client.get("/calendar/secret.ics")
    said = [record.getMessage() for record in caplog.records if record.name == "django.request"]
    assert said == ["Internal Server Error: calendar/<str:token>.ics"]
