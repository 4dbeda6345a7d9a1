"""Colony: A51 to A62, A100, D12."""

import pytest

from games.engine.errors import LogProblem
from games.rules.arctica.handlers.colony import play_colony
from games.rules.arctica.recorded import Recorded
from tests.rules.arctica.table import (
    BIRDS,
    FISH,
    INVERTEBRATES,
    LAND,
    MARINE,
    a_state,
    a_turn,
    carry_out,
    hand,
    lay,
    put,
    steps,
)


def colony(family, *spaces, **more):
    placements = [{"space": space} if isinstance(space, str) else space for space in spaces]
    return {"seat": 0, "do": "colony", "family": family, "placements": placements, **more}


def drawn(seat, *cards):
    return {"seat": seat, "chance": "draw", "cards": list(cards)}


def refused(state, *parts):
    with pytest.raises(LogProblem) as found:
        carry_out(state, 0, *parts)
    return found.value.code


def owner(state, space):
    return state.owners[state.table.box.space_index[space].index]


def test_a51_a52_one_flora_is_paid_once_and_first():
    state = a_state()
    put(state, 0, FISH, release=2)
    carry_out(state, 0, colony("fish", "A-W7", "A-C4"))
    assert state.players[0].flora == 2
    state.players[0].flora = 0
    put(state, 0, FISH, release=1)
    assert refused(state, colony("fish", "B-W2")) == "illegal.underpaid"


def test_a53_the_family_has_tokens_in_the_release_area():
    state = a_state()
    put(state, 0, FISH, release=1)
    assert refused(state, colony("birds", "A-E3")) == "illegal.no_such_token"
    assert refused(a_state(), colony("cats", "A-E3")) == "illegal.unknown_target"


def test_a54_as_many_as_wanted_at_least_one_on_spaces_of_the_family():
    state = a_state()
    put(state, 0, FISH, release=2)
    assert refused(state.copy(), colony("fish")) == "illegal.limit"
    assert refused(state.copy(), colony("fish", "A-E3")) == "illegal.family"
    assert refused(state.copy(), colony("fish", "Z-E3")) == "illegal.unknown_target"
    assert refused(state.copy(), colony("fish", "A-W7", "A-C4", "B-W2")) == "illegal.no_such_token"
    carry_out(state, 0, colony("fish", "A-W7"))
    assert state.players[0].release[FISH] == 1


def test_a55_an_occupied_space_is_closed():
    state = a_state()
    put(state, 0, FISH, release=2)
    put(state, 1, FISH, space="A-W7")
    assert refused(state.copy(), colony("fish", "A-W7")) == "illegal.placement"
    assert refused(state, colony("fish", "A-C4", "A-C4")) == "illegal.placement"


def test_a56_a_bonus_is_gained_a_cost_paid():
    state = a_state()
    put(state, 0, LAND, release=2)
    hand(state, 0, "LM02")
    carry_out(state, 0, colony("land_mammals", "A-C1", {"space": "A-C6", "cards": ["LM02"]}))
    assert (state.players[0].points, state.pile) == (2, ["LM02"])


def test_a56_a_space_whose_cost_cannot_be_paid_must_not_be_chosen():
    state = a_state()
    put(state, 0, MARINE, release=1)
    state.players[0].flora = 1
    assert refused(state.copy(), colony("marine_mammals", "A-C2")) == "illegal.underpaid"
    assert refused(state.copy(), colony("marine_mammals", "A-W3")) == "illegal.payment"
    missing = {"space": "A-W3", "cards": ["LM02"]}
    assert refused(state.copy(), colony("marine_mammals", missing)) == "illegal.not_held"
    hand(state, 0, "LM02")
    assert refused(state.copy(), colony("marine_mammals", {"space": "A-E1", "cards": ["LM02"]})) == "illegal.payment"


def test_a57_gains_of_an_earlier_placement_pay_for_a_later_one():
    state = a_state()
    state.players[0].flora = 1
    put(state, 0, MARINE, release=2)
    assert refused(state, colony("marine_mammals", "A-C2")) == "illegal.underpaid"
    released = a_state(flora_gain="release")
    released.players[0].flora = 1
    put(released, 0, MARINE, release=2)
    carry_out(released, 0, colony("marine_mammals", "B-W1", "A-C2"))
    assert released.players[0].flora == 0


def test_a57_bonus_first_then_links_in_the_order_of_the_list():
    state = a_state(3)
    put(state, 0, BIRDS, release=1)
    put(state, 1, LAND, space="A-C6")
    put(state, 2, FISH, space="A-C4")
    parts = colony("birds", "A-C5"), drawn(0, "FI01"), drawn(0, "FI02"), drawn(2, "FI03")
    carry_out(state, 0, *parts)
    assert [player.points for player in state.players] == [2, 2, 0]
    assert [player.hand for player in state.players] == [{"FI01", "FI02"}, set(), {"FI03"}]


