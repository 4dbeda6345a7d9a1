"""Whose turn is it to do what: the question before every check (rules.md 3, 16, 19.4)."""

from games.engine.decisions import event_name
from games.engine.errors import IllegalAction, ImpossibleChance
from games.engine.events import Action, Chance, Seat
from games.rules.revive import events
from games.rules.revive.state import Ask, Draw, Player, Rewards, State

ANSWERS: dict[str, type[Action]] = {
    "basic": events.PickResource,
    "advance": events.AdvanceAny,
    "module": events.TakeModule,
    "machine": events.TakeMachine,
    "artifact": events.TakeArtifact,
    "recruit": events.TakeCard,
    "rest_card": events.PickCard,
    "tech_rest": events.PickCard,
    "wake_card": events.PickCard,
    "top_of_active": events.PickCard,
    "discard_for_top": events.PickCard,
    "play_extra": events.PlayCard,
    "trade": events.DoTrade,
    "choice": events.PickOption,
    "cost": events.PickOption,
    "reopen_crate": events.PickOption,
    "tribe": events.UseTribe,
    "recover_energy": events.PickEnergy,
    "place_marker": events.PlaceMarker,
    "move_population": events.MovePopulation,
    "free_populate": events.Populate,
    "fill_resource": events.PickResource,
    "overflow": events.OverflowCrystal,
    "turn_tile": events.TurnTile,
    "keep_scyphoz": events.KeepScyphoz,
    "hibernate": events.Hibernate,
    "choose_tribe": events.ChooseTribe,
    "choose_artifact_card": events.ChooseArtifactCard,
}
"""The event that answers a decision, by its name (19.5); `extra_action` is answered by the action that it names."""

MAIN: dict[str, tuple[type[Action], ...]] = {
    "play": (events.PlayCard,),
    "switch": (events.SwitchBasic, events.SwitchCopy, events.SwitchJourney),
    "explore": (events.Explore,),
    "build": (events.Build,),
    "populate": (events.Populate,),
}

FORCED = frozenset({"turn_tile", "keep_scyphoz", "cost", "choose_tribe", "choose_artifact_card", "hibernate"})
"""Decisions that cannot be declined (19.5, 19.6.5)."""


def expected_events(state: State) -> list[str]:
    """The types of the events that are due; free actions come besides."""
    if state.over:
        return []
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Draw):
        kinds: tuple[type[Action] | type[Chance], ...] = (top.kind,)
    elif isinstance(top, Rewards):
        kinds = (events.OrderRewards,)
    elif isinstance(top, Ask):
        if top.name == "extra_action":
            kinds = tuple(kind for action in top.effect.actions for kind in MAIN[action])
        else:
            kinds = (ANSWERS[top.name],)
    elif state.hibernating >= 0:
        kinds = (events.HibernateStep,) if state.hibernating < 5 else (events.EndTurn,)
    elif state.acted:
        kinds = (events.NextAction, events.EndTurn) if state.half == 1 and state.seats > 1 else (events.EndTurn,)
    else:
        kinds = tuple(kind for action in MAIN.values() for kind in action)
        kinds += (events.Hibernate,) if state.half == 1 else (events.EndTurn,)
    return [event_name(kind) for kind in kinds]


def deciding(state: State) -> Seat | None:
    """The seat whose decision is due; None when chance or nothing is."""
    if state.stack:
        top = state.stack[-1]
        return top.seat if isinstance(top, Ask | Rewards) else None
    return None if state.over or state.turn < 0 else state.turn


def not_now(state: State, action: Action, rule: str) -> IllegalAction:
    """The refusal of an action of the wrong seat, or of a kind that is not due."""
    seat, found = deciding(state), event_name(type(action))
    if seat is not None and seat != action.seat:
        return IllegalAction(
            "not_your_decision", seat=action.seat, expected=[seat], found=action.seat, event=found, rule=rule
        )
    return IllegalAction("not_now", seat=action.seat, expected=expected_events(state), found=found, rule=rule)


def asked(state: State, action: Action, name: str, rule: str = "19.5") -> Ask:
    """The decision `name` that `action` answers; refuses when it is not due from that seat."""
    if state.stack:
        top = state.stack[-1]
        if isinstance(top, Ask) and top.name == name and top.seat == action.seat:
            return top
    raise not_now(state, action, rule)


def idle(state: State, action: Action, rule: str) -> Player:
    """Nothing is pending in the own turn."""
    if state.stack or state.turn != action.seat or state.over:
        raise not_now(state, action, rule)
    return state.players[action.seat]


def main_action(state: State, action: Action, kind: str) -> Ask | None:
    """Refuse unless a main action of `kind` can be done now; gives the pending extra action that it answers, if any."""
    stack = state.stack
    if not stack:
        if state.turn == action.seat and not state.acted and state.hibernating < 0 and not state.over:
            return None
    else:
        top = stack[-1]
        if isinstance(top, Ask) and top.seat == action.seat and answers_extra(top, kind):
            return top
    raise not_now(state, action, "3")


def answers_extra(ask: Ask, kind: str) -> bool:
    """Whether a main action of `kind` answers this decision."""
    if ask.name == "extra_action":
        return kind in ask.effect.actions
    return ask.name == "play_extra" and kind == "play"


def free_action(state: State, action: Action) -> Player:
    """Refuse unless free actions are legal: in the own turn, no chance due, no half ending, no one else deciding (19.4.5)."""
    seat = action.seat
    if seat != state.turn or state.over or state.ending:
        raise not_now(state, action, "19.4.5")
    if state.stack:
        top = state.stack[-1]
        if isinstance(top, Draw) or top.seat != seat:  # type: ignore[union-attr]
            raise not_now(state, action, "19.4.5")
    return state.players[seat]


def at_any_time(state: State, action: Action) -> Player:
    """Refuse while chance is due or nobody's turn has begun: the rest is open to every seat (19.5)."""
    chance_due = bool(state.stack) and isinstance(state.stack[-1], Draw)
    if state.over or state.turn < 0 or chance_due or not 0 <= action.seat < state.seats:
        raise not_now(state, action, "19.5")
    return state.players[action.seat]


def drawn(state: State, event: Chance, seat: Seat | None = None) -> Draw:
    """The draw that `event` answers; refuses a draw that is not due, or is another seat's."""
    if state.stack:
        top = state.stack[-1]
        if isinstance(top, Draw) and top.kind is type(event) and seat in (None, top.seat):
            return top
    raise ImpossibleChance("not_now", expected=expected_events(state), found=event_name(type(event)), rule="19.4.2")
