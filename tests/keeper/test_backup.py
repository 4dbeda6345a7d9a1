"""Backups: whole or not there, refused when altered, and what comes back is what was."""

import errno
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from games import queue, storage
from games.models import AuditEntry, Notice, NoticeDelivery
from games.services.notices import notice_send
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder.backup import database as database_of_backup
from ladder.backup import nightly, read, write
from ladder.backup.database import tables
from ladder.backup.drill import scratch_database
from ladder.backup.layout import DATABASE, DRAFT, MANIFEST, SEAL, BackupRefused, archives, made_at, name_at
from ladder.backup.read import manifest_checked
from ladder.backup.write import alone, backup, fingerprints
from ladder.backup_standing import Drill, drill_note, standing
from ladder.invariants import broken
from ladder.models import Season
from ladder.selectors.seasons import season_get
from ladder.services.ladders import community_set
from ladder.services.months import month_close
from ladder.settings import database
from ladder.tasks import outbox_send
from tests.conftest import database_url
from tests.factories import a_league, a_match, a_user
from tests.logs import a_record
from tests.services.processes import ROOT, Site, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """Where backups go; a small community with a closed month, a judged log and a message that waits is there."""
    settings.BACKUP_DIR, settings.BACKUP_KEEP = str(tmp_path / "backups"), 2
    settings.BACKUP_STAMP = str(tmp_path / "backups/last-backup")
    zoe = a_user("zoe", is_superuser=True)
    community_set(name="Torre", language="it", time_zone="Europe/Rome")
    ladder = a_league()
    a_match("ada", "bea")
    month_close(season_get(ladder, "2026-10"), by=zoe, warned=True)
    a_match("ada", "cleo", ended_at=datetime.now(UTC) - timedelta(hours=1))
    submission_create(a_record(1), uploader=zoe)
    verifications_run()
    return tmp_path / "backups"


def says(name: str, *arguments: object, **options: Any) -> str:
    out = io.StringIO()
    call_command(name, *map(str, arguments), stdout=out, **options)
    return out.getvalue()


def test_a_backup_comes_back_with_every_ranking_equal_and_the_old_ones_go(
    folder: Path, settings: Any, tmp_path: Path
) -> None:
    assert "1 uploaded files" in says("backup", dry_run=True)
    for hour in (1, 2):
        folder.mkdir(exist_ok=True)
        (folder / name_at(datetime(2026, 1, 1, hour, tzinfo=UTC))).touch()
    said = says("backup", actor="zoe@example.org")
    kept = archives(folder)
    assert str(kept[-1]) in said
    assert [made_at(path).hour for path in kept[:-1]] == [2], "the last two stay"
    assert kept[-1].stat().st_mode & 0o077 == 0
    assert AuditEntry.objects.get(act="community.backed_up").actor.email == "zoe@example.org"
    manifest = manifest_checked(kept[-1])
    assert "torre/2026-10/r1" in manifest.rankings
    assert len(manifest.rankings) == Season.objects.count() > 1
    assert [member.name for member in manifest.members] == [DATABASE, *(f"raw/{name}" for name in storage.hashes())]

    with pytest.raises(CommandError, match=r"not empty \(there are rows of "):
        says("restore", folder)
    with elsewhere(tmp_path, settings):
        assert "Dry run: nothing was changed" in says("restore", kept[-1], dry_run=True)
        assert "Next: doctor" in says("restore", kept[-1])
        call_command("flush", interactive=False, verbosity=0)  # as after `migrate`
        assert "Next: doctor" in says("restore", folder)
        assert AuditEntry.objects.filter(act="community.restored").exists()
        assert fingerprints() == manifest.rankings
        assert broken() == []


def test_files_of_a_bucket_are_in_a_backup_and_come_back_into_a_folder(
    bucket: Any, folder: Path, settings: Any, tmp_path: Path
) -> None:
    says("backup")
    [sha256] = storage.hashes()
    with elsewhere(tmp_path, settings):
        settings.STORAGE_URL = ""
        assert "1 uploaded files are here" in says("restore", folder)
        assert storage.path_of(sha256).read_bytes() == a_record(1)
        assert broken() == []


