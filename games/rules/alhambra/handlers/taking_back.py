"""Decisions that were taken back: possible when they were made, and gone but for the stored wall (rules.md 7.3)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.engine.errors import IllegalAction, LogProblem
from games.engine.events import Claim
from games.engine.supply import Supply
from games.rules.alhambra.claims import TakenBack
from games.rules.alhambra.events import Place, RedesignAdd, RedesignSwap
from games.rules.alhambra.state import State

Step = Callable[[State, Any], None]


def check_taken_back(state: State, event: TakenBack, check: Step, apply: Step, verify: Step) -> None:
    """Play the decisions on a copy; the place of a refusal is `events[n]`."""
    for index, inner in enumerate(event.events):
        if not isinstance(inner, Claim) and inner.seat != event.seat:
            raise IllegalAction(
                "not_your_decision", path=f"events[{index}]", seat=inner.seat, expected=[event.seat], found=inner.seat
            )
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


def apply_taken_back(state: State, event: TakenBack, apply: Step) -> None:
    """Take over the stored wall alone."""
    if not any(isinstance(inner, Place | RedesignAdd | RedesignSwap) for inner in event.events):
        return
    trial = copy_for_turn(state)
    for inner in event.events:
        if not isinstance(inner, Claim):
            apply(trial, inner)
    player, tried = state.players[event.seat], trial.players[event.seat]
    if player.wall != tried.wall:
        player.wall = tried.wall
        player.wall_is_old = True


def copy_for_turn(state: State) -> State:
    """A position on which the seat to move can play its turn out without touching `state`."""
    players = list(state.players)
    mover = players[state.turn]
    players[state.turn] = replace(
        mover,
        board=dict(mover.board),
        kinds=list(mover.kinds),
        hand=dict(mover.hand),
        reserve=dict(mover.reserve),
    )
    dirk = state.dirk
    return replace(
        state,
        trial=True,
        players=players,
        dirk=dirk and replace(dirk, kinds=list(dirk.kinds), tiles=list(dirk.tiles)),
        discards=dict(state.discards),
        display=list(state.display),
        market=list(state.market),
        bought=dict(state.bought),
        deck=Supply(dict(state.deck.unseen), state.deck.left, dict(state.deck.aside)) if mover.hidden else state.deck,
    )
