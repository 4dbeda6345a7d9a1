"""Set-up, turns and picks: A1 to A20, section 4, A96, A98."""

import pytest
from msgspec.structs import replace

from games.engine.errors import LogProblem, UnsupportedLog
from games.rules.arctica import steps as one_by_one
from games.rules.arctica.components import base_components
from games.rules.arctica.dealer import Dealer
from games.rules.arctica.events import Offer, Place
from games.rules.arctica.handlers.turn import _due
from games.rules.arctica.rules import RULES
from games.rules.arctica.state import new_state
from games.rules.arctica.view import view_of
from tests.rules.arctica.table import (
    BIRDS,
    FISH,
    a_setup,
    a_state,
    a_turn,
    drop,
    hand,
    lay,
    play,
    put,
    refusal,
    rng,
    round_end,
    turn_of,
)


def dealt(seats=2, **options):
    state = RULES.new_game(a_setup(seats, **options))
    return state, Dealer(a_setup(seats, **options), rng(seats))(state)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a1_two_to_five_players_are_dealt_to(seats):
    state, opening = dealt(seats)
    play(state, opening)
    assert [len(player.hand) for player in state.players] == [6] * seats


@pytest.mark.parametrize("seats", [1, 6])
def test_a1_other_numbers_are_not_supported(seats):
    with pytest.raises(UnsupportedLog) as refused:
        new_state(a_setup(seats))
    assert refused.value.code == "unsupported.player_count"


def test_a2_a7_a8_everybody_starts_with_tokens_cards_flora_and_two_generation_cards():
    state, opening = dealt(3)
    play(state, opening)
    for player in state.players:
        assert (player.supply, player.flora, player.points) == ([6] * 5, 3, 0)
        assert [[card.family for card in column] for column in player.columns] == [[-1], [-1]]


def test_a3_tokens_go_round_between_supply_wheels_release_circle_and_map():
    state = a_state()
    put(state, 0, FISH, wheel=(1, 0))
    put(state, 0, FISH, release=2)
    put(state, 0, FISH, circle=3)
    put(state, 0, FISH, space="A-W4")
    assert state.players[0].supply[FISH] == 1


def test_a4_birds_and_land_mammals_are_ice_bound():
    assert base_components().ice_bound == (True, True, False, False, False)


def test_a6_six_tiles_lie_on_the_circle_the_map_is_empty():
    state = a_state()
    assert state.ice == [5, 2, 4, 1, 3, 6]
    assert set(state.owners) == {-1}
    assert state.used == []


def test_a9_the_first_player_is_chance():
    state, opening = dealt(3)
    play(state, replace(opening, first=2))
    assert state.active == 2
    assert refusal(*dealt(3)[:1], replace(opening, first=3)) == ("setup.first_seat", "first")


def test_a10_rounds_1_to_3_have_each_pair_of_regions_once():
    state, opening = dealt()
    assert refusal(state, replace(opening, round_end_cards=("RE1", "RE2", "RE5", "RE7")))[0] == "setup.round_end_card"
    assert refusal(state, replace(opening, round_end_cards=("RE1", "RE3", "RE7", "RE5")))[0] == "setup.round_end_card"
    assert refusal(state, replace(opening, round_end_cards=("RE1", "RE3", "RE5")))[0] == "setup.count"
    play(state, replace(opening, round_end_cards=("RE6", "RE1", "RE4", "RE8")))
    assert state.cards == ["RE6", "RE1", "RE4", "RE8"]


def test_c1_every_part_of_the_setup_is_checked():
    state, opening = dealt()
    hands, generation = opening.hands, opening.generation
    broken = {
        "setup.orientations": {"orientations": {**opening.orientations, "W1": 4}},
        "setup.count": {"hands": hands[:1]},
        "setup.unknown_component": {"hands": (hands[0], ("XX01", *hands[1][1:]))},
        "setup.duplicate_component": {"hands": (hands[0], hands[0])},
    }
    assert refusal(state, replace(opening, orientations={"W1": 0}))[0] == "setup.orientations"
    for code, parts in broken.items():
        assert refusal(state, replace(opening, **parts))[0] == code
    assert refusal(state, replace(opening, generation=generation[:1] * 2))[0] == "setup.duplicate_component"
    swapped = replace(generation[0], long=generation[0].short, short=generation[0].long)
    assert refusal(state, replace(opening, generation=(swapped, generation[1])))[0] == "setup.unknown_component"
    assert refusal(state, replace(opening, hands=(hands[0], hands[1][:5]))) == ("setup.count", "hands[1]")


