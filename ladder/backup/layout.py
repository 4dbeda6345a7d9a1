"""What a backup looks like: one packed tar with `database`, `raw/` (each file under its SHA-256), `manifest.json`, `manifest.sha256`.

The manifest names every member before it with its hash, and the last member is the hash of the manifest, so that an
archive that was cut off or changed is known as such.
"""

from datetime import UTC, datetime
from pathlib import Path

import msgspec

FORMAT = "classifica-backup"
VERSION = 1
DATABASE, RAW, MANIFEST, SEAL = "database", "raw/", "manifest.json", "manifest.sha256"
DRAFT = ".draft-"
"""How the folders of unfinished backups begin; nothing else looks at them."""
NAMES = "classifica-????????-??????.tar.gz"


class Member(msgspec.Struct, frozen=True):
    """One file of the archive: its name there, its size in bytes, its SHA-256 in hexadecimal."""

    name: str
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """The contents of `manifest.json`.

    `release`: what wrote it. `vendor`: which kind of database it comes from. `schema`: the last migration of each app. `key`: by which to know the
    `SECRETS_KEYS` of then, without telling them. `rankings`: the fingerprint of each month and revision.
    """

    made_at: str
    release: str
    vendor: str
    schema: dict[str, str]
    key: str
    rankings: dict[str, str]
    members: list[Member]
    format: str = FORMAT
    version: int = VERSION


class BackupRefused(Exception):
    """Nothing was done. `code` is one of `ladder.backup.words`; `facts` fill its sentence."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


def name_at(instant: datetime) -> str:
    """The name of a backup made at this instant; names sort by time."""
    return f"classifica-{instant.astimezone(UTC):%Y%m%d-%H%M%S}.tar.gz"


def made_at(path: Path) -> datetime:
    """When a backup was made, by its name."""
    return datetime.strptime(path.name, "classifica-%Y%m%d-%H%M%S.tar.gz").replace(tzinfo=UTC)


def archives(folder: Path) -> list[Path]:
    """The whole backups of a folder, the oldest first."""
    return sorted(folder.glob(NAMES))


def newest(path: Path) -> Path:
    """A backup, or the last one of a folder. Raises `BackupRefused` where the folder holds none."""
    if not path.is_dir():
        return path
    found = archives(path)
    if not found:
        raise BackupRefused("none", folder=path)
    return found[-1]
