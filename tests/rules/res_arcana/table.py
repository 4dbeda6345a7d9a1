"""Positions for the tests of Res Arcana, set up in one line; the box always adds up."""

from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest

from games.engine.errors import LogProblem
from games.engine.events import Event, Seat, Setup
from games.rules.res_arcana import events as ev
from games.rules.res_arcana.components import base_components
from games.rules.res_arcana.dealer import Dealer
from games.rules.res_arcana.effects import put_in_play
from games.rules.res_arcana.essences import Essences, named
from games.rules.res_arcana.piles import Pile
from games.rules.res_arcana.rounds import NEXT_TURN, begin_actions, begin_round, main_action
from games.rules.res_arcana.rules import RULES
from games.rules.res_arcana.state import RULE_SETS, Options, Piece, State, advance

BOX = base_components()
MAGES = ("scholar", "alchemist", "transmuter", "artificer")
ITEMS = ("alchemy", "research", "reanimate", "transmutation")

Loaded = dict[str, dict[str, int]]


def setup(seats: int = 2, rules: str = "official", **options: Any) -> Setup:
    """Every option resolved, for the base game."""
    defaults = msgspec.structs.asdict(Options())
    return Setup(seats, {**defaults, **RULE_SETS[rules], **options}, BOX)


def new_game(seats: int = 2, rules: str = "official", **options: Any) -> State:
    """The position before set-up."""
    return RULES.new_game(setup(seats, rules, **options))


def essences(words: str) -> Essences:
    """`"2 life 1 gold"` as a table."""
    parts = words.split()
    return Essences(**{kind: int(count) for count, kind in zip(parts[::2], parts[1::2], strict=True)})


def position(
    *,
    seats: int = 2,
    rules: str = "official",
    turn: Seat = 0,
    pools: Sequence[str] = (),
    plays: Sequence[str] = (),
    hands: Sequence[str] = (),
    decks: Sequence[str] = (),
    discards: Sequence[str] = (),
    mages: Sequence[str] = MAGES,
    items: Sequence[str] = ITEMS,
    display: str = "great_pyramid mausoleum",
    monuments: str = "",
    places: str = "",
    on: Loaded | None = None,
    turned: str = "",
    passed: Sequence[Seat] = (),
    token: Seat = 0,
    collect: bool = False,
    **options: Any,
) -> State:
    """The turn of `turn` (or, with `collect`, the Collect before it) with everything lying as said.

    Components as words, by seat; `on` puts essences on components, `turned` turns them. `monuments` lie on top of their
    deck in this order, `decks` have no order. What is not said is away.
    """
    state = new_game(seats, rules, **options)
    state.tiles.clear()
    state.unseen_mages.clear()
    state.token = token
    for seat, player in enumerate(state.players):
        player.pool = list(essences(_at(pools, seat)).counts())
        player.mage, player.item = mages[seat], items[seat]
        state.items.pop(player.item)
        for name in [player.mage, player.item, *_at(plays, seat).split()]:
            put_in_play(player, Piece(BOX.cards[name]))
        player.hand = set(_at(hands, seat).split())
        deck = _at(decks, seat).split()
        player.deck = Pile.of(deck) if deck else Pile()
        player.discards = _at(discards, seat).split()
        player.passed = seat in passed
        state.unseen -= {*player.tableau, *player.hand, *deck, *player.discards}
        for name, piece in player.tableau.items():
            piece.turned = name in turned.split()
            piece.essences = list(Essences(**(on or {}).get(name, {})).counts())
    for name in places.split():
        state.places[name] = BOX.cards[name]
    _lay_monuments(state, display.split(), monuments.split())
    state.round = 1
    state.stack = []
    if collect:
        begin_round(state)
        advance(state)
    else:
        begin_actions(state)
        state.round_token = bool(passed)
        state.turn = turn
        state.stack = [NEXT_TURN, main_action(turn)]
    return state


def _lay_monuments(state: State, display: list[str], top: list[str]) -> None:
    claimed = {name for player in state.players for name in player.tableau}
    rest = set(BOX.monuments) - claimed - set(display) - set(top)
    state.monuments = Pile.of(rest) if rest else Pile()
    state.monuments.put_on_top(top)
    state.display = [*display, *[None] * (state.options.monument_display - len(display))]


def _at(words: Sequence[str], seat: Seat) -> str:
    return words[seat] if seat < len(words) else ""


def do(state: State, *events: Event) -> State:
    """Check and apply each event."""
    for event in events:
        RULES.check(state, event)
        RULES.apply(state, event)
    return state


def refused(state: State, event: Event) -> LogProblem:
    """The refusal of `event`, which leaves the state equal to before."""
    before = deepcopy(state)
    with pytest.raises(LogProblem) as caught:
        RULES.check(state, event)
    assert state == before
    return caught.value


def code(state: State, event: Event) -> str:
    """The code of the refusal of `event`."""
    return refused(state, event).code


def pool(state: State, seat: Seat) -> dict[str, int]:
    """What a seat has, by name."""
    return named(state.players[seat].pool)


def stored(state: State, seat: Seat, name: str) -> dict[str, int]:
    """What lies on a component."""
    return named(state.players[seat].tableau[name].essences)


def power(name: str, index: int = 0, seat: Seat = 0, **parameters: Any) -> ev.UsePower:
    """The use of a power; `payment` in words."""
    if "payment" in parameters:
        parameters["payment"] = essences(parameters["payment"])
    return ev.UsePower(seat, name, index, **parameters)


def lose(seat: Seat, words: str) -> ev.LifeLossAnswer:
    """The answer of who takes the loss."""
    return ev.LifeLossAnswer(seat, lose=essences(words))


def random_events(state: State, rng: Random, dealer: Dealer, stop: int = 20_000) -> list[Event]:
    """Play on at random; the kind of a decision first, then one of that kind."""
    events: list[Event] = []
    while not RULES.is_over(state) and len(events) < stop:
        seats = RULES.to_move(state)
        event: Event
        if seats:
            kinds: dict[type[Event], list[Event]] = {}
            for action in RULES.legal_actions(state, rng.choice(sorted(seats))):
                kinds.setdefault(type(action), []).append(action)
            event = rng.choice(kinds[rng.choice(list(kinds))])
        else:
            event = dealer(state)
        do(state, event)
        events.append(event)
    return events


def play(seed: int, seats: int = 2, rules: str = "official", **options: Any) -> tuple[Setup, list[Event], State]:
    """A complete random match: set-up, events, the end."""
    start = setup(seats, rules, **options)
    rng = Random(seed)
    state = RULES.new_game(start)
    return start, random_events(state, rng, Dealer(start, rng)), state
