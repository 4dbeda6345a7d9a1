"""The source of a record: reads the choices of a `turn` or `round_end` event and says where it stands.

A decision's own choices (`sub`) and the chance events after it are two streams, each in its own order (rules.md 12).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from games.engine.errors import ClaimMismatch, IllegalAction, ImpossibleChance
from games.engine.events import Seat
from games.rules.arctica import vocabulary as v
from games.rules.arctica.events import (
    ABSENT,
    Amount,
    Choose,
    Discard,
    EventHit,
    Item,
    May,
    Move,
    Place,
    Placement,
    RoundEnd,
    Step,
    Token,
    Turn,
)
from games.rules.arctica.source import Sides, Zone
from games.rules.arctica.state import State

N = TypeVar("N")
T = TypeVar("T")
NO_STEPS: tuple[Step, ...] = ()


class Recorded:
    """Hands out what an event holds, in the order asked; `finish` refuses what nobody asked for."""

    def __init__(self, event: Turn | RoundEnd, seats: int) -> None:
        self.record = event
        self.seats = seats
        self.zone: Zone | None = None
        self.seat: Seat | None = None
        self.steps = NO_STEPS
        self.next = 0
        self.decided = 0
        self.read = 0
        self.acting: Seat = -1
        self.sub: tuple[Any, ...] = ()
        self.nested = 0
        self.holder = ""
        self.inner = ""
        self.left: dict[tuple[Zone, Seat | None], tuple[tuple[Step, ...], int]] = {}
        self.hit = 0

    # Turn

    @property
    def turn(self) -> Turn:
        """The event, where it is a turn."""
        assert isinstance(self.record, Turn)
        return self.record

    @property
    def end(self) -> RoundEnd:
        """The event, where it is a round's end."""
        assert isinstance(self.record, RoundEnd)
        return self.record

    def place(self, state: State) -> Place:
        """D1."""
        return self.turn.place

    def offer(self, offer: Sides) -> None:
        """The offer that the record states is a claim; picks must be those of the other seats."""
        turn = self.turn
        stated = turn.offer
        if stated is not ABSENT and (stated.a, stated.b) != offer:
            expected = {"a": offer[0], "b": offer[1]}
            found = {"a": stated.a, "b": stated.b}
            raise ClaimMismatch("offer", path="offer", expected=expected, found=found, rule="A14")
        for seat in turn.picks:
            if seat == turn.active or not 0 <= seat < self.seats:
                raise IllegalAction(
                    "not_your_decision", path=f"picks.{seat}", seat=seat, found=seat, event="pick", rule="D2"
                )

    def pick(self, state: State, seat: Seat, offer: Sides) -> str:
        """D2."""
        pick = self.turn.picks.get(seat)
        if pick is None:
            raise IllegalAction("missing", path=f"picks.{seat}", seat=seat, expected="pick", rule="A15")
        return pick

    def order(self, state: State, offer: Sides) -> str:
        """D3."""
        return self.turn.order

    # Lists of steps

    def open(self, zone: Zone, seat: Seat | None) -> None:
        """Go to a list, at the place where it was left."""
        self._leave()
        self.zone, self.seat = zone, seat
        found: Mapping[Seat, tuple[Step, ...]] | tuple[Step, ...] = getattr(self.record, zone)
        steps = found.get(seat, NO_STEPS) if isinstance(found, Mapping) and seat is not None else found
        assert not isinstance(steps, Mapping)
        self.steps, self.next = self.left.pop((zone, seat), (steps, 0))
        self.read = max(self.next - 1, 0)

    def _leave(self) -> None:
        if self.zone is not None:
            self.left[self.zone, self.seat] = (self.steps, self.next)
            self.inner = ""

    def _decision(self, seat: Seat, kind: str | None) -> Step:
        """The next step of the list, which must be a decision of that seat."""
        if self.next == len(self.steps):
            raise IllegalAction("missing", seat=seat, expected=kind, rule="D4-D16")
        step = self.steps[self.next]
        self.decided = self.read = self.next
        self.next += 1
        self.inner = ""
        if step.do is ABSENT:
            raise ImpossibleChance("not_now", seat=seat, found=step.chance, rule="C2")
        if step.seat not in (ABSENT, seat):
            raise IllegalAction("not_your_decision", seat=step.seat, expected=[seat], found=step.seat, event=step.do)
        if step.seat is ABSENT and self.zone == "colony":
            raise IllegalAction("missing", seat=seat, expected="seat", rule="D12")
        if step.seat is not ABSENT and self.zone != "colony":
            raise IllegalAction("item_keys", seat=seat, expected=[], found=["seat"], rule="D4-D16")
        if kind is not None and step.do != kind:
            raise IllegalAction("not_now", seat=seat, expected=[kind], found=step.do, rule="A98")
        self.acting, self.sub, self.nested, self.holder = seat, step.sub, 0, ""
        return step

    def act(self, state: State, seat: Seat, side: str, action: str) -> Step:
        """D4 to D13."""
        return self._decision(seat, None)

    def collapse(self, state: State, seat: Seat, family: int) -> Step:
        """D14."""
        return self._decision(seat, "collapse")

    def endangered(self, state: State, seat: Seat) -> Step:
        """D15."""
        return self._decision(seat, "endangered")

    def save(self, state: State, seat: Seat, region: int, subregion: int) -> Step:
        """D16."""
        return self._decision(seat, "save")

    def close(self) -> None:
        """Every nested choice was asked for."""
        if self.nested != len(self.sub):
            self._point(f"{self.holder}.sub[{self.nested}]")
            raise IllegalAction("not_asked", seat=self.acting, found=len(self.sub), expected=self.nested, rule="A99")

    def _walk(self, name: str, parts: Iterable[T]) -> Iterator[T]:
        at = self.inner
        for number, part in enumerate(parts):
            self._point(f"{at}.{name}[{number}]")
            yield part
        self._point(at)

    def _point(self, inner: str) -> None:
        """Go to a place inside the decision, whatever chance brought since."""
        self.inner, self.read = inner, self.decided

    def moves(self, state: State, seat: Seat, step: Step, limit: int) -> Iterable[Move]:
        """The moves of D8 and D11."""
        return self._walk("moves", step.moves)

    def placements(self, state: State, seat: Seat, step: Step) -> Iterator[Placement]:
        """The placements of D12; each has nested choices of its own."""
        self.close()
        for placement in self._walk("placements", step.placements):
            self.sub, self.nested, self.holder = placement.sub, 0, self.inner
            yield placement
            self.close()

    def fates(self, state: State, seat: Seat, step: Step, subregion: int) -> Iterable[Token]:
        """The tokens of D16."""
        return self._walk("tokens", step.tokens)

    # Nested choices

    def _nested(self, seat: Seat, kind: type[N]) -> N:
        name = kind.__name__.lower()
        if self.nested == len(self.sub):
            raise IllegalAction("missing", seat=seat, expected=name, rule="A99")
        self._point(f"{self.holder}.sub[{self.nested}]")
        answer = self.sub[self.nested]
        self.nested += 1
        if answer.seat != seat and (answer.seat is not ABSENT or seat != self.acting):
            found = None if answer.seat is ABSENT else answer.seat
            raise IllegalAction("not_your_decision", seat=seat, expected=[seat], found=found, event=name)
        if not isinstance(answer, kind):
            found = type(answer).__name__.lower()
            raise IllegalAction("not_now", seat=seat, expected=[name], found=found, rule="A99")
        return answer

    def choose(self, state: State, seat: Seat, effect: v.Choose) -> int:
        """D17."""
        return self._nested(seat, Choose).option

    def may(self, state: State, seat: Seat, effect: v.May) -> May:
        """D18."""
        return self._nested(seat, May)

    def amount(self, state: State, seat: Seat, effect: v.Effect, own: int) -> Iterable[Item]:
        """D19."""
        return self._walk("items", self._nested(seat, Amount).items)

    def discard(self, state: State, seat: Seat, count: int) -> tuple[str, ...]:
        """D20."""
        return self._nested(seat, Discard).cards

    def redeem(self, state: State, seat: Seat, space: int, arrived: Move | Item | Token) -> tuple[str, ...]:
        """Stands in the item that arrived."""
        return arrived.redeem

    # Chance

    def _chance(self, seat: Seat, kind: str) -> Step:
        if self.next == len(self.steps) or self.steps[self.next].chance != kind:
            after = self.steps[self.next : self.next + 1]
            found = [step.do if step.chance is ABSENT else step.chance for step in after]
            raise ImpossibleChance("missing", seat=seat, expected=kind, found=found, rule="C2")
        step = self.steps[self.next]
        self.read = self.next
        self.next += 1
        self.inner = ""
        if step.seat != (seat if self.zone == "colony" else ABSENT):
            stated = None if step.seat is ABSENT else step.seat
            raise ImpossibleChance("seat", seat=seat, expected=seat, found=stated, rule="C2")
        return step

    def draw(self, state: State, seat: Seat, count: int) -> tuple[str, ...]:
        """C2."""
        return self._chance(seat, "draw").cards

    def reshuffle(self, state: State, seat: Seat, count: int) -> int:
        """C3."""
        return self._chance(seat, "reshuffle").count

    def regions(self, state: State) -> tuple[str, ...]:
        """C6."""
        return self.end.regions

    def event(self, state: State, region: int) -> EventHit:
        """C4."""
        if self.hit == len(self.end.events):
            raise ImpossibleChance("missing", path=f"events[{self.hit}]", expected="event", rule="C4")
        self.hit += 1
        return self.end.events[self.hit - 1]

    # The end

    def finish(self, logged_regions: bool) -> None:
        """Refuse every step that was not asked for."""
        self._leave()
        self.zone = None
        event = self.record
        zones: tuple[Zone, ...] = ("parallel",) if isinstance(event, Turn) else ("collapse", "endangered", "save")
        for zone in zones:
            for seat, steps in getattr(event, zone).items():
                if seat >= self.seats:
                    raise IllegalAction(
                        "not_your_decision", path=f"{zone}.{seat}", seat=seat, found=seat, rule="D4-D16"
                    )
                self._all_read(zone, seat, steps)
        if isinstance(event, Turn):
            self._all_read("colony", None, event.colony)
            self._all_read("after", None, event.after)
            return
        if self.hit != len(event.events):
            raise ImpossibleChance("not_now", path=f"events[{self.hit}]", found="event", rule="C4")
        if event.regions and not logged_regions:
            raise ImpossibleChance("not_now", path="regions", found="regions", rule="C6")

    def _all_read(self, zone: Zone, seat: Seat | None, steps: tuple[Step, ...]) -> None:
        _, read = self.left.get((zone, seat), (steps, 0))
        if read == len(steps):
            return
        step = steps[read]
        path = _path(zone, seat, read)
        if step.do is ABSENT:
            raise ImpossibleChance("not_now", path=path, found=step.chance, rule="C2")
        raise IllegalAction("not_now", path=path, seat=seat, expected=[], found=step.do, rule="A98")

    def where(self) -> str:
        """The place of the step read last, inside the event."""
        if self.zone is None:
            return ""
        return _path(self.zone, self.seat, self.read) + self.inner


def _path(zone: Zone, seat: Seat | None, number: int) -> str:
    return f"{zone}[{number}]" if seat is None else f"{zone}.{seat}[{number}]"
