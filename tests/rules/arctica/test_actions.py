"""Actions on cards and wheels: A21 to A41, A99, C2, C3, D4 to D11, D17 to D20."""

import pytest

from games.engine.errors import LogProblem
from games.rules.arctica.wheels import gain_flora, rotate
from tests.rules.arctica.table import (
    BIRDS,
    FISH,
    LAND,
    MARINE,
    a_state,
    carry_out,
    drop,
    grow,
    hand,
    lay,
    put,
)


def refused(state, seat, *parts):
    with pytest.raises(LogProblem) as found:
        carry_out(state, seat, *parts)
    return found.value.code


def fauna(card, *discards, **more):
    return {"do": "fauna", "card": card, "discards": list(discards), **more}


def drawn(*cards):
    return {"chance": "draw", "cards": list(cards)}


# Fauna


def test_a21_the_card_must_be_in_the_hand():
    assert refused(a_state(), 0, fauna("FI01")) == "illegal.not_held"
    assert refused(a_state(), 0, fauna("XX99")) == "illegal.unknown_card"


def test_a21_required_badges_must_be_shown_in_their_number_the_card_does_not_count():
    state = a_state()
    hand(state, 0, "IN14", "IN01", "IN02", "IN03")
    card = fauna("IN14", "IN01", "IN02", "IN03")
    lay(state, 0, "IN05")
    assert refused(state.copy(), 0, card) == "illegal.badges"
    lay(state, 0, "IN08")
    carry_out(state, 0, card)
    assert state.players[0].points == 2


def test_a21_a_full_wheel_or_an_empty_supply_forbid_the_card():
    state = a_state()
    hand(state, 0, "FI02")
    for slot in range(4):
        put(state, 0, BIRDS, wheel=(1, slot))
    assert refused(state.copy(), 0, fauna("FI02")) == "illegal.wheel_full"
    state = a_state()
    hand(state, 0, "FI02")
    put(state, 0, FISH, release=6)
    assert refused(state, 0, fauna("FI02")) == "illegal.no_token"


@pytest.mark.parametrize("discards", [(), ("FI02", "FI06"), ("FI02", "FI02"), ("FI03",)])
def test_a22_exactly_the_cost_is_discarded_in_different_other_cards(discards):
    state = a_state()
    hand(state, 0, "FI03", "FI02", "FI06")
    assert refused(state, 0, fauna("FI03", *discards)) == "illegal.payment"


def test_a22_a_card_that_is_not_held_cannot_pay():
    state = a_state()
    hand(state, 0, "FI07", "FI02")
    assert refused(state, 0, fauna("FI07", "FI06")) == "illegal.not_held"


def test_a22_a23_a24_the_card_pays_goes_on_top_brings_a_token_and_flashes():
    state = a_state()
    hand(state, 0, "MM08", "FI15", "IN03", "FI09")
    lay(state, 0, "FI06")
    carry_out(state, 0, fauna("MM08", "FI15", "IN03"))
    player = state.players[0]
    assert state.pile == ["FI15", "IN03"]
    assert [card.id for card in player.columns[0]] == ["GL1", "MM08"]
    assert player.wheels[0][0] == MARINE
    assert player.hand == {"FI09"}


def test_a23_short_generation_goes_right_long_left():
    state = a_state()
    hand(state, 0, "FI01", "MM06", "IN01")
    carry_out(state, 0, fauna("FI01"), drawn("BI02"))
    assert [[card.id for card in column] for column in state.players[0].columns] == [["GL1"], ["GS1", "FI01"]]


def test_a24_flash_effects_come_in_order_after_the_token():
    state = a_state()
    hand(state, 0, "FI05")
    carry_out(state, 0, fauna("FI05", sub=[{"do": "amount", "items": [{"family": "fish"}]}]))
    assert state.players[0].wheels[1] == [FISH, FISH, -1, -1]


def test_the_worked_example_of_a_fauna_with_a_nested_amount():
    state = a_state()
    hand(state, 0, "MM05", "FI15")
    put(state, 0, FISH, release=1)
    carry_out(state, 0, fauna("MM05", "FI15", sub=[{"do": "amount", "items": [{"family": "fish"}]}]))
    player = state.players[0]
    assert (player.release[FISH], player.circle[FISH]) == (0, 1)
    assert player.wheels[0] == [99, -1, -1, -1, -1, -1]


# Reproduction and Ability


