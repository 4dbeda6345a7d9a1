"""A toy game for the kernel's tests.

Squirrels in turn pick from a pile of acorns, big ones (2 points) and small ones (1 point). What a squirrel picks comes
up by chance; then it keeps the acorn or gives it to another. The match ends when the pile is empty.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from games.engine.decisions import Decision, check_decision, nothing_to_decide, to_decide
from games.engine.errors import ClaimMismatch, IllegalAction, ImpossibleChance
from games.engine.events import Action, Chance, Claim, Event, Seat, Setup
from games.engine.supply import Supply

POINTS = {"big": 2, "small": 1}


class Pick(Chance, frozen=True):
    acorn: Literal["big", "small"]


class Keep(Action, frozen=True):
    pass


class Give(Action, frozen=True):
    to: Seat


class Hoard(Claim, frozen=True):
    seat: Seat
    points: int


@dataclass
class State:
    pile: Supply
    hoards: list[int]
    turn: Seat = 0
    held: str | None = None
    pending: list[Decision] = field(default_factory=list)


class Acorns:
    """The rules of the toy game."""

    key: ClassVar[str] = "acorns"
    revision: ClassVar[int] = 1

    def new_game(self, setup: Setup) -> State:
        return State(Supply.of(setup.components), [0] * setup.seats)

    def to_move(self, state: State) -> frozenset[Seat]:
        return to_decide(state.pending)

    def check(self, state: State, event: Event) -> None:
        if isinstance(event, Pick):
            if state.pending:
                raise ImpossibleChance("not_now", expected=["keep", "give"], found="pick")
            if not state.pile.can_draw(event.acorn):
                raise ImpossibleChance("not_in_supply", found=event.acorn)
        elif isinstance(event, Action):
            if not state.pending:
                raise nothing_to_decide(event, ("pick",))
            check_decision(state.pending[-1], event)
            if isinstance(event, Give) and event.to == event.seat:
                raise IllegalAction("unknown_target", path="to", seat=event.seat, found=event.to)

    def apply(self, state: State, event: Event) -> None:
        if isinstance(event, Pick):
            state.pile.draw(event.acorn)
            state.held = event.acorn
            state.pending = [Decision(frozenset({state.turn}), (Keep, Give))]
            return
        assert isinstance(event, Keep | Give)
        assert state.held is not None
        state.hoards[event.to if isinstance(event, Give) else event.seat] += POINTS[state.held]
        state.held, state.pending = None, []
        state.turn = (state.turn + 1) % len(state.hoards)

    def verify(self, state: State, claim: Claim) -> None:
        assert isinstance(claim, Hoard)
        if state.hoards[claim.seat] != claim.points:
            raise ClaimMismatch("score", seat=claim.seat, expected=state.hoards[claim.seat], found=claim.points)

    def is_over(self, state: State) -> bool:
        return not state.pile.left and not state.pending

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.hoards)

    def ranking(self, state: State) -> tuple[int, ...]:
        return tuple(1 + sum(other > mine for other in state.hoards) for mine in state.hoards)

    def breakdown(self, state: State) -> list[dict[str, Any]]:
        return []

    def unknown(self, state: State) -> int:
        return 0

    def notes(self, state: State) -> list[dict[str, Any]]:
        return []

    def view(self, state: State, seat: Seat | None) -> Any:
        return {"hoards": list(state.hoards), "pile": state.pile.left}

    def legal_actions(self, state: State, seat: Seat) -> Iterator[Action]:
        if state.pending and seat in state.pending[-1].seats:
            yield Keep(seat)
            yield from (Give(seat, to) for to in range(len(state.hoards)) if to != seat)

    def chance_outcomes(self, state: State) -> Iterator[Chance]:
        if not state.pending:
            yield from (Pick(acorn) for acorn in state.pile.drawable())  # type: ignore[arg-type]


ACORNS = Acorns()


def setup(seats: int = 2, big: int = 1, small: int = 2) -> Setup:
    return Setup(seats, {}, {"big": big, "small": small})
