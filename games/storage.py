"""Raw uploads on disk: one file for each content, named by its SHA-256, never changed. Storing twice does no harm."""

import errno
import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from django.conf import settings

_NEW: ContextVar[list[str] | None] = ContextVar("files stored for the first time", default=None)


class StorageFull(Exception):
    """There is no room for uploads; nothing was stored."""


def root() -> Path:
    return Path(settings.DATA_DIR) / "raw"


def path_of(sha256: str) -> Path:
    """Where the file with this hash lies, whether or not it does."""
    return root() / sha256[:2] / sha256


def store(raw: bytes) -> str:
    """Keep `raw`, safe against a power cut when this returns, and give its SHA-256. Raises `StorageFull`."""
    sha256 = hashlib.sha256(raw).hexdigest()
    path = path_of(sha256)
    if path.exists():
        return sha256
    draft = path.with_name(f".{secrets.token_hex(8)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with draft.open("xb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
        sync_folder(path.parent)
        new = _NEW.get()
        if new is not None:
            new.append(sha256)
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise StorageFull from problem
        raise
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
    """The bytes as they came. Raises `FileNotFoundError`."""
    return path_of(sha256).read_bytes()


def hashes() -> Iterator[str]:
    """The hashes of all files kept, in order."""
    for path in sorted(root().glob("??/*")):
        if not path.name.startswith("."):
            yield path.name


def sync_folder(folder: Path) -> None:
    """Make new names in a folder safe against a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove(sha256: str) -> None:
    """Take a file away for good; removing what is not there does no harm."""
    path_of(sha256).unlink(missing_ok=True)
