"""Why a log is not accepted: one class for each family, a stable code, and facts for the message.

Codes are part of the API and are never reused. Sentences live in `games/messages.py`.
"""

from typing import Any, ClassVar, Literal

import msgspec

from games.engine.events import LogPosition

Word = Literal["verified", "consistent", "refused", "unsupported", "unreadable", "errored"]
"""The outcome of judging a log."""


class LogProblem(Exception):
    """Base of all. `facts` are JSON-able; `expected`, `found` and `rule` have a fixed meaning among them.

    `path` names the decision inside the event, where it holds several; `at` is set by readers, which know
    their place. Rules leave it to the replay loop.
    """

    family: ClassVar[str] = "log"

    def __init__(self, code: str, /, *, path: str = "", at: LogPosition | None = None, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = f"{self.family}.{code}"
        self.path = path
        self.at = at
        self.facts = facts


class MalformedLog(LogProblem):
    """Not a log that can be read, or it stops early. Verdict `unreadable`."""

    family = "malformed"


class UnsupportedLog(LogProblem):
    """Readable, but beyond us; nobody is to blame. Verdict `unsupported`."""

    family = "unsupported"


class ImpossibleSetup(LogProblem):
    """The start cannot come out of the box. Verdict `refused`."""

    family = "setup"


class ImpossibleChance(LogProblem):
    """An outcome that cannot be. Verdict `refused`."""

    family = "chance"


class IllegalAction(LogProblem):
    """A decision against the rules. Verdict `refused`."""

    family = "illegal"


class ClaimMismatch(LogProblem):
    """Log and engine disagree on a fact. Verdict `refused`."""

    family = "claim"


VERDICT_OF_FAMILY: dict[str, Word] = {
    "malformed": "unreadable",
    "unsupported": "unsupported",
    "setup": "refused",
    "chance": "refused",
    "illegal": "refused",
    "claim": "refused",
}


class Refusal(msgspec.Struct, frozen=True):
    """The first thing in a log that cannot be, and where."""

    code: str
    at: LogPosition
    facts: dict[str, Any]

    @property
    def verdict(self) -> Word:
        """The verdict word that this refusal leads to."""
        return VERDICT_OF_FAMILY[self.code.partition(".")[0]]


class BadComponents(Exception):
    """A component file that cannot be used: `file`, `key` inside it, `reason`."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason
