"""The round's end: A63 to A88, C4 to C6, D14 to D16."""

import pytest

from games.engine.errors import LogProblem
from tests.rules.arctica.table import (
    BIRDS,
    FISH,
    LAND,
    MARINE,
    a_state,
    at_round_end,
    finish_round,
    hand,
    lay,
    play,
    put,
    refusal,
    round_end,
)


def refused(state, event):
    with pytest.raises(LogProblem) as found:
        finish_round(state, event)
    return found.value.code


def save(region, *tokens):
    return {"do": "save", "region": region, "tokens": list(tokens)}


def saved(space, to, **more):
    return {"space": space, "save": True, "to": to, **more}


def lost(space):
    return {"space": space, "save": False}


def collapse(family, *tokens):
    return {"do": "collapse", "family": family, "tokens": list(tokens)}


def drawn(*cards):
    return {"chance": "draw", "cards": list(cards)}


# Melting


def test_a65_a66_the_tile_of_the_round_goes_and_its_tokens_return_to_the_supply():
    state = at_round_end(1)
    put(state, 0, BIRDS, circle=4)
    put(state, 1, FISH, circle=4)
    put(state, 1, FISH, circle=5)
    finish_round(state, round_end(state))
    assert state.ice == [5, 2, 4, 0, 3, 6]
    assert (state.players[0].supply[BIRDS], state.players[1].supply[FISH]) == (6, 5)
    assert state.players[0].points == 0


def test_a63_melting_comes_before_the_escapes_of_the_same_round_end():
    state = at_round_end(1)
    state.cards[0] = "RE3"
    put(state, 0, BIRDS, space="B-E4")
    hits = {"B": "B-east", "C": "C-east"}
    finish_round(state, round_end(state, hits=hits, save={0: [save("B", saved("B-E4", 4))]}))
    assert (state.players[0].flora, state.players[0].circle[4 * 5 + BIRDS]) == (1, 1)


# Majority


def with_tokens(state, *counts):
    """So many tokens of each seat in region A."""
    spaces = [space for space in state.table.box.spaces if space.region == 0]
    at = 0
    for seat, count in enumerate(counts):
        for space in spaces[at : at + count]:
            put(state, seat, space.family, space=space.id)
        at += count
    return state


def lose_all(state, region="A"):
    """Everybody loses what the event hits in the west of the region."""
    box = state.table.box
    hit = box.subregion_index[f"{region}-west"]
    found = {}
    for seat in range(state.table.seats):
        spaces = [s.id for s in box.spaces if s.subregion == hit and state.owners[s.index] == seat]
        if spaces:
            found[seat] = [save(region, *map(lost, spaces))]
    return found


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((3, 2, 1, 0), [7, 4, 2, 0]),
        ((4, 4, 2, 1), [7, 7, 2, 1]),
        ((4, 4, 2, 0), [7, 7, 2, 0]),
        ((2, 2, 2, 2), [7, 7, 7, 7]),
        ((0, 0, 0, 1), [0, 0, 0, 7]),
        ((0, 0, 0, 0), [0, 0, 0, 0]),
    ],
)
def test_a67_a68_a69_rewards_by_rank_ties_share_the_best_and_skip(counts, points):
    state = with_tokens(at_round_end(1, seats=4), *counts)
    finish_round(state, round_end(state, save=lose_all(state)))
    assert [player.points for player in state.players] == points
    assert [row["A"] for row in state.breakdown[0]["seats"]] == points


def test_a64_only_the_regions_of_the_card_count():
    state = at_round_end(1)
    put(state, 0, FISH, space="C-C3")
    finish_round(state, round_end(state))
    assert state.players[0].points == 0
    assert refusal(at_round_end(2), round_end(at_round_end(2), hits={"B": "C-west"}))[0] == "chance.event"


def test_a64_in_the_last_round_all_three_regions_are_involved():
    state = at_round_end(4)
    put(state, 0, FISH, space="A-C4")
    put(state, 0, FISH, space="B-C1")
    put(state, 0, FISH, space="C-C3")
    finish_round(state, round_end(state))
    assert state.breakdown[0]["seats"][0] == {"A": 7, "B": 7, "C": 7, "total": 21}


# Collapse


