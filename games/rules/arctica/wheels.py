"""Generation wheels, release area and Flora of one seat (rules.md A30 to A36)."""

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.arctica.components import LONG
from games.rules.arctica.state import EMPTY, FLORA, Player, State


def free_slot(state: State, player: Player, wheel: int) -> int:
    """The first free slot of the wheel (A30), or -1; a slot kept for a played card does not count (A24)."""
    slots = player.wheels[wheel]
    if player.reserved == wheel:
        free = [slot for slot in state.table.slots[wheel] if slots[slot] == EMPTY]
        return free[0] if len(free) > 1 else -1
    for slot in state.table.slots[wheel]:
        if slots[slot] == EMPTY:
            return slot
    return -1


def put_token(state: State, player: Player, family: int, wheel: int) -> None:
    """A token of the supply takes the first free slot."""
    player.wheels[wheel][free_slot(state, player, wheel)] = family
    player.supply[family] -= 1


def gain_flora(state: State, player: Player, count: int, by_action: bool = False) -> None:
    """A34: onto the long wheel, the surplus to the release area; `flora_gain` decides for gains of other sources."""
    if not by_action and state.table.options.flora_gain == "release":
        player.flora += count
        return
    for number in range(count):
        slot = free_slot(state, player, LONG)
        if slot < 0:
            player.flora += count - number
            return
        player.wheels[LONG][slot] = FLORA


def rotate(state: State, player: Player) -> None:
    """A31: every token one segment towards the exit, gaps close, what leaves goes to the release area."""
    for slots, starts in zip(player.wheels, state.table.starts, strict=True):
        last = len(starts) - 2
        for segment in range(last, -1, -1):
            tokens = [token for token in slots[starts[segment] : starts[segment + 1]] if token != EMPTY]
            if segment == last:
                _leave(player, tokens)
            else:
                slots[starts[segment + 1] : starts[segment + 1] + len(tokens)] = tokens
            slots[starts[segment] : starts[segment + 1]] = [EMPTY] * (starts[segment + 1] - starts[segment])


def _leave(player: Player, tokens: list[int]) -> None:
    for token in tokens:
        if token == FLORA:
            player.flora += 1
        else:
            player.release[token] += 1


def spendable(state: State, player: Player) -> int:
    """Flora that can be paid (A36)."""
    if state.table.options.flora_spend == "board":
        return player.flora + player.wheels[LONG].count(FLORA)
    return player.flora


def spend(state: State, player: Player, count: int) -> None:
    """Pay Flora: the release area first, then (`flora_spend = board`) the long wheel from its last slot back."""
    from_release = min(count, player.flora)
    player.flora -= from_release
    count -= from_release
    slots = player.wheels[LONG]
    for slot in range(len(slots) - 1, -1, -1):
        if not count:
            return
        if slots[slot] == FLORA:
            slots[slot] = EMPTY
            count -= 1


def pay(state: State, seat: Seat, count: int, rule: str) -> None:
    """Pay Flora or raise `IllegalAction`."""
    player = state.players[seat]
    found = spendable(state, player)
    if found < count:
        raise IllegalAction("underpaid", seat=seat, expected=count, found=found, rule=rule)
    spend(state, player, count)
