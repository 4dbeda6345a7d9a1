"""Using a power: may it be used, is its whole cost there, and paying it (rules.md 7)."""

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.res_arcana import events
from games.rules.res_arcana.components import Power
from games.rules.res_arcana.effects import begin_effects, destroy
from games.rules.res_arcana.essences import INDEX, KINDS, NOTHING, Counts, named
from games.rules.res_arcana.hidden import check_held, leave_hand
from games.rules.res_arcana.payments import check_in_pool, pay
from games.rules.res_arcana.rounds import never_turned
from games.rules.res_arcana.state import Context, Piece, Player, State, advance


def own_piece(player: Player, seat: Seat, name: str, rule: str) -> Piece:
    """The component in play of this player; refuses any other."""
    piece = player.tableau.get(name)
    if piece is None:
        raise IllegalAction("not_in_play", seat=seat, expected=sorted(player.tableau), found=name, rule=rule)
    return piece


def check_usable(state: State, seat: Seat, piece: Piece, power: Power) -> None:
    """Refuse a power whose component is turned, or (Guard Dog's first) is not (rules.md 7, 12.15)."""
    usable = power.usable
    if piece.turned:
        if usable == "when_straightened" or never_turned(state):
            raise IllegalAction("turned", seat=seat, component=piece.card.id, power=power.index, rule="7")
    elif usable == "only_when_turned":
        raise IllegalAction("not_turned", seat=seat, component=piece.card.id, power=power.index, rule="7")


def check_use_power(state: State, event: events.UsePower) -> None:
    player = state.players[event.seat]
    piece = own_piece(player, event.seat, event.component, "7")
    powers = piece.card.powers
    if not 0 <= event.power < len(powers) or powers[event.power].kind != "action":
        expected = [power.index for power in powers if power.kind == "action"]
        raise IllegalAction(
            "unknown_power", seat=event.seat, component=event.component, expected=expected, found=event.power, rule="7"
        )
    power = powers[event.power]
    check_usable(state, event.seat, piece, power)
    if power.simple:
        if power.pay != NOTHING:
            check_in_pool(player, event.seat, power.pay, "7")
        _check_no_choice(event)
    else:
        _check_parameters(event, power)
        _check_payment(state, event, power)
        _check_targets(state, event, power)
    if power.remove != NOTHING and any(
        asked > there for asked, there in zip(power.remove, piece.essences, strict=True)
    ):
        raise IllegalAction(
            "not_on_component",
            seat=event.seat,
            component=event.component,
            expected=named(power.remove),
            found=named(piece.essences),
            rule="1",
        )


def _check_no_choice(event: events.UsePower) -> None:
    if (
        event.payment is not None
        or event.x is not None
        or event.essence is not None
        or event.turn_target is not None
        or event.destroy_target is not None
        or event.discard is not None
        or event.deck is not None
    ):
        raise IllegalAction("parameter", seat=event.seat, component=event.component, expected=[], rule="7")


def _check_parameters(event: events.UsePower, power: Power) -> None:
    """Exactly the choices that this power's cost asks for must be there."""
    asked = {
        "payment": power.chosen > 0,
        "x": power.pays_same,
        "essence": power.pays_same and event.x != 0,
        "turn_target": power.turns_other is not None,
        "destroy_target": power.destroys is not None,
        "discard": power.discards,
        "deck": bool(power.looks),
    }
    given = {name: getattr(event, name) is not None for name in asked}
    if asked != given:
        raise IllegalAction(
            "parameter",
            seat=event.seat,
            component=event.component,
            expected=[name for name, wanted in asked.items() if wanted],
            found=[name for name, there in given.items() if there],
            rule="7",
        )


def total_paid(event: events.UsePower, power: Power) -> Counts:
    """All that the pool pays for a power: named essences, chosen ones, and X."""
    paid = list(power.pay)
    if event.payment is not None:
        paid = [one + other for one, other in zip(paid, event.payment.counts(), strict=True)]
    if event.essence is not None:
        paid[INDEX[event.essence]] += event.x or 0
    life, death, elan, calm, gold = paid
    return (life, death, elan, calm, gold)


