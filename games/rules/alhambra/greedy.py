"""A sensible player: buys what pays, exactly where it can, builds long walls, and redesigns when that gains points.

It looks one decision ahead, and values everything in points. Players differ in taste, so that matches differ.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from games.engine.events import Action, Seat, Setup
from games.rules.alhambra.components import Tile
from games.rules.alhambra.events import (
    Buy,
    Pass,
    Place,
    PlaceLeftover,
    RedesignAdd,
    RedesignRemove,
    RedesignSwap,
    TakeMoney,
)
from games.rules.alhambra.handlers.money import can_act, payments, takings
from games.rules.alhambra.handlers.redesign import cell_with, redesigns
from games.rules.alhambra.layout import E, N, S, W, cell_of, longest_wall, open_cells, place_of, placement_fault
from games.rules.alhambra.scoring import building_points
from games.rules.alhambra.state import Board, State

if TYPE_CHECKING:
    from random import Random

_STEPS = ((1, N), (2, E), (4, S), (8, W))

Choice = tuple[float, Action]


class Taste(msgspec.Struct, frozen=True):
    """What things are worth to one player, in points: a segment of wall, an open side to build on, an action more, and
    (negative) a coin too much."""

    wall: float
    room: float
    exact: float
    waste: float


TASTES = (
    Taste(wall=2.0, room=0.8, exact=6, waste=1.2),
    Taste(wall=1.0, room=1.0, exact=12, waste=4.0),
    Taste(wall=5.0, room=0.1, exact=5, waste=0.8),
)
MONEY = 0.55
"""What one unit of money in hand is worth, in points."""
UNDISTURBED = 2.6
"""What it is worth not to lay out new cards for the next player."""
ANOTHER_TURN = 2.0
"""What it costs that a tile taken to the reserve must be placed again."""


class Greedy:
    """Plays all seats; tastes are drawn once for a match."""

    def __init__(self, setup: Setup, rng: "Random") -> None:
        self.rng = rng
        self.tastes = [rng.choice(TASTES) for _ in range(setup.seats)]

    def __call__(self, state: State, seat: Seat) -> Action:
        """The decision of `seat` that promises most."""
        choices = self._actions(state, seat) if state.phase == "main" else self._placings(state, seat)
        return max(choices, key=lambda choice: choice[0] + self.rng.random() / 2)[1]

    def _actions(self, state: State, seat: Seat) -> Iterator[Choice]:
        yield from self._purchases(state, seat)
        yield from self._takings(state, seat)
        yield from self._redesigns(state, seat)
        if (state.extra and state.options.extra_action == "optional") or not can_act(state):
            yield UNDISTURBED, Pass(seat)

    def _purchases(self, state: State, seat: Seat) -> Iterator[Choice]:
        taste, player = self.tastes[seat], state.players[seat]
        for slot, tile in enumerate(state.market, start=1):
            for cards in payments(state, player.hand, slot) if tile is not None else ():
                assert tile is not None
                paid = sum(state.components.values[card] for card in cards)
                value = kind_gain(state, seat, tile.kind) + max(
                    0.0, self._best_spot(state, seat, tile, player.board)[0]
                )
                value += taste.exact if paid == tile.price else -taste.waste * (paid - tile.price)
                yield value - MONEY * paid, Buy(seat, slot, cards)

    def _takings(self, state: State, seat: Seat) -> Iterator[Choice]:
        hand, values, colours = state.players[seat].hand, state.components.values, state.components.colours
        for cards in takings(state):
            value = MONEY * sum(values[card] for card in cards)
            for tile, colour in zip(state.market, state.components.slot_colours, strict=True):
                taken = [values[card] for card in cards if colours[card] == colour]
                held = [values[card] for card in hand if colours[card] == colour]
                if tile is not None and any(coin + more == tile.price for coin in taken for more in (0, *held)):
                    value += 1.5
            yield value, TakeMoney(seat, cards)

    def _redesigns(self, state: State, seat: Seat) -> Iterator[Choice]:
        player = state.players[seat]
        now = self._worth(state, seat, player.board)
        for action in redesigns(state, seat):
            board = dict(player.board)
            gain = 0.0
            if isinstance(action, RedesignRemove):
                leaving = board.pop(cell_with(player, seat, action.tile))
                back, cell = self._best_spot(state, seat, leaving, board)
                gain += back - ANOTHER_TURN if cell else -kind_gain(state, seat, leaving.kind, lost=True)
            elif isinstance(action, RedesignAdd | RedesignSwap):
                cell, entering = cell_of(action.x, action.y), player.reserve[action.tile]
                if cell in board:
                    gain -= kind_gain(state, seat, board[cell].kind, lost=True)
                board[cell] = entering
                gain += kind_gain(state, seat, entering.kind)
            yield gain + self._worth(state, seat, board) - now, action

    def _placings(self, state: State, seat: Seat) -> Iterator[Choice]:
        if state.phase == "place":
            tile = next(iter(state.bought.values()))
            kind: type[Place | PlaceLeftover] = Place
        else:
            name = next(name for name, winner in state.leftovers.items() if winner == seat)
            tile, kind = state.components.tiles[name], PlaceLeftover
        gain = kind_gain(state, seat, tile.kind)
        value, cell = self._best_spot(state, seat, tile, state.players[seat].board)
        if cell is not None:
            yield gain + value, kind(seat, tile.id, "alhambra", *place_of(cell))
        yield 0.3 * gain, kind(seat, tile.id, "reserve")
        if kind is Place and state.dirk is not None:
            yield kind_gain(state, None, tile.kind, of=seat), Place(seat, tile.id, "dirk")

    def _best_spot(self, state: State, seat: Seat, tile: Tile, board: Board) -> tuple[float, int | None]:
        """What the best cell for `tile` adds to the board's worth, and that cell; None where it fits nowhere."""
        now = self._worth(state, seat, board)
        best: tuple[float, int | None] = (-2.0, None)
        for cell in open_cells(board):
            if placement_fault(board, tile.walls, cell) is None:
                value = self._worth(state, seat, board | {cell: tile}) - now
                if best[1] is None or value > best[0]:
                    best = (value, cell)
        return best

    def _worth(self, state: State, seat: Seat, board: Board) -> float:
        """Wall and room to build; room counts less and less as the bag empties."""
        taste = self.tastes[seat]
        room = sum(
            not tile.walls & bit and cell + step not in board for cell, tile in board.items() for bit, step in _STEPS
        )
        still = state.bag.left / len(state.components.tiles)
        return taste.wall * longest_wall(board, state.options.closed_ring == "all") + taste.room * min(room, 6) * still


def kind_gain(state: State, seat: Seat | None, kind: int, *, lost: bool = False, of: Seat | None = None) -> float:
    """What one tile of `kind` more for `seat` (None: Dirk) is worth to it, or to `of`, against its best rival.

    With `lost`, what one tile less would cost.
    """
    counts = [player.kinds[kind] for player in state.players]
    if state.dirk is not None:
        counts.append(state.dirk.kinds[kind])
    changed = list(counts)
    changed[-1 if seat is None else seat] += -1 if lost else 1
    before, after = (counts, changed) if not lost else (changed, counts)
    mine = of if seat is None else seat
    assert mine is not None
    seats = range(len(state.players))
    total = 0.0
    for number in range(state.next_scoring, 4):
        places = state.components.points[number - 1][kind]
        old, new = building_points(before, places), building_points(after, places)
        rivals = [new[other] - old[other] for other in seats if other != mine]
        total += new[mine] - old[mine] - max(rivals)
    return total + 0.5 * (seat is not None)
