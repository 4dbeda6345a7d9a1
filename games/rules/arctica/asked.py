"""What stood behind the choices inside a turn or a round's end: an event names an option by its number, a column by its
wheel; which effect and which card that was, only the position tells."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from games.engine.errors import LogProblem
from games.engine.events import Event, Seat
from games.rules.arctica import vocabulary as v
from games.rules.arctica.components import GENERATIONS
from games.rules.arctica.effects import wheel_of
from games.rules.arctica.events import Item, May, RoundEnd, Step, Turn
from games.rules.arctica.handlers.round_end import end_round
from games.rules.arctica.handlers.turn import play_turn
from games.rules.arctica.recorded import Recorded
from games.rules.arctica.source import Sides
from games.rules.arctica.state import EMPTY, FLORA, State


class Asked(msgspec.Struct, omit_defaults=True):
    """By the place inside the event (`parallel.0[1].sub[0]`): the effect that asked, the card that was used, the
    families of the tokens that left a wheel."""

    offer: tuple[str, ...] = ()
    effects: dict[str, v.Effect] = {}
    cards: dict[str, str] = {}
    taken: dict[str, list[str]] = {}


class Listening(Recorded):
    """Plays an event as it is recorded, and keeps what stood behind it."""

    def __init__(self, event: Turn | RoundEnd, seats: int) -> None:
        super().__init__(event, seats)
        self.asked = Asked()

    def offer(self, offer: Sides) -> None:
        """The offer is known."""
        self.asked.offer = offer
        super().offer(offer)

    def act(self, state: State, seat: Seat, side: str, action: str) -> Step:
        """The card on top of a column that is used."""
        step = super().act(state, seat, side, action)
        if step.do in ("reproduce", "ability"):
            column = state.players[seat].columns[GENERATIONS.index(step.column)]
            if column:
                self.asked.cards[self.where()] = column[-1].id
        return step

    def choose(self, state: State, seat: Seat, effect: v.Choose) -> int:
        """D17."""
        option = super().choose(state, seat, effect)
        self.asked.effects[self.where()] = effect
        return option

    def may(self, state: State, seat: Seat, effect: v.May) -> May:
        """D18."""
        answer = super().may(state, seat, effect)
        self.asked.effects[self.where()] = effect
        return answer

    def amount(self, state: State, seat: Seat, effect: v.Effect, own: int) -> Iterable[Item]:
        """D19."""
        items = super().amount(state, seat, effect, own)
        self.asked.effects[self.where()] = effect
        if isinstance(effect, v.Release):
            return self._leaving(state, seat, wheel_of(effect.wheel, own), items)
        return items

    def _leaving(self, state: State, seat: Seat, wheel: int, items: Iterable[Item]) -> Iterator[Item]:
        families = self.asked.taken.setdefault(self.where(), [])
        starts, slots = state.table.starts[wheel], state.players[seat].wheels[wheel]
        for item in items:
            place = starts[item.segment] + item.slot if 0 <= item.segment < len(starts) else -1
            token = slots[place] if 0 <= place < len(slots) else EMPTY
            if 0 <= token < FLORA:
                families.append(state.table.box.families[token])
            yield item


def asked(state: State, event: Event) -> Asked:
    """What stands behind an event in this position; as far as it can be played, where it cannot be."""
    if not isinstance(event, Turn | RoundEnd):
        return Asked()
    source: Any = Listening(event, state.table.seats)
    with suppress(LogProblem, RecursionError):
        (play_turn if isinstance(event, Turn) else end_round)(state.copy(), source)
    return source.asked  # type: ignore[no-any-return]
