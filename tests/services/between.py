"""A server that stands between the site and its broker, and can be told to answer otherwise than that would."""

import socket
import threading
from contextlib import suppress


class Between:
    """Passes everything on to the socket at `path`; `answer` is sent in place of every answer, `cut` ends each in its middle."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.answer: bytes | None = None
        self.cut = False
        self._open: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def drop_all(self) -> None:
        """End every connection that is open now."""
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open.clear()

    def close(self) -> None:
        self._listening.close()
        self.drop_all()

    def _serve(self) -> None:
        while True:
            try:
                client, _address = self._listening.accept()
            except OSError:
                return
            broker = socket.socket(socket.AF_UNIX)
            broker.connect(self.path)
            self._open += [client, broker]
            threading.Thread(target=self._there, args=(client, broker), daemon=True).start()
            threading.Thread(target=self._back, args=(client, broker), daemon=True).start()

    def _there(self, client: socket.socket, broker: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                if self.answer is None:
                    broker.sendall(data)
                else:
                    client.sendall(self.answer)
        self._end(client, broker)

    def _back(self, client: socket.socket, broker: socket.socket) -> None:
        with suppress(OSError):
            while data := broker.recv(65536):
                if self.cut:
                    client.sendall(data[: len(data) // 2])
                    break
                client.sendall(data)
        self._end(client, broker)

    def _end(self, *both: socket.socket) -> None:
        for one in both:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