def collapsing(number=2, **options):
    state = at_round_end(number, **options)
    put(state, 0, FISH, space="A-C4")
    put(state, 0, FISH, wheel=(1, 2))
    put(state, 0, FISH, release=2)
    put(state, 0, FISH, circle=5)
    put(state, 0, FISH, circle=6)
    return state


THREE = ({"space": "A-C4"}, {"wheel": "short", "segment": 1, "slot": 0}, {"release": True})
FOUR = drawn("BI02", "IN07", "MM12", "FI01")


def test_the_worked_example_of_a_collapse_a70_a71_a72():
    state = collapsing()
    finish_round(state, round_end(state, collapse={0: [collapse("fish", *THREE), FOUR]}))
    player = state.players[0]
    assert (player.supply[FISH], player.release[FISH], len(player.hand)) == (3, 1, 4)
    assert player.wheels == [[99, 99, -1, -1, -1, -1], [-1] * 4]
    assert player.flora == 3


def test_a70_nothing_collapses_in_round_1_and_from_round_2_on_it_is_mandatory():
    state = collapsing(1)
    assert refused(state.copy(), round_end(state, collapse={0: [collapse("fish", *THREE), FOUR]})) == "illegal.not_now"
    finish_round(state, round_end(state))
    state = collapsing(2)
    assert refused(state, round_end(state)) == "illegal.missing"


@pytest.mark.parametrize(
    ("tokens", "code"),
    [
        (THREE[:2], "illegal.limit"),
        ((*THREE, {"release": True}), "illegal.limit"),
        ((THREE[0], THREE[0], THREE[2]), "illegal.no_such_token"),
        ((THREE[0], THREE[1], {"circle": 5}), "illegal.no_such_token"),
        ((THREE[0], {"wheel": "short", "segment": 0, "slot": 0}, THREE[2]), "illegal.no_such_token"),
        ((THREE[0], {"wheel": "short", "segment": 1}, THREE[2]), "illegal.no_such_token"),
        (({"space": "A-W7"}, THREE[1], THREE[2]), "illegal.no_such_token"),
    ],
)
def test_a71_exactly_three_different_tokens_on_map_or_board(tokens, code):
    state = collapsing()
    assert refused(state, round_end(state, collapse={0: [collapse("fish", *tokens), FOUR]})) == code


def test_a71_fewer_than_three_all_of_them_even_none_and_the_gain_follows():
    state = at_round_end(2)
    for _ in range(6):
        put(state, 0, FISH, circle=6)
    finish_round(state, round_end(state, collapse={0: [collapse("fish"), FOUR]}))
    assert (len(state.players[0].hand), state.players[0].wheels[0][:2]) == (4, [99, 99])


def test_a72_the_hand_limit_holds():
    state = collapsing()
    hand(state, 0, "FI02", "FI03", "FI04", "FI05", "FI06", "FI07", "FI08", "FI09")
    event = round_end(state, collapse={0: [collapse("fish", *THREE), drawn("BI02", "IN07")]})
    finish_round(state, event)
    assert len(state.players[0].hand) == 10


def test_a73_several_families_in_the_order_of_the_list_tested_before_the_first():
    state = collapsing()
    put(state, 0, BIRDS, release=6)
    birds = collapse("birds", *[{"release": True}] * 3)
    fish = collapse("fish", *THREE)
    more = drawn("BI03", "IN08", "MM13", "FI09")
    wrong = round_end(state, collapse={0: [fish, FOUR, birds, more]})
    assert refused(state.copy(), wrong) == "illegal.not_now"
    finish_round(state, round_end(state, collapse={0: [birds, FOUR, fish, more]}))
    assert state.players[0].supply == [3, 6, 6, 3, 6]


def test_a74_slots_emptied_by_a_collapse_stay_empty():
    state = collapsing()
    put(state, 0, LAND, wheel=(1, 3))
    finish_round(state, round_end(state, collapse={0: [collapse("fish", *THREE), FOUR]}))
    assert state.players[0].wheels[1] == [-1, -1, -1, LAND]


# Endangered animals


def endangered(paid, *destroyed):
    return {0: [{"do": "endangered", "pay": paid, "destroy": list(destroyed)}]}


def guarded(**options):
    state = at_round_end(1, **options)
    lay(state, 0, "BI02", "MM07", "LM12")
    return state


