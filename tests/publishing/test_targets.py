"""Every kind of target against a real server: what it brings, and what it says when it cannot."""

import builtins
import contextlib
import io
import socket
import threading
import time
from typing import Any

import paramiko
import pytest
from django.conf import settings as site_settings

from ladder.models import PublishTarget
from ladder.publishing.forms import TargetForm
from ladder.publishing.secrets import resealed, seal, unseal
from ladder.publishing.targets import open_target, probe
from ladder.publishing.targets.base import Failed, key_fingerprint
from ladder.webhooks.forms import EVENTS, WebhookForm
from tests.games.test_outgoing import EVERY as SPELLINGS
from tests.games.test_outgoing import Listener
from tests.services.transfer import PASSWORD, USER, Server, sftp_server

PAGE = b"<!doctype html>" + b"x" * 70_000


def a_target(kind: str, secret: str = PASSWORD, confirmed: str = "", **place: Any) -> PublishTarget:
    fields = {"host": "127.0.0.1", "user": USER} | place
    return PublishTarget(kind=kind, name="web space", place=fields, secret=seal(secret), fingerprint=confirmed)


def of_sftp(server: Server, secret: str = PASSWORD) -> PublishTarget:
    return a_target("sftp", secret, key_fingerprint(server.key.asbytes()), port=server.port)


def of_ftps(server: Server) -> PublishTarget:
    """With the certificate confirmed that the server shows."""
    target = a_target("ftps", port=server.port)
    with pytest.raises(Failed) as refused:
        probe(target)
    target.fingerprint = refused.value.offered
    return target


def at(kind: str, server: Server) -> PublishTarget:
    """A target on a server of this kind, whose key is confirmed."""
    return {"sftp": of_sftp, "ftps": of_ftps, "ftp": lambda server: a_target("ftp", port=server.port)}[kind](server)


@pytest.fixture
def target(request: pytest.FixtureRequest) -> PublishTarget:
    kind = request.param
    if kind == "folder":
        return a_target("folder", root=str(site_settings.DATA_DIR / "published"), folder="torre")
    server = request.getfixturevalue(kind)
    if kind == "s3":
        return a_target("s3", endpoint=f"http://127.0.0.1:{server[0]}", bucket="torre", path="lega/copy")
    return at(kind, server)


@pytest.mark.parametrize("line", [b"2", b"220-welcome\r\n" * 9_000])
def test_a_server_that_never_comes_to_an_end_is_left(line, settings, monkeypatch):
    monkeypatch.setattr("games.limits.ANSWER_SECONDS", 0.6)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        settings.OUTGOING_ALLOW, settings.OUTGOING_PORTS = ["127.0.0.1"], [port]

        def drip() -> None:
            connected, _address = server.accept()
            with contextlib.suppress(OSError):
                for _step in range(100):
                    connected.sendall(line)
                    threading.Event().wait(0.1)

        threading.Thread(target=drip, daemon=True).start()
        began = time.monotonic()
        with pytest.raises(Failed) as refused:
            probe(a_target("ftp", port=port))
    assert refused.value.code == ("time" if len(line) == 1 else "refused")
    assert time.monotonic() - began < 4


@pytest.mark.parametrize("kind", ["sftp", "ftps", "ftp", "s3", "webhook"])
def test_no_spelling_of_our_own_network_is_saved(kind, settings, measured):
    listener = Listener(socket.AF_INET, "0.0.0.0")
    settings.OUTGOING_PORTS, saved = [listener.port], 0
    for host in (form for spelling in SPELLINGS for form in (spelling, f"[{spelling}]")):
        url = f"http://{host}:{listener.port}"
        body = {
            "name": "x",
            "user": "x",
            "secret": "x",
            "host": host,
            "port": listener.port,
            "endpoint": url,
            "bucket": "torre",
        }
        events = [next(iter(EVENTS))]
        form = WebhookForm({"url": url, "events": events}) if kind == "webhook" else TargetForm(body, kind=kind)
        saved += form.is_valid()
        assert set(form.errors) <= {"host", "endpoint", "url"}
    listener.socket.close()
    measured(f"{kind}, spellings of our own network: saved, or called", saved + listener.count, "", 0)


EVERY = pytest.mark.parametrize("target", ["folder", "sftp", "ftp", "ftps", "s3"], indirect=True)


@EVERY
def test_a_file_is_brought_replaced_measured_and_removed(target):
    with open_target(target) as session:
        assert session.size("index.html") is None
        session.put("index.html", b"old")
        session.put("index.html", PAGE)
        session.put("style.css", b"p {}")
        assert session.size("index.html") == len(PAGE)
        session.remove("index.html")
        session.remove("index.html")
        assert session.size("index.html") is None
        assert session.size("style.css") == 4


@EVERY
def test_the_test_button_leaves_nothing_behind(target):
    probe(target)
    with open_target(target) as session:
        assert session.size("classifica-test.txt") is None


@pytest.mark.parametrize("target", ["folder", "sftp"], indirect=True)
@pytest.mark.parametrize("path", ["../index.html", "/etc/passwd", "a/b.html", "index.html\r\nDELE x", ".htaccess", ""])
def test_no_name_leads_out_of_the_folder(target, path):
    with open_target(target) as session, pytest.raises(Failed):
        session.put(path, b"x")


@pytest.mark.parametrize("kind", ["sftp", "ftp", "ftps"])
def test_contents_arrive_as_they_are_under_their_own_name_only(kind, request):
    server = request.getfixturevalue(kind)
    with open_target(at(kind, server)) as session:
        session.put("index.html", PAGE)
    assert server.files() == {"index.html": PAGE}


def test_objects_have_a_type_and_their_prefix(s3):
    port, client = s3
    target = a_target("s3", endpoint=f"http://127.0.0.1:{port}", bucket="torre", path="lega")
    with open_target(target) as session:
        session.put("index.html", PAGE)
    found = client.get_object(Bucket="torre", Key="lega/index.html")
    assert found["ContentType"] == "text/html; charset=utf-8"
    assert found["Body"].read() == PAGE


@pytest.mark.parametrize("kind", ["sftp", "ftp", "ftps"])
def test_a_wrong_password_is_said(kind, request):
    server = request.getfixturevalue(kind)
    target = at(kind, server)
    target.secret = seal("wrong")
    with pytest.raises(Failed) as refused:
        probe(target)
    assert refused.value.code == "password"
    assert "wrong" not in refused.value.words


def test_a_bucket_that_is_not_there_is_said(s3):
    with pytest.raises(Failed) as refused:
        probe(a_target("s3", endpoint=f"http://127.0.0.1:{s3[0]}", bucket="other"))
    assert (refused.value.code, refused.value.words) == ("folder", "404 NoSuchBucket")


def test_without_boto3_the_message_says_so(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "boto3":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Failed) as refused:
        probe(a_target("s3", bucket="torre"))
    assert refused.value.code == "not_installed"


def test_an_unknown_key_is_shown_before_a_password_is_sent(sftp):
    target = of_sftp(sftp)
    target.fingerprint = ""
    with pytest.raises(Failed) as refused:
        probe(target)
    assert refused.value.code == "host_key"
    assert refused.value.offered == key_fingerprint(sftp.key.asbytes())


def test_another_key_than_the_confirmed_one_is_refused(sftp):
    target = of_sftp(sftp)
    target.fingerprint = key_fingerprint(b"of yesterday")
    with pytest.raises(Failed, match="host_key"):
        probe(target)


def test_another_certificate_than_the_confirmed_one_is_refused(ftps):
    target = of_ftps(ftps)
    target.fingerprint = key_fingerprint(b"of yesterday")
    with pytest.raises(Failed, match="certificate"):
        probe(target)


def test_a_private_key_serves_instead_of_a_password(web_space, settings):
    mine = paramiko.ECDSAKey.generate()
    text = io.StringIO()
    mine.write_private_key(text)
    with sftp_server(web_space, allowed_key=mine) as server:
        settings.OUTGOING_ALLOW, settings.OUTGOING_PORTS = ["127.0.0.1"], [server.port]
        probe(of_sftp(server, text.getvalue()))
        with pytest.raises(Failed, match="password"):
            probe(of_sftp(server, "-----BEGIN NOTHING-----"))


@pytest.mark.parametrize(
    ("kind", "fault", "code"),
    [
        ("ftp", "full", "no_room"),
        ("ftp", "drop", "connection"),
        ("ftp", "slow", "time"),
        ("ftps", "full", "no_room"),
        ("ftps", "drop", "connection"),
        ("sftp", "full", "refused"),
        ("sftp", "drop", "connection"),
        ("sftp", "slow", "time"),
    ],
)
def test_a_fault_in_the_middle_of_a_file_has_a_name(kind, fault, code, request, monkeypatch):
    monkeypatch.setattr("games.limits.ANSWER_SECONDS", 1)
    server = request.getfixturevalue(kind)
    target = at(kind, server)
    server.faults["index.html"] = fault
    with pytest.raises(Failed) as refused, open_target(target) as session:
        session.put("index.html", PAGE)
    assert refused.value.code == code
    assert "index.html" not in server.files()


def test_a_folder_lies_below_a_root_that_the_keeper_allows(settings, tmp_path):
    for place in ({"root": "/etc", "folder": "x"}, {"root": str(tmp_path / "published"), "folder": "../x"}):
        with pytest.raises(Failed, match="folder"):
            probe(a_target("folder", **place))
    (tmp_path / "web").mkdir()
    settings.PUBLISH_FOLDERS = [tmp_path / "web"]
    probe(a_target("folder", root=str(tmp_path / "web"), folder="lega"))


def test_a_folder_that_is_a_link_to_elsewhere_is_refused(tmp_path):
    (tmp_path / "published").mkdir()
    (tmp_path / "published" / "torre").symlink_to("/tmp")
    with pytest.raises(Failed, match="folder"):
        probe(a_target("folder", root=str(tmp_path / "published"), folder="torre"))


def test_secrets_lie_encrypted_and_open_with_any_present_key(settings):
    settings.SECRETS_KEYS = ["old key"]
    sealed = seal("correct horse")
    assert "correct" not in sealed
    settings.SECRETS_KEYS = ["new key", "old key"]
    assert unseal(sealed) == "correct horse"
    again = resealed(sealed)
    settings.SECRETS_KEYS = ["new key"]
    assert unseal(again) == "correct horse"
    with pytest.raises(Failed, match="secret_lost"):
        open_target(PublishTarget(kind="sftp", place={}, secret=sealed))
