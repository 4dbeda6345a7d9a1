"""Decisions that were taken back: possible when they were made, and gone but for the stored wall (rules.md 7.3)."""

from collections.abc import Callable
from typing import Any, TypeVar

from games.engine.errors import LogProblem
from games.engine.events import Claim
from games.engine.supply import Supply
from games.rules.alhambra.claims import TakenBack
from games.rules.alhambra.state import Dirk, State

T = TypeVar("T")
Step = Callable[[State, Any], None]


def check_taken_back(state: State, event: TakenBack, check: Step, apply: Step, verify: Step) -> None:
    """Play the decisions on a copy; the place of a refusal is `events[n]`."""
    trial = copy_for_turn(state)
    for index, inner in enumerate(event.events):
        try:
            if isinstance(inner, Claim):
                verify(trial, inner)
            else:
                check(trial, inner)
                apply(trial, inner)
        except LogProblem as problem:
            problem.path = f"events[{index}]"
            raise
    state.tried_wall = trial.players[state.turn].wall


def apply_taken_back(state: State, event: TakenBack) -> None:
    """Take over the stored wall alone, as it was found by the check."""
    player = state.players[state.turn]
    if player.wall != state.tried_wall:
        player.wall = state.tried_wall
        player.wall_is_old = True


def copy_for_turn(state: State) -> State:
    """A position on which the seat to move can play its turn out without touching `state`."""
    trial = copy(state)
    mover = copy(state.players[state.turn])
    mover.board, mover.kinds, mover.hand = mover.board.copy(), mover.kinds.copy(), mover.hand.copy()
    mover.reserve = mover.reserve.copy()
    trial.trial = True
    trial.players = state.players.copy()
    trial.players[state.turn] = mover
    trial.discards, trial.display = state.discards.copy(), state.display.copy()
    trial.market, trial.bought = state.market.copy(), state.bought.copy()
    if state.dirk is not None:
        trial.dirk = Dirk(state.dirk.kinds.copy(), state.dirk.tiles.copy(), state.dirk.hidden)
    if mover.hidden:
        trial.deck = Supply(state.deck.unseen.copy(), state.deck.left, state.deck.aside.copy())
    return trial


def copy(thing: T) -> T:
    """A shallow copy of an object with slots; `copy.copy` takes four times as long."""
    twin = object.__new__(type(thing))
    for name in thing.__slots__:  # type: ignore[attr-defined]
        setattr(twin, name, getattr(thing, name))
    return twin