def test_a25_a26_reproduction_needs_a_fauna_card_a_slot_and_a_token():
    reproduce = {"do": "reproduce", "column": "short"}
    assert refused(a_state(), 0, reproduce) == "illegal.generation_card"
    state = a_state()
    lay(state, 0, "FI06")
    for slot in range(4):
        put(state, 0, BIRDS, wheel=(1, slot))
    assert refused(state, 0, reproduce) == "illegal.wheel_full"
    state = a_state(empty_supply="no_token")
    lay(state, 0, "FI06")
    put(state, 0, FISH, release=6)
    assert refused(state, 0, reproduce) == "illegal.no_token"


def test_a27_in_a_column_of_one_card_it_stays_on_top():
    state = a_state()
    drop(state, 0, "GS1")
    lay(state, 0, "FI06")
    for _ in range(2):
        carry_out(state, 0, {"do": "reproduce", "column": "short"})
    assert state.players[0].wheels[1] == [FISH, FISH, -1, -1]


def test_a27_the_card_in_use_stays_on_top_while_its_ability_reproduces():
    state = a_state()
    lay(state, 0, "BI05", "LM02", "LM08")
    ability = {"do": "ability", "column": "short", "sub": [{"do": "amount", "items": [{"column": "short"}]}]}
    carry_out(state, 0, ability)
    player = state.players[0]
    assert player.wheels[1][0] == LAND
    assert [card.id for card in player.columns[1]] == ["LM02", "GS1", "BI05"]


def test_a27_a_card_of_the_other_column_goes_to_the_bottom_at_once():
    state = a_state()
    lay(state, 0, "LM02", "LM08")
    ability = {"do": "ability", "column": "short", "sub": [{"do": "amount", "items": [{"column": "long"}]}]}
    carry_out(state, 0, ability)
    player = state.players[0]
    assert player.wheels[0][0] == LAND
    assert [[card.id for card in column] for column in player.columns] == [["LM08", "GL1"], ["LM02", "GS1"]]


def test_a28_a29_all_effects_of_the_ability_box_then_the_card_goes_to_the_bottom():
    state = a_state()
    lay(state, 0, "BI03")
    carry_out(state, 0, {"do": "ability", "column": "long"}, drawn("FI01"))
    player = state.players[0]
    assert (player.hand, player.points) == ({"FI01"}, 1)
    assert [card.id for card in player.columns[0]] == ["BI03", "GL1"]


def test_a29_an_ability_may_be_used_though_nothing_happens():
    state = a_state()
    lay(state, 0, "BI01")
    carry_out(state, 0, {"do": "ability", "column": "short"})
    assert state.players[0].columns[1][0].id == "BI01"


# Wheels and Flora


def test_a30_the_first_free_slot_is_the_lowest_of_the_lowest_segment():
    state = a_state()
    put(state, 0, BIRDS, wheel=(1, 1))
    lay(state, 0, "FI06")
    for _ in range(2):
        carry_out(state, 0, {"do": "reproduce", "column": "short"})
        state.players[0].columns[1].reverse()
    assert state.players[0].wheels[1] == [FISH, BIRDS, FISH, -1]


def test_a31_one_notch_moves_every_token_one_segment_and_closes_gaps():
    state = a_state()
    player = state.players[0]
    put(state, 0, BIRDS, wheel=(0, 1))
    put(state, 0, FISH, wheel=(0, 5))
    put(state, 0, LAND, wheel=(1, 3))
    grow(state, 0, 2, 4)
    rotate(state, player)
    assert player.wheels == [[-1, -1, BIRDS, -1, 99, -1], [-1] * 4]
    assert (player.release[FISH], player.release[LAND], player.flora) == (1, 1, 4)


def test_a32_the_release_area_holds_any_number():
    state = a_state()
    player = state.players[0]
    for _ in range(5):
        gain_flora(state, player, 6)
        for _ in range(3):
            rotate(state, player)
    assert player.flora == 33


def test_a33_flora_fills_the_long_wheel_and_blocks_long_cards_only():
    state = a_state()
    hand(state, 0, "LM08", "FI02", "FI15", "IN02")
    grow(state, 0, *range(6))
    assert refused(state.copy(), 0, fauna("LM08", "FI15", "IN02")) == "illegal.wheel_full"
    carry_out(state, 0, fauna("FI02"))


def test_a34_a35_flora_goes_to_the_long_wheel_then_to_the_release_area():
    state = a_state()
    grow(state, 0, 0, 1, 2, 3, 5)
    carry_out(state, 0, {"do": "flora2"})
    player = state.players[0]
    assert player.wheels[0] == [99] * 6
    assert player.flora == 4


def test_a36_flora_is_never_paid_on_credit():
    state = a_state()
    state.players[0].flora = 0
    put(state, 0, FISH, release=1)
    colony = {"seat": 0, "do": "colony", "family": "fish", "placements": [{"space": "A-W7"}]}
    assert refused(state, 0, colony) == "illegal.underpaid"


