"""Who must decide what now: a stack of pending decisions, and the guard before every action."""

import msgspec

from games.engine.errors import IllegalAction
from games.engine.events import Action, Event, Seat


class Decision(msgspec.Struct, frozen=True, gc=False):
    """One open question: any of `seats` may answer with one of `accepts`; `optional` ones may stay unanswered.

    `accepts` also lists the free actions that are allowed meanwhile. Where chance stands in the same line as decisions,
    it is due when nobody is in `seats`.
    """

    seats: frozenset[Seat]
    accepts: tuple[type[Event], ...]
    optional: bool = False


def to_decide(pending: list[Decision]) -> frozenset[Seat]:
    """The seats that must act now; nobody when chance or the end is due."""
    return pending[-1].seats if pending else frozenset()


def check_decision(decision: Decision, action: Action) -> None:
    """Refuse an action of a seat that has nothing to decide, or of a type that is not asked for."""
    kind = type(action)
    if action.seat not in decision.seats:
        raise IllegalAction(
            "not_your_decision",
            seat=action.seat,
            expected=sorted(decision.seats),
            found=action.seat,
            event=event_name(kind),
        )
    if kind not in decision.accepts:
        expected = [event_name(accepted) for accepted in decision.accepts]
        raise IllegalAction("not_now", seat=action.seat, expected=expected, found=event_name(kind))


def nothing_to_decide(action: Action, due: tuple[str, ...]) -> IllegalAction:
    """The refusal of an action when nobody has to decide; `due` names the events that must come first."""
    return IllegalAction("not_now", seat=action.seat, expected=list(due), found=event_name(type(action)))


def event_name(kind: type[Event]) -> str:
    """The `type` by which an event goes in records."""
    return str(kind.__struct_config__.tag)
