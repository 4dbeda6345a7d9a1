"""rules.md 6: costs, discounts, valid payments."""

from itertools import product

import pytest

from games.engine.errors import LogProblem
from games.engine.events import Event
from games.rules.res_arcana import events as ev
from games.rules.res_arcana.components import Card
from games.rules.res_arcana.essences import KINDS, essences_of
from games.rules.res_arcana.rules import RULES
from games.rules.res_arcana.state import State
from tests.rules.res_arcana.table import BOX, code, do, essences, pool, position, power

RICH = "20 life 20 death 20 elan 20 calm 20 gold"


def place(card: str, payment: str) -> ev.PlaceArtifact:
    return ev.PlaceArtifact(0, card, essences(payment))


@pytest.mark.parametrize(
    ("payment", "refusal"),
    [
        ("1 life", "illegal.underpaid"),
        ("2 life 1 calm", "illegal.overpaid"),
        ("2 life", "illegal.wrong_kinds"),
        ("1 life 1 gold", "illegal.wrong_kinds"),
    ],
)
def test_a_printed_cost_is_paid_exactly(payment: str, refusal: str) -> None:
    """6."""
    assert code(position(hands=["hawk"], pools=[RICH]), place("hawk", payment)) == refusal


def test_the_pool_must_cover_the_payment() -> None:
    """6."""
    assert (
        code(position(hands=["hawk"], pools=["1 calm 5 gold"]), place("hawk", "1 life 1 calm")) == "illegal.not_in_pool"
    )


def test_a_payment_without_a_choice_may_be_left_out() -> None:
    """6, 11: payments must be told whenever a cost has any, a choice, or a discount."""
    state = do(position(hands=["hawk"], pools=["1 life 3 calm"]), ev.PlaceArtifact(0, "hawk"))
    assert pool(state, 0) == {"calm": 2}
    assert code(position(hands=["hawk"], pools=["1 life"]), ev.PlaceArtifact(0, "hawk")) == "illegal.not_in_pool"
    do(position(hands=["prism"]), ev.PlaceArtifact(0, "prism"))
    for card, mage in (("vault", "seer"), ("hawk", "artificer")):
        state = position(mages=(mage, "scholar"), hands=[card], pools=[RICH])
        assert code(state, ev.PlaceArtifact(0, card)) == "illegal.parameter"
    free = do(position(mages=("artificer", "scholar"), hands=["guard_dog"]), ev.PlaceArtifact(0, "guard_dog"))
    assert pool(free, 0) == {}


@pytest.mark.parametrize("payment", ["1 life 2 gold", "3 life", "1 life 1 death 1 elan"])
def test_any_may_be_paid_with_gold_or_mixed(payment: str) -> None:
    """6: Tree of Life costs 1 Life and 2 any."""
    do(position(hands=["tree_of_life"], pools=[RICH]), place("tree_of_life", payment))


def test_any_does_not_pay_a_printed_essence() -> None:
    """6."""
    state = position(hands=["tree_of_life"], pools=[RICH])
    assert code(state, place("tree_of_life", "3 gold")) == "illegal.wrong_kinds"


@pytest.mark.parametrize(("payment", "fine"), [("1 life", True), ("1 calm", True), ("1 life 1 calm", False), ("1 gold", False)])  # fmt: skip
def test_artificer_spares_one_essence_of_the_payers_choice(payment: str, fine: bool) -> None:
    """6: -1 on artifacts."""
    state = position(mages=("artificer", "scholar"), hands=["hawk"], pools=[RICH])
    if fine:
        do(state, place("hawk", payment))
    else:
        assert code(state, place("hawk", payment)).startswith("illegal.")


def test_artificer_never_spares_gold() -> None:
    """6."""
    state = position(mages=("artificer", "scholar"), hands=["horn_of_plenty", "ring_of_midas"], pools=[RICH])
    assert code(state, place("horn_of_plenty", "1 gold")) == "illegal.underpaid"
    do(state, place("horn_of_plenty", "2 gold"))


def test_artificer_works_while_turned() -> None:
    """6: discount abilities, turned or not."""
    state = position(mages=("artificer", "scholar"), turned="artificer", hands=["hawk"], pools=[RICH])
    do(state, place("hawk", "1 calm"))


def test_dragon_discounts_add_up() -> None:
    """6: Dragon Bridle -3, Dragon's Lair -3 on Dragons, Artificer -1: a Fire Dragon for nothing."""
    state = position(
        mages=("artificer", "scholar"),
        plays=["dragon_bridle dragons_lair"],
        turned="dragon_bridle dragons_lair",
        hands=["fire_dragon hawk"],
        pools=["1 elan 1 life"],
        passed=[1],
    )
    assert code(state, place("fire_dragon", "1 elan")) == "illegal.overpaid", "never below 0, no refund"
    do(state, place("fire_dragon", ""), place("hawk", "1 life"))
    assert pool(state, 0) == {"elan": 1}


def test_dragon_discounts_help_dragons_only() -> None:
    """6."""
    state = position(plays=["dragon_bridle"], hands=["mermaid"], pools=[RICH])
    assert code(state, place("mermaid", "1 life")) == "illegal.underpaid"


