"""Migrations since the last release: its processes go on serving beside them until they are started anew."""

from collections.abc import Iterator

from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddField, DeleteModel, RemoveField, RenameField, RenameModel
from django.db.migrations.operations.base import Operation

from ladder.backup.read import manifest_checked
from tests.keeper.test_backup import FORMER

UNUSED: frozenset[str] = frozenset()
"""What the last release did not use any more, as `app.model.field` or `app.model`: it may go."""


def since_the_last_release() -> Iterator[tuple[str, Operation]]:
    """Each operation with its app."""
    schema = max((manifest_checked(path) for path in FORMER), key=lambda manifest: manifest.made_at).schema
    for (app, name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        if app in ("games", "tournaments", "ladder") and name > schema[app]:
            yield from ((app, operation) for operation in migration.operations)


def test_nothing_goes_that_the_last_release_used() -> None:
    gone = set()
    for app, operation in since_the_last_release():
        assert not isinstance(operation, RenameField | RenameModel), "a new name beside the old one, which goes later"
        if isinstance(operation, RemoveField):
            gone.add(f"{app}.{operation.model_name_lower}.{operation.name_lower}")
        if isinstance(operation, DeleteModel):
            gone.add(f"{app}.{operation.name_lower}")
    assert gone <= UNUSED


def test_what_is_new_can_be_left_out_by_the_last_release() -> None:
    for app, operation in since_the_last_release():
        if isinstance(operation, AddField) and not operation.field.many_to_many:
            told = f"{app}.{operation.model_name}.{operation.name}: null or db_default"
            assert operation.field.null or operation.field.has_db_default(), told
