"""Raw uploads: one file for each content, named by its SHA-256, never changed. Storing twice does no harm."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from django.conf import settings

from games.files import StorageAway, StorageFull, StorageRefused, sync_folder
from games.places import place

__all__ = ["StorageAway", "StorageFull", "StorageRefused", "sync_folder"]
RAW = "raw"
_NEW: ContextVar[list[str] | None] = ContextVar("files stored for the first time", default=None)


def name_of(sha256: str) -> str:
    """Under which name the file with this hash is kept, whether or not it is."""
    return f"{RAW}/{sha256[:2]}/{sha256}"


def path_of(sha256: str) -> Path:
    """Where that is in a folder."""
    return Path(settings.DATA_DIR) / name_of(sha256)


def store(raw: bytes) -> str:
    """Keep `raw`, safe against a power cut when this returns, and give its SHA-256. Raises `StorageRefused`."""
    sha256 = hashlib.sha256(raw).hexdigest()
    here = place()
    if here.has(name_of(sha256)):
        return sha256
    here.put(name_of(sha256), raw)
    new = _NEW.get()
    if new is not None:
        new.append(sha256)
    return sha256


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
    """The bytes as they came. Raises `FileNotFoundError`, `StorageAway`."""
    return place().get(name_of(sha256))


def hashes() -> Iterator[str]:
    """The hashes of all files kept, in order."""
    for file in place().under(RAW):
        yield file.name.rpartition("/")[2]


def total() -> tuple[int, int]:
    """How many files are kept, and how many bytes they have together."""
    sizes = [file.size for file in place().under(RAW)]
    return len(sizes), sum(sizes)


def remove(sha256: str) -> None:
    """Take a file away for good; removing what is not there does no harm."""
    place().remove(name_of(sha256))
