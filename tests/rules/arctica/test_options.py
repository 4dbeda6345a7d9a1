"""Options of rules.md 10, Q1 to Q15, in each of their values; the named rule sets."""

import pytest

from games.engine.errors import UnsupportedLog
from games.rules.arctica.components import base_components
from games.rules.arctica.events import Place
from games.rules.arctica.handlers.turn import closed_spaces, is_possible
from games.rules.arctica.options import KEYS, RULE_SETS, Options
from games.rules.arctica.playing import RandomBot, RandomDice, play_on
from games.rules.arctica.state import new_state
from tests.rules.arctica.table import (
    BIRDS,
    FISH,
    INVERTEBRATES,
    LAND,
    MARINE,
    a_setup,
    a_state,
    a_turn,
    at_round_end,
    carry_out,
    drawn,
    fauna,
    finish_round,
    grow,
    hand,
    lay,
    play,
    put,
    refusal,
    refused,
    rng,
    round_end,
    turn_of,
)
from tests.rules.arctica.test_turn import FORGO_A, FORGO_B, dealt, settle


def actives(rounds=2, seats=3, **options):
    """The active seats of the first rounds."""
    state, opening = dealt(seats, **options)
    play(state, opening)
    state.active = state.first = 0
    dice = rng(1)
    seen = []
    while state.round <= rounds:
        if state.phase == "turn":
            seen.append(state.active)
        play(state, play_on(state, RandomBot(dice), RandomDice(dice)))
    return seen


def test_every_option_has_the_default_of_the_reference_set():
    options = base_components().catalogue.options
    assert {name: getattr(Options(), name) for name in KEYS} == options
    assert len(KEYS) == 30


def test_the_rule_sets_are_those_of_the_reference_set():
    assert base_components().catalogue.rule_sets == RULE_SETS


@pytest.mark.parametrize(("name", "value"), [("forgo", "never"), ("circle_wrap", 1), ("colony_min", 2), ("luck", "on")])
def test_an_unknown_option_or_value_is_unsupported(name, value):
    with pytest.raises(UnsupportedLog) as found:
        new_state(a_setup(**{name: value}))
    assert (found.value.code, found.value.facts["option"]) == ("unsupported.option", name)


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({}, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]),
        ({"turns_per_round": 4}, [0, 1, 2, 0, 1, 2, 0, 1]),
        ({"turn_count_mode": "per_player"}, [0, 1, 2] * 10),
        ({"turn_count_mode": "single_active"}, [0] * 5 + [1] * 5),
    ],
)
def test_q1_what_five_actions_are(options, seats):
    assert actives(**options) == seats


def test_q1_pawns_are_cleared_after_every_fifth_placement():
    state, opening = dealt(2, turn_count_mode="per_player")
    play(state, opening)
    dice = rng(1)
    pawns = []
    for _ in range(10):
        play(state, play_on(state, RandomBot(dice), RandomDice(dice)))
        pawns.append(len(state.used))
    assert pawns == [1, 2, 3, 4, 0, 1, 2, 3, 4, 5]
    assert state.phase == "round_end"


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({"active_carry": "continue"}, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]),
        ({"active_carry": "rotate_start"}, [0, 1, 2, 0, 1, 1, 2, 0, 1, 2]),
        ({"active_carry": "rotate_start", "turn_count_mode": "per_player"}, [0, 1, 2] * 5 + [1, 2, 0] * 5),
        ({"active_carry": "rotate_start", "turn_count_mode": "single_active"}, [0] * 5 + [1] * 5),
    ],
)
def test_q2_who_starts_the_next_round(options, seats):
    assert actives(**options) == seats


@pytest.mark.parametrize(("value", "closed"), [("unused_this_round", [2, 4, 1]), ("not_last", [1]), ("any", [])])
def test_q3_which_spaces_are_available(value, closed):
    state = a_state(pawn_availability=value)
    state.used = [2, 4, 1]
    assert closed_spaces(state) == closed


@pytest.mark.parametrize("value", ["not_last", "any"])
def test_q3_a_space_may_come_back(value):
    state = a_state(pawn_availability=value)
    for place in (Place(space="S1", wheel="W1", dir="cw"), Place(space="S3", wheel="W4", dir="cw")) * 2:
        answers = {0: [], 1: []}
        turn = a_turn(state, place=place, picks={1 - state.active: "pass"}, parallel=answers)
        code, path = refusal(state, turn)
        assert code == "illegal.missing"
        assert path != "place"


