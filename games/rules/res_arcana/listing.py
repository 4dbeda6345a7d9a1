"""What may happen next, as a list: for tests, bots and hints. Replay never asks.

Payments, gains and losses of one's choice are far too many to be listed: of payments one is listed for each kind, that
which spends as much of this kind as may be, and one that spares what is scarce; of gains up to 3 all, of more those of
one or two kinds; of X nothing, 1 and the most. Everything else is listed in full.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

from games.engine.events import Action, Event, Seat
from games.rules.res_arcana import events
from games.rules.res_arcana import vocabulary as words
from games.rules.res_arcana.components import Power
from games.rules.res_arcana.essences import GOLD, KINDS, LIFE, NOTHING, Counts, Essences, essences_of, one_kind
from games.rules.res_arcana.handlers.attacks import answers, losses
from games.rules.res_arcana.handlers.choices import discarded, reduction, straightenable
from games.rules.res_arcana.handlers.powers import destructible, turnable
from games.rules.res_arcana.payments import Discounts, discounts, price
from games.rules.res_arcana.rounds import never_turned
from games.rules.res_arcana.state import UNSEEN, Pending, Piece, Player, State, question

Lister = Callable[[State, Seat, Pending], Iterator[Action]]


def list_actions(state: State, seat: Seat) -> Iterator[Action]:
    """The decisions open to `seat`."""
    asked = question(state)
    if asked is not None and seat in asked.seats:
        for kind in asked.accepts:
            yield from LISTERS[kind](state, seat, asked)


def payments(pool: Iterable[int], cost: Counts, free: int, total: int) -> set[Counts]:
    """Some ways to pay `total`: up to `cost` of each kind (all the Gold printed) and up to `free` beyond."""
    have = list(pool)
    scarce_last = sorted(range(5), key=lambda kind: (kind == GOLD, -have[kind]))
    ways = set()
    for first in (None, *range(5)):
        order = scarce_last if first is None else sorted(scarce_last, key=lambda kind: kind != first)
        paid, extra = [0] * 5, free
        paid[GOLD] = min(cost[GOLD], total)
        for kind in order:
            more = min(have[kind] - paid[kind], cost[kind] - paid[kind] + extra, total - sum(paid))
            if more > 0:
                paid[kind] += more
                extra -= max(0, paid[kind] - cost[kind])
        if sum(paid) == total and paid[GOLD] <= have[GOLD]:
            ways.add((paid[0], paid[1], paid[2], paid[3], paid[4]))
    return ways


@lru_cache(256)
def gains(amount: int, barred: tuple[str, ...]) -> tuple[Essences, ...]:
    """Ways to take `amount` essences of one's choice; of more than 3, those of at most two kinds."""
    kinds = [index for index, kind in enumerate(KINDS) if kind not in barred]
    if amount <= 3:
        choices = combinations_with_replacement(kinds, amount)
        return tuple(essences_of([choice.count(kind) for kind in range(5)]) for choice in choices)
    ways = []
    for one, other in combinations_with_replacement(kinds, 2):
        counts = [0] * 5
        counts[one] += amount // 2
        counts[other] += amount - amount // 2
        ways.append(essences_of(counts))
    return tuple(ways)


