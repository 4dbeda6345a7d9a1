"""Cards of the deal that the log does not name: is there any way to fill them in? (rules.md 2.4, games/README 1.7)

A one-sided record leaves the start money of the other seats open. What is told later narrows it: payments, cards that
come out of the deck, the start player, the tiles that fell to somebody at the end. The question asked here is whether
one assignment of cards to seats agrees with all of it at once.

A card is `(currency, value)`. The search is exact. It stops after `LIMIT` steps, and then answers yes: nobody is
refused because the question was too long.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from games.engine.events import Seat

Card = tuple[str, int]

LIMIT = 2_000


class Dealt(msgspec.Struct, frozen=True):
    """Start money of one seat: `unseen` cards are open, `known` is the sum of the others.

    `last` is the card dealt last, where it is known; where it is not (`last_open`), the greatest card that could be it
    among those that were open once and are known now.
    """

    unseen: int = 0
    known: int = 0
    last: int = 0
    last_open: bool = False

    def with_known(self, values: Iterable[int]) -> "Dealt":
        """The same deal after open cards turned out to be of these values."""
        cards = list(values)
        last = max(self.last, *cards) if self.last_open and cards else self.last
        return Dealt(self.unseen - len(cards), self.known + sum(cards), last, self.last_open)


class Award(msgspec.Struct, frozen=True):
    """A tile left at the end fell to the one with most of `currency`, or (None) to nobody."""

    currency: str
    winner: Seat | None


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """All that bears on the open cards.

    `supply` holds the cards that may be they, with their numbers; `dealt` is by seat. `least` at `enough` is the sum at
    which a player stops being dealt to. `first` is the start player if he was found by the fewest cards and the lowest
    sum, `tied` the seats with as few cards as he. `held` is, by seat, the sum of known cards in hand by currency.
    """

    supply: Mapping[Card, int]
    dealt: Sequence[Dealt]
    enough: int
    first: Seat | None = None
    tied: frozenset[Seat] = frozenset()
    held: Sequence[Mapping[str, int]] = ()
    awards: tuple[Award, ...] = ()


def possible(told: Told) -> bool:
    """Whether some assignment of the open cards agrees with everything told."""
    return _Search(told).seat(0)


Totals = tuple[int, ...]
"""Of one seat: the sum of its deal, then its hand at the end in the currency of each award."""


class _Search:
    """Seat by seat, those first whose sums bound the others; positions that failed are remembered."""

    def __init__(self, told: Told) -> None:
        self.told = told
        matters = {award.currency for award in told.awards}
        supply: dict[Card, int] = {}
        for (currency, value), number in told.supply.items():
            kind = (currency if currency in matters else "", value)
            supply[kind] = supply.get(kind, 0) + number
        self.kinds = sorted((kind for kind, number in supply.items() if number > 0), key=lambda kind: -kind[1])
        self.left = [supply[kind] for kind in self.kinds]
        winners = {award.winner for award in told.awards}
        self.order = sorted(
            range(len(told.dealt)),
            key=lambda seat: (seat != told.first, told.dealt[seat].unseen > 0, seat not in winners),
        )
        self.totals: dict[Seat, Totals] = {}
        self.failed: set[tuple[object, ...]] = set()
        self.steps = 0

    def seat(self, index: int) -> bool:
        """Whether the seats from `index` on (in our order) can be filled from what is left."""
        if index == len(self.order):
            return self.nobody_where_told()
        key = (index, *self.left, *(self.totals[seat] for seat in self.order[:index]))
        if key in self.failed:
            return False
        seat = self.order[index]
        for totals in self.fillings(seat):
            self.totals[seat] = totals
            if self.agrees() and self.seat(index + 1):
                return True
        self.totals.pop(seat, None)
        self.failed.add(key)
        return self.steps > LIMIT

    def fillings(self, seat: Seat) -> Iterator[Totals]:
        """Every way to fill the seat's open cards; `left` is reduced while a way is tried.

        The start player's come with the lowest sum first, since the others must have as much.
        """
        told, dealt = self.told, self.told.dealt[seat]
        least = told.enough - dealt.known
        most = least - 1 + max([dealt.last, *(value for _, value in self.kinds)])
        if seat == told.first:
            for total in range(max(0, least), most + 1):
                yield from self._fill(seat, total, total)
        else:
            if seat in told.tied and told.first in self.totals:
                least = max(least, self.totals[told.first][0] - dealt.known)
            yield from self._fill(seat, least, most)

    def _fill(self, seat: Seat, least: int, most: int) -> Iterator[Totals]:
        """Ways with a sum from `least` to `most`, greatest cards first."""
        dealt = self.told.dealt[seat]
        room = self.told.enough - 1 - dealt.known
        held = self.told.held[seat] if self.told.awards else {}
        sums = [held.get(award.currency, 0) for award in self.told.awards]
        lowest = self.kinds[-1][1] if self.kinds else 0

        def fill(start: int, slots: int, total: int, last: int) -> Iterator[Totals]:
            self.steps += 1
            if slots == 0:
                if least <= total <= min(most, room + last):
                    yield (dealt.known + total, *sums)
                return
            for at in range(start, len(self.kinds)):
                currency, value = self.kinds[at]
                if total + slots * value < least or self.steps > LIMIT:
                    return
                greatest = max(last, value) if dealt.last_open else last
                if not self.left[at] or total + value + (slots - 1) * lowest > min(most, room + greatest):
                    continue
                self.left[at] -= 1
                self._add(sums, currency, value)
                yield from fill(at, slots - 1, total + value, greatest)
                self._add(sums, currency, -value)
                self.left[at] += 1

        yield from fill(0, dealt.unseen, 0, dealt.last)

    def _add(self, sums: list[int], currency: str, value: int) -> None:
        for index, award in enumerate(self.told.awards):
            if award.currency == currency:
                sums[index] += value

    def agrees(self) -> bool:
        """Whether the sums so far agree with those of the start player and of the winners among them."""
        told, totals = self.told, self.totals
        if told.first in totals and any(totals[seat][0] < totals[told.first][0] for seat in told.tied & totals.keys()):
            return False
        for place, award in enumerate(told.awards, start=1):
            if award.winner in totals:
                best = totals[award.winner][place]
                if best == 0 or any(sums[place] >= best for seat, sums in totals.items() if seat != award.winner):
                    return False
        return True

    def nobody_where_told(self) -> bool:
        """Whether each tile that nobody got has no single richest player."""
        for place, award in enumerate(self.told.awards, start=1):
            if award.winner is None:
                sums = [totals[place] for totals in self.totals.values()]
                if max(sums) > 0 and sums.count(max(sums)) == 1:
                    return False
        return True
