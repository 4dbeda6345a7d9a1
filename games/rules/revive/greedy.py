"""A sensible player: explores, builds and populates as soon as it can pay, and plays the cards that bring it there.

It looks one decision ahead and values everything in points; tastes are drawn once for a match, so that matches differ.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.engine.events import Action, Seat, Setup
from games.rules.revive import events
from games.rules.revive import vocabulary as words
from games.rules.revive.counters import count, laid_cards
from games.rules.revive.handlers.board import others_at, single
from games.rules.revive.handlers.cards import copied, fixed_half, half_of
from games.rules.revive.handlers.rewards import build_rewards
from games.rules.revive.listing import list_actions
from games.rules.revive.state import Ask, State

if TYPE_CHECKING:
    from random import Random

COST = 0.55
"""What a resource spent is worth."""

WORTH: dict[type, float] = {
    words.Points: 1.0,
    words.EndPoints: 1.0,
    words.Devotion: 1.1,
    words.Advance: 1.7,
    words.Module: 2.2,
    words.Star: 2.6,
    words.Energy: 2.4,
    words.RecoverEnergy: 1.2,
    words.Crate: 2.0,
    words.Artifact: 8.0,
    words.Recruit: 2.0,
    words.RestCard: 1.0,
    words.WakeCard: 1.0,
    words.Trade: 0.5,
    words.Range: 0.4,
    words.ExploreAnywhere: 0.8,
    words.Discount: 0.6,
    words.ExtraAction: 2.8,
    words.PlayExtra: 2.0,
    words.HibernateAfter: -2.0,
    words.Passive: 2.5,
    words.WhileInSlot: 0.5,
    words.FlipHalf: 0.3,
    words.AnyColor: 0.3,
    words.ReopenCrate: 1.5,
    words.TopOfActive: 1.5,
    words.UnlockSideSlot: 3.0,
    words.SwitchReady: 1.0,
    words.PlaceMarker: 2.5,
    words.MovePopulation: 0.5,
    words.FreePopulate: 6.0,
    words.FillResource: 2.5,
    words.Scyphoz: 3.0,
    words.DiscardForTop: 3.0,
}
"""Points that a unit of an effect is worth."""


class Greedy:
    """Plays all seats. A machine is used once a half: energy that comes back could keep it going for ever."""

    def __init__(self, setup: Setup, rng: "Random") -> None:
        self.rng = rng
        self.whims = [rng.uniform(0.2, 1.5) for _ in range(setup.seats)]
        self.used: set[str] = set()

    def __call__(self, state: State, seat: Seat) -> Action:
        """The decision that looks best, give or take a whim."""
        whim = self.whims[seat]
        choices = [action for action in list_actions(state, seat) if getattr(action, "machine", "") not in self.used]
        best = max(choices, key=lambda action: worth(state, action) + self.rng.random() * whim)
        if isinstance(best, events.UseMachine):
            self.used.add(best.machine)
        elif isinstance(best, events.NextAction | events.EndTurn):
            self.used.clear()
        return best


def worth(state: State, action: Any) -> float:
    """What a decision seems to be worth, in points."""
    judge = JUDGES.get(type(action))
    return judge(state, action) if judge is not None else 1.0


def effects_worth(state: State, seat: Seat, effects: words.Effects) -> float:
    """What an effect list seems to be worth."""
    return sum(_effect_worth(state, seat, effect) for effect in effects)


def _effect_worth(state: State, seat: Seat, effect: Any) -> float:
    if isinstance(effect, words.Gain):
        return effect.n * (1.3 if effect.res == "crystal" else 0.8)
    if isinstance(effect, words.Per):
        return count(state, state.players[seat], effect.count) * effects_worth(state, seat, effect.gain)
    if isinstance(effect, words.Choice):
        return max(effects_worth(state, seat, option) for option in effect.options)
    if isinstance(effect, words.CostOp):
        return -COST * sum(effect.pay.values())
    return WORTH.get(type(effect), 0.0) * getattr(effect, "n", 1)


def _spent(pay: Any) -> float:
    return COST * sum(pay.values()) if pay else 0.0


def _play(state: State, action: events.PlayCard) -> float:
    player, box = state.players[action.seat], state.components
    card = player.active[action.card]
    half = action.half or fixed_half(box.card_slots[action.slot])
    color = action.color or card.color
    value = effects_worth(state, action.seat, half_of(card, half))
    for name in player.modules[action.slot]:
        if name and color in box.modules[name].colors:
            value += effects_worth(state, action.seat, box.modules[name].effects)
    for laid in player.slots[action.slot]:
        if laid.color == color:
            value += effects_worth(state, action.seat, half_of(laid.card, laid.half))
    shown = card.slot_top if half == "top" else card.slot_bottom
    return value + (0.5 if shown else 0.0)


def _switch_copy(state: State, action: events.SwitchCopy) -> float:
    laid = copied(state, action)
    assert laid is not None
    return effects_worth(state, action.seat, half_of(laid.card, laid.half)) + 0.2


def _explore(state: State, action: events.Explore) -> float:
    back = state.backs[action.slot]
    card = 0.0 if action.recruit in (None, "none") else 2.2 if action.recruit == "deck" else 2.6
    return back.points + card + 1.0 - COST * sum(back.cost.values())


def _build(state: State, action: events.Build) -> float:
    rewards = build_rewards(state, action.seat, single(action.space), action.size)
    value = sum(effects_worth(state, action.seat, effects) or 2.0 for effects in rewards.left.values())
    hidden = sum(state.terrain[near] == "face_down" for near in state.adjacent[action.space])
    return value + 0.5 * hidden - (1.6 if action.size == "small" else 2.7)


def _populate(state: State, action: events.Populate) -> float:
    technology = state.components.technologies[action.technology].technology
    large = 3.0 if isinstance(action.location, str) else 0.0
    owed = 0.0 if action.location == "extra" else COST * len(others_at(state, action))
    return 3.0 + large + effects_worth(state, action.seat, technology.effects) - COST * technology.books - owed


def _hibernate(state: State, action: events.Hibernate) -> float:
    player = state.players[action.seat]
    cards = len(player.resting) + sum(1 for _ in laid_cards(player))
    return 0.45 * cards + 0.7 * len(player.charged) + 0.4 * player.switch_used - 0.5 * len(player.active)


def _step(state: State, action: events.HibernateStep) -> float:
    row = state.components.rows.get(action.row or 0, ())
    return effects_worth(state, action.seat, row)


def _machine(state: State, action: events.UseMachine) -> float:
    return effects_worth(state, action.seat, state.components.machines[action.machine].effects)


def _trade(state: State, action: events.DoTrade | events.TechTrade) -> float:
    gained = sum(action.get.values()) if action.get else 1.4 * action.times
    return 0.8 * gained - _spent(action.pay)


def _option(state: State, action: events.PickOption) -> float:
    ask = state.stack[-1]
    assert isinstance(ask, Ask)
    if ask.name == "choice":
        return effects_worth(state, action.seat, ask.effect.options[action.choice])
    if action.choice == "skip":
        return 0.0
    return 1.5 - _spent(action.pay)


def _energy(state: State, action: events.PickEnergy) -> float:
    return float(len(action.machines))


def _cards(state: State, action: events.PickCard) -> float:
    return 0.5 + 0.6 * len(action.cards)


def _settle(state: State, action: events.SettlePoints) -> float:
    return -0.5 + 0.6 * (action.to_devotion > 0)


def _module(state: State, action: events.TakeModule) -> float:
    slot = state.components.card_slots[action.slot]
    effects = state.components.modules[action.module].effects
    at_once = effects_worth(state, action.seat, effects) if action.space in slot.activation_spaces else 0.0
    return 2.0 + at_once + 0.3 * effects_worth(state, action.seat, effects) - (3.0 if action.discard else 0.0)


def _journey(state: State, action: events.SwitchJourney) -> float:
    player = state.players[action.seat]
    journey = state.components.journeys[action.journey]
    met = [devotion for need, devotion in journey.levels if count(state, player, journey.count) >= need - 1]
    return 0.5 + 0.4 * max(met, default=0)


def _resolve(state: State, action: events.ResolveJourney) -> float:
    best = len(state.components.journeys[action.journey].levels)
    return 2.0 if action.level == best or state.triggered else -0.4


def _crystal(state: State, action: events.TradeCrystal | events.OverflowCrystal) -> float:
    spare = state.players[action.seat].res["crystal"] > 3
    return 0.5 if spare else -0.6


JUDGES: dict[type[Action], Callable[[State, Any], float]] = {
    events.PlayCard: _play,
    events.SwitchBasic: lambda state, action: 0.8,
    events.SwitchCopy: _switch_copy,
    events.SwitchJourney: _journey,
    events.Explore: _explore,
    events.Build: _build,
    events.Populate: _populate,
    events.Hibernate: _hibernate,
    events.HibernateStep: _step,
    events.UseMachine: _machine,
    events.OpenCrate: lambda state, action: 0.6,
    events.TechTrade: _trade,
    events.TradeCrystal: _crystal,
    events.OverflowCrystal: _crystal,
    events.ResolveJourney: _resolve,
    events.TakeModule: _module,
    events.TakeArtifact: lambda state, action: 8.0,
    events.PickOption: _option,
    events.PickCard: _cards,
    events.PickEnergy: _energy,
    events.PlaceMarker: lambda state, action: 2.0,
    events.SettlePoints: _settle,
    events.DoTrade: _trade,
    events.Decline: lambda state, action: -1.0,
    events.SoloRefresh: lambda state, action: 0.1,
    events.NextAction: lambda state, action: 0.0,
    events.EndTurn: lambda state, action: -0.2,
}
