"""Why a file or a line is not taken: a stable code with facts; the sentences stand in `ladder.imports.messages`."""

from typing import Any


class SheetProblem(Exception):
    """The whole file is refused. `facts` may hold `line`."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class LineProblem(Exception):
    """One line is refused, or asks something first."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts
