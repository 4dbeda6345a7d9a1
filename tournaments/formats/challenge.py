"""The challenge ladder: who is below challenges who is a few places above, and takes the place by winning.

Days are numbers; the caller says which day it is.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from tournaments.formats.errors import Refused


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """How far up one may challenge, days to accept and to play, and refusals that cost a place."""

    reach: int = 3
    days_to_accept: int = 7
    days_to_play: int = 14
    refusals: int = 2


class Challenge(msgspec.Struct, frozen=True):
    """An open challenge; `due` is the last day for its next step."""

    challenger: int
    challenged: int
    due: int
    accepted: bool = False


class Standing(msgspec.Struct, frozen=True):
    """The order, best first, what is open, and refusals in a row."""

    order: tuple[int, ...]
    open: tuple[Challenge, ...] = ()
    refused: Mapping[int, int] = {}


class Lapse(msgspec.Struct, frozen=True):
    """A challenge that ended without a match."""

    challenge: Challenge
    why: Literal["not_accepted", "not_played"]


def challenge(state: Standing, rules: Rules, challenger: int, challenged: int, day: int) -> Standing:
    """A new challenge, if it reaches not too far and nobody of the two has another one."""
    mine, theirs = _place(state, challenger), _place(state, challenged)
    if not 0 < mine - theirs <= rules.reach:
        raise Refused("out_of_reach", places=mine - theirs, reach=rules.reach)
    busy = [one for one in (challenger, challenged) if _of(state, one)]
    if busy:
        raise Refused("busy", found=busy)
    new = Challenge(challenger, challenged, day + rules.days_to_accept)
    return Standing(state.order, (*state.open, new), state.refused)


def accept(state: Standing, rules: Rules, challenged: int, day: int) -> Standing:
    """The match is to be played within the days the rules give."""
    mine = _challenge_to(state, challenged, accepted=False)
    taken = Challenge(mine.challenger, challenged, day + rules.days_to_play, accepted=True)
    refused = {one: count for one, count in state.refused.items() if one != challenged}
    return Standing(state.order, tuple(taken if one is mine else one for one in state.open), refused)


def refuse(state: Standing, rules: Rules, challenged: int) -> Standing:
    """The challenge ends; as many refusals in a row as the rules name cost one place."""
    mine = _challenge_to(state, challenged, accepted=False)
    order = list(state.order)
    count = state.refused.get(challenged, 0) + 1
    if count >= rules.refusals:
        place = _place(state, challenged)
        order[place : place + 2] = reversed(order[place : place + 2])
        count = 0
    return Standing(
        tuple(order), tuple(one for one in state.open if one is not mine), {**state.refused, challenged: count}
    )


def played(state: Standing, challenged: int, winner: int) -> Standing:
    """The result of an accepted challenge: a challenger who won takes the place, those between go down by one."""
    mine = _challenge_to(state, challenged, accepted=True)
    if winner not in (mine.challenger, mine.challenged):
        raise Refused("other_people", wanted=[mine.challenger, mine.challenged], found=[winner])
    order = list(state.order)
    if winner == mine.challenger and _place(state, winner) > _place(state, challenged):
        order.remove(winner)
        order.insert(order.index(challenged), winner)
    return Standing(tuple(order), tuple(one for one in state.open if one is not mine), state.refused)


def table_played(state: Standing, result: Sequence[int]) -> Standing:
    """A table of more than two, best first: its people share out the places that they held among themselves."""
    places = sorted(_place(state, one) for one in result)
    if len(set(result)) < max(2, len(result)):
        raise Refused("entrants", found=len(set(result)), expected=max(2, len(result)))
    order = list(state.order)
    for place, one in zip(places, result, strict=True):
        order[place] = one
    return Standing(tuple(order), state.open, state.refused)


def expired(state: Standing, rules: Rules, day: int) -> tuple[Standing, tuple[Lapse, ...]]:
    """End what is past its last day: not accepted is a refusal, not played leaves the order as it was."""
    lapses = []
    for one in state.open:
        if day <= one.due:
            continue
        lapses.append(Lapse(one, "not_played" if one.accepted else "not_accepted"))
        if one.accepted:
            state = Standing(state.order, tuple(other for other in state.open if other is not one), state.refused)
        else:
            state = refuse(state, rules, one.challenged)
    return state, tuple(lapses)


def joined(state: Standing, entrant: int) -> Standing:
    """Somebody new, at the bottom."""
    if entrant in state.order:
        raise Refused("entered_already", found=entrant)
    return Standing((*state.order, entrant), state.open, state.refused)


def left(state: Standing, entrant: int) -> Standing:
    """Without somebody, and without the challenge that was open."""
    _place(state, entrant)
    return Standing(
        tuple(one for one in state.order if one != entrant),
        tuple(one for one in state.open if entrant not in (one.challenger, one.challenged)),
        {one: count for one, count in state.refused.items() if one != entrant},
    )


def _place(state: Standing, entrant: int) -> int:
    if entrant not in state.order:
        raise Refused("unknown_entrant", found=entrant)
    return state.order.index(entrant)


def _of(state: Standing, entrant: int) -> Challenge | None:
    return next((one for one in state.open if entrant in (one.challenger, one.challenged)), None)


def _challenge_to(state: Standing, challenged: int, *, accepted: bool) -> Challenge:
    mine = _of(state, challenged)
    if mine is None or mine.challenged != challenged or mine.accepted != accepted:
        raise Refused("no_challenge", found=challenged)
    return mine