@contextmanager
def elsewhere(folder: Path, settings: Any) -> Iterator[None]:
    """On an empty site, with a storage root of its own."""
    settings.DATA_DIR = folder / "elsewhere"
    with scratch_database(folder) as url:
        here = connection.settings_dict["NAME"]
        connection.close()
        connection.settings_dict["NAME"] = database(url)["NAME"]
        try:
            yield
        finally:
            connection.close()
            connection.settings_dict["NAME"] = here


@pytest.mark.night
def test_a_drill_in_processes_of_its_own_says_whether_a_backup_comes_back(
    folder: Path, measured: Callable[..., None]
) -> None:
    began = time.monotonic()
    path = backup(folder, keep=2)
    measured("backup of a small site", time.monotonic() - began, "s", 300)
    began = time.monotonic()
    assert "came back whole" in says("backup_drill")
    measured("the drill: restored, compared, looked at", time.monotonic() - began, "s", 300)
    found = standing()
    assert found is not None
    assert found.drill is not None
    assert (found.drill.archive, found.drill.problem) == (path.name, "")
    rewritten(path, other_byte(DATABASE))
    with pytest.raises(CommandError, match=r"restore failed.*database is missing or not as it was written"):
        says("backup_drill", path)


def rewritten(path: Path, change: Callable[[dict[str, bytes]], object]) -> None:
    """The same archive with other members."""
    with tarfile.open(path) as tar:
        members = {entry.name: tar.extractfile(entry).read() for entry in tar}  # type: ignore[union-attr]
    change(members)
    with tarfile.open(path, "w:gz") as tar:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))


