"""The Arctic Circle: A42 to A50, A97."""

import pytest

from games.engine.errors import LogProblem
from games.rules.arctica.circle import NO_SPACE, landing, move_target
from tests.rules.arctica.table import BIRDS, FISH, LAND, a_state, carry_out, hand, lay, put


def migrate(*moves, **more):
    listed = [{"family": move[0], "from": move[1], **(move[2] if len(move) > 2 else {})} for move in moves]
    return {"do": "migrate", "moves": listed, **more}


def refused(state, seat, *parts):
    with pytest.raises(LogProblem) as found:
        carry_out(state, seat, *parts)
    return found.value.code


def test_a42_tokens_of_several_players_share_a_space():
    state = a_state()
    put(state, 0, FISH, circle=1)
    put(state, 1, FISH, circle=2)
    carry_out(state, 0, migrate(("fish", 1)), {"chance": "draw", "cards": ["FI01"]})
    assert state.players[0].circle[5 + FISH] == state.players[1].circle[5 + FISH] == 1


def test_a43_up_to_two_moves_with_the_same_or_another_token():
    state = a_state()
    put(state, 0, FISH, circle=2)
    put(state, 0, BIRDS, circle=3)
    carry_out(state, 0, migrate(("fish", 2), ("fish", 3)))
    carry_out(state, 0, migrate(("birds", 3)))
    carry_out(state, 0, migrate())
    moves = migrate(("fish", 4), ("birds", 4), ("fish", 5))
    assert refused(state, 0, moves) == "illegal.limit"


def test_the_worked_example_of_two_moves():
    state = a_state()
    put(state, 0, BIRDS, circle=3)
    put(state, 0, FISH, circle=5)
    carry_out(state, 0, migrate(("birds", 3), ("fish", 5)))
    assert state.players[0].wheels[0][:2] == [99, 99]
    assert state.players[0].circle[5 * 5 + FISH] == 1


def test_a44_the_token_is_there_and_goes_one_space_clockwise_round_the_circle():
    state = a_state()
    put(state, 0, FISH, circle=6)
    assert refused(state.copy(), 0, migrate(("fish", 5))) == "illegal.no_such_token"
    assert refused(state.copy(), 0, migrate(("fish", 7))) == "illegal.unknown_target"
    assert refused(state.copy(), 0, migrate(("cats", 6))) == "illegal.unknown_target"
    carry_out(state, 0, migrate(("fish", 6)))
    assert state.players[0].circle[FISH] == 1


def test_a45_ice_bound_tokens_pass_bare_spaces_in_one_move_and_gain_only_at_arrival():
    state = a_state()
    state.ice[2] = state.ice[3] = 0
    put(state, 0, LAND, circle=2)
    put(state, 0, FISH, circle=2)
    carry_out(state, 0, migrate(("land_mammals", 2)))
    assert (state.players[0].points, state.players[0].circle[4 * 5 + LAND]) == (3, 1)
    carry_out(state, 0, migrate(("fish", 2)), {"chance": "draw", "cards": ["FI01"]})
    assert state.players[0].circle[2 * 5 + FISH] == 1


def test_a46_a47_the_tile_gives_the_bonus_or_on_bare_spaces_the_space():
    state = a_state()
    put(state, 0, FISH, circle=4)
    carry_out(state, 0, migrate(("fish", 4)))
    assert state.players[0].points == 3
    state.ice[4] = 0
    put(state, 0, FISH, circle=4)
    carry_out(state, 0, migrate(("fish", 4)))
    assert state.players[0].points == 4


def at_the_redeem_tile(**options):
    state = a_state(**options)
    put(state, 0, FISH, circle=5)
    put(state, 0, BIRDS, circle=6)
    return state


def test_a48_the_redeem_tile_takes_flora_for_points_and_gives_tokens_back():
    state = at_the_redeem_tile()
    carry_out(state, 0, migrate(("fish", 5, {"redeem": ["fish", "birds"]})))
    player = state.players[0]
    assert (player.points, player.flora, player.release[FISH], player.release[BIRDS]) == (6, 1, 1, 1)


def test_a48_one_may_pay_for_some_or_none():
    state = at_the_redeem_tile()
    carry_out(state.copy(), 0, migrate(("fish", 5)))
    carry_out(state, 0, migrate(("fish", 5, {"redeem": ["birds"]})))
    assert (state.players[0].points, state.players[0].release[BIRDS]) == (3, 1)


def test_a48_only_own_tokens_there_and_only_with_flora():
    state = at_the_redeem_tile()
    assert refused(state.copy(), 0, migrate(("fish", 5, {"redeem": ["fish", "fish"]}))) == "illegal.redeem"
    assert refused(state.copy(), 0, migrate(("fish", 5, {"redeem": ["land_mammals"]}))) == "illegal.redeem"
    state.players[0].flora = 1
    assert refused(state, 0, migrate(("fish", 5, {"redeem": ["fish", "birds"]}))) == "illegal.underpaid"


def test_a48_elsewhere_there_is_nothing_to_redeem():
    state = a_state()
    put(state, 0, FISH, circle=4)
    assert refused(state, 0, migrate(("fish", 4, {"redeem": ["fish"]}))) == "illegal.redeem"


def test_a48_without_a_new_arrival_there_is_no_new_chance_to_pay():
    state = at_the_redeem_tile()
    put(state, 0, FISH, circle=3)
    assert refused(state, 0, migrate(("fish", 3, {"redeem": ["birds"]}))) == "illegal.redeem"


def test_a49_tokens_of_the_release_area_enter_on_the_entry_space_and_gain_its_bonus():
    state = a_state()
    put(state, 0, FISH, release=1)
    hand(state, 0, "FI04", "FI01", "FI02")
    lay(state, 0, "BI05")
    amount = {"do": "amount", "items": [{"family": "fish"}]}
    carry_out(state, 0, {"do": "fauna", "card": "FI04", "discards": ["FI01", "FI02"], "sub": [amount]})
    assert (state.players[0].circle[FISH], state.players[0].wheels[0][0]) == (1, 99)


def test_a97_an_ice_bound_token_without_ice_cannot_move_or_enter():
    state = a_state()
    state.ice = [5, 0, 0, 0, 0, 0]
    put(state, 0, BIRDS, circle=1)
    assert move_target(state, BIRDS, 0) == NO_SPACE
    assert move_target(state, BIRDS, 3) == 0
    assert move_target(state, FISH, 0) == 1
    assert refused(state, 0, migrate(("birds", 1))) == "illegal.no_way"
    state.ice = [0] * 6
    assert landing(state, BIRDS, 0) == NO_SPACE
    assert landing(state, FISH, 0) == 0


def test_the_worked_example_of_a_nested_arrival_at_the_redeem_tile():
    state = at_the_redeem_tile()
    lay(state, 0, "MM08")
    item = {"family": "fish", "from": 5, "redeem": ["fish", "birds"]}
    carry_out(state, 0, {"do": "ability", "column": "long", "sub": [{"do": "amount", "items": [item]}]})
    assert state.players[0].points == 6
