"""The backup of the night, with its drill, and who is told when either fails."""

from datetime import UTC, datetime
from pathlib import Path

import structlog
from django.conf import settings
from django.db import transaction
from django.urls import reverse

from games.files import StorageAway
from games.models import User
from games.services.audit import audit
from games.services.notices import notice_send
from ladder.backup.drill import drill
from ladder.backup.layout import BackupRefused, archives, made_at
from ladder.backup.words import said
from ladder.backup.write import backup
from ladder.backup_standing import made_note
from ladder.models import Community
from ladder.services.ladder_notices import on_watch

logger = structlog.get_logger(__name__)


def backup_make(folder: Path, keep: int, by: User | None = None) -> Path:
    """Make a backup and note it: the stamp, and the history. Raises `BackupRefused`, `OSError`."""
    made = backup(folder, keep)
    made_note(made)
    with transaction.atomic():
        if community := Community.objects.first():
            audit("community.backed_up", community, actor=by, name=made.name)
    return made


def backup_nightly() -> None:
    """Today's backup and its drill, if `BACKUP_DIR` is set and neither was made yet. Safe to run twice, and to die."""
    if not settings.BACKUP_DIR:
        return
    folder, today = Path(settings.BACKUP_DIR), datetime.now(UTC).date()
    if any(made_at(path).date() == today for path in archives(folder)):
        return
    try:
        problem = drill(backup_make(folder, settings.BACKUP_KEEP)).problem
    except BackupRefused as refused:
        if refused.code == "busy":
            return
        problem = said(refused)
    except (OSError, StorageAway) as fault:
        problem = str(fault)
    if problem:
        logger.error("backup failed", problem=problem)
        key = f"backup.failed/{today:%Y%m%d}"
        notice_send("backup.failed", on_watch(), key=key, link=reverse("desk"), group=True, words=problem[:500])
