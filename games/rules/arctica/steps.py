"""One question at a time: what may be answered now, and what chance may bring (for bots, hints and tests).

Records hold whole turns; here a turn grows answer by answer, in the canonical order of A96. Only picks (D2) may come in
any order, and nobody sees them before all are made. The answers so far are `State.partial`; whoever asks what comes next
plays them from the start of the turn on a copy.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from typing import Any, TypeVar

import msgspec

from games.engine.errors import IllegalAction, ImpossibleChance
from games.engine.events import Action, Chance, Seat
from games.rules.arctica.events import Opening, RoundCard, RoundEnd, StartCards, Turn
from games.rules.arctica.handlers.round_end import end_round
from games.rules.arctica.handlers.setup import possible_cards
from games.rules.arctica.handlers.turn import play_turn
from games.rules.arctica.playing import Played
from games.rules.arctica.state import State

T = TypeVar("T")
NOBODY_ASKED: Seat = -1


class Answer(Action, frozen=True, gc=False):
    """A seat's answer to one question: `ask` names it, `value` is written as in records."""

    ask: str
    value: Any


class Outcome(Chance, frozen=True, gc=False):
    """What chance brings to one question: cards for `seat` (`ask` is `draw`), regions or a sub-region."""

    seat: Seat
    ask: str
    value: tuple[Any, ...]


class Asked(Exception):
    """The answers are used up: this is asked next. `count` is None where one option is chosen, else a subset."""

    def __init__(self, seat: Seat, ask: str, options: list[Any], count: int | None) -> None:
        super().__init__(seat, ask)
        self.seat = seat
        self.ask = ask
        self.options = options
        self.count = count

    def values(self) -> Iterator[Any]:
        """Every legal answer; of subsets that cannot be told apart, one."""
        if self.count is None:
            yield from (plain(self.ask, option) for option in self.options)
            return
        seen: list[Any] = []
        for chosen in combinations(self.options, self.count):
            value = [plain(self.ask, option) for option in chosen]
            if self.ask == "collapse":
                if value in seen:
                    continue
                seen.append(value)
            yield value


def plain(ask: str, option: Any) -> Any:
    """An option as records write it; some are offered with what they stand for."""
    return option[0] if ask in ("choose", "pick", "order") else msgspec.to_builtins(option)


class _Answers:
    """Bot and dice that repeat `State.partial` and then ask."""

    def __init__(self, partial: Iterable[Answer | Outcome]) -> None:
        self.picks = {event.seat: event for event in partial if isinstance(event, Answer) and event.ask == "pick"}
        self.rest = [event for event in partial if event.ask != "pick"]
        self.next = 0

    def _value(self, asked: Asked) -> Any:
        if asked.ask == "pick":
            if asked.seat not in self.picks:
                raise asked
            return self.picks[asked.seat].value
        if self.next == len(self.rest):
            raise asked
        self.next += 1
        return self.rest[self.next - 1].value

    def choose(self, state: State, seat: Seat, ask: str, options: list[T]) -> T:
        """One of the options."""
        value = self._value(Asked(seat, ask, list(options), None))
        return next(option for option in options if plain(ask, option) == value)

    def subset(self, state: State, seat: Seat, ask: str, among: list[T], count: int) -> list[T]:
        """`count` different ones."""
        left = list(among)
        chosen = []
        for value in self._value(Asked(seat, ask, list(among), count)):
            option = next(option for option in left if plain(ask, option) == value)
            left.remove(option)
            chosen.append(option)
        return chosen

    def draw(self, state: State, seat: Seat, count: int) -> tuple[str, ...]:
        """Cards from the deck."""
        return tuple(self._value(Asked(seat, "draw", sorted(state.decks[-1]), count)))

    def one_of(self, state: State, ask: str, options: list[T], count: int) -> list[T]:
        """`count` different ones."""
        return list(self._value(Asked(NOBODY_ASKED, ask, list(options), count)))


def asked(state: State) -> Asked | tuple[Turn | RoundEnd, State]:
    """The next question, or the whole turn and the position after it."""
    answers = _Answers(state.partial)
    source = Played(answers, answers)
    ahead = state.copy()
    try:
        if state.phase == "turn":
            play_turn(ahead, source)
            return source.turn_of(state), ahead
        end_round(ahead, source)
        return source.round_end_of(state), ahead
    except Asked as question:
        return question


