"""Which games have an engine: a plain table from the game's key to its parts."""

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any

import msgspec

from games.bga.packets import Log
from games.engine.board import Board
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
from games.rules.arctica import bga as arctica_bga
from games.rules.arctica import components as arctica_components
from games.rules.arctica import dealer as arctica_dealer
from games.rules.arctica import events as arctica_events
from games.rules.arctica import greedy as arctica_greedy
from games.rules.arctica import options as arctica_options
from games.rules.arctica import rules as arctica_rules
from games.rules.arctica import view as arctica_view
from games.rules.arctica.drawing import table as arctica_table
from games.rules.arctica.drawing import words as arctica_words
from games.rules.res_arcana import bga as res_arcana_bga
from games.rules.res_arcana import components as res_arcana_components
from games.rules.res_arcana import dealer as res_arcana_dealer
from games.rules.res_arcana import events as res_arcana_events
from games.rules.res_arcana import greedy as res_arcana_greedy
from games.rules.res_arcana import rules as res_arcana_rules
from games.rules.res_arcana import state as res_arcana_state
from games.rules.res_arcana import view as res_arcana_view
from games.rules.res_arcana.drawing import table as res_arcana_table
from games.rules.res_arcana.drawing import words as res_arcana_words
from games.rules.revive import bga as revive_bga
from games.rules.revive import dealer as revive_dealer
from games.rules.revive import events as revive_events
from games.rules.revive import greedy as revive_greedy
from games.rules.revive import options as revive_options
from games.rules.revive import rules as revive_rules
from games.rules.revive import scoring as revive_scoring
from games.rules.revive import sets as revive_sets
from games.rules.revive import view as revive_view
from games.rules.revive.drawing import table as revive_table
from games.rules.revive.drawing import words as revive_words

OFFICIAL_RULES = "official"
"""The rule set that every game has."""


