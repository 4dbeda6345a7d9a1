"""A whole position (step 4)."""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.engine.errors import UnsupportedLog
from games.engine.events import Seat, Setup
from games.engine.reading import read_options
from games.engine.supply import Supply
from tests.fifth_game.pebbles.components import ComponentSet

SEATS = (2, 4)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of the rules with their defaults."""

    last_costs: bool = True


RULE_SETS: dict[str, dict[str, Any]] = {"official": {}, "seed": {"last_costs": False}}


@dataclass(slots=True)
class State:
    """`hands` count pebbles by kind, by seat. `round` counts the turns of seat 0 so far."""

    options: Options
    components: ComponentSet
    hands: list[dict[str, int]]
    bag: Supply
    row: list[str] = field(default_factory=list)
    turn: Seat = 0
    round: int = 0
    last: Seat | None = None

    @property
    def filling(self) -> bool:
        """Whether the row has room and the bag a pebble."""
        return self.bag.left > 0 and len(self.row) < self.components.row

    @property
    def score(self) -> list[int]:
        weights = self.components.weights
        points = [sum(weights[kind] * number for kind, number in hand.items()) for hand in self.hands]
        if self.options.last_costs and self.last is not None:
            points[self.last] -= 3
        return points


def new_state(setup: Setup) -> State:
    """The position before the first pebble; raises `UnsupportedLog`."""
    if not SEATS[0] <= setup.seats <= SEATS[1]:
        raise UnsupportedLog("player_count", expected=list(SEATS), found=setup.seats)
    options = read_options(setup.options, Options)
    hands: list[dict[str, int]] = [{} for _seat in range(setup.seats)]
    return State(options, setup.components, hands, Supply.of(setup.components.copies))
