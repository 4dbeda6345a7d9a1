"""Choices that effects ask for, and the effects themselves: A99, A101, D17 to D20."""

import pytest

from games.engine.errors import LogProblem
from games.rules.arctica.effects import resolve
from games.rules.arctica.recorded import Recorded
from tests.rules.arctica.small_set import small_set
from tests.rules.arctica.table import (
    BIRDS,
    FISH,
    INVERTEBRATES,
    LAND,
    a_state,
    a_turn,
    carry_out,
    grow,
    hand,
    hide,
    lay,
    put,
    steps,
)
from tests.rules.arctica.test_actions import drawn, fauna, refused


def test_d17_exactly_one_of_the_lists_is_chosen():
    state = a_state()
    lay(state, 0, "LM01")
    ability = {"do": "ability", "column": "short"}
    for option in (2, -1):
        wrong = {**ability, "sub": [{"do": "choose", "option": option}]}
        assert refused(state.copy(), 0, wrong) == "illegal.unknown_option"
    assert refused(state.copy(), 0, ability) == "illegal.missing"
    carry_out(state, 0, {**ability, "sub": [{"do": "choose", "option": 1}]})
    assert state.players[0].wheels[0][0] == 99


def test_d18_may_is_asked_only_if_the_cost_can_be_paid():
    state = a_state()
    lay(state, 0, "BI09")
    ability = {"do": "ability", "column": "long"}
    carry_out(state.copy(), 0, ability)
    no = {**ability, "sub": [{"do": "may", "yes": False}]}
    assert refused(state.copy(), 0, no) == "illegal.not_asked"
    hand(state, 0, "IN03")
    assert refused(state.copy(), 0, ability) == "illegal.missing"
    carry_out(state.copy(), 0, no)
    for cards in ([], ["IN04"], ["IN03", "IN04"]):
        answer = {"do": "may", "yes": True, "cards": cards}
        assert refused(state.copy(), 0, {**ability, "sub": [answer]}) in ("illegal.payment", "illegal.not_held")
    paid_no = {"do": "may", "yes": False, "cards": ["IN03"]}
    assert refused(state.copy(), 0, {**ability, "sub": [paid_no]}) == "illegal.payment"
    carry_out(state, 0, {**ability, "sub": [{"do": "may", "yes": True, "cards": ["IN03"]}]})
    assert (state.players[0].points, state.pile) == (2, ["IN03"])


def test_d18_flora_is_paid_from_the_release_area():
    state = a_state()
    lay(state, 0, "FI14")
    carry_out(state, 0, {"do": "ability", "column": "long", "sub": [{"do": "may", "yes": True}]})
    assert (state.players[0].flora, state.players[0].points) == (2, 2)


def test_d19_a99_an_amount_is_asked_only_if_one_is_possible_and_ends_at_n():
    state = a_state()
    hand(state, 0, "LM03")
    card = fauna("LM03")
    assert refused(state.copy(), 0, card) == "illegal.missing"
    carry_out(state.copy(), 0, {**card, "sub": [{"do": "amount", "items": []}]})
    land = {"family": "land_mammals"}
    assert refused(state.copy(), 0, {**card, "sub": [{"do": "amount", "items": [land, land]}]}) == "illegal.limit"
    other = {"do": "amount", "items": [{"family": "fish"}]}
    assert refused(state.copy(), 0, {**card, "sub": [other]}) == "illegal.family"
    keys = {"do": "amount", "items": [{"column": "short"}]}
    assert refused(state.copy(), 0, {**card, "sub": [keys]}) == "illegal.item_keys"
    put(state, 0, LAND, release=5)
    carry_out(state, 0, card)


def test_d19_each_item_is_checked_after_the_one_before():
    state = a_state()
    hand(state, 0, "MM13", "FI01", "FI02", "IN01", "IN02")
    lay(state, 0, "FI06")
    put(state, 0, FISH, release=1)
    twice = {"do": "amount", "items": [{"family": "fish"}, {"family": "fish"}]}
    card = fauna("MM13", "FI01", "FI02", "IN01", "IN02", sub=[twice])
    assert refused(state, 0, card) == "illegal.no_such_token"


