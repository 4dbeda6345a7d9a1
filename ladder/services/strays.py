"""Files that came without their rows: who brought one was cut off in between, and told that nothing was saved."""

import time

from django.db import IntegrityError, transaction

from games import storage
from games.models import Submission
from ladder.selectors.files import is_named

PATIENCE_SECONDS = 3600
"""No upload is under way for so long."""


def strays_remove() -> int:
    """Take away what was left behind. Safe to run twice, and to die. Gives how many files went."""
    return sum(_settle(sha256) for sha256 in list(storage.strays(time.time() - PATIENCE_SECONDS)))


def _settle(sha256: str) -> bool:
    """Whoever brings the same file at this moment waits at the row that is written and taken back here, or is waited for."""
    try:
        with transaction.atomic():
            named = is_named(sha256)
            if not named:
                Submission.objects.create(sha256=sha256, size=0, kind=Submission.Kind.OTHER)
                storage.remove(sha256)
            transaction.set_rollback(True)
    except IntegrityError:
        named = True
    storage.unmark(sha256)
    return not named
