"""Hibernation, the two halves of a turn, the solo refresh; refills (rules.md 3, 10, 19.7, 19.8)."""

from typing import Any

from games.engine.errors import IllegalAction, ImpossibleChance
from games.rules.revive import events
from games.rules.revive.effects import last_major_gone, lose_card
from games.rules.revive.flow import answered, run
from games.rules.revive.handlers.free import hibernation_steps
from games.rules.revive.handlers.guards import drawn, idle, not_now
from games.rules.revive.handlers.rewards import has_at_lake
from games.rules.revive.state import Ask, Draw, Ending, Player, Rewards, State

STEPS = 5


# ---- hibernation


def check_hibernate(state: State, event: events.Hibernate) -> None:
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Ask) and top.name == "hibernate" and top.seat == event.seat:
        return
    idle(state, event, "3")
    if state.acted or state.half == 2 or state.hibernating >= 0:
        raise not_now(state, event, "3")


def apply_hibernate(state: State, event: events.Hibernate) -> None:
    """It only opens the hibernation; a card with the symbol leaves the game before any step (rules.md 4.4, 10)."""
    if state.stack:
        top = state.stack[-1]
        assert isinstance(top, Ask)
        lose_card(state.players[event.seat], top.source)
        answered(state)
    state.hibernating = 0
    state.cube += 2
    run(state)


def check_hibernate_step(state: State, event: events.HibernateStep) -> None:
    idle(state, event, "10")
    if not 0 <= state.hibernating < STEPS:
        raise not_now(state, event, "10")
    step = hibernation_steps(state)[state.hibernating]
    if event.step != step:
        raise IllegalAction("step", seat=event.seat, expected=step, found=event.step, rule="10")
    if step != "track":
        if event.row is not None or event.remove is not None:
            raise IllegalAction("step", seat=event.seat, expected=None, found=event.row or event.remove, rule="10")
        return
    reached = next_row(state, state.players[event.seat])
    if event.row is None or not 1 <= event.row <= reached:
        raise IllegalAction("row", seat=event.seat, expected=[1, reached], found=event.row, rule="10")
    expected = list(state.majors) if removal_due(state, state.players[event.seat]) else [None]
    if event.remove not in expected:
        raise IllegalAction("remove", seat=event.seat, expected=expected, found=event.remove, rule="10")


def next_row(state: State, player: Player) -> int:
    """Where the hibernation pawn moves; on the last space it stays."""
    return min(player.hibernation + 1, state.components.catalogue.hibernation_track.last)


def removal_due(state: State, player: Player) -> bool:
    """Whether this move of the pawn removes a major artifact."""
    at = state.options.hib_fourth or state.components.catalogue.hibernation_track.remove_artifact_at
    return bool(state.majors) and player.hibernation + 1 == at


def apply_hibernate_step(state: State, event: events.HibernateStep) -> None:
    player = state.players[event.seat]
    state.hibernating += 1
    if event.step == "wake":
        player.active |= player.resting
        player.resting = {}
    elif event.step == "rest":
        for name, pile in player.slots.items():
            player.resting |= {laid.card.id: laid.card for laid in pile}
            player.slots[name] = []
    elif event.step == "switch":
        player.switch_used = False
    elif event.step == "energy":
        player.energy += len(player.charged)
        player.charged = {}
    else:
        _move_pawn(state, player, event)
    run(state)


def _move_pawn(state: State, player: Player, event: events.HibernateStep) -> None:
    """The artifact is removed on moving, before the row's reward; lakes pay with it."""
    player.hibernation = next_row(state, player)
    if event.remove is not None:
        del state.majors[event.remove]
        last_major_gone(state, event.seat)
    assert event.row is not None
    rewards: dict[str, tuple[Any, ...]] = {"row": state.components.rows[event.row]}
    for slot, name in state.lakes.items():
        lake = state.components.lakes[name]
        for size, effects in (("small", lake.hibernate_small), ("large", lake.hibernate_large)):
            if effects and has_at_lake(state, player, slot, size):
                rewards[f"{name}:{size}"] = effects
    state.stack.append(Rewards(event.seat, rewards))


# ---- halves


def check_next_action(state: State, event: events.NextAction) -> None:
    idle(state, event, "3")
    if state.half == 2 or not state.acted or state.hibernating >= 0 or state.seats == 1:
        raise not_now(state, event, "3")


def apply_next_action(state: State, event: events.NextAction) -> None:
    _end(state, turn=False)


def check_end_turn(state: State, event: events.EndTurn) -> None:
    idle(state, event, "3")
    done = state.acted or state.half == 2 if state.hibernating < 0 else state.hibernating == STEPS
    if not done:
        raise not_now(state, event, "3")


