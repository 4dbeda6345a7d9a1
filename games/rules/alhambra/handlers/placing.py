"""What becomes of bought tiles and of those left at the end (rules.md 3.4, 8.3, 9)."""

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.alhambra.components import Tile
from games.rules.alhambra.events import Place, PlaceLeftover
from games.rules.alhambra.handlers.board import check_fits, put_in
from games.rules.alhambra.handlers.chance import give_to_dirk
from games.rules.alhambra.handlers.flow import begin_refill
from games.rules.alhambra.handlers.leftovers import await_leftovers, can_win, claim_open
from games.rules.alhambra.layout import cell_of
from games.rules.alhambra.state import State


def check_place(state: State, event: Place) -> None:
    tile = state.bought.get(event.tile)
    if tile is None:
        raise IllegalAction(
            "not_bought", seat=event.seat, tile=event.tile, expected=list(state.bought), found=event.tile, rule="3.4"
        )
    if event.target == "dirk":
        if state.dirk is None:
            raise IllegalAction("no_dirk", seat=event.seat, tile=event.tile, found="dirk", rule="3.4")
        _check_nowhere(event)
    else:
        check_target(state, event, tile)


def check_target(state: State, event: Place | PlaceLeftover, tile: Tile) -> None:
    """The reserve takes any tile, the Alhambra by rules.md 4."""
    if event.target == "alhambra":
        check_fits(state.players[event.seat], event.seat, tile, event.x, event.y)
    else:
        _check_nowhere(event)


def _check_nowhere(event: Place | PlaceLeftover) -> None:
    if event.x is not None or event.y is not None:
        raise IllegalAction("unknown_target", seat=event.seat, tile=event.tile, x=event.x, y=event.y, rule="3.4")


def apply_place(state: State, event: Place) -> None:
    tile = state.bought.pop(event.tile)
    if event.target == "dirk":
        assert state.dirk is not None
        give_to_dirk(state.dirk, tile)
    else:
        put(state, event, tile)
    if not state.bought:
        begin_refill(state)


def put(state: State, event: Place | PlaceLeftover, tile: Tile) -> None:
    """Into the Alhambra or the reserve."""
    player = state.players[event.seat]
    if event.target == "alhambra":
        assert event.x is not None
        assert event.y is not None
        put_in(state, player, tile, cell_of(event.x, event.y))
    else:
        player.reserve[tile.id] = tile


def check_place_leftover(state: State, event: PlaceLeftover) -> None:
    won = event.tile in state.open_leftovers and event.seat in can_win(state, event.tile)
    if not won and state.leftovers.get(event.tile) != event.seat:
        raise IllegalAction(
            "not_awarded",
            seat=event.seat,
            tile=event.tile,
            expected=awarded_to(state, event.seat),
            found=event.tile,
            rule="8.2",
        )
    check_target(state, event, state.components.tiles[event.tile])


def awarded_to(state: State, seat: Seat) -> list[str]:
    """The leftover tiles that `seat` has still to place."""
    return [tile for tile, winner in state.leftovers.items() if winner == seat]


def apply_place_leftover(state: State, event: PlaceLeftover) -> None:
    if event.tile in state.open_leftovers:
        claim_open(state, event.tile, event.seat)
    del state.leftovers[event.tile]
    put(state, event, state.components.tiles[event.tile])
    await_leftovers(state)
