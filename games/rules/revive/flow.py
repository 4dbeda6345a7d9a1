"""What happens by itself: effect lists go on, decisions lapse, empty decks are passed over, halves end (rules.md 19.4 to 19.7)."""

from collections.abc import Callable
from typing import Any

from games.engine.events import Seat
from games.rules.revive import events
from games.rules.revive.counters import laid_cards
from games.rules.revive.effects import OPS, lose_card, move_on_tracks
from games.rules.revive.state import Ask, Doing, Draw, Ending, PlayEnd, Player, Rewards, State
from games.rules.revive.vocabulary import BASIC


def run(state: State) -> None:
    """Go on until a decision or a chance event is due, or nothing is pending."""
    stack = state.stack
    while stack:
        top = stack[-1]
        if isinstance(top, Doing):
            at = top.at
            if at == len(top.effects) or (not at and top.module and not _on_board(state, top)):
                stack.pop()
            else:
                top.at = at + 1
                effect = top.effects[at]
                OPS[type(effect)](state, top, effect)
        elif isinstance(top, Ask):
            lapses = LAPSES.get(top.name)
            if lapses is None or not lapses(state, top):
                return
            stack.pop()
        elif isinstance(top, Draw):
            available = AVAILABLE.get(top.kind)
            if available is None or available(state, top):
                return
            stack.pop()
        elif isinstance(top, Rewards):
            if len(top.left) > 1:
                return
            stack.pop()
            stack.extend(Doing(top.seat, effects) for effects in top.left.values())
        elif isinstance(top, PlayEnd):
            _end_play(state, top)
        else:
            _end_half(state, top)


def answered(state: State) -> None:
    """The decision on top has been taken once."""
    top = state.stack[-1]
    assert isinstance(top, Ask)
    top.n -= 1
    if not top.n:
        state.stack.pop()


def _on_board(state: State, doing: Doing) -> bool:
    return any(doing.module in places for places in state.players[doing.seat].modules.values())


def _end_play(state: State, top: PlayEnd) -> None:
    state.stack.pop()
    if not top.hibernate:
        return
    if state.hibernating >= 0 or top.seat != state.turn:
        lose_card(state.players[top.seat], top.card)
    else:
        state.stack.append(Ask("hibernate", top.seat, source=top.card))


# ---- decisions that lapse (19.5)


def resting_choices(player: Player, ask: Ask) -> list[str]:
    """Cards in slots that a `rest_card` effect may move."""
    own = ask.source if ask.effect is not None and getattr(ask.effect, "not_self", False) else ""
    return [laid.card.id for laid in laid_cards(player) if laid.card.id != own]


def technologies_in_reach(state: State, player: Player) -> list[str]:
    """Technologies that the next figure may unlock: at first the bottommost, then any linked to an unlocked one."""
    places, own = state.components.technologies, player.technologies
    return [
        technology.id
        for technology in state.components.tribes[player.tribe].technology
        if technology.id not in own
        and (places[technology.id].first if not own else not places[technology.id].linked.isdisjoint(own))
    ]


def moves_of_population(state: State, player: Player) -> bool:
    """Whether a figure on a regular location has another one to go to."""
    if all(isinstance(space, str) for space in player.figures):
        return False
    return any(kind == "location" and space not in player.figures for space, kind in state.terrain.items())


def _no_machine(state: State, ask: Ask) -> bool:
    color = ask.effect.color
    return not any(state.machines[of] for of in state.machines if color in (of, "any"))


def _no_recruit(state: State, ask: Ask) -> bool:
    if ask.effect.source == "display_or_deck" and state.citizen_deck:
        return False
    color = ask.effect.color
    return not any(color in ("any", state.components.cards[card].color) for card in state.citizens)


def _no_overflow(state: State, ask: Ask) -> bool:
    res, limits = state.players[ask.seat].res, state.components.facts.limits
    if res["crystal"] <= limits["crystal"]:
        return True
    if any(res[name] < limits[name] for name in BASIC):
        return False
    res["crystal"] = limits["crystal"]
    return True


def _no_marker(state: State, ask: Ask) -> bool:
    return not state.players[ask.seat].markers_left


def _no_free_populate(state: State, ask: Ask) -> bool:
    player = state.players[ask.seat]
    return "extra" in player.figures or not technologies_in_reach(state, player)


def _nothing_active(state: State, ask: Ask) -> bool:
    return not state.players[ask.seat].active


LAPSES: dict[str, Callable[[State, Ask], bool]] = {
    "module": lambda state, ask: not state.modules,
    "machine": _no_machine,
    "recruit": _no_recruit,
    "rest_card": lambda state, ask: not resting_choices(state.players[ask.seat], ask),
    "tech_rest": lambda state, ask: not resting_choices(state.players[ask.seat], ask),
    "wake_card": lambda state, ask: not state.players[ask.seat].resting,
    "top_of_active": _nothing_active,
    "discard_for_top": _nothing_active,
    "play_extra": _nothing_active,
    "reopen_crate": lambda state, ask: not (state.players[ask.seat].opened.keys() - state.players[ask.seat].reopened),
    "tribe": lambda state, ask: state.players[ask.seat].tribe in state.components.marking and _no_marker(state, ask),
    "recover_energy": lambda state, ask: not state.players[ask.seat].charged,
    "place_marker": _no_marker,
    "move_population": lambda state, ask: not moves_of_population(state, state.players[ask.seat]),
    "free_populate": _no_free_populate,
    "overflow": _no_overflow,
}

AVAILABLE: dict[type, Callable[[State, Draw], Any]] = {
    events.DrawCrate: lambda state, draw: state.crates.left,
    events.DrawCitizen: lambda state, draw: state.citizen_deck,
    events.RefillCitizen: lambda state, draw: state.citizen_deck,
    events.RefillModule: lambda state, draw: state.module_deck,
    events.RefillMachine: lambda state, draw: state.machine_decks[draw.detail],
    events.RefillJourney: lambda state, draw: state.journey_deck,
}


# ---- the end of a half (19.7)


def settle(state: State, seat: Seat, to_devotion: int = 0, to_points: int = 0) -> None:
    """Move a pool onto the tracks, `to_devotion` and `to_points` being what is received for two of the other kind."""
    player = state.players[seat]
    points = player.pool_points - 2 * to_devotion + to_points
    devotion = player.pool_devotion - 2 * to_points + to_devotion
    player.pool_points = player.pool_devotion = 0
    move_on_tracks(state, seat, points, devotion)


def _end_half(state: State, top: Ending) -> None:
    if state.options.expansion == "on":
        for seat in state.clockwise(state.turn):
            player = state.players[seat]
            if player.pool_points or player.pool_devotion:
                settle(state, seat)
                return
    state.stack.pop()
    state.ending = False
    limits = state.components.facts.limits
    for player in state.players:
        for name, limit in limits.items():
            if player.res[name] > limit:
                player.res[name] = limit
        player.waiting = None
        if player.colors:
            player.colors.clear()
    state.acted = False
    if top.turn:
        _end_turn(state)
    else:
        state.half = 2


def _end_turn(state: State) -> None:
    state.half = 1
    state.hibernating = -1
    state.refreshed = False
    if state.seats == 1:
        state.over = state.cube >= state.components.facts.solo_steps
        return
    if state.last_turns > 0:
        state.last_turns -= 1
    elif state.triggered:
        state.last_turns = state.seats - 1
    if not state.last_turns:
        state.over = True
    else:
        state.turn = (state.turn + 1) % state.seats
