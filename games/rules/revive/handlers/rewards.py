"""Rewards of the spaces next to buildings: the groups of rules.md 19.4.6."""

from collections.abc import Iterable
from typing import Any

from games.engine.events import Seat
from games.rules.revive.components import Cell
from games.rules.revive.effects import Water
from games.rules.revive.sets import Space
from games.rules.revive.state import Player, Rewards, State
from games.rules.revive.vocabulary import Advance, Devotion, Gain


def build_rewards(state: State, seat: Seat, cell: Cell, size: str) -> Rewards:
    """The group of a building about to be placed: all that lies next to it, lakes only if this size is new there."""
    factor = 2 if size == "large" else 1
    player = state.players[seat]
    group = _group(state, seat, ((space, factor) for space in state.adjacent[cell]))
    for space in state.adjacent[cell]:
        if isinstance(space, str) and space in state.lakes and not has_at_lake(state, player, space, size):
            expansion = state.components.catalogue.expansion
            assert expansion is not None
            devotion = expansion.lake_setup.build_devotion
            units = devotion.small if size == "small" else devotion.large
            if units:
                group.left[f"lake:{state.lakes[space]}"] = (Devotion(units),)
    return group


def has_at_lake(state: State, player: Player, slot: str, size: str) -> bool:
    """Whether a player has a building of that size next to a lake."""
    own = player.small if size == "small" else player.large
    return any(space in own for space in state.adjacent[slot])


def flip_rewards(state: State, slot: str) -> None:
    """After a flip: a group for every owner of buildings next to it, active player first, then clockwise."""
    pairs: dict[Seat, list[tuple[Space, int]]] = {}
    spaces: tuple[Space, ...] = (slot,) if slot in state.terrain else state.components.slots[slot].cells
    for space in spaces:
        for near in state.adjacent[space]:
            if near in state.buildings:
                seat = state.buildings[near]
                pairs.setdefault(seat, []).append((space, 2 if near in state.players[seat].large else 1))
    for seat in state.clockwise(state.turn)[::-1]:
        if seat in pairs:
            state.stack.append(_group(state, seat, pairs[seat]))


def _group(state: State, seat: Seat, pairs: Iterable[tuple[Space, int]]) -> Rewards:
    """Spaces next to buildings of `seat` with their factors, as rewards by key."""
    terrain, tracks = state.terrain, state.components.catalogue.board.track.terrain
    steps: dict[str, int] = {}
    crystals = 0
    left: dict[str, tuple[Any, ...]] = {}
    for space, factor in pairs:
        kind = terrain[space]
        if kind in tracks:
            color = tracks[kind]
            steps[color] = steps.get(color, 0) + factor
        elif kind == "edge_crystal":
            crystals += factor
        elif kind == "vast_crystal":
            vast = state.components.catalogue.vast_crystals
            assert vast is not None
            again = left.get(f"vast:{space}", ())
            left[f"vast:{space}"] = again + vast.adjacent * (factor if vast.doubled_by_large else 1)
        elif kind == "water":
            tile = state.tiles[state.components.slot_of[space]]  # type: ignore[index]
            if tile not in state.players[seat].waters:
                left[f"water:{tile}"] = (Water(tile),)
    group: dict[str, tuple[Any, ...]] = {color: (Advance(color, n),) for color, n in steps.items()}  # type: ignore[arg-type]
    if crystals:
        group["crystal"] = (Gain("crystal", crystals),)
    return Rewards(seat, group | left)
