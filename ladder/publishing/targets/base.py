"""What every kind of target can do, and why it could not."""

import base64
import hashlib
import re
from contextlib import AbstractContextManager
from typing import Protocol

from games.outgoing import Unreachable
from games.services.outbox import NotSent

FILE_NAME = re.compile(r"[a-z0-9][a-z0-9-]*\.[a-z0-9]{1,5}")
FINAL = frozenset(
    {"password", "host_key", "certificate", "secret_lost", "folder", "not_installed", "address", "port", "scheme"}
)
"""Problems that another attempt does not mend; a person must."""
PART = ".part"
"""Ending of a file that is not there as a whole yet."""


class Failed(Exception):
    """A step at a target failed. `code` is stable, `words` are the server's own, `offered` a key or certificate to be
    confirmed.

    Codes: those of `games.outgoing.Unreachable`, and `password`, `host_key`, `certificate`, `no_room`, `refused`, `folder`,
    `secret_lost`, `not_installed`.
    """

    def __init__(self, code: str, words: str = "", *, offered: str = "") -> None:
        super().__init__(code, words)
        self.code = code
        self.words = clean(words)
        self.offered = offered

    def as_not_sent(self, step: str, path: str = "") -> NotSent:
        told = {"step": step, "words": self.words} | ({"path": path} if path else {})
        return NotSent(self.code, final=self.code in FINAL, **told)


class Session(Protocol):
    """An open connection to a target. Every call raises `Failed`."""

    def put(self, path: str, content: bytes) -> None:
        """Bring a file; whoever reads meanwhile sees the old or the new one, where the server can do that."""

    def size(self, path: str) -> int | None:
        """Bytes of a file that is there; None if it is not."""

    def remove(self, path: str) -> None:
        """Take a file away; one that is not there is no problem."""


Opener = AbstractContextManager[Session]


def clean(words: str) -> str:
    """A server's words on one line, short and without control characters."""
    return "".join(character if character.isprintable() else " " for character in words)[:200].strip()


def key_fingerprint(key: bytes) -> str:
    """A server's key as `ssh-keygen -l` shows it."""
    return "SHA256:" + base64.b64encode(hashlib.sha256(key).digest()).decode().rstrip("=")


def certificate_fingerprint(certificate: bytes) -> str:
    """A certificate as browsers and `openssl x509 -fingerprint -sha256` show it."""
    return hashlib.sha256(certificate).digest().hex(":").upper()


def unreachable(problem: Unreachable) -> Failed:
    return Failed(problem.code, problem.words)


def check_path(path: str) -> str:
    """Files of a copy have flat names of our own making."""
    if not FILE_NAME.fullmatch(path):
        raise Failed("refused", path)
    return path
