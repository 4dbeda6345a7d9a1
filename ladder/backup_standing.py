"""When the last backup was made, and whether it came back: two small files that web and worker look at.

`BACKUP_STAMP` is touched by whatever makes backups, ours or the keeper's own; the drill's outcome lies beside it.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from django.conf import settings


class Drill(msgspec.Struct, frozen=True):
    """The last drill: when (ISO), of which archive, how many seconds it took, and what was wrong (nothing, if all is well)."""

    at: str
    archive: str
    seconds: float
    problem: str = ""


@dataclass(frozen=True)
class Standing:
    """`made` is None where no backup was ever made; `drill` where none was tried."""

    made: datetime | None = None
    drill: Drill | None = None


def standing() -> Standing | None:
    """How backups stand; None where nobody said that any are made."""
    if not settings.BACKUP_STAMP:
        return None
    stamp = Path(settings.BACKUP_STAMP)
    try:
        made = datetime.fromtimestamp(stamp.stat().st_mtime, UTC)
    except OSError:
        made = None
    try:
        drill = msgspec.json.decode(_drill_file().read_bytes(), type=Drill)
    except (OSError, msgspec.DecodeError):
        drill = None
    return Standing(made, drill)


def made_note(archive: Path) -> None:
    """A backup is whole."""
    if settings.BACKUP_STAMP:
        stamp = Path(settings.BACKUP_STAMP)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(f"{archive.name}\n")


def drill_note(drill: Drill) -> None:
    """A drill is over, well or not."""
    if settings.BACKUP_STAMP:
        file = _drill_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(drill))


def _drill_file() -> Path:
    stamp = Path(settings.BACKUP_STAMP)
    return stamp.with_name(f"{stamp.name}-drill.json")
