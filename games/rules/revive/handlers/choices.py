"""Answers to what effects ask for (rules.md 16, 19.5)."""

from collections.abc import Callable, Sequence

from games.engine.errors import IllegalAction, ImpossibleChance
from games.engine.events import Seat
from games.rules.revive import events
from games.rules.revive.counters import count
from games.rules.revive.effects import (
    TribeDisc,
    TribeExtra,
    advance,
    gain,
    last_major_gone,
    rest,
    take_card,
    trigger_end,
)
from games.rules.revive.flow import answered, resting_choices, run
from games.rules.revive.handlers.free import due_gain
from games.rules.revive.handlers.guards import FORCED, asked, drawn, not_now
from games.rules.revive.payment import due_payment, spend, times
from games.rules.revive.state import UNSEEN, Ask, Doing, Draw, Player, Rewards, State
from games.rules.revive.vocabulary import Cost, CostOp, Discount, Per, Range

# ---- pieces from the display


def check_take_module(state: State, event: events.TakeModule) -> None:
    asked(state, event, "module", "4")
    if event.module not in state.modules:
        expected = sorted(state.modules)
        raise IllegalAction("unknown_target", seat=event.seat, expected=expected, found=event.module, rule="4")
    places = state.players[event.seat].modules.get(event.slot)
    if places is None or event.space >= len(places):
        found = [event.slot, event.space]
        raise IllegalAction("unknown_target", seat=event.seat, expected="module place", found=found, rule="4")
    if places[event.space] != event.discard:
        held = places[event.space]
        raise IllegalAction("discard", seat=event.seat, expected=held, found=event.discard, rule="19.6.13")


def apply_take_module(state: State, event: events.TakeModule) -> None:
    """On an activation place that was free the module works at once; the refill may come before or after that."""
    answered(state)
    places = state.players[event.seat].modules[event.slot]
    places[event.space] = event.module
    del state.modules[event.module]
    box = state.components
    refill = Draw(events.RefillModule)
    state.stack.append(refill)
    if event.discard is None and event.space in box.card_slots[event.slot].activation_spaces:
        state.stack.append(Doing(event.seat, box.modules[event.module].effects))
    run(state)
    top = state.stack[-1] if state.stack else refill
    if top is not refill:
        refill.detail = (top, getattr(top, "n", 0))


def check_take_machine(state: State, event: events.TakeMachine) -> None:
    ask = asked(state, event, "machine", "8")
    if event.space != ask.effect.id:
        expected = ask.effect.id
        raise IllegalAction("unknown_target", seat=event.seat, expected=expected, found=event.space, rule="19.1.3")
    fitting = fitting_machines(state, ask)
    if event.machine not in fitting:
        raise IllegalAction("unknown_target", seat=event.seat, expected=fitting, found=event.machine, rule="8")


def fitting_machines(state: State, ask: Ask) -> list[str]:
    """Face-up machines for the reward space of a decision."""
    wanted = ask.effect.color
    return [name for color, shown in state.machines.items() if wanted in (color, "any") for name in shown]


def apply_take_machine(state: State, event: events.TakeMachine) -> None:
    answered(state)
    state.players[event.seat].machines[event.machine] = event.space
    color = state.components.machines[event.machine].color
    del state.machines[color][event.machine]
    state.stack.append(Draw(events.RefillMachine, detail=color))
    run(state)


def check_take_artifact(state: State, event: events.TakeArtifact) -> None:
    asked(state, event, "artifact", "11")
    if event.artifact not in artifacts_on_offer(state):
        expected = artifacts_on_offer(state)
        raise IllegalAction("unknown_target", seat=event.seat, expected=expected, found=event.artifact, rule="11")


def artifacts_on_offer(state: State) -> list[str]:
    """Majors on the board, or a minor one when none is left."""
    if state.majors:
        return list(state.majors)
    rule = state.components.catalogue.minor_artifacts
    taken = sum(player.minors for player in state.players)
    return ["minor"] if rule.unlimited or taken < rule.pieces else []


def apply_take_artifact(state: State, event: events.TakeArtifact) -> None:
    """The last major, or in the long game for four the second minor one, brings the end (rules.md 11)."""
    answered(state)
    player = state.players[event.seat]
    if event.artifact == "minor":
        player.minors += 1
        if state.display_minors:
            state.display_minors -= 1
            if not state.display_minors:
                trigger_end(state, event.seat)
    else:
        del state.majors[event.artifact]
        player.majors[event.artifact] = None
        last_major_gone(state, event.seat)
    run(state)


