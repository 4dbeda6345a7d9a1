"""Files of all hosts in one place: a shared folder, or a bucket of S3. Everything that reads or writes files goes there."""

import io
import zipfile
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games import storage
from games.bucket import Bucket
from games.files import StorageAway, StorageFull
from games.models import Submission, Verification
from games.places import place
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder import drafts
from ladder.invariants import broken
from ladder.models import Community
from ladder.services.person_export import content, export_ask, exports_build
from tests.factories import a_user
from tests.logs import a_record
from tests.services.transfer import PASSWORD, USER

pytestmark = pytest.mark.django_db
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@pytest.fixture(params=["folder", "bucket"])
def shared(request: Any, settings: Any, tmp_path: Any) -> None:
    if request.param == "bucket":
        request.getfixturevalue("bucket")
    else:
        (tmp_path / "a share").mkdir()
        settings.STORAGE_URL = (tmp_path / "a share").as_uri()


@pytest.fixture
def elsewhere(settings: Any, tmp_path: Any) -> Any:
    """Go to another machine."""

    def go(name: str = "other") -> None:
        settings.DATA_DIR = tmp_path / name

    return go


def test_files_are_kept_found_and_removed(shared: None, elsewhere: Any) -> None:
    hashes = sorted(storage.store(b"log %d" % number) for number in range(5))
    assert storage.store(b"log 3") in hashes
    elsewhere()
    assert list(storage.hashes()) == hashes
    assert storage.total() == (5, 25)
    assert sorted(storage.load(sha256) for sha256 in hashes) == [b"log %d" % number for number in range(5)]
    storage.remove(hashes[0])
    storage.remove(hashes[0])
    with pytest.raises(FileNotFoundError):
        storage.load(hashes[0])
    assert list(storage.hashes()) == hashes[1:]


def test_what_one_host_took_in_another_judges_shows_and_gives_back(shared: None, elsewhere: Any, settings: Any) -> None:
    alice = a_user("alice", is_superuser=True)
    client = Client(headers={"accept-language": "en"})
    client.force_login(alice, backend=BACKEND)
    file = io.BytesIO(a_record(1))
    file.name = "log.json"
    client.post("/upload/", {"files": [file]})
    [token] = client.session[drafts.KEY]
    elsewhere("web2")
    assert client.post("/upload/save/", {"draft": [token]}).status_code == 302
    assert list(place().under(drafts.FOLDER)) == []
    elsewhere("worker")
    verifications_run()
    row = Verification.objects.get()
    assert row.verdict == "verified"
    export = export_ask(alice)
    exports_build()
    elsewhere("web3")
    assert client.get(f"{row.get_absolute_url()}log/").getvalue() == a_record(1)
    assert b"<svg" in client.get(f"{row.submission.match.get_absolute_url()}replay/").content
    told = zipfile.ZipFile(io.BytesIO(content(export)))
    assert a_record(1) in [told.read(name) for name in told.namelist()]
    assert broken() == []


def test_everything_is_exported_from_a_bucket(bucket: Any, tmp_path: Any) -> None:
    [received] = submission_create(a_record(1), uploader=a_user("alice"))
    call_command("export_all", tmp_path / "moved", stdout=io.StringIO())
    assert (tmp_path / "moved/raw" / received.submission.sha256).read_bytes() == a_record(1)


def test_a_bucket_without_room_is_said(bucket: Any, monkeypatch: Any) -> None:
    from botocore.exceptions import ClientError

    def full(**_named: Any) -> None:
        raise ClientError({"Error": {"Code": "QuotaExceeded"}}, "PutObject")

    monkeypatch.setattr(place().client, "put_object", full)
    with pytest.raises(StorageFull):
        submission_create(a_record(1), uploader=a_user("alice"))
    assert not Submission.objects.exists()


@pytest.fixture
def away(settings: Any, monkeypatch: Any) -> None:
    """A server that nobody hears of."""
    from games import limits

    monkeypatch.setattr(limits, "CONNECT_SECONDS", 0.2)
    settings.STORAGE_URL = "s3+http://a:b@127.0.0.1:1/torre"


def test_a_storage_that_is_away_is_503_and_leaves_no_row(away: None) -> None:
    client = Client(headers={"accept-language": "en"}, raise_request_exception=False)
    client.force_login(a_user("alice"), backend=BACKEND)
    file = io.BytesIO(a_record(1))
    file.name = "log.json"
    answer = client.post("/upload/", {"files": [file]})
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert client.get("/").status_code == 200, "everything else goes on"
    assert not Submission.objects.exists()


def test_logs_wait_uncharged_while_the_storage_is_away(bucket: Any, settings: Any) -> None:
    submission_create(a_record(1), uploader=a_user("alice"))
    here, settings.STORAGE_URL = settings.STORAGE_URL, "s3+http://a:b@127.0.0.1:1/torre"
    verifications_run()
    row = Verification.objects.get()
    assert (row.state, row.attempts) == ("queued", 0)
    settings.STORAGE_URL = here
    Verification.objects.update(next_try="2026-01-01T00:00Z")
    verifications_run()
    assert Verification.objects.get().verdict == "verified"


def test_commands_say_that_the_storage_is_away(away: None, tmp_path: Any) -> None:
    Community.objects.create(name="Torre")
    for command in (["export_all", str(tmp_path / "x")], ["backup", "--dry-run", str(tmp_path)], ["doctor"]):
        with pytest.raises(CommandError, match="does not answer"):
            call_command(*command, stdout=io.StringIO())


def test_a_bucket_that_is_not_there_is_no_missing_file(running: Any) -> None:
    with pytest.raises(StorageAway, match="NoSuchBucket"):
        Bucket(f"s3+http://{USER}:{PASSWORD}@127.0.0.1:{running[0]}/other").get("raw/x")