def test_d19_release_names_segment_and_slot_of_an_animal():
    state = a_state()
    hand(state, 0, "BI11", "FI01", "FI02")
    lay(state, 0, "BI05")
    grow(state, 0, 0)
    put(state, 0, FISH, wheel=(0, 3))

    def card(segment, slot):
        item = {"segment": segment, "slot": slot}
        return fauna("BI11", "FI01", "FI02", sub=[{"do": "amount", "items": [item]}])

    for segment, slot in ((0, 0), (1, 0), (3, 0), (1, 2), (-1, 0), (1, -1)):
        assert refused(state.copy(), 0, card(segment, slot)) == "illegal.no_such_token"
    carry_out(state, 0, card(1, 1))
    assert state.players[0].release[FISH] == 1


def test_a99_a_surplus_answer_is_an_error():
    state = a_state()
    hand(state, 0, "FI02")
    assert refused(state, 0, fauna("FI02", sub=[{"do": "choose", "option": 0}])) == "illegal.not_asked"


def test_a99_answers_come_in_the_kind_that_is_asked():
    state = a_state()
    lay(state, 0, "LM01")
    ability = {"do": "ability", "column": "short", "sub": [{"do": "may", "yes": True}]}
    assert refused(state, 0, ability) == "illegal.not_now"


def test_per_badge_counts_once_all_cards_of_the_ecosystem():
    state = a_state()
    lay(state, 0, "LM01", "LM05", "FI09", "LM07", "MM11")
    carry_out(state, 0, {"do": "ability", "column": "long"})
    assert state.players[0].points == 4


def test_per_badge_divides_and_rounds_down():
    state = a_state()
    lay(state, 0, "IN01", "IN02", "IN05", "IN06", "IN14")
    carry_out(state, 0, {"do": "ability", "column": "long"})
    assert state.players[0].points == 2


def test_flora_now_goes_straight_to_the_release_area():
    state = a_state()
    hand(state, 0, "IN12")
    carry_out(state, 0, fauna("IN12"))
    assert state.players[0].flora == 4


def test_circle_supply_takes_a_token_of_the_supply():
    state = a_state()
    hand(state, 0, "BI01")
    carry_out(state, 0, fauna("BI01", sub=[{"do": "amount", "items": [{"family": "birds"}]}]))
    assert (state.players[0].circle[BIRDS], state.players[0].supply[BIRDS]) == (1, 4)


def test_circle_supply_of_any_family():
    state = a_state(3)
    sub = [{"do": "amount", "items": [{"family": "invertebrates"}]}]
    carry_out(state, 2, {"do": "ability", "column": "short", "sub": sub})
    assert state.players[2].circle[INVERTEBRATES] == 1


def test_a101_cards_of_an_unknown_hand_are_shown_when_they_are_played():
    state = a_state()
    hide(state, 1, 2)
    carry_out(state, 1, fauna("FI03", "IN01", sub=[{"do": "amount", "items": []}]))
    assert state.players[1].unknown == 0


def test_circle_effects_take_tokens_that_are_there_and_of_their_family():
    state = a_state()
    hand(state, 0, "BI01", "MM13", "FI01", "FI02", "IN01", "IN02")
    lay(state, 0, "FI06")
    put(state, 0, FISH, release=1)
    fish = {"do": "amount", "items": [{"family": "fish"}]}
    assert refused(state.copy(), 0, fauna("BI01", sub=[fish])) == "illegal.family"
    birds = {"do": "amount", "items": [{"family": "birds"}]}
    assert (
        refused(state.copy(), 0, fauna("MM13", "FI01", "FI02", "IN01", "IN02", sub=[birds])) == "illegal.no_such_token"
    )
    state.ice = [0] * 6
    put(state, 0, BIRDS, release=1)
    assert refused(state, 0, fauna("MM13", "FI01", "FI02", "IN01", "IN02", sub=[birds])) == "illegal.no_way"


@pytest.mark.parametrize(("left", "code"), [(1, "illegal.no_token"), (3, "illegal.wheel_full")])
def test_each_token_of_an_effect_needs_a_token_and_a_slot(left, code):
    state = a_state(components=small_set(), pawn_availability="any")
    state.players[0].supply[2] = left
    if code == "illegal.wheel_full":
        state.players[0].wheels[1] = [0, 0, -1]
    twice = {"do": "amount", "items": [{"family": "krill"}, {"family": "krill"}]}
    effects = small_set().fauna["f1"].flash
    source = Recorded(a_turn(state, parallel={0: steps({"do": "draw2", "sub": [twice]})}), 2)
    source.open("parallel", 0)
    source.act(state, 0, "a", "")
    with pytest.raises(LogProblem) as found:
        resolve(state, source, 0, effects)
    assert found.value.code == code


def test_a_draw_where_a_decision_is_due_is_refused():
    assert refused(a_state(), 0, drawn("FI01")) == "chance.not_now"