def _draft_pick(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    packet = state.packets[seat]
    yield from (events.DraftPick(seat, card) for card in sorted(packet.named))


def _choose_mage(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    yield from (events.ChooseMage(seat, mage) for mage in state.players[seat].mages if mage != UNSEEN)


def _choose_item(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    yield from (events.ChooseItem(seat, item) for item in sorted(state.items))


def _collect_choice(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    for name, word in state.players[seat].choices.items():
        if isinstance(word, words.GainOneOf):
            for kind in word.options:
                yield events.CollectChoice(seat, name, essences_of(one_kind(kind, 1)))
        elif isinstance(word, words.GainAny):
            yield from (events.CollectChoice(seat, name, gain) for gain in gains(word.amount, word.barred))


def _take_stored(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    for name in sorted(state.players[seat].stored):
        yield events.TakeStored(seat, name, "take")
        yield events.TakeStored(seat, name, "leave")


def _forge_cost(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    player = state.players[seat]
    if player.forge is not None:
        if _covers(player.pool, player.tableau[player.forge].card.collect_cost or NOTHING):
            yield events.ForgeCost(seat, "pay")
        yield events.ForgeCost(seat, "turn")


def _covers(pool: Iterable[int], cost: Iterable[int]) -> bool:
    return all(asked <= there for asked, there in zip(cost, pool, strict=True))


def _place_artifact(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    player = state.players[seat]
    for name in sorted(player.hand):
        for payment in _card_payments(state, player, name, discounts(player, state.components.cards[name])):
            yield events.PlaceArtifact(seat, name, payment)


def _card_payments(state: State, player: Player, name: str, reduced: Discounts) -> Iterator[Essences]:
    card = state.components.cards[name]
    total = price(card, reduced)
    if total > sum(player.pool):
        return
    cost = card.cost if total else NOTHING
    yield from map(essences_of, sorted(payments(player.pool, cost, card.any, total)))


def _claim_monument(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    if state.players[seat].pool[GOLD] < state.options.monument_cost:
        return
    for slot, name in enumerate(state.display, start=1):
        if name is not None:
            yield events.ClaimMonument(seat, slot)
    if state.options.monument_top_claim == "yes" and state.monuments.size():
        yield events.ClaimMonument(seat, "top")


def _claim_place(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    for name, card in state.places.items():
        if _covers(state.players[seat].pool, card.cost):
            yield events.ClaimPlace(seat, name)


def _discard(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    for name in sorted(state.players[seat].hand):
        yield events.Discard(seat, name, Essences(gold=1))
        yield from (events.Discard(seat, name, gain) for gain in gains(2, ("gold",)))


def _pass(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    yield from (events.Pass(seat, item) for item in sorted(state.items))


def _use_power(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    for piece in state.players[seat].tableau.values():
        for power in piece.card.powers:
            if power.kind == "action" and usable(state, piece, power) and _covers(piece.essences, power.remove):
                yield from _uses(state, seat, piece, power)


def usable(state: State, piece: Piece, power: Power) -> bool:
    """Whether a component stands as its power asks (rules.md 7, 12.15)."""
    if piece.turned:
        return power.usable != "when_straightened" and not never_turned(state)
    return power.usable != "only_when_turned"


def _uses(state: State, seat: Seat, piece: Piece, power: Power) -> Iterator[Action]:
    player, name = state.players[seat], piece.card.id
    if not _covers(player.pool, power.pay):
        return
    if power.simple:
        yield events.UsePower(seat, name, power.index)
        return
    left = [there - paid for there, paid in zip(player.pool, power.pay, strict=True)]
    options = product(
        _chosen(left, power),
        turnable(player, name, power) if power.turns_other else (None,),
        destructible(player, name, power) if power.destroys else (None,),
        sorted(player.hand) if power.discards else (None,),
        power.looks or (None,),
    )
    for payment, turned, destroyed, card, deck in options:
        for x, essence in _x(state, left, payment, power):
            yield events.UsePower(
                seat, name, power.index, payment and essences_of(payment), x, essence, turned, destroyed, card, deck
            )


def _chosen(left: list[int], power: Power) -> Iterable[Counts | None]:
    if not power.chosen:
        return (None,)
    if power.one_kind:
        singles = [tuple(power.chosen * (kind == other) for other in range(5)) for kind in power.options]
        return [single for single in singles if _covers(left, single)]  # type: ignore[misc]
    return sorted(payments(left, NOTHING, power.chosen, power.chosen))


def _x(state: State, pool: list[int], payment: Counts | None, power: Power) -> Iterator[tuple[int | None, Any]]:
    if not power.pays_same:
        yield None, None
        return
    if state.options.x_may_be_zero == "yes":
        yield 0, None
    for kind, have, paid in zip(KINDS, pool, payment or NOTHING, strict=True):
        yield from ((x, kind) for x in sorted({1, have - paid}) if 0 < x <= have - paid)


def _life_loss_answer(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    player = state.players[seat]
    for life, others in losses(state, player, asked.amount):
        pool = [0 if kind == LIFE else count for kind, count in enumerate(player.pool)]
        for way in sorted(payments(pool, NOTHING, others, others)):
            yield events.LifeLossAnswer(seat, lose=essences_of((life, *way[1:])))
    for name, piece in player.tableau.items():
        for power in piece.card.powers:
            if answers(power, asked) and usable(state, piece, power) and _covers(player.pool, power.pay):
                yield events.LifeLossAnswer(seat, name, power.index)
    effect: Any = asked.effect
    for cost in effect.ignore_cost:
        if isinstance(cost, words.DestroyArtifact):
            artifacts = [name for name, piece in player.tableau.items() if piece.card.family == "artifact"]
            yield from (events.LifeLossAnswer(seat, ignore=True, destroy_target=name) for name in artifacts)
        elif isinstance(cost, words.DiscardFromHand):
            yield from (events.LifeLossAnswer(seat, ignore=True, discard=name) for name in sorted(player.hand))
        elif _covers(player.pool, cost.essences.counts()):
            yield events.LifeLossAnswer(seat, ignore=True)


def _gain_choice(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    effect: Any = asked.effect
    if isinstance(effect, words.GainSame):
        for kind in KINDS:
            if kind not in effect.barred:
                yield events.GainChoice(seat, essences_of(one_kind(kind, asked.amount)))
        return
    yield from (events.GainChoice(seat, gain) for gain in gains(asked.amount, effect.barred))


def _straighten_target(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    effect: Any = asked.effect
    yield events.StraightenTarget(seat, None)
    yield from (events.StraightenTarget(seat, name) for name in straightenable(state.players[seat], effect))


def _rival_target(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    yield from (events.RivalTarget(seat, rival) for rival in range(len(state.players)) if rival != seat)


def _place_target(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    yield from (events.PlaceTarget(seat, name) for name in state.players[seat].tableau)


def _discard_choice(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    hand = sorted(state.players[seat].hand)
    yield from (events.DiscardChoice(seat, cards) for cards in combinations(hand, asked.amount))


def _reorder(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    context: Any = asked.context
    own = context.deck == "own_artifact_deck"
    seen = (state.players[seat].deck if own else state.monuments).known_top()[: asked.amount]
    if len(seen) == asked.amount:
        yield from (events.Reorder(seat, context.deck, order) for order in permutations(seen))


def _place_from_power(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    effect: Any = asked.effect
    player = state.players[seat]
    yield events.PlaceFromPower(seat, None)
    source = sorted(player.hand) if effect.source == "hand" else discarded(state, seat, effect)
    for name in source:
        card = state.components.cards[name]
        if "artifact" in effect.types or any(kind in effect.types for kind in card.types):
            for payment in _card_payments(state, player, name, reduction(player, name, state, effect)):
                yield events.PlaceFromPower(seat, name, payment)


def _victory_react(state: State, seat: Seat, asked: Pending) -> Iterator[Action]:
    yield events.VictoryReact(seat, "use")
    yield events.VictoryReact(seat, "decline")


LISTERS: dict[type[Event], Lister] = {
    events.DraftPick: _draft_pick,
    events.ChooseMage: _choose_mage,
    events.ChooseItem: _choose_item,
    events.CollectChoice: _collect_choice,
    events.TakeStored: _take_stored,
    events.ForgeCost: _forge_cost,
    events.PlaceArtifact: _place_artifact,
    events.ClaimMonument: _claim_monument,
    events.ClaimPlace: _claim_place,
    events.Discard: _discard,
    events.UsePower: _use_power,
    events.Pass: _pass,
    events.LifeLossAnswer: _life_loss_answer,
    events.GainChoice: _gain_choice,
    events.StraightenTarget: _straighten_target,
    events.RivalTarget: _rival_target,
    events.PlaceTarget: _place_target,
    events.DiscardChoice: _discard_choice,
    events.Reorder: _reorder,
    events.PlaceFromPower: _place_from_power,
    events.VictoryReact: _victory_react,
}
