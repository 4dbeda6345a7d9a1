"""The one way out: however an address of our own network is written, nobody is called there."""

import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterator

import pytest

from games import outgoing
from games.outgoing import Unreachable
from tests.services.transfer import a_certificate

LOCAL = "127.0.0.1 127.1 127.0.0.2 127.1.1.1 0x7f.1 0x7F.0x0.0x0.0x1 0177.1 127.0.0.01 127.0.1 0x7f.0.0.1 0x7f000001 2130706433 0177.0.0.1 017700000001 0 0.0.0.0 127.255.255.254"
PRIVATE = "10.0.0.1 10.1 172.20.1.1 0xA.1 192.168.257 100.127.255.254 169.254.170.2 10.255.255.255 172.16.0.1 172.31.255.254 192.168.0.1 192.168.1.1 169.254.169.254 169.254.0.1 100.64.0.1"
SPECIAL = "192.0.2.1 198.51.100.7 203.0.113.9 198.18.0.1 192.0.0.1 192.0.0.200 192.88.99.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255"
SIX = (  # mapped, compatible, translated, 6to4, Teredo, link-local, unique local, site-local, multicast, documentation
    "::1 :: 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 ::7f00:1 "
    "64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 2002:7f00:1:: 2002:a00:1:: 2001:0:1::1 fe80::1 fe80::1%lo febf::1 "
    "fc00::1 fd00::1 fdff::1 fec0::1 ff02::1 ff05::2 2001:db8::1 100::1 3fff::1 3fff:fff::1 5f00::1 2001:20::1 ::ffff:0:7f00:1"
)
NAMES = "localhost LOCALHOST localhost. ip6-localhost ①②⑦.0.0.1 127。0。0。1"
EVERY = [*f"{LOCAL} {PRIVATE} {SPECIAL} {SIX} {NAMES}".split(), "", " ", "a b", "127.0.0.1\r\nx", "a/b", "x@127.0.0.1"]
OUTSIDE = "93.184.215.14"


class Listener:
    """Counts the connections that anybody makes to it."""

    def __init__(self, family: int, host: str) -> None:
        self.count = 0
        self.socket = socket.socket(family)
        self.socket.bind((host, 0))
        self.socket.listen()
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self) -> None:
        while True:
            try:
                connected, _address = self.socket.accept()
            except OSError:
                return
            self.count += 1
            connected.sendall(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 2\r\n\r\nhi")
            connected.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener(socket.AF_INET, "0.0.0.0")
    yield listener
    listener.socket.close()


def names_lead_to(monkeypatch, *addresses):
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in addresses]
    monkeypatch.setattr("games.outgoing.socket.getaddrinfo", lambda *args, **kwargs: found)


def test_whatever_python_takes_for_public_ours_is_not():
    """A connection to most of these fails by itself here, so the check is asked."""
    for spelling in f"{LOCAL} {PRIVATE} {SPECIAL} {SIX}".split():
        try:
            address = ipaddress.ip_address(spelling)
        except ValueError:
            continue
        assert not outgoing.is_allowed(address), spelling


def test_there_are_eighty_spellings_at_least():
    assert len(set(EVERY)) >= 80


def test_no_spelling_reaches_our_own_network(listener, settings, measured):
    settings.OUTGOING_PORTS = [listener.port]
    for spelling in EVERY:
        with pytest.raises(Unreachable):
            outgoing.connect(spelling, listener.port)
        for host in (spelling, f"[{spelling}]"):
            with pytest.raises(Unreachable):
                outgoing.request("GET", f"http://{host}:{listener.port}/")
    measured(f"{len(set(EVERY))} spellings of our own network: connections", listener.count, "", 0)


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", OUTSIDE, "2606:2800:21f:cb07:6820:80da:af6b:8b2c"])
def test_what_is_public_is_called(address):
    assert [str(found) for found in outgoing.addresses_of(address, 443)] == [address]


def test_one_bad_address_of_a_name_is_enough(monkeypatch):
    names_lead_to(monkeypatch, OUTSIDE, "10.0.0.1")
    with pytest.raises(Unreachable, match="address"):
        outgoing.addresses_of("example.org", 443)


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch, listener, settings):
    """A name that changes its mind between check and connection gets nothing by it."""
    names_lead_to(monkeypatch, OUTSIDE)
    called = []
    monkeypatch.setattr(
        "games.outgoing.socket.create_connection", lambda address, timeout: called.append(address) or socket.socket()
    )
    outgoing.connect("example.org", 443).close()
    assert called == [(OUTSIDE, 443)]


@pytest.mark.parametrize("port", [1, 22, 25, 6379, 8080, 65535])
def test_other_ports_are_refused(port):
    with pytest.raises(Unreachable, match="port"):
        outgoing.connect(OUTSIDE, port)


@pytest.mark.parametrize(
    "url",
    ["ftp://8.8.8.8/", "file:///etc/passwd", "gopher://8.8.8.8/", "//8.8.8.8/", "http://u:p@8.8.8.8/", "http:///"],
)
def test_other_schemes_and_addresses_with_a_password_are_refused(url):
    with pytest.raises(Unreachable, match="scheme"):
        outgoing.request("GET", url)


def test_what_the_keeper_lists_is_called_and_a_redirect_is_not_followed(listener, settings):
    settings.OUTGOING_ALLOW, settings.OUTGOING_PORTS = ["127.0.0.0/8"], [listener.port]
    answer = outgoing.request("GET", f"http://127.0.0.1:{listener.port}/")
    assert (answer.status, answer.body) == (302, b"hi")
    assert listener.count == 1


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_slow_drip_ends_in_time(scheme, settings, monkeypatch, tmp_path):
    monkeypatch.setattr("games.limits.ANSWER_SECONDS", 0.6)
    certificate, trusting = a_certificate(tmp_path), ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    monkeypatch.setattr("games.outgoing.ssl.create_default_context", lambda: trusting)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        settings.OUTGOING_ALLOW, settings.OUTGOING_PORTS = ["127.0.0.1"], [port]

        def drip() -> None:
            connected, _address = server.accept()
            try:
                if scheme == "https":
                    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                    context.load_cert_chain(certificate)
                    connected = context.wrap_socket(connected, server_side=True)
                for _step in range(100):
                    connected.sendall(b"H")
                    threading.Event().wait(0.1)
            except OSError:
                return

        threading.Thread(target=drip, daemon=True).start()
        began = time.monotonic()
        with pytest.raises(Unreachable) as late:
            outgoing.request("GET", f"{scheme}://127.0.0.1:{port}/")
    assert late.value.code == "time"
    assert time.monotonic() - began < 4


def test_a_name_that_nobody_knows_is_said():
    with pytest.raises(Unreachable, match="name"):
        outgoing.connect("nothing.invalid", 443)