def apply_end_turn(state: State, event: events.EndTurn) -> None:
    _end(state, turn=True)


def _end(state: State, *, turn: bool) -> None:
    state.ending = True
    state.stack.append(Ending(turn))
    run(state)


# ---- solo


def check_solo_refresh(state: State, event: events.SoloRefresh) -> None:
    idle(state, event, "19.8")
    if state.seats > 1 or state.hibernating < 0 or state.refreshed:
        raise not_now(state, event, "19.8")
    shown = [*state.citizens, *state.modules, *(name for row in state.machines.values() for name in row)]
    kinds = (
        (event.citizens, list(state.citizens)),
        (event.machines, shown_machines(state)),
        (event.modules, list(state.modules)),
    )
    for found, expected in kinds:
        for name in found:
            if name not in expected or found.count(name) > 1:
                raise IllegalAction("unknown_target", seat=event.seat, expected=expected, found=name, rule="19.8")
    if not (event.citizens or event.machines or event.modules):
        raise IllegalAction("count", seat=event.seat, expected=[1, len(shown)], found=[], rule="19.8")


def shown_machines(state: State) -> list[str]:
    """Face-up machines of all colors."""
    return [name for row in state.machines.values() for name in row]


def apply_solo_refresh(state: State, event: events.SoloRefresh) -> None:
    """Refills: citizens, machines gray, green, yellow, modules."""
    state.refreshed = True
    draws = [Draw(events.RefillCitizen) for _ in event.citizens]
    for name in event.citizens:
        del state.citizens[name]
    for color, row in state.machines.items():
        gone = [name for name in event.machines if name in row]
        for name in gone:
            del row[name]
        draws += [Draw(events.RefillMachine, detail=color) for _ in gone]
    for name in event.modules:
        del state.modules[name]
    draws += [Draw(events.RefillModule) for _ in event.modules]
    state.stack.extend(reversed(draws))
    run(state)


# ---- refills


def _check_from(found: str, deck: dict[str, None]) -> None:
    if found not in deck:
        raise ImpossibleChance("not_in_supply", expected=sorted(deck), found=found, rule="15")


def check_refill_citizen(state: State, event: events.RefillCitizen) -> None:
    drawn(state, event)
    _check_from(event.card, state.citizen_deck)


def apply_refill_citizen(state: State, event: events.RefillCitizen) -> None:
    del state.citizen_deck[event.card]
    state.citizens[event.card] = None
    _next(state)


def check_draw_citizen(state: State, event: events.DrawCitizen) -> None:
    drawn(state, event, event.seat)
    _check_from(event.card, state.citizen_deck)


def apply_draw_citizen(state: State, event: events.DrawCitizen) -> None:
    del state.citizen_deck[event.card]
    state.players[event.seat].active[event.card] = state.components.cards[event.card]
    _next(state)


def check_refill_module(state: State, event: events.RefillModule) -> None:
    if _early_refill(state) is None:
        drawn(state, event)
    _check_from(event.module, state.module_deck)


def _early_refill(state: State) -> Draw | None:
    """The refill below what a module on an activation place has asked, as long as that is untouched."""
    top = state.stack[-1] if state.stack else None
    for item in reversed(state.stack):
        if isinstance(item, Draw) and item.kind is events.RefillModule and item.detail is not None:
            asked, times = item.detail
            return item if asked is top and getattr(top, "n", 0) == times else None
    return None


def apply_refill_module(state: State, event: events.RefillModule) -> None:
    del state.module_deck[event.module]
    state.modules[event.module] = None
    early = _early_refill(state)
    if early is None:
        state.stack.pop()
    else:
        state.stack[:] = [item for item in state.stack if item is not early]
    run(state)


def check_refill_machine(state: State, event: events.RefillMachine) -> None:
    draw = drawn(state, event)
    if event.color != draw.detail:
        raise ImpossibleChance("not_now", expected=[draw.detail], found=event.color, rule="8")
    _check_from(event.machine, state.machine_decks[event.color])


def apply_refill_machine(state: State, event: events.RefillMachine) -> None:
    del state.machine_decks[event.color][event.machine]
    state.machines[event.color][event.machine] = None
    _next(state)


def check_refill_journey(state: State, event: events.RefillJourney) -> None:
    drawn(state, event)
    _check_from(event.journey, state.journey_deck)


def apply_refill_journey(state: State, event: events.RefillJourney) -> None:
    del state.journey_deck[event.journey]
    state.journeys[event.journey] = None
    _next(state)


def _next(state: State) -> None:
    state.stack.pop()
    run(state)
