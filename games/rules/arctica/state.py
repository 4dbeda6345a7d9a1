"""Arctica's position: everything about a match, in one mutable value that the replay loop owns.

Indices are those of `ComponentSet`. On a wheel a slot holds a family, `FLORA` or `EMPTY`.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

import msgspec

from games.engine.errors import UnsupportedLog
from games.engine.events import Seat, Setup
from games.rules.arctica.components import LONG, SHORT, Card, ComponentSet
from games.rules.arctica.options import Options, resolve_options

EMPTY = -1
FLORA = 99
NOBODY = -1

Phase = Literal["setup", "card", "turn", "round_end", "over"]


class Table(msgspec.Struct, frozen=True):
    """What never changes in a match: the box, the options, and what follows from both.

    `slots` are the slots of each wheel in the order in which they are filled (A30); `starts` the first slot of each
    segment, and the number of slots at the end; `turns` the active turns of a round (section 4).
    """

    box: ComponentSet
    options: Options
    seats: int
    limit: int
    slots: tuple[tuple[int, ...], tuple[int, ...]]
    starts: tuple[tuple[int, ...], tuple[int, ...]]
    turns: int


@dataclass(slots=True)
class Player:
    """One seat's belongings.

    `hand` holds the known cards, `hidden` counts the unknown ones by the shuffle in which they were drawn. The top of a
    column is its last card. `circle` counts own tokens by space and family (`space * families + family`). `reserved`
    is the wheel on which a played card keeps a slot (`flash_first`, A24), `in_use` the column of the ability being
    resolved (A27).
    """

    supply: list[int]
    wheels: list[list[int]]
    release: list[int]
    flora: int
    circle: list[int]
    columns: list[list[Card]]
    badges: list[int]
    hand: set[str] = field(default_factory=set)
    unknown: int = 0
    hidden: list[int] = field(default_factory=list)
    points: int = 0
    reserved: int = -1
    in_use: int = -1

    def copy(self) -> "Player":
        """An independent copy."""
        wheels, columns = self.wheels, self.columns
        return Player(
            self.supply.copy(),
            [wheels[0].copy(), wheels[1].copy()],
            self.release.copy(),
            self.flora,
            self.circle.copy(),
            [columns[0].copy(), columns[1].copy()],
            self.badges.copy(),
            self.hand.copy(),
            self.unknown,
            self.hidden.copy(),
            self.points,
        )


@dataclass(slots=True)
class State:
    """The whole position.

    `decks` holds, by shuffle, the cards that were in the deck then and have not been seen since; `left` is the number
    of cards in the deck now. `ice` is the tile on each Circle space, 0 for none. `owners` is by map space. `used` are
    the action spaces with a pawn, the newest last. `turn` counts the active turns of the round that are done. `hits`
    are the sub-regions hit so far. `partial` holds the answers to single questions since the last whole turn (steps.py).
    `ahead` is the position after the event that was checked last.
    """

    table: Table
    players: list[Player]
    decks: list[set[str]]
    left: int
    ice: list[int]
    owners: list[int]
    pile: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    orientations: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    hits: list[int] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    phase: Phase = "setup"
    round: int = 1
    turn: int = 0
    first: Seat = 0
    active: Seat = 0
    breakdown: list[dict[str, Any]] = field(default_factory=list)
    partial: tuple[Any, ...] = ()
    ahead: tuple[Any, "State"] | None = field(default=None, compare=False, repr=False)

    @property
    def components(self) -> ComponentSet:
        """The box that is played with."""
        return self.table.box

    def copy(self) -> "State":
        """An independent copy (what is only ever replaced or appended to by a whole turn is shared where it may)."""
        return State(
            self.table,
            [player.copy() for player in self.players],
            [deck.copy() for deck in self.decks],
            self.left,
            self.ice.copy(),
            self.owners.copy(),
            self.pile.copy(),
            self.removed.copy(),
            self.orientations.copy(),
            self.used.copy(),
            self.hits.copy(),
            self.cards.copy(),
            self.phase,
            self.round,
            self.turn,
            self.first,
            self.active,
            self.breakdown.copy(),
            self.partial,
        )

    def become(self, other: "State") -> None:
        """Take over another position's parts; the other must not be used any more."""
        for name in _FIELDS:
            setattr(self, name, getattr(other, name))
        self.partial = ()
        self.ahead = None

    def clockwise(self, seat: Seat) -> list[Seat]:
        """All seats in turn order, from `seat` on."""
        seats = self.table.seats
        return [(seat + step) % seats for step in range(seats)]


_FIELDS = tuple(name for name in State.__dataclass_fields__ if name != "ahead")


def new_state(setup: Setup) -> State:
    """The position before set-up; raises `UnsupportedLog` for an option or a number of players we do not know (A1)."""
    box: ComponentSet = setup.components
    meta = box.catalogue.meta
    if not meta.min_players <= setup.seats <= meta.max_players:
        raise UnsupportedLog(
            "player_count", expected=[meta.min_players, meta.max_players], found=setup.seats, rule="A1"
        )
    options = resolve_options(setup.options)
    turns = options.turns_per_round * (setup.seats if options.turn_count_mode == "per_player" else 1)
    if options.pawn_availability == "unused_this_round" and options.turns_per_round > len(box.action_spaces):
        raise UnsupportedLog("option", option="turns_per_round", found=options.turns_per_round, rule="V7")
    starts = (_starts(box.segments[LONG]), _starts(box.segments[SHORT]))
    return State(
        table=Table(
            box=box,
            options=options,
            seats=setup.seats,
            limit=meta.hand_limit,
            slots=(_filling(starts[LONG], options), _filling(starts[SHORT], options)),
            starts=starts,
            turns=turns,
        ),
        players=[_new_player(box) for _ in range(setup.seats)],
        decks=[set(box.fauna)],
        left=len(box.fauna),
        ice=list(box.tiles),
        owners=[NOBODY] * len(box.spaces),
    )


def _new_player(box: ComponentSet) -> Player:
    families = len(box.families)
    start = box.catalogue.setup
    return Player(
        supply=[start.supply_per_family] * families,
        wheels=[[EMPTY] * sum(segments) for segments in box.segments],
        release=[0] * families,
        flora=start.flora_release,
        circle=[0] * (families * len(box.circle)),
        columns=[[], []],
        badges=[0] * len(box.badge_index),
        hidden=[0],
        points=start.points,
    )


def _starts(segments: tuple[int, ...]) -> tuple[int, ...]:
    """The first slot of each segment, and the number of slots at the end."""
    return tuple(sum(segments[:number]) for number in range(len(segments) + 1))


def _filling(starts: tuple[int, ...], options: Options) -> tuple[int, ...]:
    segments = [range(start, end) for start, end in pairwise(starts)]
    if options.wheel_fill == "entry_only":
        segments = segments[:1]
    elif options.wheel_fill == "exit_first":
        segments = segments[::-1]
    return tuple(slot for segment in segments for slot in segment)