def check_take_card(state: State, event: events.TakeCard) -> None:
    ask = asked(state, event, "recruit", "7")
    if event.card not in recruits(state, ask):
        expected = recruits(state, ask)
        raise IllegalAction("unknown_target", seat=event.seat, expected=expected, found=event.card, rule="7")


def recruits(state: State, ask: Ask) -> list[str]:
    """Cards that a recruit effect may take."""
    color, cards = ask.effect.color, state.components.cards
    fitting = [name for name in state.citizens if color in ("any", cards[name].color)]
    deck = ask.effect.source == "display_or_deck" and state.citizen_deck
    return [*fitting, "deck"] if deck else fitting


def apply_take_card(state: State, event: events.TakeCard) -> None:
    answered(state)
    take_card(state, event.seat, event.card)
    run(state)


# ---- one of several


def check_advance_any(state: State, event: events.AdvanceAny) -> None:
    asked(state, event, "advance", "8")


def apply_advance_any(state: State, event: events.AdvanceAny) -> None:
    answered(state)
    advance(state, event.seat, event.track, 1)
    run(state)


def check_pick_resource(state: State, event: events.PickResource) -> None:
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Ask) and top.name == "fill_resource":
        ask = asked(state, event, "fill_resource")
        if event.choice not in ask.effect.res:
            expected = list(ask.effect.res)
            raise IllegalAction(
                "unknown_target", seat=event.seat, expected=expected, found=event.choice, rule="19.6.11"
            )
        return
    asked(state, event, "basic", "9")
    if event.choice == "crystal":
        raise IllegalAction("unknown_target", seat=event.seat, expected="basic", found="crystal", rule="9")


def apply_pick_resource(state: State, event: events.PickResource) -> None:
    top = state.stack[-1]
    assert isinstance(top, Ask)
    answered(state)
    if top.name == "fill_resource":
        res = state.players[event.seat].res
        res[event.choice] = max(res[event.choice], state.components.facts.limits[event.choice])
    else:
        gain(state, event.seat, event.choice, 1)
    run(state)


def check_pick_option(state: State, event: events.PickOption) -> None:
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Ask) or top.name not in ("choice", "cost", "reopen_crate") or top.seat != event.seat:
        raise not_now(state, event, "19.5")
    options = options_of(state, top)
    if event.choice not in options:
        raise IllegalAction("unknown_target", seat=event.seat, expected=options, found=event.choice, rule="19.5")
    if top.name == "choice" or event.choice == "skip":
        if event.pay is not None:
            raise IllegalAction("payment", seat=event.seat, expected=None, found=dict(event.pay), rule="19.1.4")
        return
    due_payment(state, event.seat, top.effect.pay, event.pay, "19.5")


def options_of(state: State, ask: Ask) -> list[int | str]:
    """What `pick_option` may choose."""
    if ask.name == "choice":
        return list(range(len(ask.effect.options)))
    if ask.name == "cost":
        return ["pay", "skip"]
    player = state.players[ask.seat]
    return [crate for crate in player.opened if crate not in player.reopened]


def apply_pick_option(state: State, event: events.PickOption) -> None:
    top = state.stack[-1]
    assert isinstance(top, Ask)
    payment = {}
    if top.name != "choice" and event.choice != "skip":
        payment = due_payment(state, event.seat, top.effect.pay, event.pay)
    answered(state)
    spend(state, event.seat, payment)
    if top.name == "choice":
        assert isinstance(event.choice, int)
        state.stack.append(Doing(event.seat, top.effect.options[event.choice], top.source, play=top.play))
    elif top.name == "reopen_crate":
        crate = str(event.choice)
        state.players[event.seat].reopened[crate] = None
        state.stack.append(Doing(event.seat, state.components.crates[crate].effects))
    elif event.choice == "skip":
        rest_of_list = state.stack[-1]
        assert isinstance(rest_of_list, Doing)
        rest_of_list.at = len(rest_of_list.effects)
    run(state)


# ---- cards and energy


def _woken(state: State, ask: Ask) -> Sequence[str]:
    return list(state.players[ask.seat].resting)


def _active(state: State, ask: Ask) -> Sequence[str]:
    return list(state.players[ask.seat].active)


def _laid(state: State, ask: Ask) -> Sequence[str]:
    return resting_choices(state.players[ask.seat], ask)


