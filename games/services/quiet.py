"""Remembering for a moment that nobody listens, so that thousands of logs are not asked about one by one."""

import time

SECONDS = 5
"""What begins in another process is noticed so much later."""


class Quiet:
    """Nobody listens, as far as this process has seen."""

    def __init__(self) -> None:
        self._until = 0.0

    @property
    def lasts(self) -> bool:
        return time.monotonic() < self._until

    def begin(self) -> None:
        self._until = time.monotonic() + SECONDS

    def wake(self) -> None:
        self._until = 0.0
