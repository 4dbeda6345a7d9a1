"""Res Arcana's position: everything about a match, in one mutable value that the replay loop owns."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from games.engine.decisions import Decision
from games.engine.errors import UnsupportedLog
from games.engine.events import Seat, Setup
from games.engine.reading import read_options
from games.rules.res_arcana.components import Card, ComponentSet, Power
from games.rules.res_arcana.essences import Counts
from games.rules.res_arcana.piles import Layer, Pile
from games.rules.res_arcana.vocabulary import Discount, Op

UNSEEN = "?"

YesNo = Literal["yes", "no"]
Phase = Literal["setup", "draft", "collect", "actions", "over"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of rules.md 12 with their defaults."""

    monument_display: Literal[2, 3] = 2
    monument_top_claim: YesNo = "yes"
    monument_cost: Literal[4, 5] = 4
    reshuffle: Literal["lazy", "eager"] = "lazy"
    life_first: YesNo = "yes"
    partial_pair: Literal["lose", "keep"] = "lose"
    mid_round_check: YesNo = "yes"
    token_counts_for_threshold: YesNo = "yes"  # noqa: S105 - a token on the table
    item_essence: Literal["supply", "stay"] = "supply"
    x_may_be_zero: YesNo = "yes"
    turned_powers: Literal["rb", "never"] = "rb"
    setup: Literal["standard", "draft", "first_game"] = "standard"


RULE_SETS: dict[str, dict[str, Any]] = {
    "official": {},
    "bga": {},
    "seed": {
        "monument_display": 3,
        "monument_top_claim": "no",
        "monument_cost": 5,
        "reshuffle": "eager",
        "mid_round_check": "no",
        "token_counts_for_threshold": "no",
        "turned_powers": "never",
    },
}


@dataclass(slots=True)
class Piece:
    """A component in play, or a magic item in the centre; `essences` lie on it."""

    card: Card
    turned: bool = False
    essences: list[int] = field(default_factory=lambda: [0] * 5)


@dataclass(slots=True)
class Player:
    """One seat's belongings.

    `hand` are the cards in hand that are known for certain. Cards drawn unseen are hidden in the layers of `deck`, or,
    once a layer has run out, among the `aside` ones that nobody can name. `slots` stand for the dealt cards that were
    not seen: the cards each may be, or None for any; `shown` are those that have turned out to fill one.
    `choices`, `stored` and `forge` are the decisions of this Collect that are still open.
    """

    pool: list[int] = field(default_factory=lambda: [0] * 5)
    tableau: dict[str, Piece] = field(default_factory=dict)
    hand: set[str] = field(default_factory=set)
    deck: Pile = field(default_factory=Pile)
    aside: int = 0
    slots: list[frozenset[str] | None] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    mages: list[str] = field(default_factory=list)
    mage: str | None = None
    item: str | None = None
    passed: bool = False
    discounts: list[Discount] = field(default_factory=list)
    choices: dict[str, Op] = field(default_factory=dict)
    stored: set[str] = field(default_factory=set)
    forge: str | None = None
    monuments_known: list[str] = field(default_factory=list)
    temporary: int = 0


@dataclass(slots=True)
class Context:
    """A power while it is carried out: whose, of which component, and what its cost left to remember."""

    seat: Seat
    piece: Piece
    power: Power
    x: int = 0
    paid: Counts = (0, 0, 0, 0, 0)
    remembered: int = 0
    drawn: int = 0
    deck: str = ""


class Pending(Decision, frozen=True, kw_only=True, gc=True):
    """An open question, or (nobody in `seats`) chance that is due.

    `seat` is the one whom chance concerns, `context` and `effect` say what for, `amount` how many.
    """

    seat: Seat = -1
    context: Context | None = None
    effect: Op | None = None
    amount: int = 0


class Step(msgspec.Struct, frozen=True):
    """What the rules do by themselves when everything above it on the stack is settled."""

    run: Callable[["State", Any], None]
    argument: Any = None


@dataclass(slots=True)
class State:
    """The whole position.

    `unseen` and `unseen_mages` are the cards of which nobody has said where they are. `items` lie in the centre,
    `places` are unclaimed; `display` is by slot, index 0 for slot 1. `token` holds the First Player token, `round_token`
    says that it has been taken in this round. `packets` are, by seat, in hand in the draft, of which `passes` rounds are done; `picked` have taken their card. `stack` holds
    what is to come, next last. `mattered` counts the cards whose showing only an unknown one can explain.
    """

    options: Options
    components: ComponentSet
    players: list[Player]
    unseen: set[str]
    unseen_mages: set[str]
    items: dict[str, Piece]
    monuments: Pile
    phase: Phase = "setup"
    places: dict[str, Card] = field(default_factory=dict)
    tiles: set[int] = field(default_factory=set)
    display: list[str | None] = field(default_factory=list)
    token: Seat = -1
    round_token: bool = False
    turn: Seat = -1
    round: int = 0
    packets: dict[Seat, Layer] = field(default_factory=dict)
    picked: set[Seat] = field(default_factory=set)
    passes: int = 0
    stack: list[Pending | Step] = field(default_factory=list)
    mattered: int = 0
    breakdown: list[dict[str, Any]] = field(default_factory=list)


def new_state(setup: Setup) -> State:
    """The position before set-up; raises `UnsupportedLog` for an option or a number of players we do not know."""
    components: ComponentSet = setup.components
    box = components.catalogue.counts
    if not box.players_min <= setup.seats <= box.players_max:
        raise UnsupportedLog("player_count", expected=[box.players_min, box.players_max], found=setup.seats)
    options = read_options(setup.options, Options)
    pool = components.catalogue.setup.starting_pool
    start = [pool.life, pool.death, pool.elan, pool.calm, pool.gold]
    state = State(
        options=options,
        components=components,
        players=[Player(pool=list(start)) for _ in range(setup.seats)],
        unseen=set(components.artifacts),
        unseen_mages=set(components.mages),
        items={item: Piece(components.cards[item]) for item in components.items},
        monuments=Pile.of(components.monuments),
        tiles=set(components.tiles),
        display=[None] * options.monument_display,
    )
    if options.setup == "first_game":
        state.tiles.clear()
        for tile in components.tiles:
            lay_place(state, tile, "sun")
    return state


def lay_place(state: State, tile: int, side: str) -> None:
    """This side of a tile lies in the centre."""
    place = state.components.sides[tile, side]
    state.places[place] = state.components.cards[place]


def advance(state: State) -> None:
    """Let the rules do what they do by themselves, until somebody has to decide or chance is due."""
    stack = state.stack
    while stack:
        top = stack[-1]
        if isinstance(top, Pending):
            return
        stack.pop()
        top.run(state, top.argument)


def question(state: State) -> Pending | None:
    """What is asked now; None when the match is over."""
    if not state.stack:
        return None
    top = state.stack[-1]
    assert type(top) is Pending
    return top
