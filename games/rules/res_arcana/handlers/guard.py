"""The question before every check: is this event asked for now, and of this seat?"""

from games.engine.decisions import check_decision, event_name, nothing_to_decide
from games.engine.errors import ImpossibleChance
from games.engine.events import Action, Chance
from games.rules.res_arcana.state import State, question


def due(state: State) -> tuple[str, ...]:
    """The types of the events that may come next."""
    asked = question(state)
    return tuple(event_name(kind) for kind in asked.accepts) if asked is not None else ()


def guard_action(state: State, event: Action) -> None:
    """Refuse an action of a seat that has nothing to decide, or of a type that is not asked for."""
    asked = question(state)
    if asked is None or not asked.seats:
        raise nothing_to_decide(event, due(state))
    check_decision(asked, event)


def guard_chance(state: State, event: Chance) -> None:
    """Refuse an event of chance that is not due, or due for somebody else."""
    asked = question(state)
    if asked is None or type(event) not in asked.accepts:
        raise ImpossibleChance("not_now", expected=list(due(state)), found=event_name(type(event)))
    seat = getattr(event, "seat", asked.seat)
    if asked.seat >= 0 and seat != asked.seat:
        raise ImpossibleChance("other_seat", seat=seat, expected=asked.seat, found=seat, event=event_name(type(event)))