def test_a75_one_flora_for_each_endangered_badge():
    state = guarded()
    finish_round(state, round_end(state, endangered=endangered(3)))
    assert state.players[0].flora == 0


def test_the_worked_example_of_endangered_animals_a76_a77():
    state = guarded()
    finish_round(state, round_end(state, endangered=endangered(1, "MM07", "BI02")))
    player = state.players[0]
    assert state.removed == ["MM07", "BI02"]
    assert [[card.id for card in column] for column in player.columns] == [["GL1", "LM12"], ["GS1"]]
    assert player.badges[state.table.box.badge_index["endangered"]] == 1


@pytest.mark.parametrize(
    ("paid", "destroyed", "code"),
    [
        (1, ("MM07",), "illegal.destroy"),
        (2, ("MM07", "BI02"), "illegal.destroy"),
        (4, (), "illegal.underpaid"),
        (2, ("GL1",), "illegal.destroy"),
        (1, ("MM07", "MM07"), "illegal.destroy"),
        (-1, ("MM07", "BI02", "LM12"), "illegal.destroy"),
    ],
)
def test_a76_payment_and_destroyed_cards_match_the_badges(paid, destroyed, code):
    state = guarded()
    assert refused(state, round_end(state, endangered=endangered(paid, *destroyed))) == code


def test_a76_nobody_pays_more_than_he_has_badges():
    state = guarded()
    state.players[0].flora = 9
    assert refused(state, round_end(state, endangered=endangered(4))) == "illegal.destroy"


def test_a76_a_player_without_the_badge_decides_nothing():
    state = at_round_end(1)
    assert refused(state, round_end(state, endangered=endangered(0))) == "illegal.not_now"
    assert refused(guarded(), round_end(guarded())) == "illegal.missing"


# Events


def test_a78_exactly_one_event_hits_each_involved_region():
    state = at_round_end(1)
    event = round_end(state)
    for events in (event.events[:1], event.events[::-1]):
        assert refused(state.copy(), type(event)(1, {}, {}, events, {})) in ("chance.missing", "chance.event")
    assert refused(state, type(event)(1, {}, {}, event.events + event.events[:1], {})) == "chance.not_now"


def test_a80_c4_the_sub_region_belongs_to_the_region():
    state = at_round_end(1)
    assert refused(state, round_end(state, hits={"A": "B-west"})) == "chance.event"


def exposed(**options):
    state = at_round_end(1, **options)
    put(state, 0, FISH, space="A-W7")
    put(state, 0, FISH, space="A-W4")
    put(state, 0, BIRDS, space="A-C5")
    return state


def test_a81_a82_each_token_is_lost_unless_a_flora_is_paid_for_it():
    state = exposed()
    finish_round(state, round_end(state, save={0: [save("A", saved("A-W7", 1), lost("A-W4"))]}))
    player = state.players[0]
    assert (player.flora, player.supply[FISH], player.circle[FISH]) == (2, 5, 1)
    assert player.wheels[0][0] == 99


def test_d16_each_token_of_the_hit_sub_region_stands_once():
    for tokens in (
        [lost("A-W7")],
        [lost("A-W7"), lost("A-W7")],
        [lost("A-W7"), lost("A-W4"), lost("A-C5")],
        [lost("A-W7"), lost("A-W4"), lost("A-W1")],
    ):
        state = exposed()
        code = refused(state, round_end(state, save={0: [save("A", *tokens)]}))
        assert code in ("illegal.limit", "illegal.no_such_token")


def test_d16_a_lost_token_takes_nothing_back():
    state = exposed()
    token = {**lost("A-W7"), "redeem": ["fish"]}
    assert refused(state, round_end(state, save={0: [save("A", token, lost("A-W4"))]})) == "illegal.redeem"


def test_d16_names_the_region_that_is_due():
    state = exposed()
    tokens = [lost("A-W7"), lost("A-W4")]
    assert refused(state, round_end(state, save={0: [save("B", *tokens)]})) == "illegal.not_now"


def test_d16_a_destination_stands_exactly_with_a_saved_token():
    for token in ({"space": "A-W7", "save": True}, {"space": "A-W7", "save": False, "to": 1}, {"space": "A-W7"}):
        state = exposed()
        assert refused(state, round_end(state, save={0: [save("A", token, lost("A-W4"))]})) == "illegal.escape"