def test_q4_an_action_may_be_declined_or_only_if_it_is_impossible():
    allowed = a_state()
    play(allowed, turn_of(allowed, "flora2", "draw2", picks={1: "pass"}, parallel={0: [FORGO_A, FORGO_B]}))
    strict = a_state(forgo="only_if_impossible")
    turn = turn_of(strict, "flora2", "draw2", picks={1: "pass"}, parallel={0: [FORGO_A, FORGO_B]})
    assert refusal(strict, turn) == ("illegal.forgo", "picks.1")
    turn = turn_of(strict, "flora2", "draw2", picks={1: "a"}, parallel={0: [FORGO_A, FORGO_B], 1: [FORGO_A]})
    assert refusal(strict, turn) == ("illegal.forgo", "parallel.0[0]")
    draw = [{"do": "draw2"}, drawn("FI01", "FI02")]
    turn = turn_of(strict, "fauna", "draw2", picks={1: "a"}, parallel={0: [FORGO_A, *draw], 1: [FORGO_A]})
    play(strict, turn)


def test_q4_what_is_impossible():
    state = a_state(forgo="only_if_impossible", generation_ability="forbidden")
    assert not any(is_possible(state, 0, action) for action in ("fauna", "reproduction", "ability", "colony"))
    assert all(is_possible(state, 0, action) for action in ("flora2", "draw2", "migration2", "rotate_migration"))
    lay(state, 0, "FI06")
    hand(state, 0, "FI07")
    put(state, 0, FISH, release=1)
    assert all(is_possible(state, 0, action) for action in ("reproduction", "ability", "colony"))
    assert not is_possible(state, 0, "fauna")
    hand(state, 0, "FI08")
    assert is_possible(state, 0, "fauna")


def full_but_one(order):
    """A short wheel with one free slot, and the card FI13: its Flash releases a token of the short wheel."""
    state = a_state(fauna_order=order)
    lay(state, 0, "FI06")
    hand(state, 0, "FI13", "FI01")
    for slot in (0, 1, 2):
        put(state, 0, BIRDS, wheel=(1, slot))
    return state


def test_q5_the_token_comes_before_or_after_the_flash():
    card = fauna("FI13", "FI01", sub=[{"do": "amount", "items": [{"segment": 0, "slot": 0}]}])
    token_first, flash_first = full_but_one("token_first"), full_but_one("flash_first")
    for state in (token_first, flash_first):
        carry_out(state, 0, card)
    assert token_first.players[0].wheels[1] == [-1, BIRDS, BIRDS, FISH]
    assert flash_first.players[0].wheels[1] == [FISH, BIRDS, BIRDS, -1]


def test_q5_flash_first_keeps_a_slot_and_a_token():
    state = a_state(fauna_order="flash_first")
    hand(state, 0, "FI05")
    for slot in (0, 1, 2):
        put(state, 0, BIRDS, wheel=(1, slot))
    carry_out(state, 0, fauna("FI05"))
    assert state.players[0].wheels[1] == [BIRDS, BIRDS, BIRDS, FISH]
    state = a_state(fauna_order="flash_first")
    hand(state, 0, "FI05")
    put(state, 0, FISH, release=5)
    carry_out(state, 0, fauna("FI05"))
    assert state.players[0].wheels[1] == [FISH, -1, -1, -1]


def test_q5_flora_of_a_flash_does_not_take_the_kept_slot():
    state = a_state(fauna_order="flash_first")
    hand(state, 0, "LM08", "FI01", "FI02")
    grow(state, 0, 0, 1, 2, 3, 4)
    carry_out(state, 0, fauna("LM08", "FI01", "FI02"))
    assert state.players[0].wheels[0] == [99] * 5 + [LAND]
    assert state.players[0].flora == 5


def test_q6_without_a_token_in_the_supply_a_card_is_blocked_or_played_without():
    blocks, no_token = a_state(), a_state(empty_supply="no_token")
    for state in (blocks, no_token):
        hand(state, 0, "FI02")
        put(state, 0, FISH, release=6)
    assert refused(carry_out, blocks, 0, fauna("FI02")) == "illegal.no_token"
    full = no_token.copy()
    for slot in range(4):
        put(full, 0, BIRDS, wheel=(1, slot))
    assert refused(carry_out, full, 0, fauna("FI02")) == "illegal.wheel_full"
    carry_out(no_token, 0, fauna("FI02"))
    assert no_token.players[0].wheels[1] == [-1] * 4


