"""Which games have an engine: a plain table from the game's key to its parts."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from games.engine.errors import UnsupportedLog
from games.engine.events import Setup
from games.engine.game import Rules
from games.rules.alhambra import components as alhambra_components
from games.rules.alhambra import events as alhambra_events
from games.rules.alhambra import rules as alhambra_rules
from games.rules.alhambra import state as alhambra_state


class Engine(msgspec.Struct, frozen=True):
    """The parts of one game. `events` is the union of the events that records hold."""

    rules: Rules[Any]
    events: Any
    options: type[msgspec.Struct]
    rule_sets: Mapping[str, Mapping[str, Any]]
    seats: tuple[int, int]
    base_components: Callable[[], Any]
    load_components: Callable[[bytes, str], Any]

    def setup(
        self, seats: int, rules: str = "official", options: Mapping[str, Any] | None = None, components: Any = None
    ) -> Setup:
        """Every option resolved: the defaults, over them the rule set, over it single options.

        Raises `UnsupportedLog` for a rule set that we do not know; unknown options are found by `new_game`.
        """
        if rules not in self.rule_sets:
            raise UnsupportedLog("rule_set", expected=sorted(self.rule_sets), found=rules)
        defaults = msgspec.structs.asdict(self.options())
        resolved = {**defaults, **self.rule_sets[rules], **(options or {})}
        return Setup(seats, resolved, components or self.base_components())


ENGINES: dict[str, Engine] = {
    "alhambra": Engine(
        rules=alhambra_rules.RULES,
        events=alhambra_events.RecordEvent,
        options=alhambra_state.Options,
        rule_sets=alhambra_state.RULE_SETS,
        seats=(2, 6),
        base_components=alhambra_components.base_components,
        load_components=alhambra_components.load_components,
    ),
}