def question(state: State) -> Asked | None:
    """What is asked now; None outside of turns and round ends."""
    if state.phase not in ("turn", "round_end"):
        return None
    found = asked(state)
    return found if isinstance(found, Asked) else None


def deciders(state: State) -> frozenset[Seat]:
    """Who may answer now: everybody who has not picked yet while picks are made."""
    now = question(state)
    if now is None or now.ask in CHANCE:
        return frozenset()
    if now.ask == "pick":
        done = {event.seat for event in state.partial if isinstance(event, Answer) and event.ask == "pick"}
        return frozenset(range(state.table.seats)) - done - {state.active}
    return frozenset({now.seat})


def answers(state: State, seat: Seat) -> Iterator[Answer]:
    """Every legal answer of a seat."""
    now = question(state)
    if now is not None and seat in deciders(state):
        yield from (Answer(seat, now.ask, value) for value in now.values())


def outcomes(state: State) -> Iterator[Chance]:
    """Everything chance may bring now; cards drawn together come in one order only, and so do dealt hands."""
    if state.phase == "card":
        yield from (RoundCard(state.round, name) for name in possible_cards(state, state.cards))
    elif state.phase == "setup":
        yield from _openings(state)
    else:
        now = question(state)
        if now is not None and now.ask in CHANCE:
            assert now.count is not None
            found = permutations if now.ask == "regions" else combinations
            yield from (Outcome(now.seat, now.ask, value) for value in found(now.options, now.count))


def _openings(state: State) -> Iterator[Opening]:
    """Every set-up: far too many to be listed, in an order in which the hands change first."""
    box = state.table.box
    seats = state.table.seats
    kinds = [[card.id for card in box.generation.values() if card.generation == number] for number in (0, 1)]
    for first, turned in product(range(seats), product(range(4), repeat=len(box.wheels))):
        for cards in _card_rows(state, ()):
            for long, short in product(permutations(kinds[0], seats), permutations(kinds[1], seats)):
                for hands in _hands(sorted(box.fauna), seats, box.catalogue.setup.hand):
                    yield Opening(
                        first=first,
                        orientations=dict(zip(box.wheels, turned, strict=True)),
                        round_end_cards=cards,
                        generation=tuple(StartCards(*pair) for pair in zip(long, short, strict=True)),
                        hands=hands,
                    )


def _card_rows(state: State, drawn: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if state.table.options.round_end_reveal == "round_start" or len(drawn) == state.table.box.catalogue.meta.rounds:
        yield drawn
        return
    for name in possible_cards(state, list(drawn)):
        yield from _card_rows(state, (*drawn, name))


def _hands(cards: list[str], seats: int, size: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    if not seats:
        yield ()
        return
    for hand in combinations(cards, size):
        rest = [card for card in cards if card not in hand]
        yield from ((hand, *others) for others in _hands(rest, seats - 1, size))


CHANCE = frozenset({"draw", "regions", "event"})


def check_step(state: State, event: Answer | Outcome) -> None:
    """Return if this is asked now and may be answered so."""
    now = question(state)
    if isinstance(event, Outcome):
        if now is None or (now.ask, now.seat) != (event.ask, event.seat) or not _is_legal(now, event.value):
            expected = [now.ask] if now else [state.phase]
            raise ImpossibleChance("not_now", seat=event.seat, expected=expected, found=event.ask)
        return
    if now is None or now.ask in CHANCE or now.ask != event.ask:
        raise IllegalAction("not_now", seat=event.seat, expected=[now.ask] if now else [state.phase], found=event.ask)
    if event.seat not in deciders(state):
        expected_seats = sorted(deciders(state))
        raise IllegalAction("not_your_decision", seat=event.seat, expected=expected_seats, found=event.seat)
    if not _is_legal(now, event.value):
        raise IllegalAction("unknown_option", seat=event.seat, expected=now.ask, found=event.value)


def _is_legal(now: Asked, value: Any) -> bool:
    options = [plain(now.ask, option) for option in now.options]
    if now.count is None:
        return value in options
    if not isinstance(value, list | tuple) or len(value) != now.count:
        return False
    return all(options.count(part) >= list(value).count(part) for part in value)


def apply_step(state: State, event: Answer | Outcome) -> None:
    """Keep the answer; with the last one of a turn or round's end, play it."""
    state.partial = (*state.partial, event)
    found = asked(state)
    if not isinstance(found, Asked):
        state.become(found[1])
