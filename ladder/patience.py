"""Slow clients: they may wait, and nobody waits for them.

Connections have threads enough; what a request brings is read to its end first, and only then does it take one of the few
turns (`WEB_THREADS`) in which pages are made. Who sends nothing, or next to nothing, is left after a while.
"""

import errno
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from typing import Any

from gunicorn import util
from gunicorn.workers import gthread

from games import limits

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
gthread.DEFAULT_WORKER_DATA_TIMEOUT = 0.0  # a connection on which nothing came yet needs no thread
PIECE, IN_MEMORY = 64 * limits.KB, 256 * limits.KB
READ_AWAY = 4 * limits.UPLOAD_BODY
"""Of a body that was refused unread: who is still sending hears why only after that."""
BARE = {
    "Content-Type": "text/plain; charset=utf-8",
    "Connection": "close",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": (
        "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
}
"""Headers of what is answered before there is a request for Django."""


def write_refusal(sock: Any, status: int, reason: str, words: str) -> None:
    """gunicorn's answer to what is no request, with the headers of every other answer."""
    body = f"{reason}. {words}\n".encode(errors="replace")
    heads = {**BARE, "Content-Length": str(len(body))}
    lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {value}" for name, value in heads.items()), "", ""]
    util.write_nonblock(sock, "\r\n".join(lines).encode() + body)


util.write_error = write_refusal


class PatientSocket:
    """A client's connection, on which a request must come at some speed, and its answer be taken in some time."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self.begin()

    def begin(self) -> None:
        """The next request."""
        self._began, self._came = time.monotonic(), 0

    def recv(self, size: int, *flags: int) -> bytes:
        left = self._began + limits.SLOW_SECONDS + self._came / limits.SLOW_BYTES - time.monotonic()
        try:
            self._sock.settimeout(max(left, 0.001))
            data = self._sock.recv(size, *flags)
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "too slow") from None
        self._came += len(data)
        return data

    def sendall(self, data: bytes, *flags: int) -> None:
        self._sock.settimeout(limits.SLOW_SECONDS + len(data) / limits.SLOW_BYTES)
        try:
            self._sock.sendall(data, *flags)
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "too slow") from None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sock, name)


class PatientWorker(gthread.ThreadWorker):
    """gunicorn's worker with threads, whose clients must keep up some speed."""

    def enqueue_req(self, conn: Any) -> None:
        if isinstance(conn.sock, PatientSocket):
            conn.sock.begin()
        else:
            conn.sock = PatientSocket(conn.sock)
        super().enqueue_req(conn)

    def _keepalive_after(self, conn: Any, keepalive: bool) -> bool:
        """Whether the connection takes another request, once what is left of this one's body is read.

        gunicorn gives that the time it gives new connections to begin, which is none here: it would close every one. And
        one that is closed while somebody sends is cut: he would not read what was answered.
        """
        deadline = time.monotonic() + limits.SLOW_SECONDS
        return bool(conn.parser.finish_body(deadline=deadline, max_bytes=READ_AWAY)) and keepalive


class Aside:
    """What a request brings, put aside until it has come whole. Where there is no room, who would read it hears so."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 (`close` does)
        self._has_room = True

    def take(self, piece: bytes) -> None:
        """Put a piece behind what came before; on a full disk it and all before it are dropped."""
        if self._has_room:
            try:
                self._file.write(piece)
            except OSError:
                self.close()

    def from_the_beginning(self) -> None:
        if self._has_room:
            try:
                self._file.seek(0)
            except OSError:
                self.close()

    def read(self, *size: int) -> bytes:
        return self._here().read(*size)

    def readline(self, *size: int) -> bytes:
        return self._here().readline(*size)

    def _here(self) -> Any:
        if not self._has_room:
            raise OSError(errno.ENOSPC, "no room for what comes")
        return self._file

    def close(self) -> None:
        self._has_room = False
        with suppress(OSError):
            self._file.close()


def in_turn(app: App, turns: int) -> App:
    """`app` for so many requests at once, each of which has come whole."""
    free = threading.BoundedSemaphore(turns)

    def serve(request: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        try:
            body = _read_whole(request)
        except OSError:
            start_response("408 Request Timeout", list(BARE.items()))
            return [b"too slow\n"]
        with free, body:
            return _whole(app(request, start_response))

    return serve


def _whole(answer: Any) -> Iterable[bytes]:
    """A page is made when it is here: its connection to the database is free while the reader takes it."""
    if getattr(answer, "streaming", True):
        return answer  # type: ignore[no-any-return]
    try:
        return list(answer)
    finally:
        answer.close()


def _read_whole(request: dict[str, Any]) -> AbstractContextManager[object]:
    """Put the body aside, until what is given back is closed. One too long for any page is left unread, and refused so.

    One for which there is no room is read to its end nevertheless: who is still sending hears no answer.
    """
    stated = request.get("CONTENT_LENGTH") or ""
    length = int(stated) if stated.isdecimal() else 0
    if not 0 < length <= limits.UPLOAD_BODY:
        return nullcontext()
    body = Aside()
    while length and (piece := request["wsgi.input"].read(min(length, PIECE))):
        body.take(piece)
        length -= len(piece)
    body.from_the_beginning()
    request["wsgi.input"] = body
    return closing(body)