def test_q6_without_a_token_flash_first_keeps_no_slot():
    state = a_state(empty_supply="no_token", fauna_order="flash_first")
    hand(state, 0, "FI05")
    put(state, 0, FISH, release=6)
    carry_out(state, 0, fauna("FI05"))
    assert state.players[0].wheels[1] == [-1] * 4


@pytest.mark.parametrize(("value", "column"), [("top", ["GS1", "FI02"]), ("bottom", ["FI02", "GS1"])])
def test_q7_where_a_played_card_goes(value, column):
    state = a_state(new_card_position=value)
    hand(state, 0, "FI02")
    carry_out(state, 0, fauna("FI02"))
    assert [card.id for card in state.players[0].columns[1]] == column


def test_q8_the_ability_of_a_generation_card_is_allowed_or_forbidden():
    ability = {"do": "ability", "column": "long"}
    carry_out(a_state(), 0, ability)
    assert refused(carry_out, a_state(generation_ability="forbidden"), 0, ability) == "illegal.generation_card"


@pytest.mark.parametrize(("value", "on_wheel", "flora"), [("wheel", 1, 3), ("release", 0, 4)])
def test_q9_flora_of_other_sources(value, on_wheel, flora):
    state = a_state(flora_gain=value)
    hand(state, 0, "FI02")
    carry_out(state, 0, fauna("FI02"))
    player = state.players[0]
    assert (player.wheels[0].count(99), player.flora) == (on_wheel, flora)
    carry_out(state, 0, {"do": "flora2"})
    assert player.wheels[0].count(99) == on_wheel + 2


def test_q10_flora_on_the_wheel_can_be_spent_or_not():
    colony = settle(0, "A-W7")
    release, board = a_state(), a_state(flora_spend="board")
    for state in (release, board):
        state.players[0].flora = 0
        grow(state, 0, 0, 3, 4)
        put(state, 0, FISH, release=1)
    assert refused(carry_out, release, 0, colony) == "illegal.underpaid"
    carry_out(board, 0, colony)
    assert board.players[0].wheels[0] == [99, -1, -1, 99, -1, -1]


def test_q10_the_release_area_is_spent_first():
    state = at_round_end(1, flora_spend="board")
    state.players[0].flora = 1
    grow(state, 0, 0, 5)
    lay(state, 0, "BI02", "MM07")
    finish_round(state, round_end(state, endangered={0: [{"do": "endangered", "pay": 2, "destroy": []}]}))
    assert (state.players[0].flora, state.players[0].wheels[0]) == (0, [99, -1, -1, -1, -1, -1])


@pytest.mark.parametrize(
    ("value", "slots"),
    [("entry_first", [99, 99, -1, -1, -1, FISH]), ("exit_first", [-1, -1, 99, -1, 99, FISH])],
)
def test_q11_the_first_free_slot(value, slots):
    state = a_state(wheel_fill=value)
    put(state, 0, FISH, wheel=(0, 5))
    carry_out(state, 0, {"do": "flora2"})
    assert state.players[0].wheels[0] == slots


def test_q11_entry_only_is_full_when_the_entry_segment_is():
    state = a_state(wheel_fill="entry_only")
    hand(state, 0, "LM08", "FI01", "FI02")
    carry_out(state, 0, {"do": "flora2"})
    assert refused(carry_out, state.copy(), 0, fauna("LM08", "FI01", "FI02")) == "illegal.wheel_full"
    carry_out(state, 0, {"do": "flora2"})
    assert (state.players[0].wheels[0], state.players[0].flora) == ([99, 99, -1, -1, -1, -1], 5)


TEN = ("FI01", "FI02", "FI03", "FI04", "FI05", "FI06", "FI07", "FI08", "FI09", "FI10")


def test_q12_at_the_hand_limit_drawing_stops_or_cards_are_discarded():
    stop, discard = a_state(), a_state(hand_overflow="draw_then_discard")
    for state in (stop, discard):
        hand(state, 0, *TEN[:9])
    carry_out(stop, 0, {"do": "draw2"}, drawn("IN01"))
    assert len(stop.players[0].hand) == 10
    two = drawn("IN01", "IN02")
    assert refused(carry_out, discard.copy(), 0, {"do": "draw2"}, two) == "illegal.missing"
    for cards in ([], ["IN05"], ["FI01", "FI02"]):
        answer = {"do": "draw2", "sub": [{"do": "discard", "cards": cards}]}
        assert refused(carry_out, discard.copy(), 0, answer, two) in ("illegal.payment", "illegal.not_held")
    carry_out(discard, 0, {"do": "draw2", "sub": [{"do": "discard", "cards": ["IN02"]}]}, two)
    assert (len(discard.players[0].hand), discard.pile) == (10, ["IN02"])