def test_c1_stands_at_the_beginning_and_only_there():
    state, opening = dealt()
    assert refusal(state, a_turn(state))[0] == "chance.not_now"
    play(state, opening)
    assert refusal(state, opening)[0] == "chance.not_now"


def empty_turn(state, space, wheel, **parts):
    """A turn in which everybody forgoes or passes."""
    turn = a_turn(state, place=Place(space=space, wheel=wheel, dir="cw"), **parts)
    seats = [seat for seat in range(state.table.seats) if seat != state.active]
    now = state.copy()
    now.partial = (one_by_one.Answer(state.active, "place", {"space": space, "wheel": wheel, "dir": "cw"}),)
    now.partial += tuple(one_by_one.Answer(seat, "pick", "pass") for seat in seats)
    now.partial += (one_by_one.Answer(state.active, "order", "a"),)
    while isinstance(found := one_by_one.asked(now), one_by_one.Asked):
        side = next(value["side"] for value in found.values() if value["do"] == "forgo")
        now.partial += (one_by_one.Answer(found.seat, "act", {"do": "forgo", "side": side}),)
    return replace(found[0], **{name: getattr(turn, name) for name in parts})


def test_a12_a_space_is_used_once_a_round():
    state = a_state()
    play(state, empty_turn(state, "S1", "W1"))
    second = a_turn(state, place=Place(space="S1", wheel="W1", dir="cw"))
    assert refusal(state, second) == ("illegal.already_used", "place")


def test_a12_only_spaces_of_the_board_can_be_chosen():
    state = a_state()
    assert refusal(state, a_turn(state, place=Place(space="S9", wheel="W1", dir="cw")))[0] == "illegal.unknown_target"


def test_a13_the_wheel_must_touch_the_space_and_stays_as_it_is_turned():
    state = a_state()
    wrong = a_turn(state, place=Place(space="S1", wheel="W3", dir="cw"))
    assert refusal(state, wrong) == ("illegal.wrong_wheel", "place")
    play(state, empty_turn(state, "S1", "W2"))
    assert state.orientations == [0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("wheel", "direction", "offer"),
    [
        ("W1", "cw", ("colony", "migration2")),
        ("W1", "ccw", ("flora2", "migration2")),
        ("W2", "cw", ("fauna", "reproduction")),
        ("W2", "ccw", ("fauna", "fauna")),
    ],
)
def test_a14_the_offer_is_what_touches_the_space_after_the_turn(wheel, direction, offer):
    state = a_state()
    turn = empty_turn(state, "S1", "W1")
    turn = replace(turn, place=Place(space="S1", wheel=wheel, dir=direction), offer=Offer("draw2", "draw2"))
    with pytest.raises(LogProblem) as refused:
        RULES.check(state, turn)
    assert refused.value.code == "claim.offer"
    assert tuple(refused.value.facts["expected"].values()) == offer


def test_a14_the_offer_is_a_claim_that_may_be_left_out():
    state = a_state()
    turn = empty_turn(state, "S1", "W1")
    without = {name: getattr(turn, name) for name in turn.__struct_fields__ if name not in ("offer", "scores")}
    play(state, type(turn)(**without))


def test_a15_picks_come_from_every_inactive_seat_and_nobody_else():
    state = a_state(3)
    turn = turn_of(state, "flora2", "draw2", picks={1: "a"})
    assert refusal(state, turn) == ("illegal.missing", "picks.2")
    turn = turn_of(state, "flora2", "draw2", picks={0: "a", 1: "a", 2: "a"})
    assert refusal(state, turn) == ("illegal.not_your_decision", "picks.0")


def test_a15_nobody_sees_a_pick_before_all_are_made():
    state = a_state(3)
    for answer in (
        one_by_one.Answer(0, "place", {"space": "S1", "wheel": "W1", "dir": "cw"}),
        one_by_one.Answer(2, "pick", "b"),
    ):
        play(state, answer)
    other = a_state(3)
    play(other, one_by_one.Answer(0, "place", {"space": "S1", "wheel": "W1", "dir": "cw"}))
    play(other, one_by_one.Answer(2, "pick", "a"))
    assert RULES.to_move(state) == {1}
    assert [view_of(state, seat) for seat in (None, 0, 1)] == [view_of(other, seat) for seat in (None, 0, 1)]


FLORA = {"do": "flora2"}
FORGO_A, FORGO_B = {"do": "forgo", "side": "a"}, {"do": "forgo", "side": "b"}


