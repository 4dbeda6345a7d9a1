"""rules.md 8: Life loss and reactions."""

import pytest

from games.rules.res_arcana import events as ev
from games.rules.res_arcana.rules import RULES
from games.rules.res_arcana.state import State
from tests.rules.res_arcana.table import code, do, essences, lose, pool, position, power, stored


def attacked(victim: str = "", *, by: str = "fire_dragon", plays: str = "", hand: str = "", **more: object) -> State:
    """Seat 0 has attacked seat 1, who has the pool `victim`."""
    state = position(plays=[by, plays], pools=["", victim], hands=["", hand], **more)  # type: ignore[arg-type]
    return do(state, power(by))


def react(name: str, index: int = 1, seat: int = 1) -> ev.LifeLossAnswer:
    return ev.LifeLossAnswer(seat, react=name, power=index)


def ignore(seat: int = 1, **cost: str) -> ev.LifeLossAnswer:
    return ev.LifeLossAnswer(seat, ignore=True, **cost)


def test_every_rival_who_has_not_passed_answers_clockwise_from_the_attacker() -> None:
    """8: and the attacker's turn is over only when all have answered."""
    state = position(
        seats=4, turn=2, plays=["", "", "fire_dragon"], pools=["2 life", "2 life", "", "2 life"], passed=[1]
    )
    do(state, power("fire_dragon", seat=2))
    assert RULES.to_move(state) == {3}
    assert code(state, lose(0, "2 life")) == "illegal.not_your_decision"
    do(state, lose(3, "2 life"))
    assert RULES.to_move(state) == {0}
    do(state, lose(0, "2 life"))
    assert RULES.to_move(state) == {3}, "seat 3 has the next turn"
    assert pool(state, 1) == {"life": 2}


@pytest.mark.parametrize(
    ("dragon", "cost"),
    [("bone_dragon", "death"), ("earth_dragon", "gold"), ("fire_dragon", "calm"), ("water_dragon", "elan")],
)
def test_a_dragons_own_price_ignores_it(dragon: str, cost: str) -> None:
    """8.1: 1 Death, Gold, Calm or Elan."""
    state = do(attacked(f"1 life 1 {cost}", by=dragon), ignore())
    assert pool(state, 1) == {"life": 1}
    others = " ".join(f"3 {kind}" for kind in ("life", "death", "gold", "calm", "elan") if kind != cost)
    assert code(attacked(others, by=dragon), ignore()) == "illegal.not_in_pool"


def test_wind_dragon_is_ignored_by_discarding_a_card() -> None:
    """8.1: a hand card, without the gain of the Discard action."""
    state = attacked("1 life", by="wind_dragon", hand="hawk")
    assert code(state, ignore()) == "illegal.parameter"
    assert code(state, ignore(discard="prism")) == "illegal.not_held"
    do(state, ignore(discard="hawk"))
    assert state.players[1].discards == ["hawk"]
    assert pool(state, 1) == {"life": 1}


def test_sea_serpent_is_ignored_by_destroying_an_own_artifact() -> None:
    """8.1."""
    state = attacked("1 life", by="sea_serpent", plays="hawk")
    assert code(state, ignore()) == "illegal.parameter"
    assert code(state, ignore(discard="hawk")) == "illegal.parameter"
    assert code(state, ignore(destroy_target="sea_serpent")) == "illegal.not_in_play"
    assert code(state, ignore(destroy_target="alchemist")) == "illegal.unknown_target"
    do(state, ignore(destroy_target="hawk"))
    assert state.players[1].discards == ["hawk"]


def test_elvish_bow_has_no_price() -> None:
    """8.1: and costs 1 Life."""
    state = attacked("2 life 3 gold", by="elvish_bow")
    assert code(state, ignore()) == "illegal.no_ignore_cost"
    assert code(state, lose(1, "2 life")) == "illegal.life_loss"
    do(state, lose(1, "1 life"))


@pytest.mark.parametrize(
    ("name", "index"),
    [("chalice_of_life", 1), ("guard_dog", 1), ("temple", 0), ("coral_castle", 1), ("alchemists_tower", 1)],
)
def test_a_react_power_that_turns_ignores_the_loss(name: str, index: int) -> None:
    """8.1: and needs its component straightened."""
    state = do(attacked("2 life", plays=name), react(name, index))
    assert state.players[1].tableau[name].turned
    assert pool(state, 1) == {"life": 2}
    assert code(attacked("2 life", plays=name, turned=name), react(name, index)) == "illegal.turned"


def test_healer_and_protection_react() -> None:
    """8.1."""
    state = attacked("2 life", mages=("scholar", "healer"))
    do(state, react("healer", 0))
    state = attacked("2 life", items=("alchemy", "protection"))
    do(state, react("protection", 0))
    assert state.players[1].tableau["protection"].turned


