"""What a seat, or the public, may know of a position or an event (rules.md 11)."""

from typing import Any

import msgspec

from games.engine.events import Event, Seat
from games.rules.res_arcana import events
from games.rules.res_arcana.essences import named
from games.rules.res_arcana.handlers.guard import due
from games.rules.res_arcana.hidden import hand_size, hidden_cards
from games.rules.res_arcana.scoring import score_lines
from games.rules.res_arcana.state import UNSEEN, Piece, Player, State, question

_SECRET = {
    events.DealMages: "mages",
    events.DealArtifacts: "cards",
    events.DealPacket: "cards",
    events.Draw: "card",
    events.DraftPick: "card",
    events.Look: "cards",
    events.Reorder: "order",
}
"""What only the event's own seat sees."""


def seen_by(event: Event, viewer: Seat | None) -> Event:
    """The event as `viewer` sees it. The mage of a first-game set lies open, for it brings a known hand."""
    secret = _SECRET.get(type(event))
    if secret is None or getattr(event, "seat", None) == viewer:
        return event
    value = getattr(event, secret)
    if isinstance(event, events.DealMages) and len(value) == 1:
        return event
    unseen = UNSEEN if isinstance(value, str) else (UNSEEN,) * len(value)
    return msgspec.structs.replace(event, **{secret: unseen})


def view_of(state: State, viewer: Seat | None) -> dict[str, Any]:
    """JSON-able. Of other hands, decks and packets only the number of cards is shown."""
    asked = question(state)
    lines = score_lines(state)
    return {
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn if state.turn >= 0 else None,
        "token": state.token if state.token >= 0 else None,
        "to_move": sorted(asked.seats) if asked else [],
        "due": list(due(state)),
        "display": list(state.display),
        "monument_deck": state.monuments.size(),
        "monuments_known": list(state.players[viewer].monuments_known) if viewer is not None else [],
        "places": list(state.places),
        "items": {name: named(piece.essences) for name, piece in sorted(state.items.items())},
        "seats": [
            _seat(state, player, seat == viewer) | {"points": lines[seat]} for seat, player in enumerate(state.players)
        ],
        "scorings": state.breakdown,
    }


def _seat(state: State, player: Player, own: bool) -> dict[str, Any]:
    known = {
        "hand": sorted(player.hand) + [UNSEEN] * hidden_cards(player),
        "deck_cards": sorted(name for layer in player.deck.layers for name in layer.named),
        "deck_top": player.deck.known_top(),
        "mages": list(player.mages),
        "packet": _packet(state, player),
    }
    return {
        "pool": named(player.pool),
        "tableau": [_piece(piece) for piece in player.tableau.values()],
        "cards": hand_size(player),
        "deck": player.deck.size(),
        "discards": list(player.discards),
        "item": player.item,
        "passed": player.passed,
        "to_collect": {
            "choices": sorted(player.choices),
            "stored": sorted(player.stored),
            "forge": player.forge,
        },
        **(known if own else dict.fromkeys(known)),
    }


def _packet(state: State, player: Player) -> list[str] | None:
    packet = next((packet for seat, packet in state.packets.items() if state.players[seat] is player), None)
    return None if packet is None else sorted(packet.named)


def _piece(piece: Piece) -> dict[str, Any]:
    return {"id": piece.card.id, "turned": piece.turned, "essences": named(piece.essences)}
