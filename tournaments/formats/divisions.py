"""Divisions: tiers that are played season after season, with promotion and relegation between them."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from tournaments.formats.errors import Refused

Why = Literal["up", "down", "play_off_up", "play_off_down", "moved_up", "back", "new", "merged", "away", "left"]


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """How many change places between two divisions for sure, how many more by play-off, and sizes.

    A last division with fewer than `least` is merged upward; one that newcomers make larger than `size` by `least` or
    more is cut in two.
    """

    change: int = 2
    play_off: int = 0
    size: int = 8
    least: int = 4


class Divisions(msgspec.Struct, frozen=True):
    """Who plays in which division, the highest first; `away` keeps the division of those on leave for one season."""

    tiers: tuple[tuple[int, ...], ...]
    away: Mapping[int, int] = {}


class Move(msgspec.Struct, frozen=True):
    """Why somebody is elsewhere in the next season; divisions count from 0, None is outside."""

    entrant: int
    before: int | None
    after: int | None
    why: Why


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """What is known when a season ends: who stops, who is on leave for the next, who is new, who won play-offs."""

    leaving: tuple[int, ...] = ()
    on_leave: tuple[int, ...] = ()
    newcomers: tuple[int, ...] = ()
    play_off_winners: tuple[int, ...] = ()


def play_offs(state: Divisions, standings: Sequence[Sequence[int]], rules: Rules) -> tuple[tuple[int, int], ...]:
    """Who plays whom for a place: the upper one first. Those next to the sure changes, nearest the border first."""
    _check(state, standings)
    pairs = []
    for upper, lower in pairwise(standings):
        change = _changes(upper, lower, rules)
        room = min(rules.play_off, len(upper) - change - 1, len(lower) - change)
        pairs += [(upper[-1 - change - step], lower[change + step]) for step in range(max(0, room))]
    return tuple(pairs)


def sure_changes(tiers: Sequence[Sequence[int]], rules: Rules) -> list[int]:
    """How many change places for sure between each division and the next."""
    return [_changes(upper, lower, rules) for upper, lower in pairwise(tiers)]


def next_season(
    state: Divisions, standings: Sequence[Sequence[int]], rules: Rules, changes: Changes
) -> tuple[Divisions, tuple[Move, ...]]:
    """The divisions of the next season, and a reason for everybody who moves. Standings are best first, one a tier."""
    _check(state, standings)
    before = {one: number for number, tier in enumerate(state.tiers) for one in tier}
    why: dict[int, Why] = {}
    tiers = _exchanged(state, standings, rules, changes, why)
    gone, pausing = set(changes.leaving), set(changes.on_leave) - set(changes.leaving)
    if unknown := sorted((gone | pausing) - set(before) - set(state.away)):
        raise Refused("unknown_entrant", found=unknown)
    for one in gone | pausing:
        why[one] = "left" if one in gone else "away"
    away = {one: number for number, tier in enumerate(tiers) for one in tier if one in pausing}
    tiers = [[one for one in tier if one not in gone | pausing] for tier in tiers]
    for one, tier in state.away.items():
        if one not in gone:
            tiers[min(tier, len(tiers) - 1)].append(one)
            why[one] = "back"
    _filled(tiers, [len(tier) for tier in state.tiers], why)
    for one in changes.newcomers:
        if one in before or one in state.away:
            raise Refused("entered_already", found=one)
        tiers[-1].append(one)
        why[one] = "new"
    _merged(tiers, rules, why)
    after = {one: number for number, tier in enumerate(tiers) for one in tier}
    everybody = [*before, *state.away, *changes.newcomers]
    moves = tuple(
        Move(one, before.get(one), after.get(one), why.get(one, "moved_up"))
        for one in everybody
        if before.get(one) != after.get(one)
    )
    return Divisions(tuple(map(tuple, tiers)), {one: min(tier, len(tiers) - 1) for one, tier in away.items()}), moves


def substituted(state: Divisions, absent: Sequence[int], reserves: Sequence[int]) -> tuple[Divisions, dict[int, int]]:
    """Who did not check in is replaced, in order, while there are reserves; the others of them only leave."""
    here = [one for tier in state.tiers for one in tier]
    if unknown := [one for one in absent if one not in here]:
        raise Refused("unknown_entrant", found=unknown)
    if twice := [one for one in reserves if one in here]:
        raise Refused("entered_already", found=twice)
    instead = dict(zip([one for one in here if one in set(absent)], reserves, strict=False))
    tiers = tuple(
        tuple(instead.get(one, one) for one in tier if one in instead or one not in absent) for tier in state.tiers
    )
    return Divisions(tiers, state.away), instead


def _check(state: Divisions, standings: Sequence[Sequence[int]]) -> None:
    if [sorted(tier) for tier in state.tiers] != [sorted(rows) for rows in standings]:
        raise Refused("other_people", wanted=list(map(list, state.tiers)), found=list(map(list, standings)))


def _changes(upper: Sequence[int], lower: Sequence[int], rules: Rules) -> int:
    """How many change for sure: nobody goes both up and down, so at most half of either."""
    return min(rules.change, len(upper) // 2, len(lower) // 2)


def _exchanged(
    state: Divisions,
    standings: Sequence[Sequence[int]],
    rules: Rules,
    changes: Changes,
    why: dict[int, Why],
) -> list[list[int]]:
    """Promotion and relegation, sure ones and by play-off."""
    tier = {one: number for number, rows in enumerate(standings) for one in rows}
    for upper, lower in pairwise(standings):
        change = _changes(upper, lower, rules)
        for one, other in zip(upper[len(upper) - change :], lower[:change], strict=True):
            tier[one], tier[other] = tier[one] + 1, tier[other] - 1
            why[one], why[other] = "down", "up"
    winners = set(changes.play_off_winners)
    for one, other in play_offs(state, standings, rules):
        if len(winners & {one, other}) != 1:
            raise Refused("play_off_open", found=[one, other])
        if other in winners:
            tier[one], tier[other] = tier[one] + 1, tier[other] - 1
            why[one], why[other] = "play_off_down", "play_off_up"
    order = sorted(tier, key=lambda one: (tier[one], _rank(standings, one)))
    return [[one for one in order if tier[one] == number] for number in range(len(standings))]


def _rank(standings: Sequence[Sequence[int]], one: int) -> tuple[int, int]:
    """Those who come down stand first in their new division, those who come up last."""
    return next((number, rows.index(one)) for number, rows in enumerate(standings) if one in rows)


def _filled(tiers: list[list[int]], sizes: Sequence[int], why: dict[int, Why]) -> None:
    """Free places are filled from below by the best there, division after division."""
    for number in range(len(tiers) - 1):
        while len(tiers[number]) < sizes[number] and tiers[number + 1]:
            one = tiers[number + 1].pop(0)
            tiers[number].append(one)
            why[one] = "moved_up"


def _merged(tiers: list[list[int]], rules: Rules, why: dict[int, Why]) -> None:
    """Join a last division that is too small with the one above, or cut one that is too large."""
    while len(tiers) > 1 and len(tiers[-1]) < rules.least:
        rest = tiers.pop()
        tiers[-1] += rest
        why |= {one: "merged" for one in rest if why.get(one) != "new"}
    while len(tiers[-1]) >= rules.size + rules.least:
        tiers.append(tiers[-1][rules.size :])
        del tiers[-2][rules.size :]
