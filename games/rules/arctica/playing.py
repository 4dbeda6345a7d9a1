"""A source for matches of our own: a bot decides for every seat, chance is drawn, and all of it is written down."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec.structs import replace

from games.engine.events import Seat
from games.rules.arctica import choices
from games.rules.arctica import vocabulary as v
from games.rules.arctica.events import (
    ABSENT,
    Amount,
    Choose,
    Discard,
    EventHit,
    Item,
    May,
    Move,
    Offer,
    Place,
    Placement,
    RoundEnd,
    Step,
    Token,
    Turn,
)
from games.rules.arctica.handlers.round_end import LOST_TOKENS, collapsible, end_round, possible_hits
from games.rules.arctica.handlers.turn import play_turn
from games.rules.arctica.source import Sides, Zone
from games.rules.arctica.state import State

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")


class Bot(Protocol):
    """Answers one question at a time. `ask` names the question, after the decision it belongs to."""

    def choose(self, state: State, seat: Seat, ask: str, options: list[T]) -> T:
        """One of the options."""

    def subset(self, state: State, seat: Seat, ask: str, among: list[T], count: int) -> list[T]:
        """`count` different ones."""


class RandomBot:
    """Any legal answer."""

    def __init__(self, rng: "Random") -> None:
        self.rng = rng

    def choose(self, state: State, seat: Seat, ask: str, options: list[T]) -> T:
        """One of the options."""
        return self.rng.choice(options)

    def subset(self, state: State, seat: Seat, ask: str, among: list[T], count: int) -> list[T]:
        """`count` different ones."""
        return self.rng.sample(among, count)


class Dice(Protocol):
    """Chance, where the rules leave it open."""

    def draw(self, state: State, seat: Seat, count: int) -> tuple[str, ...]:
        """Cards from the deck."""

    def one_of(self, state: State, ask: str, options: list[T], count: int) -> list[T]:
        """`count` different ones."""


class RandomDice:
    """Fair dice."""

    def __init__(self, rng: "Random") -> None:
        self.rng = rng

    def draw(self, state: State, seat: Seat, count: int) -> tuple[str, ...]:
        """Cards from the deck."""
        return tuple(self.rng.sample(sorted(state.decks[-1]), count))

    def one_of(self, state: State, ask: str, options: list[T], count: int) -> list[T]:
        """`count` different ones."""
        return self.rng.sample(options, count)


class Played:
    """Asks `bot` and `dice`; afterwards it holds what a record says of the turn or the round's end."""

    def __init__(self, bot: Bot, dice: Dice) -> None:
        self.bot = bot
        self.dice = dice
        self.lists: dict[tuple[Zone, Seat | None], list[Step]] = {}
        self.current: list[Step] = []
        self.in_colony = False
        self.at = 0
        self.acting: Seat = -1
        self.sub: list[Any] = []
        self.open_items: list[list[Any]] = []
        self.placed: Place | None = None
        self.offered: Sides = ("", "")
        self.picked: dict[Seat, Any] = {}
        self.first: Any = None
        self.hits: list[EventHit] = []
        self.involved: tuple[str, ...] = ()

    # Turn

    def place(self, state: State) -> Place:
        """D1."""
        self.placed = self.bot.choose(state, state.active, "place", choices.places(state))
        return self.placed

    def offer(self, offer: Sides) -> None:
        """Noted for the record."""
        self.offered = offer

    def pick(self, state: State, seat: Seat, offer: Sides) -> str:
        """D2."""
        self.picked[seat] = self.bot.choose(state, seat, "pick", _named(choices.picks(state), offer))[0]
        return str(self.picked[seat])

    def order(self, state: State, offer: Sides) -> str:
        """D3."""
        self.first = self.bot.choose(state, state.active, "order", _named(choices.orders(state, offer), offer))[0]
        return str(self.first)

    # Lists of steps

    def open(self, zone: Zone, seat: Seat | None) -> None:
        """Go to a list."""
        self.current = self.lists.setdefault((zone, seat), [])
        self.in_colony = zone == "colony"

    def _begin(self, seat: Seat, step: Step) -> Step:
        self.at = len(self.current)
        self.acting, self.sub = seat, []
        self.current.append(replace(step, seat=seat) if self.in_colony else step)
        return step

    def close(self) -> None:
        """Add the nested choices to the decision."""
        if self.sub:
            self.current[self.at] = replace(self.current[self.at], sub=tuple(self.sub))

    def act(self, state: State, seat: Seat, side: str, action: str) -> Step:
        """D4 to D13."""
        step = self.bot.choose(state, seat, "act", choices.acts(state, seat, side, action))
        if step.do == "fauna":
            cost = state.table.box.fauna[step.card].cost
            others = sorted(state.players[seat].hand - {step.card})
            step = replace(step, discards=tuple(self.bot.subset(state, seat, "discard", others, cost)))
        return self._begin(seat, step)

    def collapse(self, state: State, seat: Seat, family: int) -> Step:
        """D14."""
        among = collapsible(state, seat, family)
        tokens = self.bot.subset(state, seat, "collapse", among, min(LOST_TOKENS, len(among)))
        return self._begin(seat, Step(do="collapse", family=state.table.box.families[family], tokens=tuple(tokens)))

    def endangered(self, state: State, seat: Seat) -> Step:
        """D15."""
        paid = self.bot.choose(state, seat, "pay", choices.payments(state, seat))
        destroyed = self.bot.choose(state, seat, "destroy", choices.sacrifices(state, seat, paid))
        return self._begin(seat, Step(do="endangered", pay=paid, destroy=destroyed))

    def save(self, state: State, seat: Seat, region: int, subregion: int) -> Step:
        """D16."""
        return self._begin(seat, Step(do="save", region=state.table.box.regions[region], tokens=()))

    def _keep(self, name: str, parts: list[Any]) -> None:
        self.current[self.at] = replace(self.current[self.at], **{name: tuple(parts)})

    def moves(self, state: State, seat: Seat, step: Step, limit: int) -> Iterator[Move]:
        """The moves of D8 and D11."""
        done: list[Move] = []
        self.open_items.append(done)
        while len(done) < limit and (options := choices.moves(state, seat)):
            move = self.bot.choose(state, seat, "move", [*options, None])
            if move is None:
                break
            done.append(move)
            yield move
        self.open_items.pop()
        self._keep("moves", done)

    def placements(self, state: State, seat: Seat, step: Step) -> Iterator[Placement]:
        """The placements of D12."""
        family = state.table.box.family_index[step.family]
        least = state.table.options.colony_min
        done: list[Placement] = []
        while options := list[str | None](choices.spaces(state, seat, family)):
            enough: list[str | None] = [None] if len(done) >= least else []
            name = self.bot.choose(state, seat, "space", options + enough)
            if name is None:
                break
            cards = self._cards(state, seat, state.table.box.space_index[name].cards)
            placement = Placement(space=name, cards=cards)
            yield placement
            done.append(replace(placement, sub=tuple(self.sub)))
            self.sub = []
        self._keep("placements", done)

    def _cards(self, state: State, seat: Seat, count: int) -> tuple[str, ...]:
        return tuple(self.bot.subset(state, seat, "discard", sorted(state.players[seat].hand), count)) if count else ()

    def fates(self, state: State, seat: Seat, step: Step, subregion: int) -> Iterator[Token]:
        """The tokens of D16."""
        done: list[Token] = []
        self.open_items.append(done)
        while options := choices.fates(state, seat, subregion):
            done.append(self.bot.choose(state, seat, "fate", options))
            yield done[-1]
        self.open_items.pop()
        self._keep("tokens", done)

    # Nested choices

    def _owner(self, seat: Seat) -> Any:
        return seat if seat != self.acting else ABSENT

    def choose(self, state: State, seat: Seat, effect: v.Choose) -> int:
        """D17."""
        chosen = self.bot.choose(state, seat, "choose", list(enumerate(effect.options)))[0]
        self.sub.append(Choose(chosen, seat=self._owner(seat)))
        return chosen

    def may(self, state: State, seat: Seat, effect: v.May) -> May:
        """D18."""
        yes = self.bot.choose(state, seat, "may", [True, False])
        cards = self._cards(state, seat, v.cards_price(effect.cost)) if yes else ()
        self.sub.append(May(yes, cards, seat=self._owner(seat)))
        return May(yes, cards)

    def amount(self, state: State, seat: Seat, effect: Any, own: int) -> Iterator[Item]:
        """D19."""
        done: list[Item] = []
        self.open_items.append(done)
        place = len(self.sub)
        self.sub.append(None)
        while len(done) < effect.n and (options := choices.amounts(state, seat, effect, own)):
            item = self.bot.choose(state, seat, "item", [*options, None])
            if item is None:
                break
            done.append(item)
            yield item
        self.open_items.pop()
        self.sub[place] = Amount(tuple(done), seat=self._owner(seat))

    def discard(self, state: State, seat: Seat, count: int) -> tuple[str, ...]:
        """D20."""
        cards = self._cards(state, seat, count)
        self.sub.append(Discard(cards, seat=self._owner(seat)))
        return cards

    def redeem(self, state: State, seat: Seat, space: int, arrived: Move | Item | Token) -> tuple[str, ...]:
        """Goes into the item that arrived."""
        tokens, counts = choices.redeemable(state, seat, space)
        count = self.bot.choose(state, seat, "redeem", counts) if len(counts) > 1 else 0
        families = tuple(self.bot.subset(state, seat, "take_back", tokens, count)) if count else ()
        self.open_items[-1][-1] = replace(arrived, redeem=families)
        return families

    # Chance

    def _chance(self, seat: Seat, step: Step) -> None:
        self.current.append(replace(step, seat=seat) if self.in_colony else step)

    def draw(self, state: State, seat: Seat, count: int) -> tuple[str, ...]:
        """C2."""
        cards = self.dice.draw(state, seat, count)
        self._chance(seat, Step(chance="draw", cards=cards))
        return cards

    def reshuffle(self, state: State, seat: Seat, count: int) -> int:
        """C3."""
        self._chance(seat, Step(chance="reshuffle", count=count))
        return count

    def regions(self, state: State) -> tuple[str, ...]:
        """C6."""
        last = state.round == state.table.box.catalogue.meta.rounds
        self.involved = tuple(self.dice.one_of(state, "regions", list(state.table.box.regions), 3 if last else 2))
        return self.involved

    def event(self, state: State, region: int) -> EventHit:
        """C4."""
        box = state.table.box
        hit = self.dice.one_of(state, "event", possible_hits(state, region), 1)[0]
        self.hits.append(EventHit(chance="event", region=box.regions[region], subregion=box.subregions[hit]))
        return self.hits[-1]

    # The record

    def _map(self, zone: Zone) -> dict[Seat, tuple[Step, ...]]:
        found = {seat: tuple(steps) for (name, seat), steps in self.lists.items() if name == zone and seat is not None}
        return dict(sorted(found.items()))

    def turn_of(self, state: State) -> Turn:
        """The record of the turn that was played from `state` on."""
        assert self.placed is not None
        return Turn(
            round=state.round,
            turn=state.turn + 1,
            active=state.active,
            place=self.placed,
            offer=Offer(*self.offered),
            picks=dict(sorted(self.picked.items())),
            order=self.first,
            parallel=self._map("parallel"),
            colony=tuple(self.lists.get(("colony", None), ())),
            after=tuple(self.lists.get(("after", None), ())),
        )

    def round_end_of(self, state: State) -> RoundEnd:
        """The record of the round's end that was played from `state` on."""
        return RoundEnd(
            round=state.round,
            regions=self.involved,
            collapse=self._map("collapse"),
            endangered=self._map("endangered"),
            events=tuple(self.hits),
            save=self._map("save"),
        )


def _named(sides: list[str], offer: Sides) -> list[tuple[str, str]]:
    """Each side with its action; `pass` goes without."""
    return [(side, offer["ab".index(side)] if side in "ab" else "") for side in sides]


def play_on(state: State, bot: Bot, dice: Dice) -> Turn | RoundEnd:
    """The next turn, or the round's end, as bot and dice will have it; `state` stays as it is."""
    source = Played(bot, dice)
    ahead = state.copy()
    if state.phase == "turn":
        play_turn(ahead, source)
        return source.turn_of(state)
    end_round(ahead, source)
    return source.round_end_of(state)