def test_a16_the_active_player_does_both_actions_in_his_order_the_others_what_they_picked():
    state = a_state(3)
    draws = [{"do": "draw2"}, {"chance": "draw", "cards": ["FI01", "FI02"]}]
    parallel = {0: [*draws, FLORA], 2: [FLORA]}
    play(state, turn_of(state, "flora2", "draw2", picks={1: "pass", 2: "a"}, order="b", parallel=parallel))
    assert state.players[0].hand == {"FI01", "FI02"}
    assert [player.wheels[0].count(99) for player in state.players] == [2, 0, 2]


def test_a16_the_order_named_is_the_order_done():
    state = a_state()
    parallel = {0: [FLORA, {"do": "draw2"}, {"chance": "draw", "cards": ["FI01", "FI02"]}]}
    turn = turn_of(state, "flora2", "draw2", picks={1: "pass"}, order="b", parallel=parallel)
    assert refusal(state, turn) == ("illegal.not_now", "parallel.0[0]")


def colony_table(**options):
    state = a_state(3, **options)
    for seat in range(3):
        put(state, seat, FISH, release=1)
    return state


def settle(seat, space):
    return {"seat": seat, "do": "colony", "family": "fish", "placements": [{"space": space}]}


def test_a17_colony_comes_after_the_simultaneous_part_clockwise_from_the_active_seat():
    state = colony_table()
    state.active = 1
    fish = [settle(1, "A-W7"), settle(2, "A-C4"), settle(0, "B-W2")]
    moves = {"do": "migrate", "moves": []}
    turn = turn_of(state, "colony", "migration2", picks={0: "a", 2: "a"}, order="b", parallel={1: [moves]}, colony=fish)
    play(state, turn)
    assert [state.owners[state.table.box.space_index[name].index] for name in ("A-W7", "A-C4", "B-W2")] == [1, 2, 0]


def test_a17_colony_in_another_order_is_refused():
    state = colony_table()
    fish = [settle(0, "A-W7"), settle(2, "A-C4"), settle(1, "B-W2")]
    moves = {0: [{"do": "migrate", "moves": []}]}
    turn = turn_of(state, "colony", "migration2", picks={1: "a", 2: "a"}, order="b", parallel=moves, colony=fish)
    assert refusal(state, turn) == ("illegal.not_your_decision", "colony[1]")


def test_a17_who_put_colony_first_does_the_other_action_last():
    state = colony_table()
    moves = {"do": "migrate", "moves": []}
    turn = turn_of(
        state,
        "colony",
        "migration2",
        picks={1: "b", 2: "pass"},
        order="a",
        parallel={1: [moves]},
        colony=[settle(0, "A-W7")],
        after=[moves],
    )
    play(state, turn)
    early = replace(turn, parallel={0: turn.after, 1: turn.parallel[1]}, after=())
    assert refusal(colony_table(), early)[0] == "illegal.missing"


def test_a17_two_colonies_the_active_player_does_both_in_a_row():
    state = colony_table()
    parallel, colony, after = _due(state, ("colony", "colony"), {1: "a", 2: "b"}, "b")
    assert (parallel, after) == ([], [])
    assert colony == [(0, ("b", "a")), (1, ("a",)), (2, ("b",))]


def test_a18_an_action_may_be_forgone_and_that_is_logged():
    state = a_state()
    play(state, turn_of(state, "flora2", "draw2", picks={1: "a"}, parallel={0: [FORGO_A, FORGO_B], 1: [FORGO_A]}))
    assert [player.wheels[0].count(99) for player in state.players] == [0, 0]


def test_d13_names_the_side_that_is_due():
    state = a_state()
    turn = turn_of(state, "flora2", "draw2", picks={1: "pass"}, parallel={0: [FORGO_B, FORGO_A]})
    assert refusal(state, turn) == ("illegal.not_now", "parallel.0[0]")


def test_a18_an_impossible_action_can_only_be_forgone():
    state = a_state()
    fauna = {"do": "fauna", "card": "FI01", "discards": []}
    turn = turn_of(state, "fauna", "draw2", picks={1: "a"}, parallel={0: [FORGO_A, FORGO_B], 1: [fauna]})
    assert refusal(state, turn) == ("illegal.not_held", "parallel.1[0]")


def test_a19_the_role_passes_clockwise_also_over_the_round_end():
    state = a_state(3)
    seen = []
    for space, wheel in (("S1", "W1"), ("S2", "W2"), ("S3", "W4"), ("S4", "W5"), ("S5", "W1")):
        seen.append(state.active)
        play(state, empty_turn(state, space, wheel))
    assert seen == [0, 1, 2, 0, 1]
    play(state, round_end(state))
    assert (state.round, state.active) == (2, 2)


