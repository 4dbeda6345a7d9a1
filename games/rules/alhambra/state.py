"""Alhambra's position: everything about a match, in one mutable value that the replay loop owns."""

from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from games.engine.decisions import Decision
from games.engine.errors import UnsupportedLog
from games.engine.events import Seat, Setup
from games.engine.reading import read_options
from games.engine.supply import Supply, count_pieces
from games.rules.alhambra.components import ComponentSet, Tile
from games.rules.alhambra.hidden import Award, Dealt

Phase = Literal["setup", "main", "place", "money", "tiles", "dirk", "leftovers", "over"]
"""`money`, `tiles` and `dirk` are the steps of a refill at which chance is due (rules.md 6)."""

UNSEEN = "?"
"""A card that was not seen; before a colon and a kind, a tile of which only the kind is known."""

Board = dict[int, Tile]
"""Tiles by cell, see layout.py. The fountain lies in `layout.ORIGIN`."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of rules.md 12 with their defaults."""

    start_player: Literal["fewest_cards", "random"] = "fewest_cards"
    two_player_full_deck: bool = False
    end_trigger: Literal["cannot_refill", "bag_empty"] = "cannot_refill"
    closed_ring: Literal["all", "bga_minus_one"] = "all"
    wall_value: Literal["current", "bga_stored"] = "current"
    extra_action: Literal["mandatory", "optional"] = "mandatory"
    no_superfluous_cards: bool = False


RULE_SETS: dict[str, dict[str, Any]] = {
    "official": {},
    "bga": {"closed_ring": "bga_minus_one", "wall_value": "bga_stored"},
    "seed": {"start_player": "random", "extra_action": "optional"},
}


@dataclass(slots=True)
class Player:
    """One seat's belongings.

    `kinds` counts the Alhambra's tiles by kind. `wall` is the longest outer wall when the last tile was put in, which
    is what Board Game Arena stores (rules.md 7.3); `wall_is_old` that a tile has left since.
    """

    board: Board
    kinds: list[int]
    hand: dict[str, int] = field(default_factory=dict)
    hidden: int = 0
    dealt: Dealt = field(default_factory=Dealt)
    reserve: dict[str, Tile] = field(default_factory=dict)
    wall: int = 0
    wall_is_old: bool = False
    score: int = 0


@dataclass(slots=True)
class Dirk:
    """The third party of the two-player game.

    `hidden` counts, by kind, tiles of which only the kind is known; its last number, tiles of unknown kind.
    """

    kinds: list[int]
    tiles: list[Tile]
    hidden: list[int]


@dataclass(slots=True)
class State:
    """The whole position.

    `market` is by slot, index 0 for slot 1. `bought` holds the tiles bought in this turn, not placed yet. `extra` says
    that the decision due is the action after an exact purchase. `rounds` are the scorings due at the end of this
    refill. `leftovers` maps the tiles awarded at the end to their winners, `leftover_slots` all
    tiles left to the slots where they lay. `deck_at_start` counts the deck when the
    first turn begins, scoring cards included. A `trial` is a copy on which a turn is tried out: it stops before the
    refill. `tried_wall` is what the last trial left of its player's wall.

    The next five are for one-sided logs: whether start money is open, the start player found by fewest cards and those
    with as few, tiles left whose winner is not certain with their currency, and the awards that are.
    """

    options: Options
    components: ComponentSet
    players: list[Player]
    dirk: Dirk | None
    deck: Supply
    bag: Supply
    discards: dict[str, int] = field(default_factory=dict)
    display: list[str] = field(default_factory=list)
    market: list[Tile | None] = field(default_factory=lambda: [None] * 4)
    bought: dict[str, Tile] = field(default_factory=dict)
    phase: Phase = "setup"
    pending: list[Decision] = field(default_factory=list)
    turn: Seat = -1
    dealt: int = 0
    extra: bool = False
    next_scoring: int = 1
    rounds: list[int] = field(default_factory=list)
    leftovers: dict[str, Seat] = field(default_factory=dict)
    leftover_slots: dict[str, int] = field(default_factory=dict)
    one_sided: bool = False
    first: Seat | None = None
    tied: frozenset[Seat] = frozenset()
    open_leftovers: dict[str, str] = field(default_factory=dict)
    awards: tuple[Award, ...] = ()
    deck_at_start: int = 0
    trial: bool = False
    tried_wall: int = field(default=0, compare=False)
    stand_ins: set[Seat] = field(default_factory=set)
    breakdown: list[dict[str, Any]] = field(default_factory=list)
    notes: list[dict[str, Any]] = field(default_factory=list)


def new_state(setup: Setup) -> State:
    """The position before the deal; raises `UnsupportedLog` for an option or a number of players we do not know."""
    components: ComponentSet = setup.components
    catalogue = components.catalogue
    if not catalogue.players_min <= setup.seats <= catalogue.players_max:
        expected = [catalogue.players_min, catalogue.players_max]
        raise UnsupportedLog("player_count", expected=expected, found=setup.seats)
    options = read_options(setup.options, Options)
    two = setup.seats == 2
    copies = catalogue.money.copies
    if two and not options.two_player_full_deck:
        copies = catalogue.money.copies_two_players
    kinds = len(components.kinds)
    return State(
        options=options,
        components=components,
        players=[Player(board={}, kinds=[0] * kinds) for _ in range(setup.seats)],
        dirk=Dirk([0] * kinds, [], [0] * (kinds + 1)) if two else None,
        deck=Supply.of(dict.fromkeys(components.values, copies)),
        bag=Supply.of(count_pieces(components.tiles)),
    )
