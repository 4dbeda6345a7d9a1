"""Free actions, and what every seat may do at any time (rules.md 3, 8, 9, 13, 19.4.5)."""

from games.engine.errors import IllegalAction, ImpossibleChance
from games.engine.events import Seat
from games.rules.revive import events
from games.rules.revive.counters import count
from games.rules.revive.effects import gain, standing
from games.rules.revive.flow import run, settle
from games.rules.revive.handlers.cards import has_laid
from games.rules.revive.handlers.guards import answers_extra, asked, at_any_time, drawn, free_action
from games.rules.revive.payment import Units, due_payment, spend, times
from games.rules.revive.state import UNSEEN, Ask, Doing, Player, State
from games.rules.revive.vocabulary import BASIC, AnyColor

# ---- machines


def check_use_machine(state: State, event: events.UseMachine) -> None:
    player = free_action(state, event)
    if event.machine not in player.machines:
        expected = sorted(player.machines)
        raise IllegalAction("not_held", seat=event.seat, expected=expected, found=event.machine, rule="8")
    if event.machine in player.charged:
        raise IllegalAction("already_used", seat=event.seat, found=event.machine, rule="8")
    if not player.energy:
        raise IllegalAction("underpaid", seat=event.seat, expected={"energy": 1}, found={"energy": 0}, rule="8")
    if machines_closed(state):
        raise IllegalAction("not_now", seat=event.seat, expected=[], found="use_machine", rule="10")
    if not machine_fits(state, event.seat, event.machine):
        expected = list(state.components.machines[event.machine].on)
        raise IllegalAction("machine_not_now", seat=event.seat, expected=expected, found=event.machine, rule="8")
    _check_color(state, player, event)


def machines_closed(state: State) -> bool:
    """`before_energy`: no machine once the energy has come back in a hibernation (rules.md 10)."""
    if state.options.hibernate_machines == "any_time" or state.hibernating < 0:
        return False
    return hibernation_steps(state).index("energy") < state.hibernating


def hibernation_steps(state: State) -> tuple[events.Step, ...]:
    """The steps of a hibernation in the profile's order (rules.md 10)."""
    if state.options.hibernate_order == "bga":
        return ("wake", "rest", "switch", "energy", "track")
    return ("energy", "wake", "rest", "switch", "track")


def machine_fits(state: State, seat: Seat, machine: str) -> bool:
    """Whether an action that the machine names can still come in this half."""
    on = state.components.machines[machine].on
    if "any" in on:
        return True
    asks = [item for item in state.stack if isinstance(item, Ask)]
    main_left = not state.acted and state.hibernating < 0 and all(ask.name != "hibernate" for ask in asks)
    return main_left or any(ask.seat == seat and answers_extra(ask, kind) for ask in asks for kind in on)


def needs_color(state: State, machine: str) -> bool:
    """Whether a use of the machine names a card and a color (19.6.3)."""
    if state.options.any_color_scope == "played":
        return False
    return any(isinstance(effect, AnyColor) for effect in state.components.machines[machine].effects)


def _check_color(state: State, player: Player, event: events.UseMachine) -> None:
    if not needs_color(state, event.machine):
        if event.card is not None or event.color is not None:
            raise IllegalAction("color", seat=event.seat, expected=None, found=event.color, rule="19.6.3")
        return
    if event.card is None or event.color is None:
        raise IllegalAction("color", seat=event.seat, expected="card and color", found=event.color, rule="19.6.3")
    if event.card not in player.active and event.card not in player.resting and not has_laid(player, event.card):
        raise IllegalAction("not_held", seat=event.seat, expected="own card", found=event.card, rule="19.6.3")


def apply_use_machine(state: State, event: events.UseMachine) -> None:
    """An energy onto the machine, then its effect."""
    player = state.players[event.seat]
    player.energy -= 1
    player.charged[event.machine] = None
    if event.card is not None and event.color is not None:
        player.colors[event.card] = event.color
    state.stack.append(Doing(event.seat, state.components.machines[event.machine].effects))
    run(state)


# ---- crates


def check_open_crate(state: State, event: events.OpenCrate) -> None:
    player = free_action(state, event)
    if event.crate in player.crates or (player.hidden_crates and state.crates.could_hide(event.crate)):
        return
    raise IllegalAction("not_held", seat=event.seat, expected=sorted(player.crates), found=event.crate, rule="3")


def apply_open_crate(state: State, event: events.OpenCrate) -> None:
    player = state.players[event.seat]
    if event.crate in player.crates:
        del player.crates[event.crate]
    else:
        player.hidden_crates -= 1
        state.crates.reveal(event.crate)
    player.opened[event.crate] = None
    state.stack.append(Doing(event.seat, state.components.crates[event.crate].effects))
    run(state)


def check_draw_crate(state: State, event: events.DrawCrate) -> None:
    drawn(state, event, event.seat)
    if event.crate != UNSEEN and not state.crates.can_draw(event.crate):
        expected = sorted(state.crates.drawable())
        raise ImpossibleChance("not_in_supply", expected=expected, found=event.crate, rule="15")


def apply_draw_crate(state: State, event: events.DrawCrate) -> None:
    """A crate, and a crystal with it where a rule says so (19.6.9)."""
    state.stack.pop()
    player = state.players[event.seat]
    if event.crate == UNSEEN:
        state.crates.draw_hidden(1)
        player.hidden_crates += 1
    else:
        state.crates.draw(event.crate)
        player.crates[event.crate] = None
    for _ in standing(state, player, "crystal_per_crate"):
        gain(state, event.seat, "crystal", 1)
    run(state)


# ---- trades