def test_a58_a59_a_closed_link_pays_both_owners():
    state = a_state()
    put(state, 0, LAND, release=1)
    put(state, 1, FISH, space="A-W4")
    put(state, 1, BIRDS, space="A-W1")
    carry_out(state, 0, colony("land_mammals", "A-W2"))
    assert [player.points for player in state.players] == [1, 1]


def test_a59_the_placing_player_gains_first():
    state = a_state()
    put(state, 0, LAND, release=1)
    put(state, 1, INVERTEBRATES, space="A-W5")
    first = colony("land_mammals", "A-W2"), drawn(0, "FI01"), drawn(1, "FI02")
    assert refused(state.copy(), first[0], first[2], first[1]) == "chance.seat"
    carry_out(state, 0, *first)


def test_a60_a_link_between_own_tokens_pays_once():
    state = a_state()
    put(state, 0, LAND, release=1)
    put(state, 0, BIRDS, space="A-W1")
    carry_out(state, 0, colony("land_mammals", "A-W2"))
    assert state.players[0].points == 1


def test_a61_each_of_several_links_counts():
    state = a_state()
    put(state, 0, LAND, release=1)
    put(state, 0, BIRDS, space="A-W1")
    put(state, 1, MARINE, space="A-W3")
    carry_out(state, 0, colony("land_mammals", "A-W2"))
    assert [player.points for player in state.players] == [3, 2]


def test_a62_a_link_pays_when_it_is_closed_and_again_when_closed_again():
    state = a_state()
    put(state, 0, LAND, release=2)
    put(state, 0, BIRDS, space="A-W1")
    carry_out(state, 0, colony("land_mammals", "A-W2"))
    state.owners[state.table.box.space_index["A-W2"].index] = -1
    carry_out(state, 0, colony("land_mammals", "A-W2"))
    assert state.players[0].points == 2


def test_a61_a40_the_owner_of_a_full_hand_draws_nothing_by_a_link():
    state = a_state()
    put(state, 0, LAND, release=1)
    put(state, 1, INVERTEBRATES, space="A-W5")
    hand(state, 1, "FI01", "FI02", "FI03", "FI04", "FI05", "FI06", "FI07", "FI08", "FI09", "FI10")
    carry_out(state, 0, colony("land_mammals", "A-W2"), drawn(0, "IN01"))


def test_a100_each_placement_is_checked_in_the_state_before_it():
    state = a_state()
    state.players[0].flora = 2
    put(state, 0, MARINE, release=2)
    assert refused(state, colony("marine_mammals", "A-C2", "A-E5")) == "illegal.underpaid"


def test_a49_a_space_lets_a_token_enter_the_circle_from_the_release_area():
    state = a_state()
    put(state, 0, FISH, release=2)
    amount = {"do": "amount", "items": [{"family": "fish"}]}
    carry_out(state, 0, colony("fish", {"space": "A-E4", "sub": [amount]}))
    assert (owner(state, "A-E4"), state.players[0].circle[FISH], state.players[0].release[FISH]) == (0, 1, 0)


def test_d12_a_placement_holds_the_choices_it_asks_for_and_no_others():
    amount = {"do": "amount", "items": [{"family": "fish"}]}
    asked, quiet = {"space": "A-E4", "sub": [amount]}, {"space": "A-C4", "sub": [amount]}
    for step, where in (
        (colony("fish", "A-E4", sub=[amount]), "colony[0].sub[0]"),
        (colony("fish", asked, quiet), "colony[0].placements[1].sub[0]"),
        (colony("fish", {"space": "A-E4", "sub": [amount, amount]}), "colony[0].placements[0].sub[1]"),
    ):
        state = a_state()
        put(state, 0, FISH, release=3)
        source = Recorded(a_turn(state, colony=steps(step)), 2)
        source.open("colony", None)
        with pytest.raises(LogProblem) as found:
            play_colony(state, source, 0, source.act(state, 0, "a", "colony"))
        assert (found.value.code, source.where()) == ("illegal.not_asked", where)


def test_a50_a_token_on_the_circle_is_not_on_the_map():
    state = a_state()
    put(state, 0, FISH, circle=1)
    assert set(state.owners) == {-1}


def test_d12_steps_of_a_colony_name_their_seat():
    state = a_state()
    put(state, 0, FISH, release=1)
    step = colony("fish", "A-W7")
    del step["seat"]
    assert refused(state, step) == "illegal.missing"


def test_the_worked_example_of_a_colony_with_a_card_as_cost():
    state = a_state()
    put(state, 0, MARINE, release=2)
    lay(state, 0, "FI01")
    hand(state, 0, "LM02")
    carry_out(state, 0, colony("marine_mammals", {"space": "A-W3", "cards": ["LM02"]}, "A-E1"))
    assert (owner(state, "A-W3"), owner(state, "A-E1"), state.pile) == (0, 0, ["LM02"])