def test_discounts_end_with_their_component() -> None:
    """6: a destroyed Bridle no longer helps."""
    state = position(plays=["dragon_bridle corrupt_altar"], hands=["fire_dragon"], pools=["6 elan"], passed=[1])
    do(state, power("corrupt_altar", 1, destroy_target="dragon_bridle"), ev.GainChoice(0, essences("6 death")))
    assert code(state, place("fire_dragon", "3 elan")) == "illegal.underpaid"


def test_the_dragon_egg_adds_to_the_other_discounts() -> None:
    """6: -4 of its own, -3 by the Bridle."""
    state = position(plays=["dragon_egg dragon_bridle"], hands=["earth_dragon"], pools=["5 elan"])
    do(state, power("dragon_egg"))
    assert code(state, ev.PlaceFromPower(0, "earth_dragon", essences("1 elan"))) == "illegal.overpaid"
    do(state, ev.PlaceFromPower(0, "earth_dragon"))


@pytest.mark.parametrize(
    ("card", "payment"),
    [("athanor", "1 gold"), ("vault", "1 gold"), ("hawk", ""), ("tree_of_life", "1 life"), ("tree_of_life", "1 gold")],
)
def test_crypt_takes_two_off_but_no_gold(card: str, payment: str) -> None:
    """6 example: the rulebook: printed Gold + 1 other -> just the Gold; a discount may go to an `any` slot."""
    state = position(plays=["crypt"], discards=[card], pools=["1 death 2 gold 2 life"])
    do(state, power("crypt", 1), ev.PlaceFromPower(0, card, essences(payment)))


def test_crypt_and_artificer_add_up() -> None:
    """6."""
    state = position(
        mages=("artificer", "scholar"), plays=["crypt"], discards=["cursed_skull bone_dragon"], pools=[RICH]
    )
    do(state, power("crypt", 1))
    assert code(state, ev.PlaceFromPower(0, "bone_dragon", essences("3 death"))) == "illegal.overpaid"
    do(state, ev.PlaceFromPower(0, "bone_dragon", essences("2 death")))


def test_the_bestiary_has_no_discount_of_its_own_but_the_others_count() -> None:
    """6, 7: pay 4 any, then the Dragon's placement cost (with discounts)."""
    state = position(
        plays=["sorcerers_bestiary dragon_bridle", ""], discards=["", "fire_dragon"], pools=["4 gold 3 elan"]
    )
    do(state, power("sorcerers_bestiary", 1, payment="4 gold"))
    assert code(state, ev.PlaceFromPower(0, "fire_dragon", essences("2 elan"))) == "illegal.underpaid"
    do(state, ev.PlaceFromPower(0, "fire_dragon", essences("3 elan")))
    assert state.players[1].discards == []


def accepted_by_spending(card: Card, payment: tuple[int, ...], spare_any: int, spare_not_gold: int) -> bool:
    """Rules.md 6 tried out: take discounts off essence by essence, then fill what is left."""
    slots = [kind for kind in range(5) for _ in range(card.cost[kind])] + [5] * card.any
    results = {tuple(sorted(slots))}
    for not_gold, times in ((True, spare_not_gold), (False, spare_any)):
        for _ in range(times):
            results = {
                tuple(left[:at] + left[at + 1 :])
                for left in results
                for at in range(len(left))
                if not (not_gold and left[at] == 4)
            } or results
    for left in results:
        rest = list(payment)
        for kind in left:
            if kind < 5:
                rest[kind] -= 1
        if min(rest) >= 0 and sum(rest) == list(left).count(5):
            return True
    return False


@pytest.mark.parametrize("name", ["vault", "tree_of_life", "hawk", "ring_of_midas", "magical_shard", "flaming_pit"])
def test_the_closed_formula_agrees_with_taking_essences_off_one_by_one(name: str) -> None:
    """6: the formula is exact in the base game."""
    card = BOX.cards[name]
    for artificer, crypt in product((0, 1), (0, 1)):
        state = position(
            mages=("artificer" if artificer else "seer", "scholar"),
            plays=["crypt"],
            hands=["" if crypt else name],
            discards=[name if crypt else ""],
            pools=[RICH],
        )
        if crypt:
            do(state, power("crypt", 1))
        for payment in product(range(3), repeat=len(KINDS)):
            if sum(payment) > card.total:
                continue
            paid = essences_of(payment)
            event = ev.PlaceFromPower(0, name, paid) if crypt else ev.PlaceArtifact(0, name, paid)
            wanted = accepted_by_spending(card, payment, 0, artificer + 2 * crypt)
            assert _fits(state, event) == wanted, (payment, artificer, crypt)


def _fits(state: State, event: Event) -> bool:
    try:
        RULES.check(state, event)
    except LogProblem:
        return False
    return True


def test_placement_cost_is_the_printed_total() -> None:
    """6: Corrupt Altar, Fiery Whip, Sacrificial Dagger, Sacrificial Pit count `any` and ignore discounts."""
    state = position(
        mages=("artificer", "scholar"), plays=["fiery_whip tree_of_life corrupt_altar"], hands=["crypt"], passed=[1]
    )
    do(state, power("fiery_whip", 1, destroy_target="tree_of_life"))
    assert code(state, ev.GainChoice(0, essences("4 life"))) == "illegal.gain"
    do(state, ev.GainChoice(0, essences("5 life")))
    assert BOX.cards["crypt"].total == 5
