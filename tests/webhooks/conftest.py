"""A server on loopback that is told what happens, as the keeper's settings allow."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from ladder.webhooks import hearing


@dataclass
class Listener:
    """What it was sent, as (path, headers, body); how it answers. `hold` lets it answer only when it is set."""

    port: int = 0
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    seen: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    hold: threading.Event | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?of=torre"


@pytest.fixture
def listener(settings: Any) -> Iterator[Listener]:
    found = Listener()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.seen.append((self.path, dict(self.headers), body))
            if found.hold is not None:
                found.hold.wait(30)
            self.send_response(found.status)
            for name, value in found.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(found.body)))
            self.end_headers()
            self.wfile.write(found.body)

        def log_message(self, *_: Any) -> None:
            return

        def handle(self) -> None:
            try:
                super().handle()
            except OSError:
                return  # whoever asked is gone

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    found.port = server.server_port
    settings.OUTGOING_ALLOW, settings.OUTGOING_PORTS = ["127.0.0.1"], [found.port]
    yield found
    if found.hold is not None:
        found.hold.set()
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def nobody_remembers() -> Iterator[None]:
    """No test before this one has found that nobody listens."""
    hearing.nobody_listens.wake()
    yield
    hearing.nobody_listens.wake()
