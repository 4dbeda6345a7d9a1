"""Making a backup: the database first, the uploaded files after it, the manifest after them, and the name when all is there."""

import fcntl
import hashlib
import hmac
import io
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import msgspec
from django.conf import settings
from django.db import connection

from games import storage
from ladder.backup import database
from ladder.backup.layout import (
    DATABASE,
    DRAFT,
    MANIFEST,
    RAW,
    SEAL,
    BackupRefused,
    Manifest,
    Member,
    archives,
    name_at,
)
from ladder.models import RankingRow, Season
from ladder.moving.layout import schema
from ladder.selectors.files import files_named
from ladder.services.closing import fingerprint

TRIES = 3
CHUNK = 20_000
QUICK = 1
"""Level of compression: a log becomes a fifth of itself, at the speed of a disk."""


def backup(folder: Path, keep: int) -> Path:
    """Write a backup into `folder`, drop all but the last `keep`, and give its path. Raises `BackupRefused`, `OSError`.

    Whoever is killed on the way leaves a hidden folder, which the next one removes. Only the owner can read a backup: it
    holds addresses and hashes of passwords.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with alone(folder):
        for left in folder.glob(f"{DRAFT}*"):
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=DRAFT, dir=folder) as draft:
            made = datetime.now(UTC)
            whole = _written(Path(draft), made)
            target = folder / name_at(made)
            whole.replace(target)
            storage.sync_folder(folder)
        for old in archives(folder)[: -max(1, keep)]:
            old.unlink()
    return target


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Raise `BackupRefused` while another is at it in this folder."""
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BackupRefused("busy", folder=folder) from None
        yield


def _written(draft: Path, made: datetime) -> Path:
    """The archive, whole and safe against a power cut: the database, and the files that its rows speak of.

    Files that come meanwhile are for the next backup. One that is removed on the way (by a wish to be forgotten) would
    be missed by rows of the dump, so that all begins anew; one that was missing before is what `doctor` tells of.
    """
    for number in range(TRIES):
        before = set(storage.hashes())
        dump = draft / f"database-{number}"
        with database.one_instant() as snapshot:
            rankings, named = fingerprints(), files_named()
            database.dump(dump, snapshot)
        path = draft / f"whole-{number}"
        with suppress(FileNotFoundError):
            _pack(path, dump, sorted(named & (before | set(storage.hashes()))), made, rankings)
            return path
        dump.unlink()
        path.unlink(missing_ok=True)
    raise BackupRefused("changing")


def _pack(path: Path, dump: Path, names: list[str], made: datetime, rankings: dict[str, str]) -> None:
    path.touch(mode=0o600, exist_ok=False)
    with path.open("wb") as file:
        with tarfile.open(fileobj=file, mode="w:gz", format=tarfile.PAX_FORMAT, compresslevel=QUICK) as tar:
            with dump.open("rb") as database_file:
                members = [_add(tar, DATABASE, database_file, made)]
            members += [_add(tar, f"{RAW}{name}", io.BytesIO(raw), made) for name, raw in _sound(names)]
            manifest = Manifest(
                made.isoformat(), settings.VERSION, connection.vendor, schema(), key_mark(), rankings, members
            )
            text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
            seal = hashlib.sha256(text).hexdigest().encode()
            for name, content in ((MANIFEST, text), (SEAL, seal)):
                tar.addfile(_entry(name, len(content), made), io.BytesIO(content))
        file.flush()
        os.fsync(file.fileno())


def _sound(names: list[str]) -> Iterator[tuple[str, bytes]]:
    """The files as they came. What is damaged is as good as missing: one such file must not end all backups."""
    for name in names:
        with suppress(storage.Damaged):
            yield name, storage.load(name)


def _add(tar: tarfile.TarFile, name: str, file: IO[bytes], made: datetime) -> Member:
    sha256 = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    tar.addfile(_entry(name, size, made), file)
    return Member(name, size, sha256)


def _entry(name: str, size: int, made: datetime) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = size, 0o600, int(made.timestamp())
    return entry


def fingerprints() -> dict[str, str]:
    """What every month shows, and every revision of a closed one, as a hash each."""
    return {
        f"{season.ladder.slug}/{season.key}/r{number}": fingerprint(season, number) if number else live_mark(season)
        for season in Season.objects.select_related("ladder", "rules").order_by("ladder", "start")
        for number in (range(1, season.revision + 1) if season.is_closed else [0])
    }


def live_mark(season: Season) -> str:
    """The lines of an open month as one hash; they have no position of their own, so they stand by player."""
    columns = ("player", "rank", "shared", "points", "played", "firsts", "beaten", "met", "missing")
    found = hashlib.sha256()
    rows = RankingRow.objects.filter(season=season, revision=0).order_by("player").values_list(*columns)
    for row in rows.iterator(chunk_size=CHUNK):
        found.update(" ".join(map(str, row)).encode() + b"\n")
    return found.hexdigest()


def key_mark() -> str:
    """By which the present key of secrets is known again."""
    return hmac.digest(settings.SECRETS_KEYS[0].encode(), b"classifica backup", "sha256").hex()[:16]
