"""Answers to a loss of Life (rules.md 8)."""

from typing import Any

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.res_arcana import events
from games.rules.res_arcana import vocabulary as words
from games.rules.res_arcana.components import Power
from games.rules.res_arcana.effects import begin_effects, destroy
from games.rules.res_arcana.essences import LIFE, Counts, named
from games.rules.res_arcana.handlers.powers import check_usable, own_piece
from games.rules.res_arcana.hidden import check_held, leave_hand
from games.rules.res_arcana.payments import check_in_pool, pay
from games.rules.res_arcana.state import Context, Pending, Player, State, advance


def check_life_loss_answer(state: State, event: events.LifeLossAnswer) -> None:
    pending: Any = state.stack[-1]
    ways = (event.react is not None) + event.ignore + (event.lose is not None)
    if ways != 1 or (event.react is None) != (event.power is None):
        raise IllegalAction("one_answer", seat=event.seat, expected=1, found=ways, rule="8")
    if event.lose is not None:
        _check_loss(state, event.seat, pending.amount, event.lose.counts())
    elif event.react is not None:
        _check_react(state, event, pending)
    if not event.ignore:
        _check_ignore_parameters(event, ())
    else:
        _check_ignore(state, event, pending.effect)


def _check_loss(state: State, seat: Seat, amount: int, lost: Counts) -> None:
    """Life first, then 2 others for each Life missing, as far as there are any (rules.md 8.2, 12.4, 12.5)."""
    player = state.players[seat]
    check_in_pool(player, seat, lost, "8")
    life, others = lost[LIFE], sum(lost) - lost[LIFE]
    if (life, others) not in losses(state, player, amount):
        expected = [{"life": life, "others": others} for life, others in losses(state, player, amount)]
        raise IllegalAction("life_loss", seat=seat, expected=expected, found=named(lost), rule="8")


def losses(state: State, player: Player, amount: int) -> list[tuple[int, int]]:
    """How much Life and how many others may be lost for a loss of `amount`; the first is the rulebook's."""
    most = min(amount, player.pool[LIFE])
    have = sum(player.pool) - player.pool[LIFE]
    asked = 2 * (amount - most)
    others = min(asked, have)
    if others < asked and state.options.partial_pair == "keep":
        others -= others % 2
    ways = [(most, others)]
    if state.options.life_first == "no":
        ways.extend((life, 2 * (amount - life)) for life in range(most) if 2 * (amount - life) <= have)
    return ways


def _check_react(state: State, event: events.LifeLossAnswer, pending: Pending) -> None:
    player, seat = state.players[event.seat], event.seat
    piece = own_piece(player, seat, event.react or "", "8")
    powers = {power.index: power for power in piece.card.powers if answers(power, pending)}
    power = powers.get(-1 if event.power is None else event.power)
    if power is None:
        raise IllegalAction(
            "unknown_power", seat=seat, component=event.react, expected=sorted(powers), found=event.power, rule="8"
        )
    check_usable(state, seat, piece, power)
    check_in_pool(player, seat, power.pay, "8")


def answers(power: Power, pending: Pending) -> bool:
    """Whether a power reacts to this loss; some do so only when a Dragon causes it."""
    if power.trigger == "dragon_power":
        return pending.context is not None and "dragon" in pending.context.piece.card.types
    return power.trigger == "life_loss"


def _check_ignore_parameters(event: events.LifeLossAnswer, asked: tuple[str, ...]) -> None:
    given = tuple(name for name in ("destroy_target", "discard") if getattr(event, name) is not None)
    if given != asked:
        raise IllegalAction("parameter", seat=event.seat, expected=list(asked), found=list(given), rule="8")


def _check_ignore(state: State, event: events.LifeLossAnswer, effect: words.RivalsLoseLife) -> None:
    """The attacking card's own price for ignoring it."""
    player, seat = state.players[event.seat], event.seat
    if not effect.ignore_cost:
        raise IllegalAction("no_ignore_cost", seat=seat, expected=[], found="ignore", rule="8")
    cost = effect.ignore_cost[0]
    if isinstance(cost, words.Pay):
        _check_ignore_parameters(event, ())
        check_in_pool(player, seat, cost.essences.counts(), "8")
    elif isinstance(cost, words.DiscardFromHand):
        _check_ignore_parameters(event, ("discard",))
        check_held(state, seat, (event.discard or "",), "8")
    else:
        _check_ignore_parameters(event, ("destroy_target",))
        piece = own_piece(player, seat, event.destroy_target or "", "8")
        if piece.card.family != "artifact" or (cost.types and not set(cost.types) & set(piece.card.types)):
            raise IllegalAction(
                "unknown_target", seat=seat, expected=["artifact"], found=event.destroy_target, rule="8"
            )


def apply_life_loss_answer(state: State, event: events.LifeLossAnswer) -> None:
    pending: Any = state.stack.pop()
    player = state.players[event.seat]
    if event.lose is not None:
        pay(player, event.lose.counts())
    elif event.react is not None:
        piece = player.tableau[event.react]
        power = piece.card.powers[event.power or 0]
        piece.turned = piece.turned or power.turns_self
        pay(player, power.pay)
        begin_effects(state, Context(event.seat, piece, power))
    else:
        _ignore(state, event, pending.effect.ignore_cost[0])
    advance(state)


def _ignore(state: State, event: events.LifeLossAnswer, cost: words.Op) -> None:
    player = state.players[event.seat]
    if isinstance(cost, words.Pay):
        pay(player, cost.essences.counts())
    elif event.discard is not None:
        leave_hand(state, event.seat, event.discard)
        player.discards.append(event.discard)
    elif event.destroy_target is not None:
        destroy(player, event.destroy_target)
