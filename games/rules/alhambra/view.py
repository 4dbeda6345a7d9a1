"""What a seat, or the public, may know of a position (rules.md 10, decisions.md 2)."""

from typing import Any

import msgspec

from games.engine.events import Event, Seat
from games.rules.alhambra.events import Deal
from games.rules.alhambra.layout import place_of
from games.rules.alhambra.scoring import wall_length
from games.rules.alhambra.state import UNSEEN, Dirk, Player, State


def view_of(state: State, viewer: Seat | None) -> dict[str, Any]:
    """JSON-able. Of other hands only the number of cards is shown; deck and bag are numbers."""
    return {
        "phase": state.phase,
        "turn": state.turn if state.turn >= 0 else None,
        "to_move": sorted(state.pending[-1].seats) if state.pending else [],
        "display": list(state.display),
        "market": [tile and tile.id for tile in state.market],
        "bought": list(state.bought),
        "leftovers": dict(state.leftovers),
        "deck": state.deck.left + 3 - state.next_scoring,
        "discards": sum(state.discards.values()),
        "bag": state.bag.left,
        "seats": [_seat(state, player, seat == viewer) for seat, player in enumerate(state.players)],
        "dirk": state.dirk and _dirk(state, state.dirk),
        "scorings": state.breakdown,
    }


def _seat(state: State, player: Player, own: bool) -> dict[str, Any]:
    cards = sorted(card for card, count in player.hand.items() for _ in range(count))
    return {
        "alhambra": sorted([tile.id, *place_of(cell)] for cell, tile in player.board.items()),
        "reserve": sorted(player.reserve),
        "cards": len(cards) + player.hidden,
        "hand": cards + [UNSEEN] * player.hidden if own else None,
        "wall": wall_length(state, player),
        "score": player.score,
    }


def _dirk(state: State, dirk: Dirk) -> dict[str, Any]:
    names = [*(f"{UNSEEN}:{kind}" for kind in state.components.kinds), UNSEEN]
    unknown = [name for name, count in zip(names, dirk.hidden, strict=True) for _ in range(count)]
    return {"tiles": sorted(tile.id for tile in dirk.tiles) + unknown}


def seen_by(event: Event, viewer: Seat) -> Event:
    """`event` as `viewer` sees it: start money is its owner's alone, all else lies in the open."""
    if isinstance(event, Deal) and event.seat != viewer:
        return msgspec.structs.replace(event, cards=(UNSEEN,) * len(event.cards))
    return event
