"""Writing a whole community into a folder."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from django.core import serializers
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models

from games import storage
from ladder.moving.layout import (
    INDEX,
    LEFT_OUT_FIELDS,
    Index,
    MovingRefused,
    RawFile,
    TableFile,
    checksum,
    models_moved,
    raw_path,
    schema,
    table_path,
)
from ladder.selectors.files import files_named

CHUNK = 2_000


class Exact(DjangoJSONEncoder):
    """Instants to the microsecond; Django's own encoder rounds them."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def community_write(folder: Path) -> Index:
    """Write everything as it is at one instant; the index last, so that half a folder is none. Call it in a transaction.

    Only its owner can read the folder: it holds addresses and hashes of passwords. Raises `MovingRefused`.
    """
    if folder.exists() and any(folder.iterdir()):
        raise MovingRefused("folder_in_use", folder=folder)
    for part in (folder, folder / "tables", folder / "raw"):
        part.mkdir(mode=0o700, parents=True, exist_ok=True)
    _one_instant()
    tables = [_table(folder, model) for model in models_moved()]
    raw = list(_files(folder))
    index = Index(schema(), tables, raw)
    (folder / INDEX).write_bytes(msgspec.json.format(msgspec.json.encode(index), indent=1))
    return index


def _one_instant() -> None:
    if connection.vendor == "postgresql" and not connection.savepoint_ids:
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def _table(folder: Path, model: type[models.Model]) -> TableFile:
    name = model._meta.label_lower
    path = table_path(folder, name)
    fields = [field.name for field in (*model._meta.fields, *model._meta.many_to_many)]
    rows = model._base_manager.order_by("pk")
    with path.open("x", encoding="utf-8", newline="\n") as file:
        serializers.serialize(
            "jsonl",
            rows.iterator(chunk_size=CHUNK),
            stream=file,
            cls=Exact,
            fields=[field for field in fields if field not in LEFT_OUT_FIELDS],
        )
    with path.open("rb") as file:
        count = sum(1 for _line in file)
    return TableFile(name, count, checksum(path))


def _files(folder: Path) -> Iterator[RawFile]:
    """The uploaded files. Of one that is lost or damaged `doctor` tells here, and will there."""
    named = files_named()
    for sha256 in filter(named.__contains__, storage.hashes()):
        with suppress(FileNotFoundError):
            content = storage.load(sha256)
            raw_path(folder, sha256).write_bytes(content)
            yield RawFile(sha256, len(content))
