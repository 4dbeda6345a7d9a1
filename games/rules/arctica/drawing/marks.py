"""What an event touches, by name: the parts of the table that the drawing frames."""

import msgspec

from games.engine.events import Event
from games.rules.arctica.events import ABSENT, RoundEnd, Step, Turn
from games.rules.arctica.steps import Answer


class Mark(msgspec.Struct, frozen=True):
    """Things touched by the last change or, if `bad`, by the culprit. `flag` is a short text beside it."""

    things: frozenset[str]
    bad: bool = False
    flag: str = ""


def marks(last: Event | None, focus: Event | None, flag: str) -> tuple[Mark, ...]:
    """The marks of the last event and of the refused one."""
    found = [] if last is None else [Mark(things_of(last))]
    return (*found, Mark(things_of(focus), True, flag[:4])) if focus is not None else tuple(found)


def things_of(event: Event) -> frozenset[str]:
    """Names like `space S1`, `wheel W1`, `map A-W7`, `circle 4`, `seat 0`, `card FI01`, `subregion A-east`."""
    if isinstance(event, Turn):
        things = {f"space {event.place.space}", f"wheel {event.place.wheel}", f"seat {event.active}"}
        steps = [(seat, step) for seat, found in event.parallel.items() for step in found]
        steps += [(step.seat, step) for step in event.colony] + [(event.active, step) for step in event.after]
    elif isinstance(event, RoundEnd):
        things = {f"subregion {hit.subregion}" for hit in event.events}
        zones = (event.collapse, event.endangered, event.save)
        steps = [(seat, step) for zone in zones for seat, found in zone.items() for step in found]
    else:
        return frozenset({f"seat {event.seat}"}) if isinstance(event, Answer) else frozenset()
    for seat, step in steps:
        things.add(f"seat {seat}")
        things |= _of_step(step)
    return frozenset(things)


def _of_step(step: Step) -> set[str]:
    things = set()
    if step.card is not ABSENT:
        things.add(f"card {step.card}")
    for placement in step.placements if step.placements is not ABSENT else ():
        things.add(f"map {placement.space}")
    for token in step.tokens if step.tokens is not ABSENT else ():
        things |= {f"map {token.space}"} if token.space is not ABSENT else set()
        things |= {f"circle {token.to}"} if token.to is not ABSENT else set()
    for move in step.moves if step.moves is not ABSENT else ():
        things.add(f"circle {move.from_}")
    return things
