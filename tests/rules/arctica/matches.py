"""Whole matches for the tests: played by bots, replayed, with what must hold at every event."""

from random import Random
from typing import Any, get_args

import msgspec

from games.rules.arctica.components import ComponentSet
from games.rules.arctica.dealer import Dealer
from games.rules.arctica.greedy import GreedyBot
from games.rules.arctica.options import Options
from games.rules.arctica.playing import Bot, RandomBot, RandomDice, play_on
from games.rules.arctica.rules import RULES
from games.rules.arctica.state import State
from tests.rules.arctica.table import a_setup


def values_of_options() -> dict[str, list[Any]]:
    """Every option with its values; of the free number three."""
    values: dict[str, list[Any]] = {}
    for field in msgspec.structs.fields(Options):
        values[field.name] = [True, False] if field.type is bool else list(get_args(field.type))
    values["turns_per_round"] = [5, 3, 7]
    return values


class MixedBot:
    """Sensible most of the time, anything legal else: so that everything occurs."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.bots: list[Bot] = [GreedyBot(rng), GreedyBot(rng), RandomBot(rng)]

    def choose(self, *question: Any) -> Any:
        """One of the options."""
        return self.rng.choice(self.bots).choose(*question)

    def subset(self, *question: Any) -> Any:
        """Some of them."""
        return self.rng.choice(self.bots).subset(*question)


def play_match(
    seats: int, seed: int, components: ComponentSet | None = None, bot_type: type[Bot] = MixedBot, **options: Any
) -> tuple[State, list[Any], Any]:
    """Final position, events and set-up of a match played from the seed."""
    rng = Random(seed)
    setup = a_setup(seats, components, **options)
    state, deal = RULES.new_game(setup), Dealer(setup, rng)
    bot, dice = bot_type(rng), RandomDice(rng)
    events: list[Any] = []
    while not RULES.is_over(state):
        inside = state.phase in ("turn", "round_end")
        events.append(play_on(state, bot, dice) if inside else deal(state))
        RULES.check(state, events[-1])
        RULES.apply(state, events[-1])
    return state, events, setup


def assert_adds_up(state: State) -> None:
    """A3 and the box: every token and every card is somewhere, once; counters are what they count."""
    box = state.table.box
    families = len(box.families)
    for seat, player in enumerate(state.players):
        for family in range(families):
            on_map = sum(
                owner == seat and space.family == family for space, owner in zip(box.spaces, state.owners, strict=True)
            )
            on_board = player.release[family] + sum(slots.count(family) for slots in player.wheels)
            on_circle = sum(player.circle[family::families])
            total = player.supply[family] + on_board + on_circle + on_map
            assert total == box.catalogue.setup.supply_per_family
        cards = [card for column in player.columns for card in column]
        assert player.badges == [sum(card.badges[badge] for card in cards) for badge in range(len(player.badges))]
        assert min(player.flora, *player.supply, *player.release, *player.circle) >= 0
        assert len(player.hand) + player.unknown <= state.table.limit
        assert player.unknown == sum(player.hidden)
        assert (player.reserved, player.in_use) == (-1, -1)
    assert_cards_add_up(state)


def assert_cards_add_up(state: State) -> None:
    """Seen and unseen cards are the box; of every shuffle as many are unseen as lie in the deck or in unknown slots."""
    box = state.table.box
    seen = [card for player in state.players for card in player.hand]
    seen += [card.id for player in state.players for column in player.columns for card in column if card.family >= 0]
    seen += [*state.pile, *(card for card in state.removed if card in box.fauna)]
    unseen = [card for deck in state.decks for card in deck]
    assert sorted(seen + unseen) == sorted(box.fauna)
    for shuffle, deck in enumerate(state.decks):
        hidden = sum(player.hidden[shuffle] for player in state.players)
        assert len(deck) == hidden + (state.left if deck is state.decks[-1] else 0)
