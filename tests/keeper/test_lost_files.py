"""Files without rows, rows without files, and files that hold something else: each is told, and costs nobody else anything."""

import io
import os
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from games import storage
from games.models import Submission, Verification
from games.services import submissions
from games.services.submissions import submission_create
from games.services.verification import verification_rerun, verifications_run
from ladder.backup.write import backup
from ladder.invariants import broken
from ladder.models import Import
from ladder.services.import_jobs import import_ask, import_work
from ladder.services.imports import import_start
from ladder.services.ladders import admin_grant
from ladder.services.leaving import person_anonymise
from ladder.services.person_export import content, export_ask, exports_build
from ladder.services.strays import PATIENCE_SECONDS, strays_remove
from tests.factories import a_league, a_user
from tests.ladder.september import as_csv
from tests.logs import a_record

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


class CutOff(BaseException):
    """Nobody catches it: as if the process had been killed."""


def hours_later(folder: Path) -> None:
    before = time.time() - PATIENCE_SECONDS - 10
    for mark in (folder / storage.COMING).iterdir():
        os.utime(mark, (before, before))


def cut_off(monkeypatch: Any, raw: bytes, uploader: Any) -> None:
    """An upload that ends between the file and its row."""

    def die(*_args: Any) -> None:
        raise CutOff

    with monkeypatch.context() as patched:
        patched.setattr(submissions, "_submission", die)
        with pytest.raises(CutOff):
            submission_create(raw, uploader=uploader)


def test_a_file_whose_row_was_never_written_is_taken_away_in_time(monkeypatch: Any, data_dir: Path) -> None:
    alice = a_user("alice")
    cut_off(monkeypatch, a_record(1), alice)
    assert len(list(storage.hashes())) == 1
    assert broken() == []
    assert strays_remove() == 0, "somebody may be at it"
    hours_later(data_dir)
    assert strays_remove() == 1
    assert list(storage.hashes()) == []
    assert not list((data_dir / storage.COMING).iterdir())
    submission_create(a_record(1), uploader=alice)
    assert not list((data_dir / storage.COMING).iterdir()), "no mark stays after a commit"
    assert broken() == []


def test_who_brings_the_same_file_again_keeps_it(monkeypatch: Any, data_dir: Path) -> None:
    alice = a_user("alice")
    cut_off(monkeypatch, a_record(1), alice)
    submission_create(a_record(1), uploader=alice)
    hours_later(data_dir)
    assert strays_remove() == 0
    verifications_run()
    assert Verification.objects.get().verdict == "verified"
    assert broken() == []


def test_a_stray_that_is_swept_while_it_comes_again_is_there(monkeypatch: Any, data_dir: Path) -> None:
    alice = a_user("alice")
    cut_off(monkeypatch, a_record(1), alice)
    hours_later(data_dir)
    write = submissions._submission

    def sweep_first(*args: Any) -> Submission:
        storage.remove(args[0])
        return write(*args)

    monkeypatch.setattr(submissions, "_submission", sweep_first)
    submission_create(a_record(1), uploader=alice)
    assert broken() == []


def test_a_transaction_that_fails_leaves_a_mark_and_no_fault(data_dir: Path) -> None:
    with transaction.atomic():
        submission_create(a_record(1), uploader=a_user("alice"))
        transaction.set_rollback(True)
    assert broken() == []
    hours_later(data_dir)
    assert strays_remove() == 1
    assert broken() == []


@pytest.fixture(params=["lost", "damaged"])
def harm(request: Any) -> Any:
    def do(sha256: str) -> None:
        path = storage.path_of(sha256)
        path.unlink() if request.param == "lost" else path.write_bytes(path.read_bytes()[:-1] + b"!")

    return do


@pytest.fixture
def judged() -> Verification:
    submission_create(a_record(1), uploader=a_user("alice", is_superuser=True))
    verifications_run()
    return Verification.objects.select_related("submission__match").get()


def test_pages_say_that_a_file_is_gone(judged: Verification, harm: Any) -> None:
    harm(judged.submission.sha256)
    client = Client(headers={"accept-language": "en"})
    client.force_login(judged.submission.uploader, backend=BACKEND)
    match, page = judged.submission.match, judged.get_absolute_url()
    paths = (page, match.get_absolute_url(), f"{match.get_absolute_url()}replay/", f"{page}log/")
    answers = {path: client.get(path).status_code for path in paths}
    assert set(answers.values()) <= {200, 404}, answers
    assert answers[page] == answers[match.get_absolute_url()] == 200
    assert answers[f"{page}log/"] == 404
    assert client.get(f"/api/v1/verifications/{judged.pk}/log").status_code in (401, 404)


def test_nothing_is_judged_by_other_bytes_than_those_that_came(judged: Verification, harm: Any) -> None:
    harm(judged.submission.sha256)
    [line] = broken()
    assert judged.submission.sha256 in line
    verification_rerun(judged)
    for _attempt in range(3):
        Verification.objects.update(next_try="2026-01-01T00:00Z")
        verifications_run()
    judged.refresh_from_db()
    assert (judged.state, judged.verdict) == ("dead", "errored")
    submission_create(a_record(1), uploader=None)
    assert broken() == [], "who brings it once more mends it"
    verification_rerun(judged)
    verifications_run()
    judged.refresh_from_db()
    assert judged.verdict == "verified"


def test_a_lost_file_holds_up_no_backup_export_or_wish(judged: Verification, harm: Any, tmp_path: Path) -> None:
    sound = submission_create(a_record(2), uploader=judged.submission.uploader)[0].submission
    verifications_run()
    harm(judged.submission.sha256)
    made = backup(tmp_path / "backups", 3)
    assert made.stat().st_size
    call_command("export_all", tmp_path / "moved", stdout=io.StringIO())
    assert [path.name for path in (tmp_path / "moved/raw").iterdir()] == [sound.sha256]
    export = export_ask(judged.submission.uploader)
    exports_build()
    packed = zipfile.ZipFile(io.BytesIO(content(export)))
    assert [packed.read(name) for name in packed.namelist() if name.startswith("files/")] == [a_record(2)]
    player = judged.submission.match.seats.first().player
    person_anonymise(player, by=judged.submission.uploader)
    player.refresh_from_db()
    assert player.is_anonymised


def test_an_import_whose_file_is_gone_says_so_and_takes_it_again(harm: Any) -> None:
    admin = a_user("admin")
    admin_grant(admin)
    source, _is_new = import_start(a_league(), as_csv(), name="september.csv", by=admin)
    harm(source.sha256)
    client = Client(headers={"accept-language": "en"})
    client.force_login(admin, backend=BACKEND)
    for path in (source.get_absolute_url(), f"{source.get_absolute_url()}check/"):
        answer = client.get(path, follow=True)
        assert answer.status_code == 200
        assert "The file is not here any more" in answer.content.decode(), path
    import_ask(source, Import.Job.RUN, version=source.version, by=admin)
    import_work(source.pk)
    source.refresh_from_db()
    assert (source.job, source.problem["code"]) == ("", "file_lost")
    again, is_new = import_start(source.ladder, as_csv(), name="september.csv", by=admin)
    assert not is_new
    import_work(import_ask(again, Import.Job.RUN, version=again.version, by=admin).pk)
    source.refresh_from_db()
    assert source.state == "done"
    assert broken() == []
