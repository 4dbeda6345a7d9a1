"""Reading a whole community from a folder into an empty site."""

from pathlib import Path

import msgspec
from django.core import serializers
from django.core.management.color import no_style
from django.db import connection

from games import storage
from ladder.moving.layout import (
    FORMAT,
    INDEX,
    VERSION,
    Index,
    MovingRefused,
    checksum,
    models_moved,
    raw_path,
    schema,
    table_path,
)


def index_checked(folder: Path) -> Index:
    """What the folder holds, after a look at every file. Raises `MovingRefused`; nothing is written."""
    try:
        text = (folder / INDEX).read_bytes()
        told = msgspec.json.decode(text)
        if not isinstance(told, dict) or (told.get("format"), told.get("version")) != (FORMAT, VERSION):
            raise MovingRefused("unknown_version", file=folder / INDEX)
        index = msgspec.json.decode(text, type=Index)
    except (OSError, msgspec.DecodeError) as problem:
        raise MovingRefused("no_index", file=folder / INDEX) from problem
    here = schema()
    moved = {model._meta.label_lower for model in models_moved()}
    if index.schema != here or moved != {table.model for table in index.tables}:
        raise MovingRefused("other_schema", there=index.schema, here=here)
    files = [(table_path(folder, table.model), table.sha256) for table in index.tables]
    files += [(raw_path(folder, raw.sha256), raw.sha256) for raw in index.raw]
    for path, sha256 in files:
        if not path.is_file() or checksum(path) != sha256:
            raise MovingRefused("checksum", file=path)
    return index


def community_read(folder: Path, index: Index) -> None:
    """Write all rows with the numbers that they had. Call it in a transaction.

    Raises `MovingRefused` where the site holds anything.
    """
    for model in models_moved():
        if model._base_manager.exists():
            raise MovingRefused("not_empty", what=model._meta.label)
    for table in index.tables:
        with table_path(folder, table.model).open(encoding="utf-8") as lines:
            for row in serializers.deserialize("jsonl", lines):
                row.save(force_insert=True)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models_moved()):
            cursor.execute(statement)


def raw_read(folder: Path, index: Index) -> None:
    """Keep the uploaded files. Raises `StorageFull`."""
    for raw in index.raw:
        storage.store(raw_path(folder, raw.sha256).read_bytes())
