"""The one way out: whatever calls another server connects through here.

A name is resolved, each address it has is checked, and the connection is made to a checked address. What is not public
on the network is refused unless the keeper lists it (`OUTGOING_ALLOW`, `OUTGOING_PORTS`). Redirects are not followed.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from games import limits

WEB_PORTS = (80, 443)
TRANSLATED = [
    ipaddress.ip_network(network) for network in ("::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
]
"""IPv6 forms that stand for an IPv4 address: compatible, translated, 6to4, Teredo. (Mapped ones are opened up.)"""
SPECIAL = [
    ipaddress.ip_network(network)
    for network in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "3fff::/20", "5f00::/16", "100:0:0:1::/64")
]
"""What some releases of Python take for public: of protocols, for documentation, for routing inside one network."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Unreachable(Exception):
    """No connection was made, or it broke. `code`: `address`, `port`, `name`, `scheme`, `time`, `connection`, `tls`.

    `sent`: the request had left, so it may have been heard.
    """

    def __init__(self, code: str, words: str = "", *, sent: bool = False) -> None:
        super().__init__(code, words)
        self.code = code
        self.words = words[:200]
        self.sent = sent


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


def addresses_of(host: str, port: int, *, ports: Iterable[int] = WEB_PORTS) -> list[Address]:
    """Every address of a name, all of them fit to be called. Raises `Unreachable`."""
    if port not in (*ports, *settings.OUTGOING_PORTS):
        raise Unreachable("port", str(port))
    found = [ipaddress.ip_address(text) for text in _resolved(host, port)]
    if not found or not all(is_allowed(address) for address in found):
        raise Unreachable("address" if found else "name", host)
    return found


def _resolved(host: str, port: int) -> list[str]:
    if not host or len(host) > 253 or any(character in host for character in "\0\r\n\t /@?#"):
        raise Unreachable("name", host)
    pool = ThreadPoolExecutor(max_workers=1)  # the resolver knows no time limit of its own
    try:
        asked = pool.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        answers = asked.result(limits.CONNECT_SECONDS)
    except (OSError, UnicodeError, TooSlow) as problem:
        raise Unreachable("name", host) from problem
    finally:
        pool.shutdown(wait=False)
    return list(dict.fromkeys(str(answer[4][0]) for answer in answers))


def is_allowed(address: Address) -> bool:
    """Whether an address is public on the network, or listed by the keeper."""
    plain = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    if any(_within(plain or address, entry) for entry in settings.OUTGOING_ALLOW):
        return True
    if plain is not None or (isinstance(address, ipaddress.IPv6Address) and address.scope_id is not None):
        return False
    if any(address in network for network in (*TRANSLATED, *SPECIAL) if network.version == address.version):
        return False
    special = address.is_multicast or address.is_reserved or address.is_unspecified
    return address.is_global and not special and not getattr(address, "is_site_local", False)


def _within(address: Address, entry: str) -> bool:
    network = ipaddress.ip_network(entry, strict=False)
    return address.version == network.version and address in network


def connect(host: str, port: int, *, ports: Iterable[int] = WEB_PORTS) -> socket.socket:
    """A connection to a checked address, on which each step has its time limit. Raises `Unreachable`."""
    stop = time.monotonic() + limits.CONNECT_SECONDS
    problem: OSError | None = None
    for address in addresses_of(host, port, ports=ports):
        left = stop - time.monotonic()
        if left <= 0:
            break
        try:
            connected = socket.create_connection((str(address), port), timeout=left)
        except OSError as error:
            problem = error
        else:
            connected.settimeout(limits.ANSWER_SECONDS)
            return connected
    code = "time" if problem is None or isinstance(problem, TimeoutError) else "connection"
    raise Unreachable(code, str(problem or "")) from problem


def request(method: str, url: str, *, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
    """One request over http(s), within `limits.ANSWER_SECONDS` and `limits.ANSWER_BYTES`. Raises `Unreachable`.

    An answer of any status is an answer; where it points elsewhere nobody goes there.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as problem:
        raise Unreachable("scheme") from problem
    if parts.scheme not in ("http", "https") or parts.username is not None or not parts.hostname:
        raise Unreachable("scheme", parts.scheme)
    begun = time.monotonic()
    raw = connect(parts.hostname, port)
    late, sent = threading.Event(), False
    left = limits.ANSWER_SECONDS - (time.monotonic() - begun)
    overdue = threading.Timer(left, lambda: _shut(raw, late))  # a slow drip keeps each step in time
    overdue.start()
    try:
        if parts.scheme == "https":
            context = ssl.create_default_context()
            raw = context.wrap_socket(raw, server_hostname=parts.hostname, do_handshake_on_connect=False)
            raw.do_handshake()
        connection = http.client.HTTPConnection(parts.hostname, port)
        connection.sock = raw
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        sent = True
        connection.request(method, target, body=body or None, headers=dict(headers or {}) | {"Host": parts.netloc})
        answer = connection.getresponse()
        return Answer(answer.status, dict(answer.getheaders()), answer.read(limits.ANSWER_BYTES))
    except ssl.SSLError as problem:
        raise Unreachable("time" if late.is_set() else "tls", str(problem), sent=sent) from problem
    except (OSError, http.client.HTTPException, ValueError) as problem:
        code = "time" if late.is_set() or isinstance(problem, TimeoutError) else "connection"
        raise Unreachable(code, str(problem), sent=sent) from problem
    finally:
        overdue.cancel()
        raw.close()


def _shut(raw: socket.socket, late: threading.Event) -> None:
    """End a connection under whoever reads from it, whether it is encrypted or not."""
    late.set()
    try:
        socket.socket.shutdown(raw, socket.SHUT_RDWR)
    except OSError:
        return  # it is closed already