def test_a11_a20_the_round_ends_after_five_turns():
    state = a_state()
    for space, wheel in (("S1", "W1"), ("S2", "W2"), ("S3", "W4"), ("S4", "W5")):
        play(state, empty_turn(state, space, wheel))
    assert refusal(state, round_end(state))[0] == "illegal.not_now"
    play(state, empty_turn(state, "S5", "W1"))
    assert refusal(state, a_turn(state))[0] == "illegal.not_now"
    play(state, round_end(state))


def test_a20_round_turn_and_active_seat_are_counted():
    state = a_state()
    turn = empty_turn(state, "S1", "W1")
    assert refusal(state, replace(turn, round=2)) == ("claim.round", "round")
    assert refusal(state, replace(turn, turn=2)) == ("claim.turn", "turn")
    assert refusal(state, replace(turn, active=1)) == ("illegal.not_your_decision", "active")


def test_a96_maps_have_no_order():
    state = a_state(3)
    parallel = {0: [FLORA, FORGO_B], 1: [FLORA], 2: [FLORA]}
    turn = turn_of(state, "flora2", "draw2", picks={1: "a", 2: "a"}, parallel=parallel)
    other = replace(turn, parallel=dict(reversed(turn.parallel.items())), picks=dict(reversed(turn.picks.items())))
    twin = state.copy()
    play(state, turn)
    play(twin, other)
    assert state == twin


def test_a98_there_is_exactly_one_decision_for_each_action_due():
    state = a_state()
    both = [FLORA, FORGO_B]
    short = turn_of(state, "flora2", "draw2", picks={1: "a"}, parallel={0: both})
    assert refusal(state, short) == ("illegal.missing", "parallel.1[0]")
    after_pass = turn_of(state, "flora2", "draw2", picks={1: "pass"}, parallel={0: both, 1: [FLORA]})
    assert refusal(state, after_pass) == ("illegal.not_now", "parallel.1[0]")
    third = turn_of(state, "flora2", "draw2", picks={1: "pass"}, parallel={0: [*both, FLORA]})
    assert refusal(state, third) == ("illegal.not_now", "parallel.0[2]")
    other = turn_of(state, "flora2", "draw2", picks={1: "pass"}, parallel={0: [{"do": "draw2"}, FORGO_B]})
    assert refusal(state, other)[0] == "illegal.not_now"


def test_a98_both_sides_with_the_same_action_are_told_apart_by_their_order():
    state = a_state()
    hand(state, 0, "FI01", "FI02")
    play_card = {"do": "fauna", "card": "FI02", "discards": []}
    turn = turn_of(state, "fauna", "fauna", picks={1: "pass"}, order="b", parallel={0: [play_card, FORGO_A]})
    play(state, turn)
    assert state.players[0].hand == {"FI01"}


def test_a8_ability_of_a_generation_card_may_be_used():
    state = a_state()
    ability = {"do": "ability", "column": "long"}
    play(state, turn_of(state, "ability", "draw2", picks={1: "pass"}, parallel={0: [ability, FORGO_B]}))
    assert state.players[0].wheels[0].count(99) == 2


def test_a5_flora_on_the_wheel_is_not_yet_available():
    state = colony_table()
    state.players[0].flora = 0
    state.players[0].wheels[0] = [99] * 6
    moves = {0: [{"do": "migrate", "moves": []}]}
    turn = turn_of(
        state,
        "colony",
        "migration2",
        picks={1: "pass", 2: "pass"},
        order="b",
        parallel=moves,
        colony=[settle(0, "A-W7")],
    )
    assert refusal(state, turn) == ("illegal.underpaid", "colony[0]")


def test_a27_an_empty_column_offers_nothing():
    state = a_state()
    drop(state, 0, "GL1", "GS1")
    ability = {"do": "ability", "column": "long"}
    turn = turn_of(state, "ability", "draw2", picks={1: "pass"}, parallel={0: [ability, FORGO_B]})
    assert refusal(state, turn) == ("illegal.empty_column", "parallel.0[0]")


def test_a27_a_top_card_reproduces_and_goes_to_the_bottom():
    state = a_state()
    lay(state, 0, "BI01")
    reproduce = {"do": "reproduce", "column": "short"}
    play(state, turn_of(state, "fauna", "reproduction", picks={1: "pass"}, parallel={0: [FORGO_A, reproduce]}))
    assert state.players[0].wheels[1][0] == BIRDS
    assert [card.id for card in state.players[0].columns[1]] == ["BI01", "GS1"]
