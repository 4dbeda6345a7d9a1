"""A sensible player: values everything in essences, a point as several of them, and takes what is worth most now.

It looks at one decision only. Chance in its values, more or less by match, makes matches differ.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.engine.events import Action, Event, Seat, Setup
from games.rules.res_arcana import events
from games.rules.res_arcana import vocabulary as words
from games.rules.res_arcana.components import Card, Power
from games.rules.res_arcana.essences import GOLD, INDEX, Essences
from games.rules.res_arcana.listing import list_actions
from games.rules.res_arcana.scoring import score_lines
from games.rules.res_arcana.state import Piece, Player, State, question

if TYPE_CHECKING:
    from random import Random

POINT = 5.0
"""What a point is worth, in essences."""
GOLD_VALUE = 1.8
CAPRICES = (0.5, 1.5, 4.0)
"""How far chance may change what something is worth."""
TURNING = 3.0
"""What it costs to turn a component that could do something else before."""
WANTED = 0.6
"""What an essence is worth more when something in hand or in the centre asks for it."""


class Greedy:
    """Plays all seats of a match."""

    def __init__(self, setup: Setup, rng: "Random") -> None:
        self.rng = rng
        self.caprice = rng.choice(CAPRICES)
        self.worth: dict[type[Event], Callable[[State, Player, Any], float]] = {
            events.PlaceArtifact: self._placing,
            events.PlaceFromPower: self._placing,
            events.ClaimMonument: lambda state, player, action: 3 * POINT,
            events.ClaimPlace: lambda state, player, action: 4 * POINT + state.places[action.place].points * POINT,
            events.Discard: self._discarding,
            events.UsePower: self._using,
            events.CollectChoice: lambda state, player, action: self._value(state, player, action.gains),
            events.GainChoice: lambda state, player, action: self._value(state, player, action.essences),
            events.TakeStored: self._taking,
            events.ForgeCost: lambda state, player, action: action.choice == "pay",
            events.LifeLossAnswer: self._answering,
            events.StraightenTarget: self._straightening,
            events.RivalTarget: lambda state, player, action: sum(state.players[action.rival].pool),
            events.PlaceTarget: self._storing,
            events.DiscardChoice: lambda state, player, action: -sum(self._card(state, name) for name in action.cards),
            events.VictoryReact: self._reacting,
            events.ChooseItem: lambda state, player, action: self._item(state, action.item),
            events.Pass: lambda state, player, action: self._item(state, action.item) - 1,
            events.DraftPick: lambda state, player, action: self._card(state, action.card),
        }

    def __call__(self, state: State, seat: Seat) -> Action:
        """The decision of `seat` that is worth most."""
        player = state.players[seat]
        best, most = None, float("-inf")
        for action in list_actions(state, seat):
            value = self.worth.get(type(action), _equal)
            worth = value(state, player, action) + self.caprice * self.rng.random()
            if worth > most:
                best, most = action, worth
        assert best is not None
        return best

    def _wanted(self, state: State, player: Player) -> list[bool]:
        """Which kinds something in hand or an unclaimed place still lacks."""
        cards = [*(state.components.cards[name] for name in player.hand), *state.places.values()]
        return [any(card.cost[kind] > player.pool[kind] for card in cards) for kind in range(5)]

    def _value(self, state: State, player: Player, essences: Essences) -> float:
        wanted = self._wanted(state, player)
        counts = essences.counts()
        return sum(
            count * ((GOLD_VALUE if kind == GOLD else 1) + WANTED * wanted[kind]) for kind, count in enumerate(counts)
        )

    def _card(self, state: State, name: str) -> float:
        """What a component is worth to have in play."""
        card = state.components.cards[name]
        income = sum(card.collects) + 2 * (card.choice is not None or card.if_left is not None or card.grows > 0)
        return card.points * POINT + 2.0 * income + 1.5 * len(card.powers) + 2 * len(card.discounts)

    def _item(self, state: State, name: str) -> float:
        return 0.3 * self._card(state, name)

    def _placing(self, state: State, player: Player, action: events.PlaceArtifact | events.PlaceFromPower) -> float:
        if action.card is None:
            return 0
        return 2 + self._card(state, action.card) - 0.5 * self._value(state, player, action.payment or Essences())

    def _discarding(self, state: State, player: Player, action: events.Discard) -> float:
        card = state.components.cards[action.card]
        missing = max(0, card.total - sum(player.pool))
        return self._value(state, player, action.gain) - 0.4 * self._card(state, action.card) + 0.2 * missing - 1.5

    def _taking(self, state: State, player: Player, action: events.TakeStored) -> float:
        piece = player.tableau[action.component]
        scored = sum(word.points * piece.essences[INDEX[word.essence]] for word in piece.card.essence_points)
        kept = (
            scored * POINT + 2.5 * (piece.card.if_left is not None) + sum(map(bool, piece.essences)) * piece.card.grows
        )
        kept += 2 * any(sum(power.remove) for power in piece.card.powers) * sum(piece.essences)
        worth = sum(piece.essences) + piece.essences[GOLD] + 1
        return worth - kept if action.choice == "take" else 0

    def _using(self, state: State, player: Player, action: events.UsePower) -> float:
        piece = player.tableau[action.component]
        power = piece.card.powers[action.power]
        spent = sum(power.pay) + power.pay[GOLD] + (action.x or 0)
        if action.payment is not None:
            spent += sum(action.payment.counts()) + action.payment.gold
        worth = sum(self._effect(state, player, piece, action, effect) for effect in power.effects) - 0.9 * spent
        if action.destroy_target is not None:
            worth -= self._card(state, action.destroy_target)
        if power.destroys_self:
            worth -= self._card(state, piece.card.id)
        if power.turns_self and any(_usable_straight(player, other) for other in piece.card.powers):
            worth -= TURNING
        if self._reaches_monument(state, player, power):
            worth += 2 * POINT
        return worth - (2 if action.discard is not None else 0)

    def _reaches_monument(self, state: State, player: Player, power: Power) -> bool:
        """Whether the Gold that a power gives is what is missing for a monument."""
        missing = state.options.monument_cost - player.pool[GOLD]
        gold = sum(effect.essences.gold for effect in power.effects if isinstance(effect, words.Gain))
        return 0 < missing <= gold

    def _effect(
        self, state: State, player: Player, piece: Piece, action: events.UsePower, effect: words.Effect
    ) -> float:
        """About what an effect gives."""
        cards = state.components.cards
        if isinstance(effect, words.Gain | words.RivalsGain):
            return self._value(state, player, effect.essences) * (1 if isinstance(effect, words.Gain) else -0.5)
        if isinstance(effect, words.PlaceOnSelf):
            return self._stored(piece.card, effect.essences.counts())
        if isinstance(effect, words.GainAny | words.PlaceAnyOnSelf):
            return 1.3 * effect.amount
        if isinstance(effect, words.GainXOf):
            return GOLD_VALUE * (action.x or 0)
        if isinstance(effect, words.GainSame):
            return 1.05 * (action.x or 0)
        if isinstance(effect, words.GainByCost):
            name = action.destroy_target or action.discard or piece.card.id
            return 1.2 * (cards[name].total + effect.bonus)
        if isinstance(effect, words.GainEqualToRival):
            rivals = [other for other in state.players if other is not player]
            return max(other.pool[INDEX[effect.count]] for other in rivals) - 0.5
        if isinstance(effect, words.CheckVictory):
            return self._check(state, player)
        if isinstance(effect, words.PlaceArtifact):
            return self._place_later(state, player, effect)
        return self._small(state, player, effect)

    def _small(self, state: State, player: Player, effect: words.Effect) -> float:
        if isinstance(effect, words.RivalsLoseLife):
            return 1.2 * effect.amount * sum(not other.passed for other in state.players if other is not player)
        if isinstance(effect, words.Straighten):
            return 2.0 if any(piece.turned and piece.card.powers for piece in player.tableau.values()) else 0
        if isinstance(effect, words.PlacePaid):
            return 2.0
        return {words.Draw: 1.5, words.DrawThenDiscard: 1.5, words.LookReorder: 0.6, words.StraightenSelf: 1.0}.get(
            type(effect), 0
        )

    def _stored(self, card: Card, counts: tuple[int, ...]) -> float:
        points = sum(word.points * counts[INDEX[word.essence]] for word in card.essence_points)
        return points * POINT + 0.9 * (sum(counts) + counts[GOLD])

    def _check(self, state: State, player: Player) -> float:
        """A check is worth making for who would win it."""
        totals = [line["total"] for line in score_lines(state)]
        mine = totals[next(seat for seat, other in enumerate(state.players) if other is player)]
        enough = state.components.catalogue.setup.victory_threshold
        return 100.0 if mine >= enough and mine == max(totals) else -100.0 if max(totals) >= enough else -1.0

    def _place_later(self, state: State, player: Player, effect: words.PlaceArtifact) -> float:
        cards = state.components.cards
        piles = (
            player.discards
            if effect.source == "own_discard"
            else [name for each in state.players for name in each.discards]
        )
        source = player.hand if effect.source == "hand" else piles
        fitting = [name for name in source if "artifact" in effect.types or set(effect.types) & set(cards[name].types)]
        room = sum(player.pool) + effect.discount.amount + 99 * effect.free
        return max((self._card(state, name) for name in fitting if cards[name].total <= room), default=-2.0)

    def _answering(self, state: State, player: Player, action: events.LifeLossAnswer) -> float:
        if action.lose is not None:
            return -self._value(state, player, action.lose)
        if action.react is not None:
            power: Power = player.tableau[action.react].card.powers[action.power or 0]
            return -0.5 - sum(power.pay)
        named = action.destroy_target or action.discard
        return -1.0 if named is None else -0.6 * self._card(state, named)

    def _straightening(self, state: State, player: Player, action: events.StraightenTarget) -> float:
        if action.component is None:
            return 0
        card = player.tableau[action.component].card
        return len(card.powers) + 2.0 * len(card.essence_points)

    def _storing(self, state: State, player: Player, action: events.PlaceTarget) -> float:
        asked: Any = question(state)
        card = player.tableau[action.component].card
        return self._stored(card, asked.context.paid) + 2 * (card.grows + (card.if_left is not None))

    def _reacting(self, state: State, player: Player, action: events.VictoryReact) -> float:
        asked: Any = question(state)
        lines = score_lines(state)
        gain = sum(effect.amount for effect in asked.context.power.effects if isinstance(effect, words.TempPoints))
        enough = state.components.catalogue.setup.victory_threshold
        best = max(line["total"] for line in lines)
        wins = lines[asked.seat]["total"] + gain >= max(enough, best)
        return 10 if wins == (action.choice == "use") else 0


def _usable_straight(player: Player, power: Power) -> bool:
    """A power that leaves its component straight, so it goes before those that turn it."""
    paid = all(asked <= there for asked, there in zip(power.pay, player.pool, strict=True))
    return power.kind == "action" and power.usable == "when_straightened" and not power.turns_self and paid


def _equal(state: State, player: Player, action: Action) -> float:
    return 0
