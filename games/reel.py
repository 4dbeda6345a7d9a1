"""A script as steps to look at: one for each place of the log, with what was checked there and the points after it."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from games.engine.errors import LogProblem, Refusal
from games.engine.events import Action, Claim, Entry, Event, LogPosition, Seat
from games.engine.game import Script
from games.engine.replay import place_of
from games.registry import ENGINES
from games.verify import event_at

Note = Callable[[Any, Event], str | None]
"""From a position and the event that comes next to what must be kept of it for its words."""


class Step(msgspec.Struct, kw_only=True):
    """What a replay shows at once. `key` is its address; `upto` entries are applied when it stands.

    `events` are what happens here, each with its note; `last` is the newest of them. `claims` counts the statements checked here,
    `scores` are the points after it, `chapter` rises with each scoring or round. With `refused` the position is the one
    before the event that cannot be, and `last` is that event.
    """

    key: str
    at: LogPosition
    upto: int
    events: list[tuple[Event, str | None]]
    last: Event | None
    seat: Seat | None
    begins_turn: bool = False
    undone: bool = False
    refused: bool = False
    claims: int = 0
    scores: tuple[int, ...] = ()
    chapter: int = 0


def reel(script: Script, note: Note, stop: LogPosition | None = None) -> list[Step]:
    """The steps of a script in order. `stop` is where the judgement on it found what cannot be."""
    engine = ENGINES[script.game]
    rules = engine.rules
    state = rules.new_game(script.setup)
    steps: list[Step] = []
    used: Counter[str] = Counter()
    early = 0
    for entry in script.entries:
        if stop is not None and entry.at.event >= stop.event:
            break
        try:
            if isinstance(entry.event, Claim):
                rules.verify(state, entry.event)
                early += 0 if steps else 1
                if steps:
                    steps[-1].claims += 1
                    steps[-1].upto = entry.at.event + 1
                continue
            rules.check(state, entry.event)
        except LogProblem as problem:  # the rules have learned something since this log was judged
            stop = Refusal(problem.code, place_of(problem, entry), problem.facts).at
            break
        noted, going_on = note(state, entry.event), engine.chapter(state)
        rules.apply(state, entry.event)
        _add(steps, used, entry, noted)
        step = steps[-1]
        step.scores = rules.scores(state)
        step.chapter = engine.chapter(state) if engine.ends_chapter else going_on
    if steps:
        steps[0].claims += early
    if stop is not None:
        steps.append(_refused(script, state, note, stop, steps, used))
    return steps


def _add(steps: list[Step], used: Counter[str], entry: Entry, noted: str | None) -> None:
    """One more event: of the step that stands at the same place, or of a new one."""
    undone = bool(entry.parts) and hasattr(entry.event, "events")
    last = steps[-1] if steps else None
    upto = entry.at.event + 1
    if last is not None and not undone and not last.undone and entry.at.packet is not None and _same(last.at, entry.at):
        last.events.append((entry.event, noted))
        last.last, last.upto = entry.event, upto
        return
    seat = _who(entry.event)
    before = next((step.seat for step in reversed(steps) if step.seat is not None), None)
    steps.append(
        Step(
            key=_key(entry.at, used),
            at=entry.at,
            upto=upto,
            events=[(entry.event, noted)],
            last=entry.event,
            seat=seat,
            begins_turn=seat is not None and (seat != before or hasattr(entry.event, "active")),
            undone=undone,
        )
    )


def _who(event: Event) -> Seat | None:
    """Who acts in an event: chance has nobody, a whole turn its active seat."""
    if isinstance(event, Action):
        return event.seat
    return getattr(event, "active", None)


def _same(one: LogPosition, two: LogPosition) -> bool:
    return (one.packet, one.notification) == (two.packet, two.notification)


def _key(at: LogPosition, used: Counter[str]) -> str:
    """`packet.notification` of a log, the event's number in a record; further ones at one place are counted."""
    key = str(at.event) if at.packet is None else f"{at.packet}.{at.notification or 0}"
    used[key] += 1
    return key if used[key] == 1 else f"{key}:{used[key]}"


def _refused(
    script: Script, state: Any, note: Note, stop: LogPosition, before: Sequence[Step], used: Counter[str]
) -> Step:
    """The last step: where the log leaves what can be."""
    event = event_at(script, stop.event, stop.path)
    shown = event is not None and not isinstance(event, Claim)
    return Step(
        key=_key(stop, used),
        at=stop,
        upto=min(stop.event, len(script.entries)),
        events=[(event, note(state, event))] if shown and event is not None else [],
        last=event,
        seat=getattr(event, "seat", None),
        refused=True,
        scores=before[-1].scores if before else (),
        chapter=before[-1].chapter if before else 0,
    )


def step_at(steps: Sequence[Step], key: str) -> int | None:
    """The number of the step at a place: the last one that is not after it. None where `key` is no place."""
    for number, step in enumerate(steps):
        if step.key == key:
            return number
    asked = _numbers(key.partition(":")[0])
    if asked is None:
        return None
    found = 0
    for number, step in enumerate(steps):
        here = _numbers(step.key.partition(":")[0])
        if here is not None and here <= asked:
            found = number
    return found


def _numbers(key: str) -> tuple[int, ...] | None:
    """`131.0` as numbers, to be compared; a packet alone means its end."""
    parts = key.split(".")
    if not 1 <= len(parts) <= 2 or not all(part.isascii() and part.isdigit() and len(part) <= 9 for part in parts):
        return None
    return tuple(int(part) for part in parts) if len(parts) == 2 else (int(parts[0]), 1_000_000_000)


def step_of_move(steps: Sequence[Step], move: int) -> int:
    """The number of the step of a move: by the site's own number, in a record the step's place in the list from 1."""
    if any(step.at.move_id is not None for step in steps):
        return next(
            (number for number, step in enumerate(steps) if step.at.move_id is not None and step.at.move_id >= move),
            len(steps) - 1,
        )
    return max(0, min(move, len(steps)) - 1)
