"""What a game's rules must offer to the kernel, and what a reader hands over."""

from collections.abc import Iterator
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from games.engine.errors import Refusal
from games.engine.events import Action, Chance, Claim, Entry, Event, LogPosition, Seat, Setup

S = TypeVar("S")


class Rules(Protocol[S]):
    """The rules of one game. Stateless: everything about a match is in `S`."""

    key: ClassVar[str]
    revision: ClassVar[int]
    """Raised whenever a verdict could change."""

    def new_game(self, setup: Setup) -> S:
        """The position before anything happened; deals and draws follow as events."""

    def to_move(self, state: S) -> frozenset[Seat]:
        """Who must decide now; several when simultaneous, nobody when chance or the end is due."""

    def check(self, state: S, event: Event) -> None:
        """Return if `event` (an action or a chance event) can happen now, else raise a `LogProblem`. Changes nothing."""

    def apply(self, state: S, event: Event) -> None:
        """Carry out an event that `check` let pass. Never refuses."""

    def verify(self, state: S, claim: Claim) -> None:
        """Return if the claim agrees with the position, else raise a `LogProblem`. Changes nothing."""

    def is_over(self, state: S) -> bool:
        """Whether the match was played to its end."""

    def scores(self, state: S) -> tuple[int, ...]:
        """Points by seat; before the end, the points on the board."""

    def ranking(self, state: S) -> tuple[int, ...]:
        """Ranks by seat, 1-based, ties shared (1, 1, 3), the game's own tie-break applied."""

    def breakdown(self, state: S) -> list[dict[str, Any]]:
        """One object for each scoring: `round` and, by seat, points by category with `total`."""

    def unknown(self, state: S) -> int:
        """Pieces whose identity mattered and stayed unknown. Above 0 a clean replay is `consistent`, not `verified`."""

    def notes(self, state: S) -> list[dict[str, Any]]:
        """Remarks for the verdict that are no refusal, in the order in which they arose."""

    def view(self, state: S, seat: Seat | None) -> Any:
        """What that seat, or the public (None), may know: JSON-able."""

    # For tests, bots and hints; replay never calls these.
    def legal_actions(self, state: S, seat: Seat) -> Iterator[Action]:
        """All decisions open to `seat`; where payments explode, one canonical choice for each distinct outcome."""

    def chance_outcomes(self, state: S) -> Iterator[Chance]:
        """All outcomes that chance may bring now; empty when a player must decide."""


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sat where. `id` is `platform:number`, or None when only a name is known."""

    seat: Seat
    name: str
    id: str | None = None


class Source(msgspec.Struct, frozen=True):
    """Where the match was played: platform slug, the platform's table number, end instant (unix seconds, UTC)."""

    platform: str | None = None
    table: str | None = None
    ended: int | None = None


class Script(msgspec.Struct):
    """A log, read: everything that `verify` needs to judge it.

    `stopped` is the place where the reader could not go on (the entries end there); `beyond` is where the log leaves
    what can be judged although the entries go on (a stand-in plays). `notes` are remarks of the reader.
    `ending`: `normal`, `concession`, `abandoned` or `unfinished`; `conceded` lists seats that gave up.
    `stated` is what the log itself says about the end: scores and ranks by seat, or None. `view` is the seat from whose
    side the log was made, None if all is known.
    """

    game: str
    rules: str
    setup: Setup
    seats: tuple[SeatInfo, ...]
    entries: list[Entry]
    source: Source = Source()
    stopped: Refusal | None = None
    beyond: Refusal | None = None
    ending: str = "normal"
    conceded: tuple[Seat, ...] = ()
    stated_scores: tuple[int, ...] | None = None
    stated_ranks: tuple[int, ...] | None = None
    scored: dict[Any, LogPosition] = {}
    view: Seat | None = None
    notes: list[dict[str, Any]] = []
    end: LogPosition | None = None