def other_byte(name: str) -> Callable[[dict[str, bytes]], None]:
    def change(members: dict[str, bytes]) -> None:
        full = next(each for each in members if each.startswith(name))
        content = bytearray(members[full])
        content[len(content) // 2] ^= 1
        members[full] = bytes(content)

    return change


DAMAGE: dict[str, tuple[Callable[[dict[str, bytes]], object], str]] = {
    "another file": (other_byte("raw/"), "raw/"),
    "another manifest": (other_byte(MANIFEST), "manifest.json is missing or not"),
    "another seal": (other_byte(SEAL), "manifest.json is missing or not"),
    "no seal": (lambda members: members.pop(SEAL), "cut off"),
    "no database": (lambda members: members.pop(DATABASE), "database is missing"),
    "one file more": (lambda members: members.update({f"raw/{'0' * 64}": b"x"}), "raw/"),
    "a path that leads out": (lambda members: members.update({"../../etc/passwd": b"x"}), "passwd"),
    "another database": (other_byte(DATABASE), "database is missing or not as it was written"),
}


def test_an_archive_that_was_cut_off_or_altered_is_refused(folder: Path) -> None:
    path = backup(folder, keep=2)
    whole = path.read_bytes()
    for length in (0, 100, 512, len(whole) // 3, len(whole) // 2, len(whole) - 100, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(CommandError, match=r"cannot be read as a backup|cut off"):
            says("restore", path)
    # Eight bytes each, for one may mean the same otherwise packed; the last ones are checksum and length.
    for place in (100, len(whole) // 3, len(whole) // 2, len(whole) - 8):
        path.write_bytes(whole[:place] + bytes(byte ^ 255 for byte in whole[place : place + 8]) + whole[place + 8 :])
        with pytest.raises(CommandError, match=r"cannot be read as a backup|not as it was written"):
            says("restore", path)
    path.write_bytes(whole + whole)
    with pytest.raises(CommandError, match="goes on after its end"):
        says("restore", path)
    for change, words in DAMAGE.values():
        path.write_bytes(whole)
        rewritten(path, change)
        with pytest.raises(CommandError, match=words):
            says("restore", path)
    drill_note(Drill("", path.name, 1.0, "database is missing"))
    assert "does not come back" in says("doctor")
    with alone(folder), pytest.raises(CommandError, match="another backup runs"):
        says("backup")


def test_a_disk_that_is_full_is_told_in_words_and_nothing_is_begun(
    folder: Path, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = backup(folder, keep=2)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(shutil, "copyfileobj", full)
    with elsewhere(tmp_path, settings), pytest.raises(CommandError, match=r"No space left.*room in TMPDIR"):
        says("restore", path)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CommandError, match="No space left"):
        says("backup", folder)
    assert archives(folder) == [path]
    assert not [*folder.glob(f"{DRAFT}*")]


@pytest.mark.night
def test_one_that_is_killed_half_way_leaves_nothing_that_looks_whole(
    folder: Path, redis_url: str, data_dir: Path
) -> None:
    env = {**os.environ, "DATABASE_URL": database_url(), "REDIS_URL": redis_url, "DATA_DIR": str(data_dir)}
    killed = subprocess.Popen([sys.executable, "manage.py", "backup", str(folder)], cwd=ROOT, env=env)
    wait_until(lambda: bool([*folder.glob(f"{DRAFT}*/*")]) or killed.poll() is not None, 60, lambda: "no draft")
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    for path in archives(folder):  # it may have been as quick as that
        manifest_checked(path)
    manifest_checked(backup(folder, keep=2))
    assert not [*folder.glob(f"{DRAFT}*")]


def test_a_file_that_comes_or_goes_meanwhile_is_no_hole_in_the_backup(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [first] = storage.hashes()
    real = database_of_backup.dump

    def dump_under_load(target: Path, snapshot: str) -> None:
        real(target, snapshot)
        storage.store(b"its row comes after the dump")

    monkeypatch.setattr(database_of_backup, "dump", dump_under_load)
    there = [member.name for member in manifest_checked(backup(folder, keep=2)).members]
    assert there == [DATABASE, f"raw/{first}"]

    gone = "f" * 64
    monkeypatch.setattr(write, "files_named", lambda: {first, gone})
    assert len(manifest_checked(backup(folder, keep=2)).members) == 2, "missing before: the doctor tells of it"
    lists = iter([[first, gone], [first]])
    monkeypatch.setattr(storage, "hashes", lambda: iter(next(lists, [first])))
    assert len(manifest_checked(backup(folder, keep=2)).members) == 2, "removed meanwhile: all anew"
    monkeypatch.setattr(storage, "hashes", lambda: iter([first, gone]))
    with pytest.raises(BackupRefused) as refused:
        backup(folder, keep=2)
    assert refused.value.code == "changing"
    assert not [*folder.glob(f"{DRAFT}*")]


def test_the_night_makes_one_backup_and_admins_hear_when_it_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes = iter(["the drill went wrong", "must not be asked for"])
    monkeypatch.setattr(nightly, "drill", lambda path: Drill("", path.name, 1.0, next(outcomes)))
    for _again in range(2):
        nightly.backup_nightly()
    assert len(archives(folder)) == 1
    [notice] = Notice.objects.filter(kind="backup.failed")
    assert (notice.user.email, notice.facts["words"]) == ("zoe@example.org", "the drill went wrong")


def test_nothing_that_waited_to_be_sent_is_sent_by_who_comes_back_wherever_he_was_stopped(
    folder: Path, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[Any]
) -> None:
    with monkeypatch.context() as silence:
        silence.setattr(queue, "ring", lambda *_: True)
        with transaction.atomic():
            notice_send("match.void", [a_user("ada")], key="k")
    assert NoticeDelivery.objects.filter(state="waiting").exists()
    path = backup(folder, keep=2)

    def killed() -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(read, "fingerprints", killed)  # the first thing after the database came
    with elsewhere(tmp_path, settings):
        with pytest.raises(KeyboardInterrupt):
            says("restore", path)
        assert set(NoticeDelivery.objects.values_list("state", flat=True)) == {"unknown"}
        outbox_send()
        assert mailoutbox == []
        assert broken() == []


@pytest.mark.night
@pytest.mark.faults
def test_a_worker_makes_the_backup_of_the_night_and_tries_it(folder: Path, site: Site) -> None:
    site.env |= {"BACKUP_DIR": str(folder)}
    worker = site.start_worker()
    site.start("call", "celery", "-A", "ladder", "call", "ladder.backup_nightly").popen.wait(60)
    wait_until(lambda: bool((found := standing()) and found.drill), 120, worker.log.read_text)
    found = standing()
    assert found is not None
    assert found.drill is not None
    assert found.drill.problem == ""
    assert AuditEntry.objects.filter(act="community.backed_up").count() == 1


def rankings_of(ask: Callable[[str], bytes]) -> dict[str, bytes]:
    found = {}
    for season in Season.objects.select_related("ladder"):
        for tail in ("", *(f"/r{number}" for number in range(1, season.revision + 1))):
            path = f"/leagues/{season.ladder.slug}/{season.key}{tail}.json"
            found[path] = ask(path)
    return found


@pytest.mark.night
def test_a_restore_that_is_killed_leaves_an_empty_site_or_a_whole_one(
    folder: Path, settings: Any, tmp_path: Path, redis_url: str
) -> None:
    seed = random.SystemRandom().randrange(10**9)
    print(f"SEED={seed}")
    dice = random.Random(seed)
    path = backup(folder, keep=2)
    command = [sys.executable, "manage.py", "restore", str(path)]
    for _again in range(6):
        with elsewhere(tmp_path, settings):
            env = {**os.environ, "DATABASE_URL": database_url(), "REDIS_URL": redis_url}
            env["DATA_DIR"] = str(settings.DATA_DIR)
            killed = subprocess.Popen(command, cwd=ROOT, env=env)
            with suppress(subprocess.TimeoutExpired):
                killed.wait(dice.uniform(1, 6))
            killed.kill()
            killed.wait()
            wait_until(lambda: not others(), 30, lambda: "pg_restore outlives it")
            assert not tables() or fingerprints() == manifest_checked(path).rankings


def others() -> int:
    """Who else is connected to the database that the test looks at."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


@pytest.mark.night
def test_the_demo_comes_back_byte_for_byte(site: Site, tmp_path: Path) -> None:
    call_command("demo", step=24, stdout=io.StringIO())
    site.start_web()

    def ask(path: str) -> bytes:
        with urllib.request.urlopen(site.url + path) as answer:
            return bytes(answer.read())

    before = rankings_of(ask)
    assert len(before) > 8
    assert json.loads(before["/leagues/torre/2026-10/r1.json"])
    site.manage("backup", str(tmp_path / "backups"))
    [path] = archives(tmp_path / "backups")
    site.stop()
    with scratch_database(tmp_path) as url:
        elsewhere = tmp_path / "elsewhere"
        site.env |= {"DATABASE_URL": url, "DATA_DIR": str(elsewhere)}
        restored = site.manage("restore", str(path), check=False)
        assert "Next: doctor" in restored.stdout, restored.stderr
        assert "BROKEN" not in site.manage("doctor").stdout
        assert "0 differences" in site.manage("recompute", "--check").stdout
        site.start_web()
        assert rankings_of(ask) == before
        assert sorted(each.name for each in elsewhere.glob("raw/*/*")) == list(storage.hashes())
        site.stop()


FORMER = sorted((ROOT / "tests/golden/releases").glob("*.tar.gz"))
"""Backups of the demo, made by former releases: what a site that is upgraded looks like."""


@pytest.mark.night
@pytest.mark.parametrize("path", FORMER, ids=lambda path: path.name)
def test_a_site_of_a_former_release_comes_back_and_is_upgraded(path: Path, settings: Any, tmp_path: Path) -> None:
    manifest = manifest_checked(path)
    if manifest.vendor != connection.vendor:
        pytest.skip(f"not run: it is for {manifest.vendor}")
    with elsewhere(tmp_path, settings):
        says("restore", path)
        before = rows()
        for _twice in range(2):
            call_command("migrate", interactive=False, verbosity=0)
        after = rows()
        assert {table: after.get(table, 0) for table, number in before.items() if after.get(table, 0) < number} == {}
        revised = {month: mark for month, mark in manifest.rankings.items() if not month.endswith("/r0")}
        assert {month: fingerprints()[month] for month in revised} == revised
        assert broken() == []
        assert "0 differences" in says("recompute", check=True)


def rows() -> dict[str, int]:
    """How many rows each table of ours holds."""
    ours = [name for name in tables() if name.startswith(("games_", "tournaments_", "ladder_"))]
    with connection.cursor() as cursor:
        found = {}
        for name in ours:
            cursor.execute(f'SELECT count(*) FROM "{name}"')
            found[name] = cursor.fetchone()[0]
        return found
