"""Pairs a round at tables of any size: a draft with its price, and the best alternative found."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice
from typing import TYPE_CHECKING

import msgspec

from tournaments.pairing.field import Field, History, Points, history_of
from tournaments.pairing.groups import Finder, Groups
from tournaments.pairing.price import Price, price
from tournaments.pairing.seats import seated
from tournaments.pairing.sizes import split
from tournaments.pairing.snake import snake

if TYPE_CHECKING:
    from random import Random

BYE_TRIES = 12
"""How many choices of those who sit out are tried where the first leads to a repeat."""
LARGE = 400
"""From so many people on, the alternative is not searched for: a round must not take long."""


class Draft(msgspec.Struct, frozen=True):
    """One way to pair a round: people of each table by seat, who sits out, and what it costs."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    price: Price


class Locks(msgspec.Struct, frozen=True):
    """What a director has decided already: whole tables with their seats, and people who sit out."""

    tables: tuple[tuple[int, ...], ...] = ()
    byes: tuple[int, ...] = ()


class Proposal(msgspec.Struct, frozen=True):
    """The best draft found, and the best other one. `repeats_unavoidable` is None where nobody knows."""

    draft: Draft
    alternative: Draft | None = None
    repeats_unavoidable: bool | None = None


def pair_round(field: Field, rng: "Random", locks: Locks = Locks()) -> Proposal:  # noqa: B008, frozen
    """Pair one round. Same field, same locks and a generator of the same seed give the same proposal.

    The first round deals the seeds in snake order. Locked tables stay as they are, and are priced with the rest.
    """
    taken = [person for table in locks.tables for person in table] + list(locks.byes)
    if len(set(taken)) < len(taken) or not set(taken) <= set(field.standing):
        raise ValueError("locked people must be in the standing, and nowhere twice")
    people = [person for person in field.standing if person not in set(taken)]
    sizes, sitting_out = _open_tables(field, locks, len(people))
    if not field.past and not taken:
        byes = next(who_sits_out(field, people, sitting_out))
        return Proposal(draft_of(field, snake(field, sizes, byes), byes, in_order=True))
    return _Round(field, rng, locks, people, sizes, sitting_out).proposal()


def _open_tables(field: Field, locks: Locks, people: int) -> tuple[tuple[int, ...], int]:
    """Sizes of the tables that are still to be filled, and how many more sit out."""
    whole = field.split
    sizes = list(whole.sizes)
    for table in locks.tables:
        if len(table) in sizes:
            sizes.remove(len(table))
    byes = people - sum(sizes)
    if byes == max(0, whole.byes - len(locks.byes)):
        return tuple(sizes), byes
    rest = split(people, field.wanted, field.least, field.most)
    return rest.sizes, rest.byes


def who_sits_out(field: Field, people: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Choices of those who sit out, best first: the lowest. Nobody has one more while somebody has fewer."""
    place = {person: at for at, person in enumerate(people)}
    order = sorted(people, key=lambda one: (field.byes.get(one, 0), -place[one]))
    most = field.byes.get(order[number - 1], 0) if number else 0
    sure = tuple(one for one in order if field.byes.get(one, 0) < most)
    level = [one for one in order if field.byes.get(one, 0) == most]
    return ((*sure, *others) for others in combinations(level, number - len(sure)))


class _Round:
    """One round to be paired from its second on."""

    def __init__(
        self,
        field: Field,
        rng: "Random",
        locks: Locks,
        people: Sequence[int],
        sizes: tuple[int, ...],
        sitting_out: int,
    ) -> None:
        self.field = field
        self.history: History = history_of(field)
        self.finder = Finder(field, self.history, rng)
        self.locks = locks
        self.people = people
        self.sizes = sizes
        self.sitting_out = sitting_out

    def proposal(self) -> Proposal:
        """The draft, the alternative, and whether repeats had to be."""
        choices = who_sits_out(self.field, self.people, self.sitting_out)
        byes = next(choices)
        drafts = [self._with_byes(byes)]
        unavoidable = self.finder.unavoidable
        if repeats_in(drafts[0]) and self.sitting_out:
            unavoidable = None
            for other_byes in islice(choices, BYE_TRIES):
                drafts.append(self._with_byes(other_byes))
                if not repeats_in(drafts[-1]):
                    break
        elif len(self.people) < LARGE and len(self.sizes) > 1:
            drafts += [self._with_byes(byes), *self._nearest(drafts[0])]
        drafts.sort(key=lambda draft: draft.price.order)
        other = next((draft for draft in drafts[1:] if _who(draft) != _who(drafts[0])), None)
        return Proposal(drafts[0], other, unavoidable if repeats_in(drafts[0]) else None)

    def _nearest(self, draft: Draft) -> list[Draft]:
        """The draft with the one swap that costs least."""
        locked = set(self.locks.tables)
        groups = self.finder.nearest([list(table) for table in draft.tables if table not in locked])
        return [self._draft(groups, draft.byes)] if groups else []

    def _with_byes(self, byes: tuple[int, ...]) -> Draft:
        people = [person for person in self.people if person not in set(byes)]
        groups = self.finder.find(people, self.sizes) if self.sizes else []
        return self._draft(groups, (*self.locks.byes, *byes))

    def _draft(self, groups: Groups, byes: tuple[int, ...]) -> Draft:
        return draft_of(self.field, groups, byes, self.locks.tables, self.history)


def draft_of(
    field: Field,
    groups: Sequence[Sequence[int]],
    byes: tuple[int, ...],
    locked: tuple[tuple[int, ...], ...] = (),
    history: History | None = None,
    *,
    in_order: bool = False,
) -> Draft:
    """Tables with seats and in order, the long ones and the leaders first, and their price."""
    place = {person: at for at, person in enumerate(field.standing)}
    known = history or history_of(field)
    tables = [
        tuple(group) if in_order else seated(sorted(group, key=place.__getitem__), known.seats) for group in groups
    ]
    tables += locked
    if not in_order:
        tables.sort(key=lambda table: (-len(table), -_mean(field, table), min(place[person] for person in table)))
    return Draft(tuple(tables), byes, price(field, tables, byes))


def _mean(field: Field, table: Iterable[int]) -> Fraction:
    points: list[Points] = [field.points_of(person) for person in table]
    return Fraction(sum(points)) / len(points)


def repeats_in(draft: Draft) -> int:
    return sum(len(table.repeats) for table in draft.price.tables)


def _who(draft: Draft) -> tuple[frozenset[frozenset[int]], frozenset[int]]:
    return frozenset(map(frozenset, draft.tables)), frozenset(draft.byes)
