"""The map in play: tiles turned up, and the price of range (rules.md 6, 7)."""

from games.rules.revive.effects import standing
from games.rules.revive.reach import Reach
from games.rules.revive.sets import Space
from games.rules.revive.state import Player, State

FACE_DOWN = "face_down"
NO_TERRAIN: frozenset[str] = frozenset()


def turn_up(state: State, slot: str, terrains: tuple[str, ...], turn: int) -> None:
    """A tile lies face up from now on: turn 1 puts its last cell first."""
    cells = state.components.slots[slot].cells
    around = state.adjacent.pop(slot)
    del state.terrain[slot]
    for cell, kind in zip(cells, terrains[::-1] if turn else terrains, strict=True):
        state.node[cell] = cell
        state.terrain[cell] = kind
    for space in (*cells, *around):
        state.adjacent[space] = _around(state, space)
    state.face_up[slot] = turn
    forget_reach(state)


def _around(state: State, space: Space) -> tuple[Space, ...]:
    return tuple(dict.fromkeys(map(state.node.__getitem__, state.components.outside[space])))


def forget_reach(state: State) -> None:
    """The map has changed: distances are looked for anew."""
    for player in state.players:
        player.reach = [None, None]


def range_price(state: State, player: Player, target: Space, bonus: int) -> int | None:
    """Food to reach `target`, `bonus` being what the action takes off; None where there is no path."""
    bonus += sum(rule.n for rule in standing(state, player, "range_plus"))
    distance = _reach(state, player, 0).distance(target)
    best = None if distance is None else max(0, distance - bonus)
    if player.markers and best != 0:
        for rule in standing(state, player, "marker_range_origin"):
            distance = _reach(state, player, 1).distance(target)
            if distance is not None:
                price = max(0, distance - bonus - rule.bonus)
                best = price if best is None else min(best, price)
    return best


def _reach(state: State, player: Player, markers: int) -> Reach:
    """Distances from the own pieces, or from the own markers."""
    free = NO_TERRAIN
    for rule in standing(state, player, "free_passage"):
        free |= frozenset(rule.terrains)
    reach = player.reach[markers]
    if reach is None or reach.free != free:
        origins: set[Space] = {*player.markers}
        if not markers:
            origins = {*player.small, *player.large, *player.figures} - {"extra"} or {state.components.chasm}
        reach = Reach(state.terrain, state.adjacent, frozenset(origins), state.impassable, free)
        player.reach[markers] = reach
    return reach
