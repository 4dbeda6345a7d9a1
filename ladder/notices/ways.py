"""How handing a message over can end, besides well and `NotSent` (nothing left; another attempt is allowed)."""

from typing import Any


class Refused(Exception):
    """The address takes nothing, for good. `problem` tells why."""

    def __init__(self, code: str, **problem: Any) -> None:
        super().__init__(code, problem)
        self.problem = {"code": code} | problem


class Unclear(Exception):
    """It broke off after the message had left, so it may have arrived: no other attempt."""

    def __init__(self, code: str, **problem: Any) -> None:
        super().__init__(code, problem)
        self.problem = {"code": code} | problem
