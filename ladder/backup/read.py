"""Reading a backup: every member is looked at before anything is written, and the database comes last."""

import gzip
import hashlib
import re
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.crypto import get_random_string

from games import limits, storage
from ladder.backup import database
from ladder.backup.layout import DATABASE, FORMAT, MANIFEST, RAW, SEAL, VERSION, BackupRefused, Manifest, Member
from ladder.backup.write import fingerprints
from ladder.moving.layout import models_moved, schema

SLICE = 1024 * 1024
OURS = ("django_migrations",)
MANIFEST_BYTES = 256 * limits.MB  # a million files; a worker has no more memory
ANNOUNCED = """\
UPDATE games_noticedelivery SET state = 'unknown', batch = '{batch}', handed_at = '{now}',
ended_at = '{now}', problem = '{{"code": "restored"}}' WHERE state IN ('waiting', 'handed')"""
"""What waited to be sent is taken for perhaps sent."""
NAME = re.compile(rf"{DATABASE}|{RAW}[0-9a-f]{{64}}|{re.escape(MANIFEST)}|{re.escape(SEAL)}")


def manifest_checked(path: Path) -> Manifest:
    """What a backup holds, after a look at every byte of it. Raises `BackupRefused`."""
    found: list[Member] = []
    text = seal = b""
    try:
        with path.open("rb") as file:
            for name, content in _members(path, file):
                if name == MANIFEST:
                    text = content.read()
                elif name == SEAL:
                    seal = content.read()
                else:
                    sha256 = hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]
                    found.append(Member(name, content.tell(), sha256))
    except (OSError, tarfile.TarError, EOFError, zlib.error) as problem:
        raise BackupRefused("unreadable", file=path, words=str(problem)) from problem
    if not seal:
        raise BackupRefused("cut_off", file=path)
    if hashlib.sha256(text).hexdigest().encode() != seal:
        raise BackupRefused("altered", file=path, member=MANIFEST)
    manifest = _decoded(path, text)
    for named, there in zip(manifest.members, found, strict=False):
        if named != there:
            raise BackupRefused("altered", file=path, member=named.name)
    if len(found) != len(manifest.members):
        raise BackupRefused("altered", file=path, member=f"one of {len(manifest.members)} files")
    return manifest


def _members(path: Path, file: IO[bytes]) -> Iterator[tuple[str, IO[bytes]]]:
    """The files of an archive in their order: the seal is the last one, and nothing has a name or kind of its own."""
    seen: set[str] = set()
    with gzip.GzipFile(fileobj=file) as packed, tarfile.open(fileobj=packed, mode="r|") as tar:
        for entry in tar:
            content = tar.extractfile(entry)
            too_long = entry.name in (MANIFEST, SEAL) and entry.size > MANIFEST_BYTES
            if content is None or too_long or not NAME.fullmatch(entry.name) or entry.name in seen or SEAL in seen:
                raise BackupRefused("altered", file=path, member=entry.name)
            seen.add(entry.name)
            yield entry.name, content
        while more := packed.read(SLICE):  # the checksum of the whole stands at its very end
            if more.strip(b"\0"):
                raise BackupRefused("goes_on", file=path)


def _decoded(path: Path, text: bytes) -> Manifest:
    try:
        told = msgspec.json.decode(text)
        if not isinstance(told, dict) or (told.get("format"), told.get("version")) != (FORMAT, VERSION):
            raise BackupRefused("unknown_version", file=path)
        return msgspec.json.decode(text, type=Manifest)
    except msgspec.DecodeError as problem:
        raise BackupRefused("unreadable", file=path, words=str(problem)) from problem


def refuse_unfit(path: Path, manifest: Manifest) -> None:
    """Raise `BackupRefused` where this site cannot take the backup: it holds something, or is of another kind or release."""
    if manifest.vendor != connection.vendor:
        raise BackupRefused("other_vendor", file=path, there=manifest.vendor, here=connection.vendor)
    known = MigrationLoader(None).disk_migrations
    for app, last in manifest.schema.items():
        if (app, last) not in known:
            raise BackupRefused("newer", file=path, release=manifest.release, app=app, there=last)
    there = database.tables()
    if foreign := [
        table for table in there if table not in OURS and table not in connection.introspection.django_table_names()
    ]:
        raise BackupRefused("not_empty", what=f"a table {foreign[0]} that is not ours")
    if there and manifest.schema != schema():
        raise BackupRefused("not_empty", what=f"{len(there)} tables of another release")
    if there and (full := [model._meta.label for model in models_moved() if model._base_manager.exists()]):
        raise BackupRefused("not_empty", what=f"there are rows of {full[0]}")


def restore(path: Path, manifest: Manifest) -> None:
    """Fill the empty site: uploaded files first, the database at one blow. Raises `BackupRefused`, `OSError`.

    Nothing that waited to be sent is sent: it left the old site, or may have. Everybody still finds it in the site.
    """
    with tempfile.TemporaryDirectory() as folder:
        dump = Path(folder) / DATABASE
        with path.open("rb") as file:
            for name, content in _members(path, file):
                if name == DATABASE:
                    with dump.open("xb") as target:
                        shutil.copyfileobj(content, target, SLICE)
                elif name.startswith(RAW):
                    _keep(content.read())
        database.load(dump, ANNOUNCED.format(batch=get_random_string(32, "0123456789abcdef"), now=timezone.now()))
    here = (
        fingerprints() if manifest.schema == schema() else manifest.rankings
    )  # an old one is comparable after migrate
    if different := sorted(
        key for key in here.keys() | manifest.rankings if here.get(key) != manifest.rankings.get(key)
    ):
        raise BackupRefused("differs", months=", ".join(different[:20]))


def _keep(content: bytes) -> None:
    try:
        storage.store(content)
    except storage.StorageFull as problem:
        raise BackupRefused("no_room") from problem
