"""A disk that is really full: for uploads, or for what lies aside while a request comes. A small one is mounted for it."""

import http.cookiejar
import json
import re
import subprocess
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from games.models import Submission, Verification
from ladder.models import Scope
from ladder.services.tokens import token_make
from tests.factories import a_league, a_match, a_user
from tests.faults.conftest import all_over, nothing_broken
from tests.logs import a_record
from tests.services.processes import Site, wait_until

pytestmark = pytest.mark.sqlite
SIZE = 12 << 20
PIECE = 4096
PAGES = ("/", "/players/", "/matches/", "/status/", "/leagues/torre/", "/upload/")


class SmallDisk:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        with suppress(OSError), (self.folder / "everything").open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * PIECE)

    def empty(self) -> None:
        (self.folder / "everything").unlink()


@pytest.fixture
def small_disk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=1777", "tmpfs", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, text=True, check=False)
        said = done.stderr.strip() if done.returncode else ""
    except OSError as problem:
        said = str(problem)
    if said:
        pytest.skip(f"not run: no small disk can be mounted here ({said})")
    yield SmallDisk(folder)
    subprocess.run(["umount", "--lazy", str(folder)], check=False)


class Visitor:
    """Somebody with a browser, and a program with a token."""

    def __init__(self, site: Site, secret: str) -> None:
        self.site, self.secret = site, secret
        jar = http.cookiejar.CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self.browser.addheaders = [("Accept-Language", "en")]

    def get(self, path: str) -> tuple[int, str]:
        return self._answer(self.browser, f"{self.site.url}{path}")

    def bring(self, raw: bytes) -> tuple[int, str]:
        """By the page."""
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get("/upload/")[1])
        assert found
        fields = f'--b\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{found[1]}\r\n'
        head = {"Content-Type": "multipart/form-data; boundary=b", "Origin": self.site.url}
        return self._answer(
            self.browser,
            urllib.request.Request(f"{self.site.url}/upload/", fields.encode() + a_file("files", raw), head),
        )

    def send(self, raw: bytes) -> tuple[int, str]:
        """By the API."""
        head = {"Authorization": f"Bearer {self.secret}", "Content-Type": "multipart/form-data; boundary=b"}
        head["Accept-Language"] = "en"
        request = urllib.request.Request(f"{self.site.url}/api/v1/submissions/", a_file("file", raw), head)
        return self._answer(urllib.request.build_opener(), request)

    def _answer(self, opener, request) -> tuple[int, str]:
        try:
            with opener.open(request, timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()


def a_file(name: str, raw: bytes) -> bytes:
    head = f'--b\r\nContent-Disposition: form-data; name="{name}"; filename="log.json"\r\n\r\n'
    return head.encode() + raw + b"\r\n--b--\r\n"


@pytest.fixture
def visitor(site):
    ladder = a_league()
    a_match("ada", "bea")
    _token, secret = token_make(a_user("alice"), name="program", scopes=[Scope.LOGS])
    site.manage("collectstatic", "--no-input")
    assert ladder.slug == "torre"
    return Visitor(site, secret)


def reads_on(visitor: Visitor) -> None:
    assert {path: visitor.get(path)[0] for path in PAGES} == dict.fromkeys(PAGES, 200)
    assert visitor.site.answers()


def test_no_room_for_uploads_is_said_and_everything_else_goes_on(site, visitor, small_disk, bells, measured):
    site.env["STORAGE_URL"] = small_disk.folder.as_uri()
    web, worker = site.start_web(), site.start_worker("--concurrency", "1")
    assert visitor.send(a_record(1))[0] == 201
    all_over(20)
    small_disk.fill()
    for number in range(2, 7):
        status, text = visitor.send(a_record(number))
        assert (status, json.loads(text)["code"]) == (507, "storage.full")
    status, text = visitor.bring(a_record(7))
    assert status == 507
    assert "There is no room for further files just now" in text
    assert visitor.send(a_record(1))[0] == 200, "what is here already is here"
    measured("disk of uploads full: rows of refused files", Submission.objects.count() - 1, "", 0)
    reads_on(visitor)
    assert [path.name for path in small_disk.folder.rglob("*.part")] == []
    small_disk.empty()
    assert visitor.send(a_record(2))[0] == 201
    assert visitor.bring(a_record(7))[0] == 200
    all_over(20)
    assert set(Verification.objects.values_list("verdict", flat=True)) == {"verified"}
    assert web.alive
    assert worker.alive


@pytest.mark.night
def test_no_room_for_what_comes_is_said_and_everything_else_goes_on(site, visitor, small_disk, bells):
    site.env["TMPDIR"] = str(small_disk.folder)
    web, worker = site.start_web(), site.start_worker("--concurrency", "1")
    small_disk.fill()
    large = a_record(1) + b" " * (3 << 20)
    for bring in (visitor.send, visitor.bring):
        status, text = bring(large)
        assert status == 507, text
        assert "no room" in text
    reads_on(visitor)
    assert visitor.send(a_record(2))[0] == 201, "what is small needs no room there"
    all_over(20)
    assert not Submission.objects.filter(name="", size__gt=SIZE // 8).exists()
    small_disk.empty()
    assert visitor.send(large)[0] == 201
    wait_until(lambda: visitor.get("/upload/")[0] == 200, 10, lambda: "no page")
    all_over(20)
    assert web.alive
    assert worker.alive
    assert "Worker (pid" not in web.log.read_text(), "no process of the web ended"
    nothing_broken()


@pytest.mark.night
def test_room_for_what_comes_but_not_for_its_parts(site, visitor, small_disk):
    """The request lies aside whole, and then there is no room to take the file out of it."""
    site.env["TMPDIR"] = str(small_disk.folder)
    web = site.start_web()
    for bring in (visitor.send, visitor.bring):
        status, text = bring(a_record(1) + b" " * (SIZE // 2))
        assert status == 507, text
        assert "no room" in text
    reads_on(visitor)
    assert not Submission.objects.exists()
    assert web.alive
    nothing_broken()
