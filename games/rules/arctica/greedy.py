"""A sensible player: fills its wheels, turns them, and settles where bonuses and links are.

It values every option in points, looks at nothing beyond the decision at hand, and breaks ties by chance.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from games.engine.events import Event, Seat, Setup
from games.rules.arctica import vocabulary as v
from games.rules.arctica.circle import landing, move_target
from games.rules.arctica.components import GENERATIONS, Card
from games.rules.arctica.dealer import Dealer
from games.rules.arctica.ecosystem import ability_fault, reproduction_fault
from games.rules.arctica.events import Place, Step, Token
from games.rules.arctica.handlers.actions import fauna_fault
from games.rules.arctica.handlers.colony import colony_families
from games.rules.arctica.hands import hand_size
from games.rules.arctica.playing import Bot, RandomBot, RandomDice, play_on
from games.rules.arctica.state import EMPTY, NOBODY, State
from games.rules.arctica.steps import Answer, plain, question
from games.rules.arctica.wheels import spendable

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")

FLORA = 1.2
CARD = 0.9
TOKEN = 1.5
PLACE = 3.5
MOVE = 1.4
DIG = 0.7
"""What a Flora, a card in hand, a token on a wheel, a token on the map, a move and a new top card are worth, in points."""


class GreedyBot:
    """Chooses the option that promises most; `rng` adds half a point of mood."""

    def __init__(self, rng: "Random") -> None:
        self.rng = rng

    def choose(self, state: State, seat: Seat, ask: str, options: list[T]) -> T:
        """One of the options."""
        value = VALUES[ask]
        return max(options, key=lambda option: value(state, seat, option) + self.rng.random() / 2)

    def subset(self, state: State, seat: Seat, ask: str, among: list[T], count: int) -> list[T]:
        """`count` different ones: the cheapest cards, the least useful tokens."""
        mood = {number: self.rng.random() / 2 for number in range(len(among))}
        value = KEEP.get(ask, lambda state, option: 0.0)
        order = sorted(range(len(among)), key=lambda number: value(state, among[number]) + mood[number])
        return [among[number] for number in sorted(order[:count])]


class Greedy:
    """All seats of a match, one question at a time."""

    def __init__(self, setup: Setup, rng: "Random") -> None:
        self.rng = rng
        self.bot = GreedyBot(rng)

    def __call__(self, state: State, seat: Seat) -> Answer:
        """The answer of `seat` to the question asked now."""
        now = question(state)
        assert now is not None
        if now.count is None:
            return Answer(seat, now.ask, plain(now.ask, self.bot.choose(state, seat, now.ask, now.options)))
        chosen = self.bot.subset(state, seat, now.ask, now.options, now.count)
        return Answer(seat, now.ask, [plain(now.ask, option) for option in chosen])


def plays(setup: Setup, rng: "Random", bot: str) -> Callable[[State], Event]:
    """What comes next in a match of our own: whole turns and round ends, decided by `greedy` or `random` bots."""
    dealer, dice = Dealer(setup, rng), RandomDice(rng)
    decides: Bot = GreedyBot(rng) if bot == "greedy" else RandomBot(rng)

    def go_on(state: State) -> Event:
        return play_on(state, decides, dice) if state.phase in ("turn", "round_end") else dealer(state)

    return go_on


def _place(state: State, seat: Seat, place: Place) -> float:
    box = state.table.box
    space = box.action_spaces[place.space]
    turned = list(state.orientations)
    turned[box.wheel_index[place.wheel]] += 1 if place.dir == "cw" else -1
    shown = [
        box.wheel_actions[wheel][(side - turned[wheel]) % 4]
        for wheel, side in zip(space.wheels, space.sides, strict=True)
    ]
    return sum(action_value(state, seat, action) for action in shown)


def action_value(state: State, seat: Seat, action: str) -> float:
    """What an action is worth to a seat now."""
    player = state.players[seat]
    room = state.table.limit - hand_size(player)
    on_wheels = sum(token != EMPTY for slots in player.wheels for token in slots)
    if action == "fauna":
        return max((_card(state, seat, state.table.box.fauna[name]) for name in player.hand), default=0.0)
    if action == "reproduction":
        return max(TOKEN if reproduction_fault(state, seat, column) is None else 0.0 for column in (0, 1))
    if action == "ability":
        return max(_ability(state, seat, column) for column in (0, 1))
    if action == "flora2":
        return 2 * FLORA if player.flora < 5 else FLORA
    if action == "draw2":
        return CARD * min(2, room)
    if action == "colony":
        families = list(colony_families(state, seat))
        return max((PLACE * player.release[family] - FLORA for family in families), default=0.0)
    if action == "migration2":
        return MOVE * min(2, sum(player.circle))
    moves = CARD * min(1, room) if action == "rotate_card" else MOVE * min(1, sum(player.circle))
    return moves + on_wheels * 0.6


def _card(state: State, seat: Seat, card: Card) -> float:
    player = state.players[seat]
    if card.cost >= hand_size(player) or fauna_fault(state, player, card) is not None:
        return 0.0
    risk = FLORA * card.endangered * (5 - state.round)
    return card.points + TOKEN + _effects(card.flash) - CARD * card.cost - risk / 2


def _ability(state: State, seat: Seat, column: int) -> float:
    if ability_fault(state, seat, column) is not None:
        return 0.0
    return _effects(state.players[seat].columns[column][-1].ability) + DIG


def _effects(effects: v.Effects) -> float:
    return sum(_effect(effect) for effect in effects)


def _effect(effect: v.Effect) -> float:
    if isinstance(effect, v.Choose):
        return max(_effects(option) for option in effect.options)
    if isinstance(effect, v.May):
        return _effects(effect.gain) - v.flora_price(effect.cost) * FLORA / 2 - v.cards_price(effect.cost) * CARD / 2
    if isinstance(effect, v.PerBadge):
        return _effects(effect.gain) * effect.max / 2
    return EFFECTS.get(type(effect), 1.0) * effect.n


def _pick(state: State, seat: Seat, option: tuple[str, str]) -> float:
    return action_value(state, seat, option[1]) if option[1] else 0.1


def _order(state: State, seat: Seat, option: tuple[str, str]) -> float:
    """Wheels turn before tokens settle."""
    return {"rotate_card": 1.0, "rotate_migration": 1.0, "colony": -1.0}.get(option[1], 0.0)


def _act(state: State, seat: Seat, step: Step) -> float:
    if step.do == "forgo":
        return 0.05
    if step.do == "fauna":
        return _card(state, seat, state.table.box.fauna[step.card])
    if step.do == "ability":
        return _ability(state, seat, GENERATIONS.index(step.column))
    if step.do == "colony":
        return 1.0 + state.players[seat].release[state.table.box.family_index[step.family]]
    return 2.0


def _space(state: State, seat: Seat, name: str | None) -> float:
    if name is None:
        return 1.0
    space = state.table.box.space_index[name]
    links = sum(_effects(bonus) for neighbour, bonus in space.links if state.owners[neighbour] != NOBODY)
    return PLACE + _effects(space.bonus) - (FLORA * space.flora + CARD * space.cards) / 2 + links


def _on_circle(state: State, seat: Seat, option: Any) -> float:
    """A move or an item: what lies on the space of arrival."""
    if option is None:
        return 0.2
    box = state.table.box
    if not isinstance(getattr(option, "family", None), str):
        return TOKEN
    family = box.family_index[option.family]
    on = getattr(option, "from_", None)
    space = move_target(state, family, box.circle_index[on]) if isinstance(on, int | str) else -1
    if space < 0:
        space = landing(state, family, box.entry)
    tile = state.ice[space]
    if tile == box.catalogue.circle.redeem_tile:
        return 2.5
    bonus = box.ice_bonus[space] if tile else box.bare_bonus[space]
    return _effects(bonus) - (1.5 if tile == state.round else 0.0)


def _fate(state: State, seat: Seat, token: Token) -> float:
    if not token.save:
        return 0.5
    player = state.players[seat]
    space = state.table.box.circle_index[token.to]
    bonus = state.table.box.ice_bonus[space] if state.ice[space] else ()
    return _effects(bonus) + (0.8 if spendable(state, player) > 2 else 0.0)


def _choose(state: State, seat: Seat, option: tuple[int, v.Effects]) -> float:
    return _effects(option[1])


def _may(state: State, seat: Seat, yes: bool) -> float:
    return 0.5 if yes and spendable(state, state.players[seat]) > 1 else 0.2


def _redeem(state: State, seat: Seat, count: int) -> float:
    return 1.5 * count


def _pay(state: State, seat: Seat, paid: int) -> float:
    return 0.8 * paid


def _destroy(state: State, seat: Seat, cards: tuple[str, ...]) -> float:
    box = state.table.box
    return -sum((box.fauna.get(name) or box.generation[name]).points for name in cards)


def _kept_card(state: State, name: Any) -> float:
    card = state.table.box.fauna[name]
    return card.points + _effects(card.flash) - 0.5 * card.cost


def _kept_token(state: State, token: Token) -> float:
    return 0.0 if isinstance(token.circle, int | str) else 2.0 if isinstance(token.space, str) else 1.0


EFFECTS: dict[type[Any], float] = {
    v.Flora: FLORA,
    v.FloraNow: FLORA,
    v.DrawCards: CARD,
    v.Points: 1.0,
    v.Rotate: 1.5,
    v.Migrate: MOVE,
    v.CircleEnter: 1.0,
    v.CircleSupply: 1.5,
    v.Reproduce: TOKEN,
    v.PutToken: TOKEN,
    v.Release: 1.0,
}
VALUES: dict[str, Any] = {
    "place": _place,
    "pick": _pick,
    "order": _order,
    "act": _act,
    "move": _on_circle,
    "item": _on_circle,
    "space": _space,
    "fate": _fate,
    "choose": _choose,
    "may": _may,
    "redeem": _redeem,
    "pay": _pay,
    "destroy": _destroy,
}
KEEP: dict[str, Any] = {"discard": _kept_card, "collapse": _kept_token}
