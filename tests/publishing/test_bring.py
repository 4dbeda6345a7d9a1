"""A publication from asking to the last file: only what changed, the index last, and on again after a fault."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.db.models.functions import Now

from games.models import AuditEntry, Match, OutboxRow, Player
from games.services.outbox import outbox_run
from ladder.models import CopyFile, Publication, PublishTarget
from ladder.publishing import services
from ladder.publishing.copy import content_of
from ladder.publishing.due import publication_due
from ladder.publishing.services import NoCopyBefore, Stale, spot
from ladder.publishing.targets.folder import roots
from ladder.services.ladders import role_grant, season_open
from ladder.services.leaving import person_anonymise
from ladder.services.live import matches_changed
from ladder.services.months import month_close, month_revise
from ladder.tasks import SENDERS
from tests.factories import NOON, a_league, a_match, a_user
from tests.publishing.test_targets import of_sftp

pytestmark = pytest.mark.django_db

NAMES = "ada bea cleo".split()


@pytest.fixture(autouse=True)
def _clock() -> Any:
    with time_machine.travel("2026-10-20T12:00:00Z", tick=True):
        yield


@pytest.fixture
def season():
    ladder = a_league(language="en")
    for _number in range(3):
        a_match(*NAMES)
    return season_open(ladder, 2026, 10)


@pytest.fixture
def target(season):
    return services.target_add(
        season.ladder,
        name="here",
        kind="folder",
        place={"root": str(roots()[0]), "folder": "torre"},
        secret="",
        by=None,
    )


def folder(target: PublishTarget) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (Path(target.place["root"]) / target.place["folder"]).iterdir()}


def run() -> None:
    outbox_run(SENDERS)


def at_once() -> None:
    OutboxRow.objects.filter(state="queued").update(next_try=Now() - timedelta(seconds=1))


def test_a_copy_opens_without_script_and_tells_when_it_was_made(target):
    services.publish_now(target, by=None)
    run()
    files = folder(target)
    assert {
        "index.html",
        "2026-10.html",
        "2026-10.csv",
        "2026-10.json",
        "style.css",
        "archive.html",
        "players.html",
        "tournaments.html",
        "tournaments.csv",
        "rules.html",
    } < {*files}
    index = files["index.html"].decode()
    assert "ada" in index
    assert "<script" not in index
    assert 'href="/' not in index
    assert "A copy, made on Tue 20 Oct, 14:0" in index
    assert "http://127.0.0.1:8000/leagues/torre/2026-10/" in index
    assert files["2026-10.html"] == files["index.html"]
    done = Publication.objects.get()
    assert (done.job.state, done.sent, done.changed) == ("done", len(files), len(files))


def test_a_second_publication_sends_changed_files_only(target):
    services.publish_now(target, by=None)
    run()
    before = folder(target)
    with time_machine.travel("2026-10-20T13:00:00Z", tick=True):
        services.publish_now(target, by=None)
        run()
        assert Publication.objects.first().sent == 0
        assert folder(target) == before
        a_match("bea", "ada")
        services.publish_now(target, by=None)
        run()
    changed = {name for name, content in folder(target).items() if before[name] != content}
    assert {"index.html", "2026-10.html", "2026-10.csv", "2026-10.json"} <= changed
    assert not changed & {"style.css", "rules.html"}
    assert Publication.objects.first().sent == len(changed)


def test_what_is_no_longer_in_the_copy_is_removed_at_the_end(target, season):
    services.publish_now(target, by=None)
    run()
    season.delete()
    services.publish_now(target, by=None)
    run()
    assert "2026-10.html" not in folder(target)
    assert Publication.objects.first().removed == 3


def test_closing_and_revising_ask_in_their_own_transaction(target, season):
    with transaction.atomic():
        publication_due(season, "close")
        transaction.set_rollback(True)
    assert not Publication.objects.exists()
    publication_due(season, "close")
    publication_due(season, "revision")
    assert Publication.objects.count() == 1  # it waits, not begun, and will show both
    run()
    publication_due(season, "revision")
    assert [item.cause for item in Publication.objects.all()] == ["revision", "close"]


def test_a_closed_month_is_published_by_itself_and_old_revisions_stay_readable(target, season):
    tito = a_user("tito")
    role_grant(tito, "manager", ladder=season.ladder)
    a_match(*NAMES, ended_at=NOON + timedelta(days=2))
    matches_changed(Match.objects.all(), cause="match.believed")
    with time_machine.travel("2026-11-08T12:00:00Z", tick=True):
        month_close(season, by=tito, warned=True)
        run()
        assert "2026-10.html" in folder(target)
        assert "2026-10-r1.html" not in folder(target)  # the last revision is the month's page
        late = a_match("bea", "ada", ended_at=NOON + timedelta(days=3))
        matches_changed([late], cause="match.believed")
        month_revise(season, by=tito, reason="a late result")
        run()
    files = folder(target)
    assert [item.cause for item in Publication.objects.all()] == ["revision", "close"]
    assert files["2026-10-r1.html"] != files["2026-10.html"]
    for name, content in files.items():
        if name.endswith(".html"):
            links = re.findall(r'href="([^"#:]+)["#]', content.decode())
            assert set(links) <= {*files}, name


def test_a_paused_target_is_left_alone_and_other_leagues_are_too(target, season):
    services.target_change(target, edition=1, by=None, paused=True)
    assert publication_due(season, "close") == []
    assert publication_due(season_open(a_league("altra"), 2026, 10), "close") == []


def test_going_back_brings_the_copy_before(target):
    with pytest.raises(NoCopyBefore):
        services.roll_back(target, by=None)
    services.publish_now(target, by=None)
    run()
    before = folder(target)
    a_match("bea", "ada")
    services.publish_now(target, by=None)
    run()
    assert folder(target) != before
    services.roll_back(target, by=None)
    run()
    assert folder(target) == before


def test_going_back_never_brings_a_forgotten_name_back(target):
    for names in (("bea", "ada"), ("ada", "bea")):
        a_match(*names)
        services.publish_now(target, by=None)
        run()
    person_anonymise(Player.objects.get(name="ada"), by=None)
    assert not [file for file in CopyFile.objects.exclude(pk__in=lying(target)) if b"ada<" in content_of(file)]
    run()
    assert not [path for path, content in folder(target).items() if b">ada<" in content]
    with pytest.raises(NoCopyBefore):
        services.roll_back(target, by=None)
    a_match("bea", "carla")
    services.publish_now(target, by=None)
    run()
    services.roll_back(target, by=None)
    run()
    assert not [path for path, content in folder(target).items() if b">ada<" in content]


def test_a_paused_copy_loses_a_forgotten_name_all_the_same(target):
    services.publish_now(target, by=None)
    run()
    services.target_change(target, edition=1, by=None, paused=True)
    person_anonymise(Player.objects.get(name="ada"), by=None)
    run()
    assert not [path for path, content in folder(target).items() if b">ada<" in content]


def lying(target: PublishTarget) -> list[str]:
    return list(target.files.values_list("sha256", flat=True))


def test_one_month_alone_leaves_the_others_as_they_lie(target, season):
    services.publish_now(target, by=None)
    run()
    before = folder(target)
    a_match("bea", "ada")
    a_match("zoe", "ada", ended_at=season.start - timedelta(days=3))
    september = season_open(season.ladder, 2026, 9)
    services.publish_now(target, by=None, season=september)
    run()
    after = folder(target)
    assert {name for name in after if after[name] != before.get(name)} == {
        "2026-09.html",
        "2026-09.csv",
        "2026-09.json",
    }


def test_hourly_sends_nothing_and_leaves_no_trace_where_nothing_changed(target):
    services.target_change(target, edition=1, by=None, hourly=True)
    services.publish_hourly()
    run()
    assert Publication.objects.count() == 1
    services.publish_hourly()
    run()
    assert Publication.objects.count() == 1


def test_old_copies_are_dropped(target):
    for number in range(6):
        a_match(f"player{number}", "ada")
        services.publish_now(target, by=None)
        run()
    assert Publication.objects.exclude(files={}).count() == 3
    named = {sha256 for item in Publication.objects.all() for sha256 in item.files.values()}
    assert set(CopyFile.objects.values_list("pk", flat=True)) == named


# Faults


@pytest.fixture
def far(season, sftp):
    made = of_sftp(sftp)
    target = services.target_add(
        season.ladder, name="far", kind="sftp", place=made.place, secret="correct horse", by=None
    )
    PublishTarget.objects.filter(pk=target.pk).update(fingerprint=made.fingerprint)
    return PublishTarget.objects.get(pk=target.pk)


@pytest.mark.parametrize("fault", ["full", "drop"])
def test_after_a_fault_nothing_is_half_published_and_the_rest_follows(far, sftp, fault):
    services.publish_now(far, by=None)
    sftp.faults["players.html"] = fault
    run()
    row = OutboxRow.objects.get()
    assert row.state == "queued"
    assert (row.problem["step"], row.problem["path"]) == ("upload", "players.html")
    assert "index.html" not in sftp.files()
    brought = set(sftp.stored) - {"players.html"}
    sftp.faults.clear()
    sftp.stored.clear()
    at_once()
    run()
    assert OutboxRow.objects.get().state == "done"
    assert sftp.stored[-1] == "index.html"
    assert not brought & set(sftp.stored)
    assert "index.html" in sftp.files()


def test_a_wrong_password_waits_for_a_person_at_once(far):
    services.target_change(far, edition=1, by=None, secret="wrong")
    services.publish_now(far, by=None)
    run()
    row = OutboxRow.objects.get()
    assert (row.state, row.problem["code"], row.attempts) == ("dead", "password", 1)
    services.target_change(far, edition=2, by=None, secret="correct horse")
    services.publication_again(Publication.objects.get(), by=None)
    run()
    assert OutboxRow.objects.get().state == "done"


def test_an_unknown_key_is_offered_and_its_confirmation_goes_on(far, sftp):
    PublishTarget.objects.update(fingerprint="")
    services.publish_now(far, by=None)
    run()
    far.refresh_from_db()
    assert far.offered
    assert sftp.stored == []
    with pytest.raises(Stale):
        services.target_confirm_key(far, edition=1, shown="SHA256:00", by=None)
    services.target_confirm_key(far, edition=1, shown=far.offered, by=None)
    run()
    assert "index.html" in sftp.files()


def test_five_further_attempts_and_then_an_item_for_the_desk(far, sftp):
    services.publish_now(far, by=None)
    sftp.faults["index.html"] = "drop"
    for _attempt in range(6):
        assert OutboxRow.objects.get().state == "queued"
        run()
        at_once()
    row = OutboxRow.objects.get()
    assert (row.state, row.attempts, row.problem["path"]) == ("dead", 6, "index.html")


def test_long_work_goes_on_in_the_next_task_and_costs_no_attempt(far, sftp, monkeypatch):
    monkeypatch.setattr("games.limits.OUTBOX_SLICE_SECONDS", 0)
    monkeypatch.setattr("games.queue.ring", lambda *args: True)
    services.publish_now(far, by=None)
    tasks = 0
    while OutboxRow.objects.get().state != "done":
        outbox_run(SENDERS, 0.001)
        tasks += 1
        assert len(sftp.files()) == min(tasks, Publication.objects.get().changed)
        assert OutboxRow.objects.get().attempts == (OutboxRow.objects.get().state == "done")
    assert tasks > 5
    assert sftp.stored[-1] == "index.html"
    assert len(sftp.stored) == len(set(sftp.stored))


def test_two_publications_of_one_target_do_not_mix(target):
    first = services.publish_now(target, by=None)
    OutboxRow.objects.update(state="running", lease_token="6e0fa0b8-0000-4000-8000-000000000000", lease_until=Now())
    PublishTarget.objects.update(holder=first.pk)
    services.publish_now(target, by=None)
    run()
    assert OutboxRow.objects.first().state == "queued"


def test_an_older_one_never_brings_back_the_past(far, sftp):
    services.publish_now(far, by=None)
    sftp.faults["index.html"] = "drop"
    run()
    sftp.faults.clear()
    a_match("bea", "ada")
    services.publish_now(far, by=None)
    at_once()
    run()
    assert [item.job.state for item in Publication.objects.all()] == ["done", "done"]
    assert Publication.objects.last().sent < Publication.objects.first().sent + len(sftp.files())
    run()
    assert b"bea" in sftp.files()["index.html"]


def test_no_secret_stands_anywhere(far, sftp, caplog):
    sftp.faults["index.html"] = "drop"
    services.publish_now(far, by=None)
    run()
    services.target_change(far, edition=1, by=None, secret="another secret")
    everything = [*PublishTarget.objects.values(), *AuditEntry.objects.values(), *OutboxRow.objects.values()]
    for secret in ("correct horse", "another secret"):
        assert secret not in repr(everything)
        assert secret not in caplog.text
    assert AuditEntry.objects.latest("pk").facts["secret_changed"] is True


def test_a_change_that_another_made_meanwhile_is_not_overwritten(target):
    services.target_change(target, edition=1, by=None, name="web")
    with pytest.raises(Stale):
        services.target_change(target, edition=1, by=None, name="mine")


def test_another_host_means_another_key_and_an_empty_place(far):
    services.publish_now(far, by=None)
    run()
    services.target_change(far, edition=1, by=None, place={**far.place, "host": "other.example"})
    far.refresh_from_db()
    assert (far.fingerprint, far.files.count()) == ("", 0)


def test_one_place_is_one_however_it_is_written():
    one = spot("ftp", {"host": "Web.Example", "user": "torre", "path": "www/lega/"})
    assert one == spot("ftps", {"host": "web.example.", "port": 21, "user": "torre", "path": "./www//lega"})
    assert one != spot("ftp", {"host": "web.example", "user": "torre", "path": "/www/lega"})
    bucket = {"endpoint": "https://s3.example", "bucket": "torre", "path": "", "user": "key"}
    assert spot("s3", bucket) == spot("s3", bucket | {"endpoint": "https://s3.example/", "user": "another key"})
