"""What a whole community looks like as files.

`community.json` says what there is, with checksums; `tables/` has one line of JSON a row; `raw/` the uploaded files, each
under the SHA-256 of its bytes. Rows keep their numbers: lots are drawn by them.
"""

import hashlib
from pathlib import Path

import msgspec
from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import connection, models
from django.db.migrations.loader import MigrationLoader

FORMAT = "classifica-community"
VERSION = 1
APPS = ("games", "tournaments", "ladder")
LEFT_OUT = {"games.idempotencykey", "games.personexport", "ladder.session"}
"""What is of no use elsewhere: answers to forms sent twice, files that people asked for of their data, who is logged in."""
LEFT_OUT_FIELDS = {"groups", "user_permissions"}
"""Of accounts: rights inside of Django, which the site does not use."""
INDEX = "community.json"


class TableFile(msgspec.Struct, frozen=True):
    """The rows of one model."""

    model: str
    rows: int
    sha256: str


class RawFile(msgspec.Struct, frozen=True):
    """One uploaded file."""

    sha256: str
    size: int


class Index(msgspec.Struct, frozen=True):
    """The contents of `community.json`. `schema` names the last migration of each app."""

    schema: dict[str, str]
    tables: list[TableFile]
    raw: list[RawFile]
    format: str = FORMAT
    version: int = VERSION


class MovingRefused(Exception):
    """Nothing was written. `code`: `folder_in_use`, `no_index`, `unknown_version`, `other_schema`, `checksum` or `not_empty`."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def models_moved() -> list[type[models.Model]]:
    """Everything that makes the community, in the order of its names."""
    found = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    return sorted(
        (model for model in (*found, EmailAddress) if model._meta.label_lower not in LEFT_OUT),
        key=lambda model: model._meta.label_lower,
    )


def schema() -> dict[str, str]:
    """The last migration of each app that keeps rows."""
    loader = MigrationLoader(connection)
    return {app: name for app, name in sorted(loader.graph.leaf_nodes()) if app in (*APPS, "account")}


def table_path(folder: Path, model: str) -> Path:
    return folder / "tables" / f"{model}.jsonl"


def raw_path(folder: Path, sha256: str) -> Path:
    return folder / "raw" / sha256


def checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
