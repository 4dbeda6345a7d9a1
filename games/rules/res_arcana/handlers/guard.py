"""The question before every check: is this event asked for now, and of this seat?"""

from typing import Any

from games.engine.errors import IllegalAction, ImpossibleChance
from games.engine.events import Action, Chance, Event
from games.rules.res_arcana.state import Pending, State


def due(state: State) -> tuple[str, ...]:
    """The types of the events that may come next."""
    if not state.stack:
        return ()
    return tuple(_name(kind) for kind in _top(state).accepts)


def _top(state: State) -> Pending:
    top = state.stack[-1]
    assert type(top) is Pending
    return top


def _name(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def guard_action(state: State, event: Action) -> None:
    """Refuse an action of a seat that has nothing to decide, or of a type that is not asked for."""
    if state.stack:
        top: Any = state.stack[-1]
        if event.seat in top.seats and type(event) in top.accepts:
            return
        if top.seats and event.seat not in top.seats:
            expected = sorted(top.seats)
            raise IllegalAction(
                "not_your_decision", seat=event.seat, expected=expected, found=event.seat, event=_name(type(event))
            )
    raise IllegalAction("not_now", seat=event.seat, expected=list(due(state)), found=_name(type(event)))


def guard_chance(state: State, event: Chance) -> None:
    """Refuse an event of chance that is not due, or due for somebody else."""
    if not state.stack or type(event) not in _top(state).accepts:
        raise ImpossibleChance("not_now", expected=list(due(state)), found=_name(type(event)))
    seat = getattr(event, "seat", None)
    concerned = _top(state).seat
    if seat is not None and concerned >= 0 and seat != concerned:
        raise ImpossibleChance("other_seat", seat=seat, expected=concerned, found=seat, event=_name(type(event)))
