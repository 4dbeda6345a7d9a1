"""What only a site's log says: statements to be checked, decisions taken back, a stand-in at the table.

Records hold none of these. Walls are those that the site stored (rules.md 7.3).
"""

from typing import Literal

from games.engine.events import Action, Chance, Claim, Seat


class TakenBack(Action, frozen=True, gc=False):
    """Decisions of this turn that the player took back, with what the log stated between them.

    They leave no trace but the stored wall, so they mean nothing unless `wall_value` is `bga_stored`.
    """

    events: tuple[Action | Claim, ...]


class StandIn(Chance, frozen=True, gc=False):
    """The site plays for this seat from here on: whatever it has to decide now is dropped.

    Its turn ends; tiles that it has bought pass to the next player.
    """

    seat: Seat


class ToAct(Claim, frozen=True, gc=False):
    """Whose turn begins."""

    seat: Seat


class HandSize(Claim, frozen=True, gc=False):
    seat: Seat
    count: int


class PilesLeft(Claim, frozen=True, gc=False):
    """Cards in the deck, scoring cards included, and tiles in the bag. A wrong number is noted, not refused."""

    deck: int | None
    bag: int | None


class OnSlot(Claim, frozen=True, gc=False):
    """The tile that somebody is about to buy."""

    seat: Seat
    slot: int
    tile: str


class InAlhambra(Claim, frozen=True, gc=False):
    """The tile that is about to leave its cell."""

    seat: Seat
    tile: str
    x: int
    y: int


class ExactPayment(Claim, frozen=True, gc=False):
    seat: Seat


class Holdings(Claim, frozen=True, gc=False):
    """Longest wall and number of tiles by kind of a seat, or of Dirk (None)."""

    seat: Seat | None
    walls: int
    kinds: tuple[int, ...]


class KindResult(Claim, frozen=True, gc=False):
    """Inside a `RoundResult`: one participant's tiles of a kind, place and points; `seat` None is Dirk."""

    seat: Seat | None
    count: int
    place: int
    points: int


class RoundResult(Claim, frozen=True, gc=False):
    """A scoring: by seat the walls and the total, Dirk's total, and the lines of each kind."""

    round: Literal[1, 2, 3]
    walls: tuple[int, ...]
    totals: tuple[int, ...]
    dirk: int | None
    kinds: tuple[tuple[KindResult, ...], ...]


class Restored(Claim, frozen=True, gc=False):
    """The position to which a turn went back when it was taken back: what its seat has, market and display.

    `board` holds tiles with their places, `market` by slot; the order of `reserve` and `display` means nothing.
    """

    seat: Seat
    hand: int
    reserve: tuple[str, ...]
    board: tuple[tuple[str, int, int], ...]
    market: tuple[tuple[int, str], ...]
    display: tuple[str, ...]


class Ended(Claim, frozen=True, gc=False):
    """The market could not be filled."""


class LeftoverAwarded(Claim, frozen=True, gc=False):
    """A tile left at the end goes to `seat`, or to nobody."""

    slot: int
    tile: str
    seat: Seat | None
