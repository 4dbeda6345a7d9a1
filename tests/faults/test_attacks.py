"""Attacks on the site as it runs: whatever comes, everybody else is served."""

import http.client
import socket
import threading
import time
import urllib.request
from contextlib import suppress

import pytest

from games import limits
from tests.services.processes import Site

HEAD = b"Host: 127.0.0.1\r\n"
FORM = b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n--b\r\n"
SLOW = {
    "connections that say nothing": b"",
    "heads that never end": b"GET / HTTP/1.1\r\nHost: 127.0.0.1",
    "bodies that never end": b"POST /upload/ HTTP/1.1\r\n" + HEAD + FORM,
}
CLOSE = HEAD + b"Connection: close\r\n"
ODD = {
    "no length": b"POST /upload/ HTTP/1.1\r\n" + CLOSE + b"Content-Length: -5\r\n\r\n",
    "a huge length": b"POST /upload/ HTTP/1.1\r\n" + CLOSE + b"Content-Length: 99999999999\r\n\r\nx",
    "two lengths": b"POST /upload/ HTTP/1.1\r\n" + CLOSE + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nxxxxx",
    "two ways to tell the length": b"POST / HTTP/1.1\r\n"
    + CLOSE
    + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /",
    "broken pieces": b"POST /upload/ HTTP/1.1\r\n" + CLOSE + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "pieces without end": b"POST /api/v1/matches/ HTTP/1.1\r\n"
    + CLOSE
    + b"Transfer-Encoding: chunked\r\n\r\n"
    + b"3e8\r\n"
    + b"x" * 1000
    + b"\r\n0\r\n\r\n",
    "parts without a boundary": b"POST /upload/ HTTP/1.1\r\n"
    + CLOSE
    + b"Content-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc",
    "another charset": b"POST /upload/ HTTP/1.1\r\n"
    + CLOSE
    + b"Content-Type: application/x-www-form-urlencoded; charset=utf-16\r\nContent-Length: 3\r\n\r\na=b",
    "a long address": b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n" + CLOSE + b"\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + CLOSE + b"".join(b"X-%d: 1\r\n" % n for n in range(100)) + b"\r\n",
    "NUL in an address": b"GET /players/%00/ HTTP/1.1\r\n" + CLOSE + b"\r\n",
    "half a letter in a search": b"GET /players/?q=%E2%80%AE%F0%9F HTTP/1.1\r\n" + CLOSE + b"\r\n",
    "a surrogate in a search": b"GET /players/?q=%ED%A0%80 HTTP/1.1\r\n" + CLOSE + b"\r\n",
    "a number without end": b"GET /verifications/" + b"9" * 60 + b"/ HTTP/1.1\r\n" + CLOSE + b"\r\n",
    "a page without end": b"GET /matches/?page=" + b"9" * 400 + b" HTTP/1.1\r\n" + CLOSE + b"\r\n",
    "a month of no calendar": b"GET /leagues/torre/99999-99/ HTTP/1.1\r\n" + CLOSE + b"\r\n",
    "a way out of the folder": b"GET /static/%2e%2e/%2e%2e/secret-key HTTP/1.1\r\n" + CLOSE + b"\r\n",
    "a cookie of junk": b"GET / HTTP/1.1\r\n"
    + CLOSE
    + b"Cookie: session=%00"
    + b"a" * 3000
    + b"; language=../x\r\n\r\n",
    "a token of junk": b"GET /api/v1/me/ HTTP/1.1\r\n" + CLOSE + b"Authorization: Bearer \xff\xfe\r\n\r\n",
    "a header over the limit": b"GET / HTTP/1.1\r\n" + CLOSE + b"X-A: " + b"a" * 17_000 + b"\r\n\r\n",
    "headers over the limit together": b"GET / HTTP/1.1\r\n"
    + CLOSE
    + (b"X-A: " + b"a" * 6_000 + b"\r\n") * 3
    + b"\r\n",
    "another protocol": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
}


def connect(site: Site) -> socket.socket:
    link = socket.create_connection(("127.0.0.1", site.port))
    link.settimeout(20)
    return link


def page_seconds(site: Site) -> float:
    started = time.monotonic()
    with urllib.request.urlopen(f"{site.url}/players/", timeout=60) as answer:
        assert answer.status == 200
    return time.monotonic() - started