def test_q12_a_link_bonus_lets_the_other_owner_discard():
    state = a_state(hand_overflow="draw_then_discard")
    hand(state, 1, *TEN)
    put(state, 0, LAND, release=1)
    put(state, 1, INVERTEBRATES, space="A-W5")

    def colony(**answer):
        placement = {"space": "A-W2", "sub": [{"do": "discard", "cards": ["IN02"], **answer}]}
        return {"seat": 0, "do": "colony", "family": "land_mammals", "placements": [placement]}

    draws = {"seat": 0, **drawn("IN01")}, {"seat": 1, **drawn("IN02")}
    assert refused(carry_out, state.copy(), 0, colony(), *draws) == "illegal.not_your_decision"
    carry_out(state, 0, colony(seat=1), *draws)
    assert state.pile == ["IN02"]


def test_q13_tokens_go_round_or_stop_at_the_last_space():
    move = {"do": "migrate", "moves": [{"family": "fish", "from": 6}]}
    ice_bound = {"do": "migrate", "moves": [{"family": "birds", "from": 3}]}
    for wrap in (True, False):
        state = a_state(circle_wrap=wrap)
        state.ice = [5, 0, 0, 0, 0, 0]
        put(state, 0, FISH, circle=6)
        put(state, 0, BIRDS, circle=3)
        if wrap:
            carry_out(state, 0, move)
            carry_out(state, 0, ice_bound)
            assert state.players[0].circle[:5] == [1, 0, 0, 1, 0]
        else:
            assert refused(carry_out, state, 0, move) == "illegal.no_way"
            assert refused(carry_out, state, 0, ice_bound) == "illegal.no_way"


def test_q13_nor_by_the_extra_step_of_an_escape():
    for wrap in (True, False):
        state = at_round_end(1, circle_wrap=wrap)
        state.cards[0] = "RE3"
        state.ice = [5, 0, 0, 1, 0, 0]
        put(state, 0, LAND, space="C-E1")
        token = {"space": "C-E1", "save": True, "to": 6}
        event = round_end(state, hits={"C": "C-east"}, save={0: [{"do": "save", "region": "C", "tokens": [token]}]})
        if wrap:
            finish_round(state, event)
            assert state.players[0].circle[LAND] == 1
        else:
            assert refused(finish_round, state, event) == "illegal.no_way"


def test_q14_part_payment_on_the_redeem_tile():
    for value in ("partial", "all_or_nothing"):
        state = a_state(tile6_payment=value)
        put(state, 0, FISH, circle=5)
        put(state, 0, BIRDS, circle=6)

        def arrival(*families):
            return {"do": "migrate", "moves": [{"family": "fish", "from": 5, "redeem": list(families)}]}

        carry_out(state.copy(), 0, arrival())
        carry_out(state.copy(), 0, arrival("birds", "fish"))
        if value == "partial":
            carry_out(state, 0, arrival("birds"))
        else:
            assert refused(carry_out, state, 0, arrival("birds")) == "illegal.redeem"


def test_q15_the_redeem_tile_counts_at_any_arrival_or_only_by_a_move():
    for value in ("any_arrival", "own_migration_only"):
        state = at_round_end(1, tile6_trigger=value)
        state.cards[0] = "RE3"
        put(state, 0, MARINE, space="C-E4")
        token = {"space": "C-E4", "save": True, "to": 6, "redeem": ["marine_mammals"]}
        event = round_end(state, hits={"C": "C-east"}, save={0: [{"do": "save", "region": "C", "tokens": [token]}]})
        if value == "any_arrival":
            finish_round(state, event)
            assert state.players[0].release[MARINE] == 1
        else:
            assert refused(finish_round, state, event) == "illegal.redeem"
        moving = a_state(tile6_trigger=value)
        lay(moving, 0, "MM08")
        put(moving, 0, FISH, circle=5)
        item = {"family": "fish", "from": 5, "redeem": ["fish"]}
        carry_out(moving, 0, {"do": "ability", "column": "long", "sub": [{"do": "amount", "items": [item]}]})
        assert moving.players[0].points == 3
