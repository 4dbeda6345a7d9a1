from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client

from games import presence
from games.models import OutboxRow, Submission, Verification
from ladder.models import Publication, PublishTarget
from tests.factories import a_league, a_match

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def away(monkeypatch: Any) -> None:
    """The database does not answer."""

    def gone(*_: Any) -> Any:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", gone)


@pytest.mark.django_db
def test_healthz_answers_while_the_database_does(client: Client) -> None:
    assert client.get("/healthz").status_code == 200
    assert connection.vendor in {"postgresql", "sqlite"}


def test_healthz_and_status_are_503_when_the_database_is_away(client: Client, away: None) -> None:
    assert client.get("/healthz").status_code == 503
    assert client.get("/status/").status_code == 503
    answer = client.get("/status.json")
    assert (answer.status_code, answer.json()) == (503, {"status": "away", "troubles": ["database"]})


def judged(number: int, ms: float, **fields: Any) -> Verification:
    submission = Submission.objects.create(sha256=f"{number:064}", size=1, kind="bga_log")
    done = {"state": "done", "verdict": "verified", "finished_at": datetime.now(UTC), "ms": ms}
    return Verification.objects.create(submission=submission, revision=1, owner="x", **(done | fields))


def test_status_tells_what_waits_who_works_and_what_was_done_last(client: Client, settings: Any, tmp_path: Any) -> None:
    now = datetime.now(UTC)
    settings.BACKUP_STAMP = str(tmp_path / "stamp")
    league = a_league()
    a_match("ada", "bea", state="submitted")
    for number, ms in enumerate((1.0, 5.0, 9.0, 11.0)):
        judged(number, ms)
    judged(9, 0, state="queued", verdict="", finished_at=None, created_at=now - timedelta(minutes=20))
    target = PublishTarget.objects.create(ladder=league, name="web", kind="folder", place={})
    for state in ("done", "dead"):
        job = OutboxRow.objects.create(kind="publication", key=state, state=state, finished_at=now)
        Publication.objects.create(target=target, job=job, cause="hand")
    cache.clear()
    presence.note("one")
    presence.note("two")
    found = client.get("/status.json").json()
    assert found["status"] == "trouble"
    assert found["troubles"] == ["waiting", "backup", "publication", "managers"]
    assert found["workers"] == 2
    assert found["waiting"]["log"]["number"] == 1
    assert found["waiting"]["log"]["seconds"] >= 1200
    assert found["waiting"]["result"]["number"] == 1
    assert found["oldest"]["kind"] == "log"
    assert found["verifications_today"] == {"number": 4, "median_ms": 7.0}
    [published] = found["publications"]
    assert (published["target"], published["failed"], bool(published["last"])) == ("web", True, True)
    (tmp_path / "stamp").touch()
    page = client.get("/status/", headers={"accept-language": "en"}).content.decode()
    assert "20\xa0minutes" in page
    assert "The last backup is older" not in page
    assert "hangs on one person" in page
    assert "half of them in 7" in page


@pytest.mark.parametrize(
    ("answers", "code", "words"), [(True, "worker", "No worker was seen"), (False, "broker", "Redis does not answer")]
)
def test_status_tells_a_broker_that_is_away_from_workers_that_are(
    client: Client, monkeypatch: Any, answers: bool, code: str, words: str
) -> None:
    from ladder.selectors import status

    cache.clear()
    monkeypatch.setattr(status, "broker_answers", lambda: answers)
    assert client.get("/status.json").json()["troubles"] == [code]
    assert words in client.get("/status/", headers={"accept-language": "en"}).content.decode()


def test_status_of_a_site_where_nothing_waits_says_so(client: Client) -> None:
    cache.clear()
    presence.note("one")
    assert client.get("/status.json").json()["troubles"] == []
    assert "Everything works" in client.get("/status/", headers={"accept-language": "en"}).content.decode()
