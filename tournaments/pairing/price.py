"""What a pairing costs, in the order in which it matters; the same for our drafts and for changes by hand."""

from collections.abc import Iterable, Sequence

import msgspec

from tournaments.pairing.field import Field, History, Points, history_of, pairs_of, spread


class Together(msgspec.Struct, frozen=True):
    """Two at one table who should not be: `why` as their `Apart` says."""

    first: int
    second: int
    why: str
    hard: bool


class Repeat(msgspec.Struct, frozen=True):
    """Two who meet again, and the rounds in which they met."""

    first: int
    second: int
    rounds: tuple[int, ...]


class Short(msgspec.Struct, frozen=True):
    """Somebody who sits at a table shorter than wanted for the `time`th time, from 2."""

    entrant: int
    time: int


class SeatAgain(msgspec.Struct, frozen=True):
    """Somebody who gets a seat (counted from 0) though another one of the table was had less often."""

    entrant: int
    seat: int
    had: int
    least: int


class TablePrice(msgspec.Struct, frozen=True):
    """What one table costs, as facts to be told."""

    together: tuple[Together, ...] = ()
    repeats: tuple[Repeat, ...] = ()
    short: tuple[Short, ...] = ()
    spread: Points = 0
    seats: tuple[SeatAgain, ...] = ()

    @property
    def order(self) -> tuple[Points, ...]:
        """What is compared, the heaviest first; sums over all tables are compared in the same way."""
        return (
            sum(one.hard for one in self.together),
            len(self.repeats),
            sum(one.time - 2 for one in self.short),
            sum(not one.hard for one in self.together),
            self.spread,
            sum(one.time == 2 for one in self.short),
            sum(len(one.rounds) - 1 for one in self.repeats),
            sum(one.had - one.least for one in self.seats),
        )


class ByePrice(msgspec.Struct, frozen=True):
    """Somebody sits out: `had` byes before, while `fewest` is the least that anybody has; `below` stand lower."""

    entrant: int
    had: int
    fewest: int
    below: int


class Price(msgspec.Struct, frozen=True):
    """What a whole round costs."""

    tables: tuple[TablePrice, ...]
    byes: tuple[ByePrice, ...] = ()

    @property
    def order(self) -> tuple[Points, ...]:
        """Sums of the tables; a further bye weighs less than a repeat and more than all else."""
        sums = tuple(sum(column) for column in zip(*(table.order for table in self.tables), strict=True)) or (0,) * 8
        further = sum(bye.had - bye.fewest for bye in self.byes)
        return (*sums[:2], further, sum(bye.below for bye in self.byes), *sums[2:])


def price(field: Field, tables: Iterable[Sequence[int]], byes: Iterable[int] = ()) -> Price:
    """What these tables cost, seats in order. Use it for drafts and for every change by hand."""
    history = history_of(field)
    return Price(
        tables=tuple(table_price(field, history, table) for table in tables),
        byes=tuple(bye_price(field, entrant) for entrant in byes),
    )


def table_price(field: Field, history: History, table: Sequence[int]) -> TablePrice:
    """What one table costs."""
    pairs = [sorted(pair) for pair in pairs_of(table)]
    return TablePrice(
        together=tuple(
            Together(first, second, apart.why, apart.hard)
            for first, second in pairs
            for apart in history.kept_apart.get(frozenset((first, second)), ())
        ),
        repeats=tuple(
            Repeat(first, second, history.met[frozenset((first, second))])
            for first, second in pairs
            if frozenset((first, second)) in history.met
        ),
        short=tuple(
            Short(entrant, history.short[entrant] + 1)
            for entrant in table
            if len(table) < field.wanted and history.short.get(entrant, 0)
        ),
        spread=spread([field.points_of(entrant) for entrant in table]),
        seats=tuple(seats_again(history, table)),
    )


def seats_again(history: History, table: Sequence[int]) -> Iterable[SeatAgain]:
    """Those at a table who had another of its seats less often."""
    for seat, entrant in enumerate(table):
        had = history.seats.get(entrant, {})
        least = min(had.get(other, 0) for other in range(len(table)))
        if had.get(seat, 0) > least:
            yield SeatAgain(entrant, seat, had[seat], least)


def bye_price(field: Field, entrant: int) -> ByePrice:
    """What it costs to let somebody sit out."""
    place = field.standing.index(entrant)
    had = field.byes.get(entrant, 0)
    fewest = min(field.byes.get(other, 0) for other in field.standing)
    below = sum(field.byes.get(other, 0) <= had for other in field.standing[place + 1 :])
    return ByePrice(entrant, had, fewest, below)
