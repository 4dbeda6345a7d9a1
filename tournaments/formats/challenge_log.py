"""What happened on a challenge ladder, step by step: the order follows from the steps and the results as they are now.

A result that is corrected later moves the order from its own step on; nothing that came after it is refused for that.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from tournaments.formats import challenge
from tournaments.formats.challenge import Challenge, Rules, Standing

Kind = Literal["challenged", "accepted", "refused", "lapsed", "played", "joined", "left"]


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step. `one` challenges `other`; else `one` is who was challenged, or came, or left.

    `day` is that of the step; `round` the number of the round in which the two, or a whole table, play.
    """

    kind: Kind
    one: int = 0
    other: int = 0
    day: int = 0
    round: int = 0


class Result(msgspec.Struct, frozen=True):
    """How a table ended: its people best first, none where nothing was won; `challenged` is whom a challenge was to."""

    order: tuple[int, ...]
    challenged: int | None = None


def replayed(field: Sequence[int], steps: Iterable[Step], rules: Rules, results: Mapping[int, Result]) -> Standing:
    """The ladder after these steps, from the seeds on. `results` by round; a round without one is still to be played."""
    state = Standing(tuple(field))
    for step in steps:
        state = _after(state, step, rules, results)
    return state


class Move(msgspec.Struct, frozen=True):
    """The last step that changed somebody's place, and the place before it, from 1; None for one who joined."""

    step: Step
    before: int | None


def moves(field: Sequence[int], steps: Iterable[Step], rules: Rules, results: Mapping[int, Result]) -> dict[int, Move]:
    """What put everybody where he is; nothing for those who never moved."""
    state, found = Standing(tuple(field)), dict[int, Move]()
    for step in steps:
        before = {one: place for place, one in enumerate(state.order, start=1)}
        state = _after(state, step, rules, results)
        moved = [(one, before.get(one)) for place, one in enumerate(state.order, start=1) if before.get(one) != place]
        found |= {one: Move(step, place) for one, place in moved}
    return found


def _after(state: Standing, step: Step, rules: Rules, results: Mapping[int, Result]) -> Standing:
    if step.kind == "joined":
        return state if step.one in state.order else challenge.joined(state, step.one)
    if step.kind == "left":
        return challenge.left(state, step.one) if step.one in state.order else state
    if step.kind == "challenged":
        new = Challenge(step.one, step.other, step.day + rules.days_to_accept)
        return Standing(state.order, (*state.open, new), state.refused)
    if step.kind == "played":
        return _played(state, results.get(step.round))
    if not any(one.challenged == step.one for one in state.open):
        return state
    if step.kind == "accepted":
        return challenge.accept(state, rules, step.one, step.day)
    return challenge.refuse(state, rules, step.one)


def _played(state: Standing, result: Result | None) -> Standing:
    """Nothing happens where there is no result any more; who left in between has no place to win or lose."""
    if result is None:
        return state
    if result.challenged is None:
        here = [one for one in result.order if one in state.order]
        return challenge.table_played(state, here) if len(here) > 1 else state
    mine = next((one for one in state.open if one.challenged == result.challenged and one.accepted), None)
    if mine is None:
        return state
    if result.order and {mine.challenger, mine.challenged} == set(result.order):
        return challenge.played(state, mine.challenged, result.order[0])
    return Standing(state.order, tuple(one for one in state.open if one is not mine), state.refused)
