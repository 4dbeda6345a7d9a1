"""Play a script through the rules and stop at the first entry that cannot be."""

from collections.abc import Iterable
from itertools import takewhile
from typing import Generic, TypeVar

import msgspec

from games.engine.errors import LogProblem, Refusal
from games.engine.events import Claim, Entry, Event, LogPosition, Setup
from games.engine.game import Rules

S = TypeVar("S")


class Replay(msgspec.Struct, Generic[S]):
    """How far a script went: the last good position, what was applied and checked, and what stopped it."""

    state: S
    applied: int
    claims: int
    refusal: Refusal | None = None


def replay(rules: Rules[S], setup: Setup, script: Iterable[Entry], until: int | None = None) -> Replay[S]:
    """Replay `script` from the start; with `until`, only the entries whose event number is below it.

    The caller gets the position before the entry that was refused. Anything but a `LogProblem` is a fault of ours and
    is not caught.
    """
    state = rules.new_game(setup)
    check, apply, verify = rules.check, rules.apply, rules.verify
    applied = claims = 0
    entry: Entry | None = None
    try:
        for entry in script if until is None else takewhile(lambda entry: entry.at.event < until, script):
            event = entry.event
            if _is_claim[type(event)]:
                verify(state, event)  # type: ignore[arg-type]
                claims += 1
            else:
                check(state, event)
                apply(state, event)
                applied += 1
    except LogProblem as problem:
        return Replay(state, applied, claims, Refusal(problem.code, place_of(problem, entry), problem.facts))
    return Replay(state, applied, claims)


class _Claims(dict[type[Event], bool]):
    """Whether a type of event is a claim, worked out once: `isinstance` costs as much as many a check."""

    def __missing__(self, kind: type[Event]) -> bool:
        self[kind] = issubclass(kind, Claim)
        return self[kind]


_is_claim = _Claims()


def place_of(problem: LogProblem, entry: Entry | None) -> LogPosition:
    """The reader's own place if it knew one, else that of the entry, or of the decision inside it."""
    if problem.at is not None:
        return problem.at
    if entry is None:
        return LogPosition(event=0)
    if not problem.path:
        return entry.at
    part = (entry.parts or {}).get(problem.path, entry.at)
    return msgspec.structs.replace(part, path=problem.path)
