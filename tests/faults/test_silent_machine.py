"""A machine that vanishes without a word: its cable is pulled, and no answer comes, not even that nobody is there."""

import ctypes
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest
from django.db import connection

from tests.factories import a_league
from tests.faults.conftest import nothing_broken
from tests.services.processes import Process, wait_until

HOST, CABLE = "classifica-far", "classifica0"
HERE, THERE = "10.213.77.1", "10.213.77.2"
NEW_NETWORK = 0x40000000
ASKS = 12


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, check=False).returncode == 0


@pytest.fixture
def cable():
    """A network of its own at the end of a cable."""
    if shutil.which("ip") is None or not ip("netns", "add", HOST):
        pytest.skip("not run: a network of its own needs root and iproute2")
    try:
        assert ip("link", "add", CABLE, "type", "veth", "peer", "name", "eth0", "netns", HOST)
        assert ip("addr", "add", f"{HERE}/30", "dev", CABLE)
        assert ip("-n", HOST, "addr", "add", f"{THERE}/30", "dev", "eth0")
        assert all(ip(*words, "up") for words in (("link", "set", CABLE), ("-n", HOST, "link", "set", "eth0")))
        assert ip("-n", HOST, "link", "set", "lo", "up")
        yield
    finally:
        ip("netns", "del", HOST)


@pytest.fixture
def relay(cable, on_postgresql, transactional_db):
    """The port by which that network reaches the database."""
    values = connection.settings_dict
    there = f"{values['HOST']}/.s.PGSQL.{values['PORT'] or 5432}"
    with socket.create_server((HERE, 0)) as listener:
        threading.Thread(target=relayed, args=(listener, there), daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


def relayed(listener, there):
    while True:
        try:
            near, _address = listener.accept()
        except OSError:
            return
        far = socket.socket(socket.AF_UNIX)
        far.connect(there)
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=pump, args=(one, other), daemon=True).start()


def pump(one, other):
    try:
        while data := one.recv(65_536):
            other.sendall(data)
    except OSError:
        pass
    finally:
        other.close()


def go_there():
    """This thread, and it alone, is in the network at the end of the cable."""
    file = os.open(f"/run/netns/{HOST}", os.O_RDONLY)
    assert ctypes.CDLL(None, use_errno=True).setns(file, NEW_NETWORK) == 0
    os.close(file)


def ask(url):
    """Status and seconds."""
    began = time.monotonic()
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            status = answer.status
    except urllib.error.HTTPError as refused:
        status = refused.code
    except OSError:
        status = 0
    return status, time.monotonic() - began


@pytest.mark.night
def test_a_web_whose_database_vanishes_says_so_soon_and_serves_when_it_is_back(site, relay, measured):
    a_league()
    values = connection.settings_dict
    user, name = quote(values["USER"], safe=""), quote(values["NAME"], safe="")
    site.env["DATABASE_URL"] = f"postgres://{user}@{HERE}:{relay}/{name}"
    bind = ["-b", f"127.0.0.1:{site.port}", "--workers", "1"]
    command = [sys.executable, "-m", "gunicorn", "-c", "python:ladder.gunicorn", *bind, "ladder.wsgi"]
    web = Process("web", ["ip", "netns", "exec", HOST, *command], site.env, site.folder)
    site.processes.append(web)
    with ThreadPoolExecutor(ASKS, initializer=go_there) as people:

        def all_ask():
            return list(people.map(ask, [f"{site.url}/healthz"] * ASKS))

        def fine():
            return {status for status, _seconds in all_ask()} == {200}

        wait_until(fine, 60, lambda: web.log.read_text()[:2_000])
        assert ip("link", "set", CABLE, "down")
        answers = all_ask()
        assert {status for status, _seconds in answers} == {503}, answers
        measured("database's machine vanished: told after", max(seconds for _status, seconds in answers), "s", 20)
        assert ip("link", "set", CABLE, "up")
        back = time.monotonic()
        wait_until(fine, 30, lambda: web.log.read_text()[-2_000:])
        measured("database's machine back: pages again after", time.monotonic() - back, "s", 10)
    nothing_broken()
