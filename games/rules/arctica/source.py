"""Where the choices of a turn and of a round's end come from: a record, or players and a deck of our own.

The handlers play a turn through from its placement to its last effect. Whatever somebody decides, or chance brings,
they ask of a `Source`, check the answer against the rules, and go on.
"""

from collections.abc import Iterable
from typing import Literal, Protocol

from games.engine.events import Seat
from games.rules.arctica.events import EventHit, Item, May, Move, Place, Placement, Step, Token
from games.rules.arctica.state import State
from games.rules.arctica.vocabulary import Choose, Effect
from games.rules.arctica.vocabulary import May as MayEffect

Zone = Literal["parallel", "colony", "after", "collapse", "endangered", "save"]
Sides = tuple[str, str]
"""The actions of side a and side b."""


class Source(Protocol):
    """Asked in the order of the rules. Lists of moves, tokens and the like are asked item by item."""

    def place(self, state: State) -> Place:
        """D1."""

    def offer(self, offer: Sides) -> None:
        """The offer is known."""

    def pick(self, state: State, seat: Seat, offer: Sides) -> str:
        """D2."""

    def order(self, state: State, offer: Sides) -> str:
        """D3."""

    def open(self, zone: Zone, seat: Seat | None) -> None:
        """From now on decisions and chance come from this list."""

    def act(self, state: State, seat: Seat, side: str, action: str) -> Step:
        """D4 to D13."""

    def collapse(self, state: State, seat: Seat, family: int) -> Step:
        """D14."""

    def endangered(self, state: State, seat: Seat) -> Step:
        """D15."""

    def save(self, state: State, seat: Seat, region: int, subregion: int) -> Step:
        """D16."""

    def close(self) -> None:
        """The decision is carried out."""

    def moves(self, state: State, seat: Seat, step: Step, limit: int) -> Iterable[Move]:
        """The moves of D8 and D11."""

    def placements(self, state: State, seat: Seat, step: Step) -> Iterable[Placement]:
        """The placements of D12."""

    def fates(self, state: State, seat: Seat, step: Step, subregion: int) -> Iterable[Token]:
        """The tokens of D16."""

    def choose(self, state: State, seat: Seat, effect: Choose) -> int:
        """D17."""

    def may(self, state: State, seat: Seat, effect: MayEffect) -> May:
        """D18."""

    def amount(self, state: State, seat: Seat, effect: Effect, own: int) -> Iterable[Item]:
        """D19."""

    def discard(self, state: State, seat: Seat, count: int) -> tuple[str, ...]:
        """D20."""

    def redeem(self, state: State, seat: Seat, space: int, arrived: Move | Item | Token) -> tuple[str, ...]:
        """The families taken back from the redeem tile on this arrival (A48)."""

    def draw(self, state: State, seat: Seat, count: int) -> tuple[str, ...]:
        """C2."""

    def reshuffle(self, state: State, seat: Seat, count: int) -> int:
        """C3."""

    def regions(self, state: State) -> tuple[str, ...]:
        """C6."""

    def event(self, state: State, region: int) -> EventHit:
        """C4."""