def test_a37_rotate_wheels_and_draw_a_card():
    state = a_state()
    put(state, 0, LAND, wheel=(1, 3))
    carry_out(state, 0, {"do": "rotate_card"}, drawn("FI01"))
    assert (state.players[0].release[LAND], state.players[0].hand) == (1, {"FI01"})


def test_a38_rotate_wheels_and_one_move_which_may_be_declined():
    state = a_state()
    put(state, 0, FISH, circle=1)
    put(state, 0, LAND, wheel=(1, 3))
    carry_out(state, 0, {"do": "rotate_migrate", "moves": []})
    one = {"family": "fish", "from": 1}
    carry_out(state, 0, {"do": "rotate_migrate", "moves": [one]}, drawn("FI01"))
    again = {"family": "fish", "from": 2}
    two = {"do": "rotate_migrate", "moves": [again, {"family": "fish", "from": 3}]}
    assert refused(state, 0, two) == "illegal.limit"


# Drawing


def test_a39_draw_two_cards():
    state = a_state()
    carry_out(state, 0, {"do": "draw2"}, drawn("FI01", "FI02"))
    assert state.players[0].hand == {"FI01", "FI02"}


TEN = ("FI01", "FI02", "FI03", "FI04", "FI05", "FI06", "FI07", "FI08", "FI09", "FI10")


def test_a40_c2_with_nine_cards_one_is_drawn_with_ten_none():
    state = a_state()
    hand(state, 0, *TEN[:9])
    assert refused(state.copy(), 0, {"do": "draw2"}, drawn("IN01", "IN02")) == "chance.count"
    carry_out(state, 0, {"do": "draw2"}, drawn("FI10"))
    carry_out(state, 0, {"do": "draw2"})
    assert refused(state, 0, {"do": "draw2"}, drawn("IN01")) == "chance.not_now"


def test_c2_a_drawn_card_was_in_the_deck():
    state = a_state()
    hand(state, 1, "FI01")
    assert refused(state, 0, {"do": "draw2"}, drawn("FI01", "FI02")) == "chance.not_in_supply"
    assert refused(a_state(), 0, {"do": "draw2"}, drawn("FI01", "FI01")) == "chance.not_in_supply"
    assert refused(a_state(), 0, {"do": "draw2"}, drawn("FI01")) == "chance.count"
    assert refused(a_state(), 0, {"do": "draw2"}) == "chance.missing"


def nearly_empty(left=1):
    """A state with so many cards in the deck; the rest lies on the pile."""
    state = a_state()
    cards = sorted(state.decks[-1])
    for card in cards[left:]:
        state.decks[-1].remove(card)
        state.pile.append(card)
    state.left = left
    return state, cards


def test_a41_c3_a_draw_that_empties_the_deck_is_split_around_the_reshuffle():
    state, cards = nearly_empty()
    shuffled = {"chance": "reshuffle", "count": 74}
    carry_out(state, 0, {"do": "draw2"}, drawn(cards[0]), shuffled, drawn(cards[5]))
    assert (state.pile, state.left) == ([], 73)
    assert state.players[0].hand == {cards[0], cards[5]}


def test_a41_the_pile_is_shuffled_only_when_a_card_is_still_to_be_drawn():
    state, cards = nearly_empty(2)
    carry_out(state, 0, {"do": "draw2"}, drawn(*cards[:2]))
    assert (state.left, len(state.pile)) == (0, 73)


def test_c3_the_number_is_that_of_the_pile_and_the_reshuffle_is_not_left_out():
    state, cards = nearly_empty()
    wrong = {"chance": "reshuffle", "count": 73}
    assert refused(state.copy(), 0, {"do": "draw2"}, drawn(cards[0]), wrong, drawn(cards[5])) == "chance.count"
    assert refused(state.copy(), 0, {"do": "draw2"}, drawn(cards[0], cards[5])) == "chance.count"
    assert refused(state.copy(), 0, {"do": "draw2"}, drawn(cards[0]), drawn(cards[5])) == "chance.missing"
    early = {"chance": "reshuffle", "count": 74}
    assert refused(a_state(), 0, {"do": "draw2"}, early, drawn(*cards[:2])) == "chance.missing"


def test_a41_with_deck_and_pile_empty_the_rest_is_lost():
    state, cards = nearly_empty()
    state.pile.clear()
    carry_out(state, 0, {"do": "draw2"}, drawn(cards[0]))
    assert state.players[0].hand == {cards[0]}
