"""An active turn (rules.md 3): pawn, wheel, offer, picks, actions."""

from collections.abc import Callable

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.arctica.ecosystem import ability_fault, reproduction_fault
from games.rules.arctica.events import Decided, Place, Step
from games.rules.arctica.handlers import actions
from games.rules.arctica.handlers.colony import colony_families, play_colony
from games.rules.arctica.source import Sides, Source
from games.rules.arctica.state import State

PLAYS: dict[str, Callable[[State, Source, Seat, Step], None]] = {
    "fauna": actions.play_fauna,
    "reproduce": actions.play_reproduce,
    "ability": actions.play_ability,
    "flora2": actions.play_flora,
    "migrate": actions.play_migrate,
    "draw2": actions.play_draw,
    "rotate_card": actions.play_rotate_card,
    "rotate_migrate": actions.play_rotate_migrate,
    "colony": play_colony,
}
DECISION_OF: dict[str, Decided] = {
    "fauna": "fauna",
    "reproduction": "reproduce",
    "ability": "ability",
    "flora2": "flora2",
    "migration2": "migrate",
    "draw2": "draw2",
    "rotate_card": "rotate_card",
    "rotate_migration": "rotate_migrate",
    "colony": "colony",
}
QUARTERS = {"cw": 1, "ccw": -1}
INDEX = {"a": 0, "b": 1}
OTHER = {"a": "b", "b": "a"}

Due = list[tuple[Seat, tuple[str, ...]]]
"""Seats in the order in which they act, each with the sides it carries out."""


def play_turn(state: State, source: Source) -> None:
    """Play one active turn through."""
    offer = _place(state, source.place(state))
    source.offer(offer)
    seats = state.clockwise(state.active)
    picks = {seat: _pick(state, source, seat, offer) for seat in seats[1:]}
    first = source.order(state, offer)
    parallel, colony, after = _due(state, offer, picks, first)
    if state.table.options.colony_timing == "colony_first":
        _colony(state, source, offer, colony)
        _parallel(state, source, offer, parallel)
    else:
        _parallel(state, source, offer, parallel)
        _colony(state, source, offer, colony)
    for seat, sides in after:
        source.open("after", None)
        _act(state, source, seat, sides, offer)
    _end_turn(state)


def _place(state: State, place: Place) -> Sides:
    """A12 to A14: put the pawn, turn the wheel; returns the offer."""
    box = state.table.box
    space = box.action_spaces.get(place.space)
    if space is None:
        expected = list(box.action_spaces)
        raise IllegalAction("unknown_target", path="place", seat=state.active, expected=expected, found=place.space)
    if space.index in closed_spaces(state):
        raise IllegalAction("already_used", path="place", seat=state.active, found=place.space, rule="A12")
    wheel = box.wheel_index.get(place.wheel, -1)
    if wheel not in space.wheels:
        expected = [box.wheels[touched] for touched in space.wheels]
        raise IllegalAction(
            "wrong_wheel", path="place", seat=state.active, expected=expected, found=place.wheel, rule="A13"
        )
    state.orientations[wheel] = (state.orientations[wheel] + QUARTERS[place.dir]) % 4
    state.used.append(space.index)
    a, b = (
        box.wheel_actions[touched][(side - state.orientations[touched]) % 4]
        for touched, side in zip(space.wheels, space.sides, strict=True)
    )
    return a, b


def closed_spaces(state: State) -> list[int]:
    """Action spaces that are not available (A12)."""
    availability = state.table.options.pawn_availability
    if availability == "unused_this_round":
        return state.used
    return state.used[-1:] if availability == "not_last" else []


def _pick(state: State, source: Source, seat: Seat, offer: Sides) -> str:
    pick = source.pick(state, seat, offer)
    if pick == "pass" and state.table.options.forgo == "only_if_impossible":
        raise IllegalAction("forgo", path=f"picks.{seat}", seat=seat, expected=["a", "b"], found=pick, rule="A18")
    return pick


def _due(state: State, offer: Sides, picks: dict[Seat, str], first: str) -> tuple[Due, Due, Due]:
    """A16, A17: who does what in `parallel`, `colony` and `after`."""
    active = state.active
    both: Due = [(active, (first, OTHER[first]))]
    inactive: Due = [(seat, (pick,)) for seat, pick in picks.items() if pick != "pass"]
    colony = {side for side, action in zip("ab", offer, strict=True) if action == "colony"}
    if not colony:
        return both + inactive, [], []
    if len(colony) == 2:
        return [], both + inactive, []
    side = colony.pop()
    others: Due = [(seat, sides) for seat, sides in inactive if sides[0] != side]
    placing: Due = [(active, (side,)), *((seat, sides) for seat, sides in inactive if sides[0] == side)]
    rest: Due = [(active, (OTHER[side],))]
    if state.table.options.colony_timing == "colony_first":
        if first != side:
            raise IllegalAction("order", path="order", seat=active, expected=side, found=first, rule="A17")
        return rest + others, placing, []
    if first == side:
        return others, placing, rest
    return rest + others, placing, []


def _parallel(state: State, source: Source, offer: Sides, due: Due) -> None:
    for seat, sides in due:
        source.open("parallel", seat)
        _act(state, source, seat, sides, offer)


def _colony(state: State, source: Source, offer: Sides, due: Due) -> None:
    if due:
        source.open("colony", None)
    for seat, sides in due:
        _act(state, source, seat, sides, offer)


def _act(state: State, source: Source, seat: Seat, sides: tuple[str, ...], offer: Sides) -> None:
    """Carry out, or forgo, each action that is due (A98)."""
    for side in sides:
        action = offer[INDEX[side]]
        step = source.act(state, seat, side, action)
        if step.do == "forgo":
            _forgo(state, seat, step, side, action)
        elif step.do == DECISION_OF[action]:
            PLAYS[step.do](state, source, seat, step)
        else:
            expected = [DECISION_OF[action], "forgo"]
            raise IllegalAction("not_now", seat=seat, expected=expected, found=step.do, rule="A98")
        source.close()


def _forgo(state: State, seat: Seat, step: Step, side: str, action: str) -> None:
    """D13 (A18)."""
    if step.side != side:
        raise IllegalAction("not_now", seat=seat, expected=side, found=step.side, rule="D13")
    if state.table.options.forgo == "only_if_impossible" and is_possible(state, seat, action):
        raise IllegalAction("forgo", seat=seat, found=action, rule="A18")


def is_possible(state: State, seat: Seat, action: str) -> bool:
    """Whether any legal form of the action exists now; of unknown cards nothing is assumed (H4.9)."""
    if action == "fauna":
        player = state.players[seat]
        cards = (state.table.box.fauna[card] for card in player.hand)
        others = len(player.hand) + player.unknown - 1
        return any(card.cost <= others and actions.fauna_fault(state, player, card) is None for card in cards)
    if action == "reproduction":
        return any(reproduction_fault(state, seat, column) is None for column in (0, 1))
    if action == "ability":
        return any(ability_fault(state, seat, column) is None for column in (0, 1))
    if action == "colony":
        return next(colony_families(state, seat), None) is not None
    return True


def _end_turn(state: State) -> None:
    """A19, A20 and section 4."""
    options = state.table.options
    state.turn += 1
    if state.turn == state.table.turns:
        state.phase = "round_end"
        return
    if state.turn % options.turns_per_round == 0:
        state.used.clear()
    if options.turn_count_mode != "single_active":
        state.active = (state.active + 1) % state.table.seats