def due_gain(state: State, seat: Seat, get: Units, number: int, named: Units | None) -> dict[str, int]:
    """What a trade brings, `named` being the basic units chosen (19.1.5)."""
    gained = {name: units * number for name, units in get.items() if name != "basic"}
    basic = get.get("basic", 0) * number
    if not basic:
        if named is not None:
            raise IllegalAction("gain", seat=seat, expected=None, found=dict(named), rule="19.1.5")
        return gained
    if named is None or sum(named.values()) != basic or "crystal" in named:
        raise IllegalAction("gain", seat=seat, expected={"basic": basic}, found=named and dict(named), rule="19.1.5")
    for name, units in named.items():
        gained[name] = gained.get(name, 0) + units
    return gained


def check_tech_trade(state: State, event: events.TechTrade) -> None:
    player = free_action(state, event)
    trade = player.technologies.keys() & {event.technology} and state.components.technologies[event.technology].trade
    if not trade:
        raise IllegalAction("not_held", seat=event.seat, expected="trade", found=event.technology, rule="16")
    if trade.name == "tech_rest" and event.times != 1:
        raise IllegalAction("limit", seat=event.seat, expected=1, found=event.times, rule="16")
    due_payment(state, event.seat, times(trade.pay, event.times), event.pay, "16")
    due_gain(state, event.seat, trade.get, event.times, event.get)


def apply_tech_trade(state: State, event: events.TechTrade) -> None:
    """All is paid before anything is gained (19.6.14)."""
    trade = state.components.technologies[event.technology].trade
    assert trade is not None
    spend(state, event.seat, due_payment(state, event.seat, times(trade.pay, event.times), event.pay))
    if trade.name == "tech_rest":
        state.stack.append(Ask("tech_rest", event.seat, effect=trade))
    for name, units in due_gain(state, event.seat, trade.get, event.times, event.get).items():
        gain(state, event.seat, name, units)
    run(state)


def check_trade_crystal(state: State, event: events.TradeCrystal) -> None:
    player = free_action(state, event)
    if state.options.crystal_mode == "auto":
        raise IllegalAction("option", seat=event.seat, option="crystal_mode", expected="free", found="auto", rule="9")
    if not player.res["crystal"]:
        raise IllegalAction("underpaid", seat=event.seat, expected={"crystal": 1}, found={"crystal": 0}, rule="9")
    if state.options.overflow == "immediate":
        _check_room(state, player, event.seat, event.res)


def apply_trade_crystal(state: State, event: events.TradeCrystal) -> None:
    res = state.players[event.seat].res
    res["crystal"] -= 1
    res[event.res] += 1
    run(state)


# ---- at any time


def _check_room(state: State, player: Player, seat: Seat, res: str) -> None:
    limit = state.components.facts.limits[res]  # type: ignore[index]
    if player.res[res] >= limit:
        raise IllegalAction("limit", seat=seat, expected=limit, found=player.res[res], rule="9")


def check_overflow_crystal(state: State, event: events.OverflowCrystal) -> None:
    if state.options.overflow == "immediate":
        asked(state, event, "overflow")
        player = state.players[event.seat]
    else:
        player = at_any_time(state, event)
    limit = state.components.facts.limits["crystal"]
    if player.res["crystal"] <= limit:
        raise IllegalAction("limit", seat=event.seat, expected=limit + 1, found=player.res["crystal"], rule="9")
    _check_room(state, player, event.seat, event.res)


def apply_overflow_crystal(state: State, event: events.OverflowCrystal) -> None:
    """The decision, where there is one, lapses by itself when no crystal is left above the limit."""
    res = state.players[event.seat].res
    res["crystal"] -= 1
    res[event.res] += 1
    run(state)


def check_settle_points(state: State, event: events.SettlePoints) -> None:
    player = at_any_time(state, event)
    if state.options.expansion == "off":
        raise IllegalAction("option", seat=event.seat, option="expansion", expected="on", found="off", rule="13")
    points, devotion = player.pool_points, player.pool_devotion
    found = {"to_devotion": event.to_devotion, "to_points": event.to_points}
    one_way = state.options.conversion == "points_to_devotion" and event.to_points
    if not (points or devotion) or 2 * event.to_devotion > points or 2 * event.to_points > devotion or one_way:
        expected = {"to_devotion": points // 2, "to_points": devotion // 2}
        raise IllegalAction("limit", seat=event.seat, expected=expected, found=found, rule="13")


def apply_settle_points(state: State, event: events.SettlePoints) -> None:
    settle(state, event.seat, event.to_devotion, event.to_points)
    run(state)


# ---- journeys


def check_resolve_journey(state: State, event: events.ResolveJourney) -> None:
    player = free_action(state, event)
    if player.journeys.get(event.journey) is not False:
        expected = sorted(name for name, flipped in player.journeys.items() if not flipped)
        raise IllegalAction("not_held", seat=event.seat, expected=expected, found=event.journey, rule="13")
    level = level_met(state, player, event.journey)
    if not level or event.level != level:
        raise IllegalAction("level", seat=event.seat, expected=level, found=event.level, rule="13")


def level_met(state: State, player: Player, journey: str) -> int:
    """The highest level met now, 1-based; 0 for none."""
    card = state.components.journeys[journey]
    value = count(state, player, card.count)
    return sum(value >= need for need, _ in card.levels)


def apply_resolve_journey(state: State, event: events.ResolveJourney) -> None:
    """Devotion for the level; from now on the card is a flask."""
    player = state.players[event.seat]
    player.journeys[event.journey] = True
    player.pool_devotion += state.components.journeys[event.journey].levels[event.level - 1][1]
    run(state)


def has_room(state: State, player: Player) -> list[str]:
    """Basic resources below their limit."""
    limits = state.components.facts.limits
    return [name for name in BASIC if player.res[name] < limits[name]]
