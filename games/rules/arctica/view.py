"""What a seat, or the public, may know (rules.md H1 to H3), of a position and of an event."""

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from games.engine.events import Event, Seat
from games.rules.arctica.components import GENERATIONS, SIDES
from games.rules.arctica.events import ABSENT, UNSEEN, Opening, RoundEnd, Step, Turn
from games.rules.arctica.hands import hand_size
from games.rules.arctica.state import EMPTY, FLORA, NOBODY, Player, State


def view_of(state: State, viewer: Seat | None) -> dict[str, Any]:
    """JSON-able. Of other hands, and of the deck, only the number of cards is shown."""
    box = state.table.box
    return {
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "active": state.active,
        "wheels": _action_wheels(state),
        "spaces": [
            {"space": space.id, "pawn": space.index in state.used, "offer": _offer(state, space.id)}
            for space in box.action_spaces.values()
        ],
        "circle": [
            {"space": name, "ice": state.ice[index] or None, "tokens": _on_circle(state, index)}
            for index, name in enumerate(box.circle)
        ],
        "map": {space.id: owner for space, owner in zip(box.spaces, state.owners, strict=True) if owner != NOBODY},
        "events": [box.subregions[hit] for hit in state.hits],
        "round_end_cards": list(state.cards),
        "deck": state.left,
        "discards": list(state.pile),
        "removed": list(state.removed),
        "seats": [_seat(state, player, seat == viewer) for seat, player in enumerate(state.players)],
        "scorings": state.breakdown,
    }


def _action_wheels(state: State) -> list[dict[str, Any]]:
    box = state.table.box
    turned = state.orientations or [0] * len(box.wheels)
    return [
        {"wheel": name, **{side: actions[(at - turn) % 4] for at, side in enumerate(SIDES)}}
        for name, actions, turn in zip(box.wheels, box.wheel_actions, turned, strict=True)
    ]


def _offer(state: State, name: str) -> list[str]:
    """What the space would offer now, before its wheel is turned."""
    box = state.table.box
    space = box.action_spaces[name]
    turned = state.orientations or [0] * len(box.wheels)
    return [
        box.wheel_actions[wheel][(side - turned[wheel]) % 4]
        for wheel, side in zip(space.wheels, space.sides, strict=True)
    ]


def _on_circle(state: State, space: int) -> list[dict[str, Any]]:
    families = state.table.box.families
    return [
        {"seat": seat, "family": name, "count": count}
        for seat, player in enumerate(state.players)
        for family, name in enumerate(families)
        if (count := player.circle[space * len(families) + family])
    ]


def _seat(state: State, player: Player, own: bool) -> dict[str, Any]:
    box = state.table.box
    return {
        "points": player.points,
        "supply": dict(zip(box.families, player.supply, strict=True)),
        "release": dict(zip(box.families, player.release, strict=True)),
        "flora": player.flora,
        "wheels": {
            name: [_segment(state, slots[start:end]) for start, end in pairwise(starts)]
            for name, slots, starts in zip(GENERATIONS, player.wheels, state.table.starts, strict=True)
        },
        "columns": {
            name: [card.id for card in reversed(column)]
            for name, column in zip(GENERATIONS, player.columns, strict=True)
        },
        "badges": dict(zip(box.badge_index, player.badges, strict=True)),
        "cards": hand_size(player),
        "hand": sorted(player.hand) + [UNSEEN] * player.unknown if own else None,
    }


def _segment(state: State, slots: list[int]) -> list[str | None]:
    names = state.table.box.families
    return [None if token == EMPTY else "flora" if token == FLORA else names[token] for token in slots]


def seen_by(event: Event, viewer: Seat | None) -> Event:
    """`event` as a seat, or the public, sees it: opening hands and drawn cards are their owner's alone (H1)."""
    if isinstance(event, Opening):
        hands = [hand if seat == viewer else (UNSEEN,) * len(hand) for seat, hand in enumerate(event.hands)]
        return replace(event, hands=tuple(hands))
    if isinstance(event, Turn):
        return replace(
            event,
            parallel=_masked_map(event.parallel, viewer),
            colony=_masked(event.colony, viewer, None),
            after=_masked(event.after, viewer, event.active),
        )
    if isinstance(event, RoundEnd):
        maps = {zone: _masked_map(getattr(event, zone), viewer) for zone in ("collapse", "endangered", "save")}
        return replace(event, **maps)
    return event


def public(event: Event) -> Event:
    """What every log of one match must tell alike (H4.7): as the public sees it, without claims."""
    seen = seen_by(event, None)
    if isinstance(seen, Turn):
        return replace(seen, offer=ABSENT, scores=ABSENT)
    return replace(seen, scores=ABSENT) if isinstance(seen, RoundEnd) else seen


def _masked_map(lists: dict[Seat, tuple[Step, ...]], viewer: Seat | None) -> dict[Seat, tuple[Step, ...]]:
    return {seat: _masked(steps, viewer, seat) for seat, steps in lists.items()}


def _masked(steps: tuple[Step, ...], viewer: Seat | None, owner: Seat | None) -> tuple[Step, ...]:
    return tuple(
        replace(step, cards=(UNSEEN,) * len(step.cards))
        if step.chance is not ABSENT and step.chance == "draw" and _drawer(step, owner) != viewer
        else step
        for step in steps
    )


def _drawer(step: Step, owner: Seat | None) -> Seat | None:
    return owner if step.seat is ABSENT else step.seat


def unseen_by(event: Event) -> set[Seat]:
    """The seats of which an event leaves drawn or dealt cards open."""
    if isinstance(event, Opening):
        return {seat for seat, hand in enumerate(event.hands) if UNSEEN in hand}
    if isinstance(event, Turn):
        lists = [*event.parallel.items(), (event.active, event.after), (None, event.colony)]
    elif isinstance(event, RoundEnd):
        lists = [*event.collapse.items(), *event.endangered.items(), *event.save.items()]
    else:
        return set()
    open_draws = (
        _drawer(step, owner)
        for owner, steps in lists
        for step in steps
        if step.chance is not ABSENT and step.chance == "draw" and UNSEEN in step.cards
    )
    return {seat for seat in open_draws if seat is not None}