CARD_CHOICES: dict[str, Callable[[State, Ask], Sequence[str]]] = {
    "rest_card": _laid,
    "tech_rest": _laid,
    "wake_card": _woken,
    "top_of_active": _active,
    "discard_for_top": _active,
}


def most_cards(ask: Ask) -> int:
    """How many cards or machines one answer may name."""
    return getattr(ask.effect, "n", 1) if ask.name not in ("tech_rest", "top_of_active") else 1


def check_pick_card(state: State, event: events.PickCard) -> None:
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Ask) or top.name not in CARD_CHOICES or top.seat != event.seat:
        raise not_now(state, event, "19.5")
    _check_several(event.seat, event.cards, CARD_CHOICES[top.name](state, top), most_cards(top))


def _check_several(seat: Seat, found: tuple[str, ...], allowed: Sequence[str], most: int) -> None:
    if not 1 <= len(found) <= most or len(set(found)) != len(found):
        raise IllegalAction("count", seat=seat, expected=[1, most], found=list(found), rule="19.4.3")
    for name in found:
        if name not in allowed:
            raise IllegalAction("not_held", seat=seat, expected=list(allowed), found=name, rule="19.5")


def apply_pick_card(state: State, event: events.PickCard) -> None:
    top = state.stack[-1]
    assert isinstance(top, Ask)
    player = state.players[event.seat]
    answered(state)
    for card in event.cards:
        if top.name == "wake_card":
            player.active[card] = player.resting.pop(card)
        else:
            rest(player, card)
    if top.name in ("top_of_active", "discard_for_top"):
        tops = [Doing(event.seat, player.resting[card].top, card) for card in event.cards]
        state.stack.extend(reversed(tops))
    run(state)


def check_pick_energy(state: State, event: events.PickEnergy) -> None:
    ask = asked(state, event, "recover_energy", "8")
    _check_several(event.seat, event.machines, list(state.players[event.seat].charged), most_cards(ask))


def apply_pick_energy(state: State, event: events.PickEnergy) -> None:
    player = state.players[event.seat]
    for machine in event.machines:
        del player.charged[machine]
        player.energy += 1
    answered(state)
    run(state)


# ---- trade, tribe, groups, decline


def check_do_trade(state: State, event: events.DoTrade) -> None:
    trade = asked(state, event, "trade", "16").effect
    if trade.max and event.times > trade.max:
        raise IllegalAction("limit", seat=event.seat, expected=trade.max, found=event.times, rule="16")
    due_payment(state, event.seat, times(trade.pay, event.times), event.pay, "16")
    due_gain(state, event.seat, trade.get, event.times, event.get)


def apply_do_trade(state: State, event: events.DoTrade) -> None:
    """All is paid before anything is gained (19.6.14)."""
    trade = asked(state, event, "trade").effect
    spend(state, event.seat, due_payment(state, event.seat, times(trade.pay, event.times), event.pay))
    answered(state)
    for name, units in due_gain(state, event.seat, trade.get, event.times, event.get).items():
        gain(state, event.seat, name, units)
    run(state)


def ability_cost(state: State, player: Player) -> Cost:
    """What a use of the tribe's ability costs."""
    cost: dict[str, int] = {}
    for effect in state.components.tribes[player.tribe].ability:
        if isinstance(effect, CostOp):
            for name, units in effect.pay.items():
                cost[name] = cost.get(name, 0) + units
    return cost  # type: ignore[return-value]


def something_to_do(state: State, player: Player) -> bool:
    """Whether the ability has an effect now besides costs and changes (19.6.6)."""
    return any(
        not isinstance(effect, CostOp | Range | Discount)
        and not (isinstance(effect, Per) and not count(state, player, effect.count))
        for effect in state.components.tribes[player.tribe].ability
    )


def check_use_tribe(state: State, event: events.UseTribe) -> None:
    asked(state, event, "tribe", "19.6.6")
    player = state.players[event.seat]
    if not something_to_do(state, player):
        raise IllegalAction("nothing_to_do", seat=event.seat, found=player.tribe, rule="19.6.6")
    due_payment(state, event.seat, ability_cost(state, player), event.pay, "19.6.6")


