"""Which games have an engine: a plain table from the game's key to its parts."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from games.bga.packets import Log
from games.engine.errors import UnsupportedLog
from games.engine.events import Action, Chance, Entry, Event, Seat, Setup
from games.engine.game import Rules, Script
from games.rules.alhambra import components as alhambra_components
from games.rules.alhambra import dealer as alhambra_dealer
from games.rules.alhambra import events as alhambra_events
from games.rules.alhambra import greedy as alhambra_greedy
from games.rules.alhambra import rules as alhambra_rules
from games.rules.alhambra import state as alhambra_state
from games.rules.alhambra import view as alhambra_view
from games.rules.alhambra.bga import reader as alhambra_reader
from games.rules.alhambra.bga import script as alhambra_script
from games.rules.alhambra.drawing import table as alhambra_table
from games.rules.alhambra.drawing import words as alhambra_words


class Engine(msgspec.Struct, frozen=True):
    """The parts of one game.

    `events` is the union of the events that records hold; `bga_types` are the notifications by which a log is known.
    """

    rules: Rules[Any]
    events: Any
    options: type[msgspec.Struct]
    rule_sets: Mapping[str, Mapping[str, Any]]
    seats: tuple[int, int]
    base_components: Callable[[], Any]
    load_components: Callable[[bytes, str], Any]
    read_bga: Callable[[Log, Any, Callable[[int], Setup]], Script]
    bga_types: frozenset[str]
    stated_breakdown: Callable[[Iterable[Entry], Any], list[dict[str, Any]]]
    dealer: Callable[[Setup, Any], Callable[[Any], Chance]]
    """Chance for a match of our own: from set-up and a `random.Random` to what comes up in a position."""
    greedy: Callable[[Setup, Any], Callable[[Any, Seat], Action]]
    """A sensible player for all seats of such a match."""
    seen_by: Callable[[Event, Seat], Event]
    """An event as one seat sees it."""
    board_svg: Callable[..., str]
    """The whole table as one drawing, for one seat or the public."""
    board_panels: Callable[..., list[str]]
    """The same as several drawings, to be set side by side: what is common, then every seat."""
    board_text: Callable[..., list[str]]
    """The same in words, a line for each thing."""
    board_labels: Mapping[str, str]
    """The English text of every label that the three above take."""

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
        read_bga=alhambra_script.read_bga,
        bga_types=alhambra_reader.TYPES,
        stated_breakdown=alhambra_script.stated_breakdown,
        dealer=alhambra_dealer.Dealer,
        greedy=alhambra_greedy.Greedy,
        seen_by=alhambra_view.seen_by,
        board_svg=alhambra_table.board_svg,
        board_panels=alhambra_table.panel_svgs,
        board_text=alhambra_words.board_text,
        board_labels=alhambra_words.LABELS,
    ),
}