def test_d16_nobody_decides_without_a_token_there_and_nobody_with_one_is_left_out():
    state = exposed()
    assert refused(state.copy(), round_end(state)) == "illegal.missing"
    other = {0: [save("A", lost("A-W7"), lost("A-W4"))], 1: [save("A")]}
    assert refused(state, round_end(state, save=other)) == "illegal.not_now"


def test_a83_outer_sub_regions_lead_to_their_space_the_centre_to_one_of_two():
    state = exposed()
    west = [save("A", saved("A-W7", 2), lost("A-W4"))]
    assert refused(state.copy(), round_end(state, save={0: west})) == "illegal.escape"
    hits = {"A": "A-centre"}
    for to in (1, 2):
        centre = [save("A", saved("A-C5", to))] + ([drawn("FI01")] if to == 2 else [])
        finish_round(state.copy(), round_end(state, hits=hits, save={0: centre}))
    far = [save("A", saved("A-C5", 3))]
    assert refused(state, round_end(state, hits=hits, save={0: far})) == "illegal.escape"


def test_a84_ice_bound_tokens_pay_one_more_to_reach_the_next_ice_clockwise():
    state = at_round_end(3)
    put(state, 0, BIRDS, space="A-W1")
    state.ice[0] = 0
    state.cards[2] = "RE1"
    to_3 = {0: [save("A", saved("A-W1", 1))]}
    state.players[0].flora = 1
    assert refused(state.copy(), round_end(state, save=to_3)) == "illegal.underpaid"
    state.players[0].flora = 2
    finish_round(state, round_end(state, save=to_3))
    assert (state.players[0].flora, state.players[0].circle[2 * 5 + BIRDS]) == (0, 1)
    assert state.players[0].points == 7


def test_a84_a97_without_any_ice_there_is_no_escape():
    state = at_round_end(1)
    put(state, 0, BIRDS, space="A-W1")
    state.ice = [0, 0, 0, 1, 0, 0]
    assert refused(state, round_end(state, save={0: [save("A", saved("A-W1", 1))]})) == "illegal.no_way"


def test_a85_a86_the_arrival_bonus_is_gained_also_that_of_the_redeem_tile():
    state = at_round_end(2)
    put(state, 0, MARINE, space="C-E4")
    state.cards[1] = "RE3"
    hits = {"B": "B-west", "C": "C-east"}
    token = saved("C-E4", 6, redeem=["marine_mammals"])
    finish_round(state, round_end(state, hits=hits, save={0: [save("C", token)]}))
    player = state.players[0]
    assert (player.points, player.flora, player.release[MARINE]) == (5 + 3, 1, 1)


def test_a87_flora_gained_on_the_way_pays_for_later_tokens():
    state = exposed(flora_gain="release")
    state.players[0].flora = 1
    both = {0: [save("A", saved("A-W7", 1), saved("A-W4", 1))]}
    finish_round(state, round_end(state, save=both))
    assert state.players[0].circle[FISH] == 2


def test_a79_regions_are_handled_in_the_order_of_the_card():
    state = exposed()
    put(state, 0, FISH, space="B-W2")
    west = save("A", lost("A-W7"), lost("A-W4"))
    east = save("B", lost("B-W2"))
    assert refused(state.copy(), round_end(state, save={0: [east, west]})) == "illegal.not_now"
    finish_round(state, round_end(state, save={0: [west, east]}))


def test_a88_pawns_leave_and_nothing_turns():
    state = at_round_end(1)
    state.used = [0, 1, 2, 3, 4]
    state.orientations = [1, 2, 3, 0, 1, 2]
    put(state, 0, FISH, wheel=(0, 1))
    play(state, round_end(state))
    assert (state.used, state.orientations, state.round, state.turn) == ([], [1, 2, 3, 0, 1, 2], 2, 0)
    assert state.players[0].wheels[0][1] == FISH


def test_c6_regions_stand_only_with_logged_regions():
    state = at_round_end(1)
    event = round_end(state)
    surplus = type(event)(1, {}, {}, event.events, {}, regions=("A", "B"))
    assert refusal(state, surplus) == ("chance.not_now", "regions")


def test_the_round_end_is_refused_inside_a_round():
    state = a_state()
    assert refusal(state, round_end(state))[0] == "illegal.not_now"