def apply_use_tribe(state: State, event: events.UseTribe) -> None:
    """The disc moves at once, or with the extra action or marker of the ability (19.6.6)."""
    answered(state)
    player = state.players[event.seat]
    spend(state, event.seat, due_payment(state, event.seat, ability_cost(state, player), event.pay))
    tribe = state.components.tribes[player.tribe]
    ability = tuple(effect for effect in tribe.ability if not isinstance(effect, CostOp))
    if tribe.id in state.components.deferred:
        state.stack.append(Doing(event.seat, ability, star=True))
    else:
        state.stack.append(Doing(event.seat, (TribeDisc(), *ability, TribeExtra())))
    run(state)


def check_order_rewards(state: State, event: events.OrderRewards) -> None:
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Rewards) or top.seat != event.seat:
        raise not_now(state, event, "19.4.6")
    if event.choice not in top.left:
        expected = list(top.left)
        raise IllegalAction("unknown_target", seat=event.seat, expected=expected, found=event.choice, rule="19.4.6")


def apply_order_rewards(state: State, event: events.OrderRewards) -> None:
    top = state.stack[-1]
    assert isinstance(top, Rewards)
    state.stack.append(Doing(event.seat, top.left.pop(event.choice)))
    run(state)


def declinable(state: State) -> list[str]:
    """Names under which the decision on top may be declined."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Rewards):
        return list(top.left)
    return [top.name] if isinstance(top, Ask) and top.name not in FORCED else []


def check_decline(state: State, event: events.Decline) -> None:
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Ask | Rewards) or top.seat != event.seat:
        raise not_now(state, event, "19.5")
    if event.what not in declinable(state):
        raise IllegalAction(
            "cannot_decline", seat=event.seat, expected=declinable(state), found=event.what, rule="19.5"
        )


def apply_decline(state: State, event: events.Decline) -> None:
    """A group loses that reward, another decision one of its turns; a crystal above the limit is lost."""
    top = state.stack[-1]
    if isinstance(top, Rewards):
        del top.left[event.what]
    else:
        answered(state)
        if event.what == "overflow":
            res = state.players[event.seat].res
            res["crystal"] = min(res["crystal"], state.components.facts.limits["crystal"])
    run(state)


# ---- Scyphoz


def check_draw_scyphoz(state: State, event: events.DrawScyphoz) -> None:
    number, _ = drawn(state, event, event.seat).detail
    if len(event.cards) != number:
        raise ImpossibleChance("count", expected=number, found=len(event.cards), rule="19.2")
    fresh = min(number, state.scyphoz_fresh)
    for place, card in enumerate(event.cards):
        under = state.scyphoz_under[place - fresh] if place >= fresh else UNSEEN
        possible = [under] if under != UNSEEN else list(state.scyphoz_unseen)
        if card != UNSEEN and (card not in possible or event.cards.count(card) > 1):
            raise ImpossibleChance("not_in_supply", expected=possible, found=card, rule="19.2")


def apply_draw_scyphoz(state: State, event: events.DrawScyphoz) -> None:
    """First those never drawn, then those put under the deck; what is known of the latter stays known."""
    draw = state.stack.pop()
    assert isinstance(draw, Draw)
    number, keep = draw.detail
    fresh = min(number, state.scyphoz_fresh)
    state.scyphoz_fresh -= fresh
    under = [UNSEEN] * fresh + state.scyphoz_under[: number - fresh]
    del state.scyphoz_under[: number - fresh]
    cards = tuple(card if card != UNSEEN else old for card, old in zip(event.cards, under, strict=True))
    for card in cards:
        state.scyphoz_unseen.pop(card, None)
    state.stack.append(Ask("keep_scyphoz", event.seat, keep, cards=cards))
    run(state)


def check_keep_scyphoz(state: State, event: events.KeepScyphoz) -> None:
    cards = asked(state, event, "keep_scyphoz", "13").cards
    if event.card == UNSEEN or (
        event.card not in cards and not (UNSEEN in cards and event.card in state.scyphoz_unseen)
    ):
        raise IllegalAction("not_held", seat=event.seat, expected=list(cards), found=event.card, rule="13")


def apply_keep_scyphoz(state: State, event: events.KeepScyphoz) -> None:
    """The kept card is active; when the last is kept the others go under the deck."""
    ask = asked(state, event, "keep_scyphoz")
    left = list(ask.cards)
    left.remove(event.card if event.card in left else UNSEEN)
    state.scyphoz_unseen.pop(event.card, None)
    ask.cards = tuple(left)
    state.players[event.seat].active[event.card] = state.components.cards[event.card]
    if ask.n == 1:
        state.scyphoz_under += left
    answered(state)
    run(state)
