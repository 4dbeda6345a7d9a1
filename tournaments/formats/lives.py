"""Elimination with two lives at tables: who does not come first enough loses one.

People with two lives and with one are tabled apart; when one table can hold all who are left, it is the final.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

import msgspec

from tournaments.formats.cups import Shape
from tournaments.formats.errors import Refused
from tournaments.pairing.sizes import Split, split


class Table(msgspec.Struct, frozen=True):
    """The result of a table: places (shared ones alike), and shares of the winner's score where there are scores."""

    places: Mapping[int, int]
    shares: Mapping[int, Fraction] = {}


class Lives(msgspec.Struct, frozen=True):
    """How many lives each entrant has, best seed first; and how many rounds have been played."""

    lives: Mapping[int, int]
    played: int = 0
    out_after: Mapping[int, int] = {}
    """The round after which somebody was out."""

    @property
    def alive(self) -> tuple[int, ...]:
        """Who is still in, most lives first, then by seed."""
        return tuple(sorted((one for one in self.lives if self.lives[one]), key=lambda one: -self.lives[one]))


class Pool(msgspec.Struct, frozen=True):
    """People tabled together: those with the same number of lives, or all for want of tables."""

    entrants: tuple[int, ...]
    split: Split
    final: bool = False


def begin(entrants: Sequence[int], lives: int = 2) -> Lives:
    """Everybody has all lives."""
    if len(set(entrants)) < max(2, len(entrants)):
        raise Refused("entrants", found=len(set(entrants)), expected=max(2, len(entrants)))
    return Lives(dict.fromkeys(entrants, lives))


def pools(state: Lives, shape: Shape) -> tuple[Pool, ...]:
    """Who is tabled with whom in the next round: the final where all fit at one table."""
    alive = state.alive
    if len(alive) < 2:
        return ()
    if len(alive) <= shape.most:
        return (Pool(alive, Split((len(alive),), 0, "wanted"), final=True),)
    found = [
        Pool(group, split(len(group), shape.wanted, shape.least, shape.most))
        for lives in sorted(set(state.lives.values()) - {0}, reverse=True)
        if (group := tuple(one for one in alive if state.lives[one] == lives))
    ]
    if any(pool.split.sizes for pool in found):
        return tuple(found)
    return (Pool(alive, split(len(alive), shape.wanted, shape.least, shape.most)),)


def without(state: Lives, gone: Collection[int]) -> Lives:
    """The state without those who left: they have no lives, and stand with those who fell in the last round."""
    leaving = {one for one in gone if state.lives.get(one)}
    lives = {one: 0 if one in leaving else number for one, number in state.lives.items()}
    return Lives(lives, state.played, {**state.out_after, **dict.fromkeys(leaving, state.played)})


def after(
    state: Lives, tables: Sequence[Table], shape: Shape, *, final: bool = False, absent: Collection[int] = ()
) -> Lives:
    """The state after a round. First k of a table keep their lives; after the final only its winner is left.

    Those who were `absent` keep none, whatever their place.
    """
    lives = dict(state.lives)
    for table in tables:
        if any(not lives.get(one) for one in table.places):
            raise Refused("out_already", found=[one for one in table.places if not lives.get(one)])
        order = _order(table, state)
        kept = set(order[: 1 if final else shape.from_table(len(order))]) - set(absent)
        for one in order:
            if one not in kept:
                lives[one] = 0 if final else lives[one] - 1
    played = state.played + 1
    gone = {one: played for one in lives if state.lives[one] and not lives[one]}
    return Lives(lives, played, {**state.out_after, **gone})


def _order(table: Table, state: Lives) -> list[int]:
    """Best first; a shared place goes to who has more lives, then by share of the winner's score, then by seed."""
    seed = {one: number for number, one in enumerate(state.lives)}
    return sorted(
        table.places,
        key=lambda one: (table.places[one], -state.lives[one], -table.shares.get(one, 0), seed[one]),
    )


def winner(state: Lives) -> int | None:
    """Who is the only one left."""
    return state.alive[0] if len(state.alive) == 1 else None


def places(state: Lives, last: Table | None = None) -> dict[int, tuple[int, int]]:
    """First and last place of everybody; `last` is the final's result, which orders those who fell in it."""
    alive = state.alive
    found = dict.fromkeys(alive, (1, len(alive)))
    groups: dict[tuple[int, int], list[int]] = {}
    for one, number in state.out_after.items():
        at_last = last.places.get(one, 0) if last and number == state.played else 0
        groups.setdefault((-number, at_last), []).append(one)
    place = len(alive)
    for key in sorted(groups):
        group = groups[key]
        found |= dict.fromkeys(group, (place + 1, place + len(group)))
        place += len(group)
    return found