def test_slow_clients_hold_up_nobody_and_are_left_after_a_while(site: Site, measured) -> None:
    site.env["WEB_THREADS"] = "4"
    site.manage("collectstatic", "--no-input")
    site.start_web()
    page_seconds(site)
    ended, waits = threading.Event(), []
    links = [(connect(site), data) for data in SLOW.values() for _each in range(12)]

    def drip() -> None:
        while not ended.wait(1):
            for link, data in links:
                with suppress(OSError):
                    link.send(b"x" if data else b"")

    for link, data in links:
        link.sendall(data)
    threading.Thread(target=drip, daemon=True).start()
    try:
        waits = [page_seconds(site) for _again in range(3)]
        measured("slow clients, 36 at once: a page meanwhile", max(waits), "s", 5)
        deadline = time.monotonic() + 2 * limits.SLOW_SECONDS + 10
        for link, _data in links:
            link.settimeout(max(0.1, deadline - time.monotonic()))
            with suppress(ConnectionError):
                while link.recv(4096):
                    pass
    finally:
        ended.set()
        for link, _data in links:
            link.close()


@pytest.mark.night
def test_a_connection_takes_one_request_after_the_other(site: Site) -> None:
    """A browser sends its next request where the last one was answered; it is not told so and then left alone."""
    site.manage("collectstatic", "--no-input")
    site.start_web()
    link = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
    sent = [
        ("GET", "/healthz", None),
        ("GET", "/players/", None),
        ("POST", "/preferences/", b"a=b"),
        ("HEAD", "/", None),
    ]
    sockets = set()
    for method, path, body in sent * 3:
        link.request(method, path, body)
        sockets.add(link.sock)
        answer = link.getresponse()
        assert answer.status < 500
        assert answer.getheader("connection") == "keep-alive"
        answer.read()
        time.sleep(0.05)
    assert len(sockets) == 1


def test_slow_readers_hold_up_nobody(site: Site) -> None:
    site.env |= {"WEB_THREADS": "4", "BEHIND_PROXY": "1"}
    site.manage("collectstatic", "--no-input")
    site.start_web()
    links = [connect(site) for _each in range(20)]
    for number, link in enumerate(links):
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        link.sendall((b"GET /players/ HTTP/1.1\r\n" + HEAD + b"X-Forwarded-For: 10.0.%d.1\r\n\r\n" % number) * 8)
    time.sleep(2)
    assert page_seconds(site) < 10
    for link in links:
        link.close()


def test_odd_requests_are_refused_in_words_and_never_an_error_of_ours(site: Site) -> None:
    site.manage("collectstatic", "--no-input")
    web = site.start_web()
    for name, request in ODD.items():
        with connect(site) as link:
            link.sendall(request)
            answer = link.recv(4096)
            status = int(answer.split(b" ")[1]) if answer else 0
            assert 200 <= status < 500, (name, answer)
            assert b"content-security-policy: " in answer.lower(), (name, answer)
    assert web.alive
    assert site.answers()


def test_look_alikes_of_what_a_proxy_says_are_not_heard(site: Site) -> None:
    """Some proxies pass names with underscores on, and to a program they look like those with strokes."""
    site.env["BEHIND_PROXY"] = "1"
    site.manage("collectstatic", "--no-input")
    site.start_web()
    for name, value in {"SCRIPT_NAME": "/accounts", "PATH_INFO": "/admin/", "X_FORWARDED_FOR": "nobody"}.items():
        with urllib.request.urlopen(
            urllib.request.Request(f"{site.url}/accounts/login/", headers={name: value}), timeout=20
        ) as answer:
            assert answer.status == 200, name
            assert 'action="/preferences/"' in answer.read().decode(), name


@pytest.mark.night
def test_just_below_and_just_above_a_limit(site: Site) -> None:
    """Whoever sends too much reads why, however much he sends, and what is allowed is taken."""
    site.manage("collectstatic", "--no-input")
    site.start_web()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    wanted = [
        ("GET", "/about/", None, {"X-A": "a" * 15_000}, 200),
        ("GET", "/about/", None, {"X-A": "a" * 16_400}, 431),
        ("GET", "/static/ladder/classifica.css", None, {}, 200),
        ("POST", "/preferences/", b"a" * limits.OTHER_BODY, form, 403),
        ("POST", "/preferences/", b"a" * (limits.OTHER_BODY + 1), form, 413),
        ("POST", "/upload/", b"a" * limits.UPLOAD_BODY, form, 403),
        ("POST", "/upload/", b"a" * (limits.UPLOAD_BODY + 1), form, 413),
        ("POST", "/upload/", b"a" * (2 * limits.UPLOAD_BODY), form, 413),
        ("POST", "/api/v1/submissions/", b"a" * (2 * limits.UPLOAD_BODY), form, 413),
        ("POST", "/upload/", iter([b"a" * 1000] * 30_000), form, 411),
    ]
    for method, path, body, headers, status in wanted:
        link = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
        link.request(method, path, body, headers)
        answer = link.getresponse()
        assert answer.status == status, (path, status)
        assert "frame-ancestors" in answer.headers["Content-Security-Policy"]
        assert answer.read()
        link.close()
