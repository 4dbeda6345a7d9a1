"""Handlers and the kernel's questions (steps 5 and 6)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar

from games.engine.decisions import Decision, check_decision, nothing_to_decide
from games.engine.errors import ClaimMismatch, IllegalAction, ImpossibleChance
from games.engine.events import Action, Chance, Claim, Event, Seat, Setup
from tests.fifth_game.pebbles.events import RevealPebble, TakePebbles
from tests.fifth_game.pebbles.state import State, new_state


def check_reveal(state: State, event: RevealPebble) -> None:
    if not state.filling:
        raise ImpossibleChance("not_now", expected=["take_pebbles"], found="reveal_pebble", rule="2")
    if event.pebble not in state.components.weights:
        raise ImpossibleChance("unknown_component", found=event.pebble)
    if not state.bag.can_draw(event.pebble):
        raise ImpossibleChance("not_in_supply", found=event.pebble, rule="1")


def apply_reveal(state: State, event: RevealPebble) -> None:
    state.bag.draw(event.pebble)
    state.row.append(event.pebble)


def check_take(state: State, event: TakePebbles) -> None:
    if state.filling or not state.row:
        raise nothing_to_decide(event, ("reveal_pebble",) if state.filling else ())
    check_decision(Decision(frozenset({state.turn}), (TakePebbles,)), event)
    if len(set(event.pebbles)) != 1:
        raise IllegalAction("mixed_pebbles", seat=event.seat, found=list(event.pebbles), rule="3")
    if Counter(event.pebbles) - Counter(state.row):
        raise IllegalAction("not_on_display", seat=event.seat, expected=state.row, found=list(event.pebbles), rule="3")


def apply_take(state: State, event: TakePebbles) -> None:
    hand = state.hands[event.seat]
    for pebble in event.pebbles:
        state.row.remove(pebble)
        hand[pebble] = hand.get(pebble, 0) + 1
    if not state.row and not state.bag.left:
        state.last = event.seat
    state.round += event.seat == 0
    state.turn = (state.turn + 1) % len(state.hands)


CHECK: dict[type[Event], Any] = {RevealPebble: check_reveal, TakePebbles: check_take}
APPLY: dict[type[Event], Any] = {RevealPebble: apply_reveal, TakePebbles: apply_take}


class PebblesRules:
    """The rules of Pebbles (see `games.engine.game.Rules`)."""

    key: ClassVar[str] = "pebbles"
    revision: ClassVar[int] = 1

    def new_game(self, setup: Setup) -> State:
        return new_state(setup)

    def to_move(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.filling or not state.row else frozenset({state.turn})

    def check(self, state: State, event: Event) -> None:
        CHECK[type(event)](state, event)

    def apply(self, state: State, event: Event) -> None:
        APPLY[type(event)](state, event)

    def verify(self, state: State, claim: Claim) -> None:
        raise ClaimMismatch("unknown", found=type(claim).__name__)  # no log of a site states anything

    def is_over(self, state: State) -> bool:
        return state.last is not None

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.score)

    def ranking(self, state: State) -> tuple[int, ...]:
        return tuple(1 + sum(other > points for other in state.score) for points in state.score)

    def breakdown(self, state: State) -> list[dict[str, Any]]:
        if state.last is None:
            return []
        seats = [{"pebbles": points, "total": points} for points in state.score]
        return [{"round": "end", "seats": seats}]

    def unknown(self, state: State) -> int:
        return 0

    def notes(self, state: State) -> list[dict[str, Any]]:
        return []

    def view(self, state: State, seat: Seat | None) -> dict[str, Any]:
        """Everything lies open but the order in the bag."""
        hands = [dict(sorted(hand.items())) for hand in state.hands]
        return {"row": list(state.row), "bag": state.bag.left, "hands": hands, "scores": state.score}

    def legal_actions(self, state: State, seat: Seat) -> Iterator[Action]:
        for kind, number in Counter(state.row).items():
            yield from (TakePebbles(seat, (kind,) * many) for many in range(1, number + 1))

    def chance_outcomes(self, state: State) -> Iterator[Chance]:
        return (RevealPebble(pebble) for pebble in state.bag.drawable()) if state.filling else iter(())


RULES = PebblesRules()
