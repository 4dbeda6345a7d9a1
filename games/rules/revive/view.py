"""What a seat, or the public, may know of a position (rules.md 17)."""

from typing import Any

import msgspec

from games.engine.events import Event, Seat
from games.rules.revive import events
from games.rules.revive.scoring import breakdown
from games.rules.revive.sets import Space
from games.rules.revive.state import UNSEEN, Ask, Doing, Draw, Ending, Item, PlayEnd, Player, Rewards, State

NOBODY: Seat = -1


def view_of(state: State, viewer: Seat | None) -> dict[str, Any]:
    """JSON-able. Hidden: artifact cards until the end, closed crates, unkept Scyphoz cards, faces and orders of decks."""
    return {
        "turn": state.turn if state.turn >= 0 else None,
        "half": state.half,
        "acted": state.acted,
        "hibernating": state.hibernating,
        "last_turns": state.last_turns,
        "over": state.over,
        "cube": state.cube,
        "pending": [_item(item, viewer) for item in state.stack],
        "map": _map(state),
        "display": {
            "citizens": list(state.citizens),
            "machines": {color: list(row) for color, row in state.machines.items()},
            "modules": list(state.modules),
            "journeys": list(state.journeys),
        },
        "majors": list(state.majors),
        "common_card": state.common_card or None,
        "decks": {
            "citizens": len(state.citizen_deck),
            "machines": {color: len(deck) for color, deck in state.machine_decks.items()},
            "modules": len(state.module_deck),
            "crates": state.crates.left,
            "journeys": len(state.journey_deck),
            "scyphoz": state.scyphoz_fresh + len(state.scyphoz_under),
        },
        "seats": [_seat(state, seat, viewer) for seat in range(state.seats)],
        "scorings": breakdown(state),
    }


def _map(state: State) -> dict[str, Any]:
    return {
        "tiles": {slot: [state.tiles[slot], turn] for slot, turn in sorted(state.face_up.items())},
        "backs": {
            slot: msgspec.to_builtins(back) for slot, back in sorted(state.backs.items()) if slot not in state.face_up
        },
        "lakes": dict(state.lakes),
        "large": {place: [name, state.large[place].side] for place, name in sorted(state.large_names.items())},
    }


def _seat(state: State, seat: Seat, viewer: Seat | None) -> dict[str, Any]:
    player, own = state.players[seat], seat == viewer
    return {
        "tribe": player.tribe or None,
        "resources": dict(player.res),
        "energy": player.energy,
        "machines": dict(player.machines),
        "charged": sorted(player.charged),
        "tracks": dict(player.tracks),
        "unlocked": sorted(player.unlocked),
        "progress": player.progress,
        "discs": player.discs,
        "active": sorted(player.active),
        "resting": sorted(player.resting),
        "slots": {
            name: [[laid.card.id, laid.half, laid.color] for laid in pile] for name, pile in player.slots.items()
        },
        "modules": {name: list(places) for name, places in player.modules.items()},
        "side_slot": player.side_slot,
        "switch_used": player.switch_used,
        "hibernation": player.hibernation,
        "majors": sorted(player.majors),
        "minors": player.minors,
        "end_tile": player.end_tile,
        "closed_crates": len(player.crates) + player.hidden_crates,
        "crates": sorted(player.crates) + [UNSEEN] * player.hidden_crates if own else None,
        "opened": {crate: crate in player.reopened for crate in sorted(player.opened)},
        "score": player.score,
        "devotion": player.devotion,
        "pool": [player.pool_points, player.pool_devotion],
        "end_points": player.end_points,
        "small": [list(cell) for cell in sorted(player.small)],
        "large": [list(cell) for cell in sorted(player.large)],
        "figures": [[_space(space), name] for space, name in player.figures.items()],
        "markers": [list(cell) for cell in sorted(player.markers)],
        "waters": sorted(player.waters),
        "journeys": dict(player.journeys),
        "artifact_card": _artifact_card(state, player, own),
        "dealt_cards": list(player.dealt_cards) if own else None,
    }


def _space(space: Space) -> str | list[int]:
    return space if isinstance(space, str) else list(space)


def _artifact_card(state: State, player: Player, own: bool) -> str | None:
    if not player.artifact_card:
        return None
    return player.artifact_card if own or state.over else UNSEEN


def _item(item: Item, viewer: Seat | None) -> dict[str, Any]:
    """What is pending, as far as a viewer may know it."""
    if isinstance(item, Ask):
        cards = list(item.cards) if item.seat == viewer else [UNSEEN] * len(item.cards)
        return {"decision": item.name, "seat": item.seat, "times": item.n, **({"cards": cards} if cards else {})}
    if isinstance(item, Rewards):
        return {"decision": "order_rewards", "seat": item.seat, "choices": list(item.left)}
    if isinstance(item, Draw):
        return {"chance": str(item.kind.__struct_config__.tag), "seat": item.seat}
    if isinstance(item, Doing):
        return {"effects": len(item.effects) - item.at, "seat": item.seat}
    if isinstance(item, PlayEnd):
        return {"card": item.card, "seat": item.seat}
    assert isinstance(item, Ending)
    return {"ending": "turn" if item.turn else "half"}


def seen_by(event: Event, viewer: Seat) -> Event:
    """`event` as `viewer` sees it: artifact cards, crates and Scyphoz draws of others are hidden."""
    seat = getattr(event, "seat", None)
    if isinstance(event, events.ArtifactCard) and seat not in (None, viewer):
        if event.cards is not None:
            return msgspec.structs.replace(event, cards=(UNSEEN,) * len(event.cards))
        return msgspec.structs.replace(event, card=UNSEEN)
    if isinstance(event, events.ChooseArtifactCard) and seat != viewer:
        return msgspec.structs.replace(event, id=UNSEEN)
    if isinstance(event, events.DrawCrate) and seat != viewer:
        return msgspec.structs.replace(event, crate=UNSEEN)
    if isinstance(event, events.DrawScyphoz) and seat != viewer:
        return msgspec.structs.replace(event, cards=(UNSEEN,) * len(event.cards))
    return event


def public(event: Event) -> Event:
    """What all records of one match tell of an event, whoever wrote them."""
    return seen_by(event, NOBODY)
