"""A broker that is there and refuses, lies or hangs up: whoever brings logs or reads pages hardly notices, and nothing is lost."""

import time

import pytest
import redis
from django.test import Client

from games.models import Match, Verification
from games.services.submissions import submission_create
from ladder import settings as site_settings
from ladder.celery import app
from ladder.models import Scope
from ladder.services.tokens import token_make
from tests.factories import a_user
from tests.faults.conftest import all_over, nothing_broken
from tests.logs import a_record
from tests.services.between import Between
from tests.services.processes import Site

pytestmark = pytest.mark.sqlite
LIES = {
    "it loads its data": b"-LOADING Redis is loading the dataset in memory\r\n",
    "it cannot write its disk": b"-MISCONF Redis is configured to save RDB snapshots, but is unable to persist to disk.\r\n",
    "it wants a password": b"-NOAUTH Authentication required.\r\n",
    "it knows no such command": b"-ERR unknown command\r\n",
    "it is only a copy": b"-READONLY You can't write against a read only replica.\r\n",
    "it lost its master": b"-MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.\r\n",
    "it speaks another protocol": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "it answers other than asked": b"+OK\r\n",
}
PAGES = ("/", "/players/", "/matches/", "/status/", "/upload/", "/accounts/login/", "/healthz", "/readyz")


@pytest.fixture
def between(valkey, redis_client):
    path = redis_client.connection_pool.connection_kwargs["path"]
    server = Between(path)
    yield server
    server.close()


@pytest.fixture
def through(transactional_db, between, data_dir, site):
    site.env["REDIS_URL"] = between.url
    return site


class Full:
    """A broker that has no memory left: it answers what is asked and takes nothing new."""

    def __init__(self, client: redis.Redis) -> None:
        self.client = client

    def begin(self) -> None:
        self.client.config_set("maxmemory", 1)

    def end(self) -> None:
        self.client.config_set("maxmemory", 0)


class Lie:
    def __init__(self, between: Between, answer: bytes | None, *, cut: bool = False) -> None:
        self.between, self.answer, self.cut = between, answer, cut

    def begin(self) -> None:
        self.between.answer, self.between.cut = self.answer, self.cut

    def end(self) -> None:
        self.between.answer, self.between.cut = None, False
        self.between.drop_all()


FULL, CUT = "it has no memory left", "it hangs up in the middle of an answer"
TROUBLES = (FULL, CUT, *LIES)


@pytest.fixture
def make(between, redis_client):
    """Troubles by their names."""

    def trouble(name):
        return Full(redis_client) if name == FULL else Lie(between, LIES.get(name), cut=name == CUT)

    return trouble


@pytest.fixture
def trouble(make, name):
    return make(name)


@pytest.fixture
def here(between, bells, settings, monkeypatch):
    """The pages in this process, which ask the broker anew each time."""
    settings.REDIS_URL = between.url
    settings.CACHES = {"default": site_settings.CACHES["default"] | {"LOCATION": between.url}}
    app.conf.update(broker_url=between.url, broker_transport_options=site_settings.CELERY_BROKER_TRANSPORT_OPTIONS)
    monkeypatch.setattr("ladder.cache.PAUSE_SECONDS", 0)
    monkeypatch.setattr("games.queue.PAUSE_SECONDS", 0)
    yield
    between.drop_all()


@pytest.mark.parametrize("name", [FULL, CUT, *(pytest.param(lie, marks=pytest.mark.night) for lie in LIES)])
def test_pages_and_uploads_go_on_whatever_the_broker_says(transactional_db, here, trouble, measured):
    _token, secret = token_make(a_user("alice"), name="bot", scopes=[Scope.LOGS])
    client = Client(raise_request_exception=False, headers={"accept-language": "en"})
    wrong, times = [], []
    trouble.begin()
    try:
        for path in PAGES:
            began = time.monotonic()
            status = client.get(path).status_code
            times.append(time.monotonic() - began)
            wrong += [] if status == 200 else [(path, status)]
        for table in range(3):
            began = time.monotonic()
            head = {"authorization": f"Bearer {secret}"}
            body = {"text": a_record(table).decode()}
            answer = client.post("/api/v1/submissions/", body, "application/json", headers=head)
            times.append(time.monotonic() - began)
            wrong += [] if answer.status_code == 201 else [(table, answer.status_code)]
    finally:
        trouble.end()
    assert wrong == []
    assert Verification.objects.filter(state="queued").count() == 3
    measured("a broker that refuses: the slowest page or upload", max(times), "s", 1.5, slack=3)


@pytest.mark.night
def test_a_worker_outlives_whatever_the_broker_says(through: Site, make, bells, measured):
    worker = through.start_worker("--concurrency", "2")
    alice = a_user("alice")
    for number, name in enumerate(TROUBLES):
        trouble = make(name)
        trouble.begin()
        submission_create(a_record(number), uploader=alice)
        Verification.objects.filter(state="queued").update(next_try="2026-01-01T00:00Z")
        time.sleep(2)
        trouble.end()
        all_over(60)
        assert worker.alive, (name, worker.log.read_text()[-3000:])
    assert Match.objects.filter(state="verified").count() == len(TROUBLES)
    nothing_broken()