def _check_payment(state: State, event: events.UsePower, power: Power) -> None:
    if power.chosen and event.payment is not None:
        chosen = event.payment.counts()
        kinds = [index for index, count in enumerate(chosen) if count]
        if sum(chosen) != power.chosen:
            code = "underpaid" if sum(chosen) < power.chosen else "overpaid"
            raise IllegalAction(
                code, seat=event.seat, component=event.component, expected=power.chosen, found=sum(chosen), rule="7"
            )
        if power.one_kind and (len(kinds) > 1 or kinds[0] not in power.options):
            expected = [KINDS[index] for index in power.options]
            raise IllegalAction(
                "wrong_kinds",
                seat=event.seat,
                component=event.component,
                expected=expected,
                found=named(chosen),
                rule="7",
            )
    if power.pays_same and not event.x and state.options.x_may_be_zero == "no":
        raise IllegalAction("x_zero", seat=event.seat, component=event.component, expected=1, found=0, rule="12.11")
    check_in_pool(state.players[event.seat], event.seat, total_paid(event, power), "7")


def _check_targets(state: State, event: events.UsePower, power: Power) -> None:
    player, seat = state.players[event.seat], event.seat
    if event.turn_target is not None:
        other = own_piece(player, seat, event.turn_target, "7")
        if power.turns_other not in other.card.types or event.turn_target == event.component:
            raise _wrong_target(seat, turnable(player, event.component, power), event.turn_target)
        if other.turned:
            raise IllegalAction("turned", seat=seat, component=event.turn_target, rule="7")
    if event.destroy_target is not None:
        own_piece(player, seat, event.destroy_target, "7")
        allowed = destructible(player, event.component, power)
        if event.destroy_target not in allowed:
            raise _wrong_target(seat, allowed, event.destroy_target)
    if event.discard is not None:
        check_held(state, seat, (event.discard,), "7")
    if event.deck is not None and event.deck not in power.looks:
        raise _wrong_target(seat, list(power.looks), event.deck)


def _wrong_target(seat: Seat, expected: list[str], found: str) -> IllegalAction:
    return IllegalAction("unknown_target", seat=seat, expected=expected, found=found, rule="7")


def turnable(player: Player, component: str, power: Power) -> list[str]:
    """Own straightened components that may be turned as a cost."""
    return [
        name
        for name, piece in player.tableau.items()
        if power.turns_other in piece.card.types and not piece.turned and name != component
    ]


def destructible(player: Player, component: str, power: Power) -> list[str]:
    """Own artifacts that may be destroyed as a cost, turned or not."""
    rule = power.destroys
    if rule is None:
        return []
    return [
        name
        for name, piece in player.tableau.items()
        if piece.card.family == "artifact"
        and not (rule.scope == "another_own" and name == component)
        and (not rule.types or any(kind in piece.card.types for kind in rule.types))
    ]


def apply_use_power(state: State, event: events.UsePower) -> None:
    """Pay the whole cost, then carry out the effects."""
    player = state.players[event.seat]
    piece = player.tableau[event.component]
    power = piece.card.powers[event.power]
    context = Context(event.seat, piece, power)
    state.stack.pop()
    if power.turns_self:
        piece.turned = True
    if power.simple:
        if power.pay != NOTHING:
            pay(player, power.pay)
    else:
        _pay_choices(state, event, context)
    if power.remove != NOTHING:
        piece.essences = [there - asked for asked, there in zip(power.remove, piece.essences, strict=True)]
    if power.destroys_self:
        destroy(player, event.component)
    begin_effects(state, context)
    advance(state)


def _pay_choices(state: State, event: events.UsePower, context: Context) -> None:
    player, cards = state.players[event.seat], state.components.cards
    pay(player, total_paid(event, context.power))
    context.x = event.x or 0
    if event.payment is not None:
        context.paid = event.payment.counts()
    if event.turn_target is not None:
        player.tableau[event.turn_target].turned = True
    if event.destroy_target is not None:
        context.remembered = cards[event.destroy_target].total
        destroy(player, event.destroy_target)
    if event.discard is not None:
        context.remembered = cards[event.discard].total
        leave_hand(state, event.seat, event.discard)
        player.discards.append(event.discard)
    if event.deck is not None:
        context.deck = event.deck