class Engine(msgspec.Struct, frozen=True):
    """The parts of one game.

    `events` is the union of the events that records hold.
    """

    rules: Rules[Any]
    events: Any
    options: type[msgspec.Struct]
    rule_sets: Mapping[str, Mapping[str, Any]]
    seats: tuple[int, int]
    base_components: Callable[[], Any]
    load_components: Callable[[bytes, str], Any]
    dealer: Callable[[Setup, Any], Callable[[Any], Chance]]
    """Chance for a match of our own: from set-up and a `random.Random` to what comes up in a position."""
    greedy: Callable[[Setup, Any], Callable[[Any, Seat], Action]]
    """A sensible player for all seats of such a match."""
    seen_by: Callable[[Event, Seat], Event]
    """An event as one seat sees it."""
    board: Board[Any]
    """The table as drawings, for one seat or the public, with the English text of their labels."""
    board_text: Callable[..., list[str]]
    """The same in words, a line for each thing; takes the same labels."""
    read_bga: Callable[[Log, Any, Callable[[int], Setup]], Script] | None = None
    """The script of a log of Board Game Arena; without it such a log keeps its players and its result."""
    bga_types: frozenset[str] = frozenset()
    """The notifications by which such a log is known to be of this game."""
    stated_breakdown: Callable[[Iterable[Entry], Any], list[dict[str, Any]]] | None = None
    """The scorings that a log states, where it does."""
    plays: Callable[[Setup, Any, str], Callable[[Any], Event]] | None = None
    """What comes next in a match of our own, by set-up, `random.Random` and bot, where an event is a whole turn."""
    unseen_by: Callable[[Event], set[Seat]] | None = None
    """The seats of which an event leaves cards open, where they do not all belong to its `seat`."""
    public: Callable[[Event], Event] | None = None
    """What all logs of one match tell of an event, where they differ by what their writers saw or claim."""
    explained: Callable[[Any, tuple[int, ...]], tuple[tuple[int, ...], tuple[int, ...]]] | None = None
    """Stated scores with their ranks, if some assignment of the unknown gives them, else `ClaimMismatch`."""
    set_options: Callable[[Any, str], Mapping[str, Any]] | None = None
    """The options under a rule set, where the component set has its own."""
    chapter: Callable[[Any], int] = attrgetter("round")
    """How far a match is, for a replay's marks: rises with each round, scoring or hibernation."""
    ends_chapter: bool = False
    """Whether that number counts what has been done (a scoring), and not what goes on (a round)."""
    panels_before: int = 1
    """How many of the drawings of `board.panel_svgs` come before those of the seats."""
    count: Callable[[Event], int] | None = None
    """How many decisions and chance events an event holds, where it is more than one."""

    def setup(
        self, seats: int, rules: str = OFFICIAL_RULES, options: Mapping[str, Any] | None = None, components: Any = None
    ) -> Setup:
        """Every option resolved: the defaults, over them the rule set, over it single options.

        Raises `UnsupportedLog` for a rule set that we do not know; unknown options are found by `new_game`.
        """
        if rules not in self.rule_sets:
            raise UnsupportedLog("rule_set", expected=sorted(self.rule_sets), found=rules)
        box = components or self.base_components()
        defaults = msgspec.structs.asdict(self.options())
        own = {} if self.set_options is None else self.set_options(box, rules)
        return Setup(seats, {**defaults, **self.rule_sets[rules], **own, **(options or {})}, box)


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
        board=alhambra_table.BOARD,
        board_text=alhambra_words.board_text,
        chapter=lambda state: len(state.breakdown),
        ends_chapter=True,
    ),
    "arctica": Engine(
        rules=arctica_rules.RULES,
        events=arctica_events.ArcticaEvent,
        options=arctica_options.Options,
        rule_sets=arctica_options.RULE_SETS,
        seats=(2, 5),
        base_components=arctica_components.base_components,
        load_components=arctica_components.load_components,
        read_bga=arctica_bga.read_bga,
        bga_types=arctica_bga.TYPES,
        dealer=arctica_dealer.Dealer,
        greedy=arctica_greedy.Greedy,
        seen_by=arctica_view.seen_by,
        board=arctica_table.BOARD,
        board_text=arctica_words.board_text,
        plays=arctica_greedy.plays,
        unseen_by=arctica_view.unseen_by,
        public=arctica_view.public,
        set_options=arctica_components.set_options,
        count=arctica_events.parts,
    ),
    "res_arcana": Engine(
        rules=res_arcana_rules.RULES,
        events=res_arcana_events.ResArcanaEvent,
        options=res_arcana_state.Options,
        rule_sets=res_arcana_state.RULE_SETS,
        seats=(2, 4),
        base_components=res_arcana_components.base_components,
        load_components=res_arcana_components.load_components,
        read_bga=res_arcana_bga.read_bga,
        bga_types=res_arcana_bga.TYPES,
        dealer=res_arcana_dealer.Dealer,
        greedy=res_arcana_greedy.Greedy,
        seen_by=res_arcana_view.seen_by,
        board=res_arcana_table.BOARD,
        board_text=res_arcana_words.board_text,
    ),
    "revive": Engine(
        rules=revive_rules.RULES,
        events=revive_events.RecordEvent,
        options=revive_options.Options,
        rule_sets=revive_options.RULE_SETS,
        seats=(1, 4),
        base_components=revive_sets.reference_components,
        load_components=revive_sets.load_components,
        read_bga=revive_bga.read_bga,
        bga_types=revive_bga.TYPES,
        dealer=revive_dealer.Dealer,
        greedy=revive_greedy.Greedy,
        seen_by=revive_view.seen_by,
        board=revive_table.BOARD,
        board_text=revive_words.board_text,
        public=revive_view.public,
        explained=revive_scoring.explained,
        chapter=lambda state: sum(player.hibernation for player in state.players),
        ends_chapter=True,
        panels_before=2,
    ),
}
