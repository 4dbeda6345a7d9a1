"""Paying (rules.md 9, 19.1.4): crystals stand for basic resources, by themselves or by choice."""

from collections.abc import Mapping
from typing import Any

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.revive.state import State
from games.rules.revive.vocabulary import BASIC

Units = Mapping[Any, int]
"""Counts by resource."""


def due_payment(state: State, seat: Seat, cost: Units, pay: Units | None, rule: str = "9") -> dict[str, int]:
    """What `seat` pays for `cost`, `pay` being what the log says; raises `IllegalAction`.

    `cost` names resources, or `basic` units alone (then the payer must say which).
    """
    res = state.players[seat].res
    if "basic" in cost:
        return _basic_payment(state, seat, res, cost, pay, rule)
    derived = derived_payment(res, cost)
    if pay is None or pay == derived:
        if derived is None:
            raise _underpaid(state, seat, cost, rule)
        return derived
    if state.options.crystal_mode == "auto":
        if derived is None:
            raise _underpaid(state, seat, cost, rule)
        raise IllegalAction("payment", seat=seat, expected=derived, found=dict(pay), rule="19.1.4")
    return _free_payment(state, seat, cost, pay, rule)


def derived_payment(res: Units, cost: Units) -> dict[str, int] | None:
    """Own units first, crystals for what is missing; None where that is not enough."""
    paid: dict[str, int] = {}
    crystals = 0
    for name, need in cost.items():
        if name == "crystal":
            crystals += need
            continue
        own = res[name]
        if own >= need:
            paid[name] = need
        else:
            crystals += need - own
            if own > 0:
                paid[name] = own
    if crystals:
        if crystals > res["crystal"]:
            return None
        paid["crystal"] = crystals
    return paid


def _free_payment(state: State, seat: Seat, cost: Units, pay: Units, rule: str) -> dict[str, int]:
    res = state.players[seat].res
    crystals = cost.get("crystal", 0)
    for name in BASIC:
        given = pay.get(name, 0)
        if given > cost.get(name, 0):
            raise IllegalAction("payment", seat=seat, expected=dict(cost), found=dict(pay), rule="19.1.4")
        crystals += cost.get(name, 0) - given
    if pay.get("crystal", 0) != crystals:
        raise IllegalAction("payment", seat=seat, expected=dict(cost), found=dict(pay), rule="19.1.4")
    if any(given > res[name] for name, given in pay.items()):
        raise _underpaid(state, seat, cost, rule)
    return dict(pay)


def _basic_payment(state: State, seat: Seat, res: Units, cost: Units, pay: Units | None, rule: str) -> dict[str, int]:
    """`basic` units, and range in food besides (the rest of `cost`), which is taken from what is paid first."""
    units = cost["basic"]
    range_part = derived_payment(res, {name: need for name, need in cost.items() if name != "basic"})
    if range_part is None or sum(res.values()) < units + sum(range_part.values()):
        raise _underpaid(state, seat, cost, rule)
    if pay is None or sum(pay.values()) != sum(cost.values()):
        raise IllegalAction("payment", seat=seat, expected=dict(cost), found=pay and dict(pay), rule="19.1.4")
    if any(given > res[name] for name, given in pay.items()):
        raise _underpaid(state, seat, cost, rule)
    chosen = {name: pay.get(name, 0) - range_part.get(name, 0) for name in res}
    own = sum(res[name] - range_part.get(name, 0) for name in BASIC)
    mixed = state.options.crystal_mode == "auto" and chosen["crystal"] > 0 and units - chosen["crystal"] < own
    if mixed or min(chosen.values()) < 0:
        raise IllegalAction("payment", seat=seat, expected=dict(cost), found=dict(pay), rule="19.1.4")
    return dict(pay)


def _underpaid(state: State, seat: Seat, cost: Units, rule: str) -> IllegalAction:
    return IllegalAction("underpaid", seat=seat, expected=dict(cost), found=dict(state.players[seat].res), rule=rule)


def spend(state: State, seat: Seat, payment: Units) -> None:
    """Take a payment away."""
    res = state.players[seat].res
    for name, units in payment.items():
        res[name] -= units


def times(cost: Units, number: int) -> dict[str, int]:
    """The cost of doing something `number` times."""
    return {name: units * number for name, units in cost.items()}