@pytest.mark.parametrize(("name", "cost", "index"), [("tree_of_life", "life", 1), ("elemental_spring", "calm", 0)])
def test_a_react_power_without_turning_works_while_turned(name: str, cost: str, index: int) -> None:
    """8."""
    state = do(attacked(f"1 {cost} 1 death", plays=name, turned=name), react(name, index))
    assert pool(state, 1) == {"death": 1}
    assert code(attacked("9 death", plays=name), react(name, index)) == "illegal.not_in_pool"


def test_dancing_sword_stores_a_death_that_stays_until_a_later_collect() -> None:
    """8."""
    state = do(attacked("1 elan", plays="dancing_sword", turned="dancing_sword"), react("dancing_sword", 0))
    assert stored(state, 1, "dancing_sword") == {"death": 1}
    do(state, ev.Pass(1, "protection"), ev.Pass(0, "divination"), ev.TakeStored(1, "dancing_sword", "take"))
    assert pool(state, 1) == {"death": 2, "elan": 1}, "1 Death and 1 Elan are collected besides"


def test_a_react_that_does_not_turn_may_be_used_again_and_again() -> None:
    """8: a react is not an action and costs no turn."""
    state = attacked("3 calm", plays="elemental_spring", by="fire_dragon")
    do(state, react("elemental_spring", 0))
    assert RULES.to_move(state) == {1}
    state.players[0].tableau["fire_dragon"].turned = False
    do(state, ev.Pass(1, "protection"), power("fire_dragon"))
    assert RULES.to_move(state) == {0}, "seat 1 has passed"


def test_dragon_bridle_answers_dragons_only() -> None:
    """8.1."""
    do(attacked("1 life", plays="dragon_bridle"), react("dragon_bridle", 0))
    state = attacked("1 life", by="elvish_bow", plays="dragon_bridle")
    assert code(state, react("dragon_bridle", 0)) == "illegal.unknown_power"


def test_one_answer_is_enough_and_a_second_is_not_allowed() -> None:
    """8.1."""
    state = attacked("2 life 1 calm", plays="guard_dog")
    both = ev.LifeLossAnswer(1, react="guard_dog", power=1, ignore=True)
    assert code(state, both) == "illegal.one_answer"
    assert code(state, ev.LifeLossAnswer(1)) == "illegal.one_answer"
    assert code(state, ev.LifeLossAnswer(1, react="guard_dog")) == "illegal.one_answer"
    assert code(state, ev.LifeLossAnswer(1, power=1, lose=essences("2 life"))) == "illegal.one_answer"
    do(state, react("guard_dog"))
    assert code(state, ignore()) == "illegal.not_now"


def test_only_react_powers_of_ones_own_answer() -> None:
    """8.1."""
    state = attacked("2 life", plays="guard_dog hawk")
    for name, index in (("guard_dog", 0), ("hawk", 0), ("guard_dog", 7)):
        assert code(state, react(name, index)) == "illegal.unknown_power"
    assert code(state, react("tree_of_life")) == "illegal.not_in_play"
    assert code(state, ev.LifeLossAnswer(1, react="guard_dog", power=1, discard="hawk")) == "illegal.parameter"


@pytest.mark.parametrize(
    ("have", "lost", "fine"),
    [
        ("3 life 4 gold", "2 life", True),
        ("3 life 4 gold", "1 life 2 gold", False),
        ("1 life 4 gold", "1 life 2 gold", True),
        ("1 life 2 gold 1 elan", "1 life 1 gold 1 elan", True),
        ("1 life 4 gold", "1 life 1 gold", False),
        ("4 gold 2 calm", "2 gold 2 calm", True),
        ("4 gold 2 calm", "2 gold", False),
        ("4 gold 2 calm", "4 gold 1 calm", False),
        ("3 gold", "3 gold", True),
        ("1 life 1 gold", "1 life 1 gold", True),
        ("1 life 1 gold", "1 life", False),
        ("", "", True),
    ],
)
def test_life_first_then_two_others_for_each_missing(have: str, lost: str, fine: bool) -> None:
    """8.2: of the player's choice, Gold counts; all if fewer are left (12.4, 12.5)."""
    state = attacked(have)
    if fine:
        do(state, lose(1, lost))
        assert RULES.to_move(state) == {1}, "nothing further happens"
    else:
        assert code(state, lose(1, lost)) == "illegal.life_loss"


def test_what_is_lost_must_be_in_the_pool() -> None:
    """8.2, 1: essences on components are safe."""
    assert code(attacked("1 life"), lose(1, "2 life")) == "illegal.not_in_pool"


def test_reacting_is_paid_before_the_loss_would_be_taken() -> None:
    """8: Tree of Life's Life comes from the pool that would be hit."""
    state = do(attacked("2 life", plays="tree_of_life"), react("tree_of_life"))
    assert pool(state, 1) == {"life": 1}


def test_an_attack_with_nobody_left_hits_nobody() -> None:
    """8, 7: the power may be used all the same."""
    state = do(position(plays=["fire_dragon"], pools=["", "2 life"], passed=[1]), power("fire_dragon"))
    assert RULES.to_move(state) == {0}
    assert pool(state, 1) == {"life": 2}
