"""What a component costs, and whether a payment will do (rules.md 6)."""

from collections.abc import Sequence

from games.engine.errors import IllegalAction
from games.engine.events import Seat
from games.rules.res_arcana.components import Card
from games.rules.res_arcana.essences import GOLD, KINDS, NOTHING, Counts, Essences, named
from games.rules.res_arcana.state import Player
from games.rules.res_arcana.vocabulary import Reduction

Discounts = tuple[int, int]
"""Sums of the discounts that can reduce Gold, and of those that cannot (`U` and `N` of rules.md 6)."""

NO_REDUCTION = Reduction(0)


def discounts(player: Player, card: Card, own: Reduction = NO_REDUCTION) -> Discounts:
    """All that makes `card`, an artifact, cheaper for this player; `own` is the placing power's discount."""
    any_kind = not_gold = 0
    if own.amount:
        if own.barred:
            not_gold += own.amount
        else:
            any_kind += own.amount
    for word in player.discounts:
        if word.on == "artifact" or word.on in card.types:
            if word.barred:
                not_gold += word.amount
            else:
                any_kind += word.amount
    return any_kind, not_gold


def price(card: Card, reduced: Discounts) -> int:
    """How many essences are to be paid in all."""
    any_kind, not_gold = reduced
    return max(0, card.total - any_kind - min(not_gold, card.total - card.cost[GOLD]))


def forced_payment(card: Card, reduced: Discounts) -> Counts | None:
    """The only payment for `card`, or None where the payer has a choice: of any essences, or of what is spared."""
    if price(card, reduced) == 0:
        return NOTHING
    return card.cost if reduced == (0, 0) and not card.any else None


def paid_for(card: Card, payment: Essences | None, reduced: Discounts) -> Counts:
    """The payment as told, or the only one there is."""
    paid = forced_payment(card, reduced) if payment is None else payment.counts()
    assert paid is not None
    return paid


def check_payment(player: Player, seat: Seat, card: Card, told: Essences | None, reduced: Discounts) -> None:
    """Refuse a payment that is not told, not exact, not of the printed kinds, or not in the pool."""
    if told is None and forced_payment(card, reduced) is None:
        raise IllegalAction("parameter", seat=seat, component=card.id, expected=["payment"], found=[], rule="11")
    payment = paid_for(card, told, reduced)
    total = price(card, reduced) if reduced != (0, 0) else card.total
    paid = sum(payment)
    if paid != total:
        code = "underpaid" if paid < total else "overpaid"
        raise IllegalAction(code, seat=seat, component=card.id, expected=total, found=paid, rule="6")
    if not total:
        return
    life, death, elan, calm, gold = card.cost
    p_life, p_death, p_elan, p_calm, p_gold = payment
    free = 0
    if p_life > life:
        free = p_life - life
    if p_death > death:
        free += p_death - death
    if p_elan > elan:
        free += p_elan - elan
    if p_calm > calm:
        free += p_calm - calm
    if p_gold > gold:
        free += p_gold - gold
    if p_gold < gold or free > card.any:
        expected = named(card.cost) | ({"any": card.any} if card.any else {})
        raise IllegalAction(
            "wrong_kinds", seat=seat, component=card.id, expected=expected, found=named(payment), rule="6"
        )
    check_in_pool(player, seat, payment, "6")


def check_in_pool(player: Player, seat: Seat, payment: Counts, rule: str) -> None:
    """Refuse what the pool cannot pay (rules.md 1)."""
    p, q = player.pool, payment
    if q[0] > p[0] or q[1] > p[1] or q[2] > p[2] or q[3] > p[3] or q[4] > p[4]:
        raise IllegalAction("not_in_pool", seat=seat, expected=named(p), found=named(q), rule=rule)


def pay(player: Player, payment: Counts) -> None:
    """Essences go from the pool to the supply."""
    pool = player.pool
    pool[0] -= payment[0]
    pool[1] -= payment[1]
    pool[2] -= payment[2]
    pool[3] -= payment[3]
    pool[4] -= payment[4]


def add(essences: list[int], more: Sequence[int]) -> None:
    """Essences come from the supply into a pool or onto a component."""
    essences[0] += more[0]
    essences[1] += more[1]
    essences[2] += more[2]
    essences[3] += more[3]
    essences[4] += more[4]


def check_gain(seat: Seat, gain: Counts, amount: int, barred: Sequence[str], rule: str) -> None:
    """Refuse a gain of one's choice that is not exactly `amount`, or has a kind that is ruled out."""
    if sum(gain) != amount:
        raise IllegalAction("gain", seat=seat, expected=amount, found=named(gain), rule=rule)
    for kind in barred:
        if gain[KINDS.index(kind)]:
            expected = [other for other in KINDS if other not in barred]
            raise IllegalAction("gain_kind", seat=seat, expected=expected, found=kind, rule=rule)
