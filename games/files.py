"""Files by name: there whole or not at all. Here in a folder, in `games.bucket` in a bucket of S3."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class StorageRefused(Exception):
    """Nothing was stored, or could be read."""


class StorageFull(StorageRefused):
    """There is no room for uploads; nothing was stored."""


class StorageAway(StorageRefused):
    """The storage does not answer as it should; another time it may."""


class File(NamedTuple):
    """A file that is there: its name, its bytes, and when it was written (seconds since 1970)."""

    name: str
    size: int
    written: float


class Place(Protocol):
    """Every call raises `StorageAway` where it cannot be told."""

    def has(self, name: str) -> bool:
        """Whether it is there."""

    def put(self, name: str, content: bytes) -> None:
        """Keep it, safe against a power cut when this returns. Raises `StorageFull`."""

    def get(self, name: str) -> bytes:
        """The bytes. Raises `FileNotFoundError`."""

    def under(self, beginning: str) -> Iterator[File]:
        """The files whose names begin so (with a whole folder), in the order of their names."""

    def remove(self, name: str) -> None:
        """Take it away; removing what is not there does no harm."""


class Folder:
    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, name: str) -> Path:
        return self.root / name

    def has(self, name: str) -> bool:
        return self.path(name).exists()

    def put(self, name: str, content: bytes) -> None:
        path = self.path(name)
        with _told():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content)
            sync_folder(path.parent)

    def get(self, name: str) -> bytes:
        with _told():
            return self.path(name).read_bytes()

    def under(self, beginning: str) -> Iterator[File]:
        with _told():
            for path in sorted(self.path(beginning).rglob("*")):
                try:
                    about = path.stat()
                except FileNotFoundError:
                    continue  # another process was faster
                if path.is_file() and not path.name.startswith("."):
                    yield File(path.relative_to(self.root).as_posix(), about.st_size, about.st_mtime)

    def remove(self, name: str) -> None:
        with _told():
            self.path(name).unlink(missing_ok=True)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as problem:
        raise (StorageFull if problem.errno in FULL else StorageAway)(problem.strerror) from problem


def write_whole(path: Path, content: bytes) -> None:
    """Put a file there, whole or not at all, in place of one that was there. Raises `OSError`."""
    draft = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make new names in a folder safe against a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
