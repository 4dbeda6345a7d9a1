"""Loaded by workers under test alone: short times, and a verifier that dies of any log with the word POISON in it."""

import os
import signal
from datetime import timedelta

from games import limits
from games.services import outbox, verification
from ladder.notices import sending

POISON = b"POISON"

limits.SWEEP_SECONDS = 1
limits.DEAF_SECONDS = int(os.environ.get("DEAF_SECONDS", "3"))
verification.LEASE = timedelta(seconds=4)
outbox.LEASE = sending.LEASE = timedelta(seconds=3)
_verify_log = verification.verify_log


def verify_log(body, *args, **kwargs):
    if POISON in body:
        os.kill(os.getpid(), signal.SIGKILL)
    return _verify_log(body, *args, **kwargs)


verification.verify_log = verify_log
