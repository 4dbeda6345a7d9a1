"""Several hosts: web and workers that share nothing but database, broker and the folder of uploads."""

import json
import urllib.error
import urllib.request

import pytest

from games.models import Match, Verification
from games.registry import ENGINES
from games.services.submissions import submission_create
from ladder.models import SeasonMatch
from ladder.services.tokens import token_make, token_revoke
from tests.factories import a_league, a_user
from tests.faults.conftest import all_over, nothing_broken
from tests.logs import a_record
from tests.services.processes import Site, wait_until

PRESENT = ENGINES["alhambra"].rules.revision
HEAD = b'--b\r\nContent-Disposition: form-data; name="file"; filename="log.json"\r\n\r\n'


def host(site, name):
    """Another machine: its own folder, but for what all share."""
    folder = site.folder / name
    folder.mkdir()
    shared = {key: site.env[key] for key in ("DATABASE_URL", "REDIS_URL")}
    other = Site(folder, shared | {"STORAGE_URL": site.folder.as_uri()})
    site.processes.append(other)  # it has `stop` as well
    return other


def ask(web, path, secret, raw=None):
    """Status and answer of the API on one host."""
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "multipart/form-data; boundary=b"}
    body = None if raw is None else HEAD + raw + b"\r\n--b--\r\n"
    try:
        with urllib.request.urlopen(urllib.request.Request(web.url + path, body, headers), timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read()


@pytest.mark.night
def test_two_webs_and_workers_for_one_queue_each_are_one_site(site):
    ladder = a_league()
    alice = a_user("alice", is_superuser=True)
    token, secret = token_make(alice, name="program", scopes=["logs:write", "account:read"])
    first, second, judge, clerk = (host(site, name) for name in ("web1", "web2", "judge", "clerk"))
    web = first.start_web()
    second.start_web()
    judge.start_worker("--queues", "verify", "--concurrency", "1", name="judge")
    clerk.start_worker("--queues", "default", "--concurrency", "1", name="clerk")
    status, answer = ask(first, "/api/v1/submissions/", secret, a_record(1))
    assert status == 201, answer
    all_over(20)
    row = Verification.objects.select_related("submission").get()
    assert row.verdict == "verified"
    path = f"/api/v1/submissions/{row.submission_id}/"
    assert json.loads(ask(second, path, secret)[1])["sha256"] == row.submission.sha256
    counted = SeasonMatch.objects.filter(season__ladder=ladder)
    wait_until(counted.exists, 30, lambda: "nobody counts the match")
    web.kill()
    assert ask(second, path, secret)[0] == 200, "one host is enough"
    token_revoke(token, by=alice)
    assert ask(second, path, secret)[0] == 401, "and what is revoked is revoked everywhere"
    nothing_broken()


@pytest.mark.night
def test_an_old_worker_leaves_what_needs_newer_rules_to_a_new_one(site, bells):
    old = host(site, "old")
    old.env["DJANGO_SETTINGS_MODULE"] = "tests.faults.older_settings"
    alice = a_user("alice")
    for table in (1, 2, 3):
        [received] = submission_create(a_record(table), uploader=alice)
    Verification.objects.filter(pk=received.verification.pk).update(revision=PRESENT - 1)
    worker = old.start_worker("--concurrency", "1", name="old")
    done = Verification.objects.filter(state="done")
    wait_until(done.exists, 20, lambda: worker.log.read_text())
    assert set(done.values_list("revision", flat=True)) == {PRESENT - 1}
    assert worker.alive
    host(site, "new").start_worker("--concurrency", "1", name="new")
    all_over(60)
    assert sorted(Verification.objects.values_list("revision", "verdict")) == [
        (PRESENT - 1, "verified"),
        (PRESENT, "verified"),
        (PRESENT, "verified"),
    ]
    assert Match.objects.filter(state="verified").count() == 3
    told = site.manage("reverify", "--game", "alhambra", "--apply").stdout
    assert "1 logs judged" in told
    assert "0 come out otherwise" in told
    assert Verification.objects.filter(revision=PRESENT).count() == 3
    nothing_broken()
