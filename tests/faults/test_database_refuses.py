"""A database that can be read only, is locked, has no room or takes no more connections: said in words, and nothing half done."""

import sqlite3
import subprocess
import sys
import time
import uuid

import pytest
from django.db import connection
from django.test import Client

from games.models import Match, OutboxRow, Submission, Verification
from games.services.outbox import outbox_add, outbox_sweep
from games.services.submissions import submission_create
from games.services.verification import verifications_run, verifications_sweep
from ladder.models import Scope
from ladder.services.ladders import admin_grant
from ladder.services.tokens import token_make
from tests.factories import a_league, a_match, a_user
from tests.faults.conftest import nothing_broken, together
from tests.logs import a_record

pytestmark = pytest.mark.django_db(transaction=True)
LONG_AGO = "2020-01-01T00:00Z"
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
PAGES = (
    "/",
    "/players/",
    "/matches/",
    "/status/",
    "/leagues/torre/",
    "/account/",
    "/desk/",
    "/upload/",
    "/healthz",
    "/readyz",
)


@pytest.fixture
def alice():
    alice = a_user("alice")
    admin_grant(alice)
    return alice


@pytest.fixture
def client(alice):
    client = Client(headers={"accept-language": "en"}, raise_request_exception=False)
    client.force_login(alice, backend=BACKEND)
    return client


@pytest.fixture
def head(alice):
    _token, secret = token_make(alice, name="bot", scopes=list(Scope.values))
    return {"authorization": f"Bearer {secret}"}


@pytest.fixture
def read_only(on_postgresql):
    """As on a server that is about to take the place of another."""

    def switch(to: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET default_transaction_read_only = {to}")

    yield switch
    switch("off")


def test_a_database_that_can_only_be_read_is_read_and_says_so_to_who_writes(client, head, read_only):
    a_league()
    match = a_match("ada", "bea", state="submitted")
    client.get("/account/")
    read_only("on")
    answers = {path: client.get(path).status_code for path in PAGES}
    read = {path: client.get(path, headers=head).status_code for path in ("/api/v1/me/", "/api/v1/matches/")}
    bring = client.post("/api/v1/submissions/", {"text": a_record(1).decode()}, "application/json", headers=head)
    confirm = client.post(f"{match.get_absolute_url()}confirm/", {"version": match.version})
    read_only("off")
    assert answers == dict.fromkeys(PAGES, 200)
    assert set(read.values()) == {200}
    assert (bring.status_code, bring.json()["code"]) == (503, "busy")
    assert confirm.status_code == 503
    assert not Submission.objects.exists()
    assert Match.objects.get().version == match.version
    nothing_broken()


@pytest.mark.sqlite
@pytest.mark.parametrize("_round", [0, *(pytest.param(n, marks=pytest.mark.night) for n in range(1, 10))])
def test_many_sweeps_at_once_stand_in_nobodys_way(bells, _round):
    alice = a_user("alice")
    for table in range(30):
        submission_create(a_record(table), uploader=alice)
        outbox_add("test", f"test/{table}", tries=3)
    for row in (*Verification.objects.all(), *OutboxRow.objects.filter(kind="test")):
        row.state, row.attempts, row.lease_token, row.lease_until = "running", 1, uuid.uuid4(), LONG_AGO
        row.save(update_fields=["state", "attempts", "lease_token", "lease_until"])
    answers = together(*[verifications_sweep, outbox_sweep] * 6)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert set(Verification.objects.values_list("state", "attempts")) == {("queued", 1)}
    verifications_run(60)
    assert set(Verification.objects.values_list("verdict", flat=True)) == {"verified"}
    nothing_broken()


HOLD = """
import sqlite3, sys, time
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN IMMEDIATE")
print("held", flush=True)
time.sleep(10)
held.execute("COMMIT")
"""


@pytest.mark.sqlite
@pytest.mark.night
def test_a_file_that_another_program_holds_for_ten_seconds_is_waited_for(client, head):
    if connection.vendor != "sqlite":
        pytest.skip("not run: only SQLite has one file")
    a_league()
    for page in (*PAGES, "/api/v1/matches/"):
        client.get(page, headers=head if "api" in page else {})  # what is noted once in a while is noted now
    path = str(connection.settings_dict["NAME"])
    assert sqlite3.threadsafety
    with subprocess.Popen([sys.executable, "-c", HOLD, path], stdout=subprocess.PIPE) as other:
        other.stdout.readline()
        began = time.monotonic()
        assert {client.get(page).status_code for page in PAGES} == {200}
        assert client.get("/api/v1/matches/", headers=head).status_code == 200
        assert other.poll() is None, f"who reads does not wait: {time.monotonic() - began:.0f} s"
        body = {"text": a_record(1).decode()}
        assert client.post("/api/v1/submissions/", body, "application/json", headers=head).status_code == 201
    verifications_run()
    assert Verification.objects.get().verdict == "verified"
    nothing_broken()
