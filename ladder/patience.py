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
from typing import Any

from gunicorn.workers import gthread

from games import limits
from games.files import FULL

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
gthread.DEFAULT_WORKER_DATA_TIMEOUT = 0.0  # a connection on which nothing came yet needs no thread
PIECE, IN_MEMORY = 64 * limits.KB, 256 * limits.KB


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

        gunicorn gives that the time it gives new connections to begin, which is none here: it would close every one.
        """
        return keepalive and bool(conn.parser.finish_body(deadline=time.monotonic() + limits.SLOW_SECONDS))


def in_turn(app: App, turns: int) -> App:
    """`app` for so many requests at once, each of which has come whole."""
    free = threading.BoundedSemaphore(turns)

    def serve(request: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        try:
            _read_whole(request)
        except OSError as problem:
            if problem.errno in FULL:
                start_response("507 Insufficient Storage", [("Content-Type", "text/plain"), ("Connection", "close")])
                return [b"There is no room for files just now\n"]
            start_response("408 Request Timeout", [("Content-Type", "text/plain"), ("Connection", "close")])
            return [b"too slow\n"]
        with free:
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


def _read_whole(request: dict[str, Any]) -> None:
    """Put the body aside; one that is too long for any page is left unread, and refused by its length."""
    stated = request.get("CONTENT_LENGTH") or ""
    length = int(stated) if stated.isdecimal() else 0
    if not 0 < length <= limits.UPLOAD_BODY:
        return
    body = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 (the app closes it)
    while length and (piece := request["wsgi.input"].read(min(length, PIECE))):
        body.write(piece)
        length -= len(piece)
    body.seek(0)
    request["wsgi.input"] = body
