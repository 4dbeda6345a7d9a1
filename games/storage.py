"""Raw uploads: one file for each content, named by its SHA-256, never changed. Storing twice does no harm.

A file is safe before the row that speaks of it is. Until that is committed a mark lies beside it: who was cut off in
between leaves a file with a mark, which is taken away later (`strays`), and was told that nothing was saved.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction

from games.files import StorageAway, StorageFull, StorageRefused, sync_folder
from games.places import place

__all__ = ["StorageAway", "StorageFull", "StorageRefused", "sync_folder"]
RAW, COMING = "raw", "coming"
_NEW: ContextVar[list[str] | None] = ContextVar("files stored for the first time", default=None)


class Damaged(FileNotFoundError):
    """A file that holds something else than was stored is not there: nobody may take it for what it was."""


def name_of(sha256: str) -> str:
    """Under which name the file with this hash is kept, whether or not it is."""
    return f"{RAW}/{sha256[:2]}/{sha256}"


def path_of(sha256: str) -> Path:
    """Where that is in a folder."""
    return Path(settings.DATA_DIR) / name_of(sha256)


def store(raw: bytes) -> str:
    """Keep `raw`, safe against a power cut when this returns, and give its SHA-256. Raises `StorageRefused`.

    To be called in the transaction that writes the row. A file that is there but damaged is replaced.
    """
    sha256 = hashlib.sha256(raw).hexdigest()
    try:
        load(sha256)
    except FileNotFoundError:
        with _marked(sha256):
            place().put(name_of(sha256), raw)
        new = _NEW.get()
        if new is not None:
            new.append(sha256)
    return sha256


@contextmanager
def _marked(sha256: str) -> Iterator[None]:
    """Inside a transaction: mark a file that is being stored, until the commit."""
    if not connection.in_atomic_block:
        yield
        return
    place().put(_mark(sha256), b"")
    try:
        yield
    except StorageRefused:
        with suppress(StorageRefused):
            unmark(sha256)
        raise
    transaction.on_commit(partial(unmark, sha256), robust=True)  # what fails here is done by the next sweep


def has(sha256: str) -> bool:
    """Whether a file is there, sound or not."""
    return place().has(name_of(sha256))


@contextmanager
def new_files() -> Iterator[list[str]]:
    """The hashes of files that were not there before: whoever takes the rows back removes the files as well."""
    new: list[str] = []
    token = _NEW.set(new)
    try:
        yield new
    finally:
        _NEW.reset(token)


def load(sha256: str) -> bytes:
    """The bytes as they came. Raises `FileNotFoundError`, `Damaged` among them, and `StorageAway`."""
    raw = place().get(name_of(sha256))
    if hashlib.sha256(raw).hexdigest() != sha256:
        raise Damaged(sha256)
    return raw


def hashes() -> Iterator[str]:
    """The hashes of all files kept, in order."""
    for file in place().under(RAW):
        yield file.name.rpartition("/")[2]


def strays(older_than: float) -> Iterator[str]:
    """The hashes of files that bear a mark since before an instant (seconds since 1970), whether they came or not."""
    for file in place().under(COMING):
        if file.written < older_than:
            yield file.name.rpartition("/")[2]


def _mark(sha256: str) -> str:
    return f"{COMING}/{sha256}"


def unmark(sha256: str) -> None:
    """The row that speaks of this file is there; or neither is."""
    place().remove(_mark(sha256))


def total() -> tuple[int, int]:
    """How many files are kept, and how many bytes they have together."""
    sizes = [file.size for file in place().under(RAW)]
    return len(sizes), sum(sizes)


def remove(sha256: str) -> None:
    """Take a file away for good; removing what is not there does no harm."""
    place().remove(name_of(sha256))
