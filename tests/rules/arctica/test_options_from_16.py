"""Options of rules.md 10, Q16 to Q29, in each of their values."""

import pytest

from games.engine.errors import UnsupportedLog
from games.rules.arctica.events import RoundCard
from games.rules.arctica.handlers.turn import is_possible
from games.rules.arctica.rules import RULES
from games.rules.arctica.state import new_state
from games.rules.arctica.view import view_of
from tests.rules.arctica.table import (
    BIRDS,
    FISH,
    a_setup,
    a_state,
    a_turn,
    at_round_end,
    carry_out,
    drawn,
    fauna,
    finish_round,
    lay,
    play,
    put,
    refusal,
    refused,
    round_end,
    turn_of,
)
from tests.rules.arctica.test_turn import colony_table, dealt, settle


@pytest.mark.parametrize(("value", "points"), [("space", 1), ("none", 0)])
def test_q16_the_bonus_of_a_bare_space(value, points):
    state = a_state(bare_space_bonus=value)
    state.ice[4] = 0
    put(state, 0, FISH, circle=4)
    carry_out(state, 0, {"do": "migrate", "moves": [{"family": "fish", "from": 4}]})
    assert state.players[0].points == points


def test_q17_colony_comes_after_or_before_the_simultaneous_part():
    moves = {"do": "migrate", "moves": []}
    parts = {"picks": {1: "b", 2: "pass"}, "parallel": {0: [moves], 1: [moves]}, "colony": [settle(0, "A-W7")]}
    for timing in ("simultaneous_first", "colony_first"):
        state = colony_table(colony_timing=timing)
        play(state.copy(), turn_of(state, "colony", "migration2", **parts, order="b")) if timing[0] == "s" else None
        first = turn_of(state, "colony", "migration2", **parts, order="a")
        if timing == "colony_first":
            assert refusal(state, turn_of(state, "colony", "migration2", **parts, order="b")) == (
                "illegal.order",
                "order",
            )
            play(state, first)
        else:
            assert refusal(state, first)[0] in ("illegal.missing", "illegal.not_now")


def test_q17_with_colony_first_gains_of_the_colony_serve_the_other_action():
    state = colony_table(colony_timing="colony_first")
    put(state, 0, BIRDS, release=1)
    fauna_after = fauna("FI02")
    colony = [
        {"seat": 0, "do": "colony", "family": "birds", "placements": [{"space": "A-W1"}]},
        {"seat": 0, **drawn("FI02")},
    ]
    turn = turn_of(
        state, "colony", "fauna", picks={1: "pass", 2: "pass"}, order="a", parallel={0: [fauna_after]}, colony=colony
    )
    play(state, turn)
    assert state.players[0].wheels[1][0] == FISH


def test_q18_a_colony_without_a_placement():
    colony = {"seat": 0, "do": "colony", "family": "fish", "placements": []}
    for least in (1, 0):
        state = a_state(colony_min=least)
        assert refused(carry_out, state.copy(), 0, colony) in ("illegal.no_such_token",)
        put(state, 0, FISH, release=1)
        if least:
            assert refused(carry_out, state, 0, colony) == "illegal.limit"
        else:
            carry_out(state, 0, colony)
            assert state.players[0].flora == 2


def test_q18_with_no_space_left_only_the_empty_colony_is_possible():
    for least in (1, 0):
        state = a_state(colony_min=least)
        put(state, 0, FISH, release=1)
        for space in state.table.box.spaces:
            if space.family == FISH:
                state.owners[space.index] = 1
        assert is_possible(state, 0, "colony") == (least == 0)


def test_q19_regions_of_the_card_or_of_the_log():
    state = at_round_end(1, region_source="logged")
    put(state, 0, FISH, space="C-C3")
    finish_round(state, round_end(state, regions=("C", "A")))
    assert state.breakdown[0]["seats"][0] == {"C": 5, "A": 0, "total": 5}
    for names in ((), ("C",), ("C", "C"), ("A", "B", "C"), ("A", "X")):
        state = at_round_end(1, region_source="logged")
        event = round_end(state, regions=("C", "A"))
        wrong = type(event)(1, {}, {}, event.events, {}, regions=names)
        assert refusal(state, wrong) == ("chance.regions", "regions")
    last = at_round_end(4, region_source="logged")
    play(last, round_end(last, regions=("C", "A", "B")))


def test_q20_cards_are_known_at_the_start_or_drawn_before_each_round():
    state, opening = dealt(2, round_end_reveal="round_start")
    assert opening.round_end_cards == ()
    play(state, opening)
    assert view_of(state, None)["round_end_cards"] == []
    assert refusal(state, a_turn(state))[0] == "chance.not_now"
    assert refusal(state, RoundCard(2, "RE1")) == ("chance.round_end_card", "round")
    assert refusal(state, RoundCard(1, "RE7"))[0] == "setup.round_end_card"
    assert refusal(state, RoundCard(1, "RE99"))[0] == "setup.unknown_component"
    play(state, RoundCard(1, "RE1"))
    assert refusal(state, RoundCard(1, "RE1"))[0] == "chance.not_now"
    state.phase = "round_end"
    play(state, round_end(state))
    assert refusal(state, RoundCard(2, "RE2"))[0] == "setup.round_end_card"
    play(state, RoundCard(2, "RE3"))
    known, start = dealt(2)
    play(known, start)
    assert len(view_of(known, None)["round_end_cards"]) == 4
    assert refusal(known, RoundCard(1, "RE1"))[0] == "chance.not_now"


def test_q23_tokens_on_the_circle_are_taken_by_a_collapse_or_not():
    tokens = [{"circle": 6}, {"circle": 6}, {"circle": 6}]
    for value in ("map_and_board", "include_circle"):
        state = at_round_end(2, collapse_sources=value)
        for _ in range(6):
            put(state, 0, FISH, circle=6)
        cards = drawn("BI02", "IN07", "MM12", "FI01")
        empty = round_end(state, collapse={0: [{"do": "collapse", "family": "fish", "tokens": []}, cards]})
        three = round_end(state, collapse={0: [{"do": "collapse", "family": "fish", "tokens": tokens}, cards]})
        right, wrong = (empty, three) if value == "map_and_board" else (three, empty)
        assert refusal(state, wrong)[0] == "illegal.limit"
        play(state, right)


@pytest.mark.parametrize(
    ("mode", "paid", "destroyed", "legal"),
    [
        ("per_badge", 1, ("MM07",), True),
        ("per_badge", 0, ("MM07",), False),
        ("per_badge", 2, (), True),
        ("all_or_one", 1, ("MM07",), False),
        ("all_or_one", 0, ("MM07",), True),
        ("all_or_one", 0, ("MM07", "BI02"), False),
        ("all_or_one", 0, (), False),
        ("all_or_one", 2, (), True),
        ("all_or_one", 2, ("MM07",), False),
    ],
)
def test_q24_endangered_animals_badge_by_badge_or_as_a_whole(mode, paid, destroyed, legal):
    state = at_round_end(1, endangered_mode=mode)
    lay(state, 0, "BI02", "MM07")
    event = round_end(state, endangered={0: [{"do": "endangered", "pay": paid, "destroy": list(destroyed)}]})
    if legal:
        play(state, event)
    else:
        assert refusal(state, event)[0] == "illegal.destroy"


@pytest.mark.parametrize(("value", "pile", "removed"), [("removed", [], ["BI02"]), ("discard", ["BI02"], [])])
def test_q25_a_destroyed_card_leaves_the_game_or_goes_to_the_pile(value, pile, removed):
    state = at_round_end(1, destroyed_cards=value)
    lay(state, 0, "BI02")
    play(state, round_end(state, endangered={0: [{"do": "endangered", "pay": 0, "destroy": ["BI02"]}]}))
    assert (state.pile, state.removed) == (pile, removed)


def test_q26_both_ways_to_reveal_events_look_the_same_in_a_record():
    positions = []
    for value in ("all_regions_first", "region_by_region"):
        state = at_round_end(1, event_reveal=value)
        put(state, 0, FISH, space="A-W7")
        lost = {"do": "save", "region": "A", "tokens": [{"space": "A-W7", "save": False}]}
        play(state, round_end(state, save={0: [lost]}))
        positions.append((state.players, state.hits, state.owners))
    assert positions[0] == positions[1]


def test_q27_a_sub_region_may_be_hit_twice_or_once_a_match():
    for value in ("independent", "no_repeat"):
        state = at_round_end(3, event_sampling=value)
        state.hits = [0, 3, 6]
        event = round_end(state)
        if value == "independent":
            play(state, event)
        else:
            assert refusal(state, event)[0] == "chance.event"
            play(state, round_end(state, hits={"A": "A-east", "C": "C-centre"}))
    state = at_round_end(1, event_sampling="no_repeat")
    state.hits = [0, 1, 2]
    play(state, round_end(state))


def test_q28_event_tiles_stay_or_not():
    for value in ("none", "blocks_spaces"):
        state = a_state(event_cover=value)
        state.hits = [0]
        put(state, 0, FISH, release=1)
        if value == "none":
            carry_out(state, 0, settle(0, "A-W7"))
        else:
            assert refused(carry_out, state.copy(), 0, settle(0, "A-W7")) == "illegal.placement"
            carry_out(state, 0, settle(0, "A-C4"))


def test_q29_from_the_centre_to_the_bordering_spaces_or_to_any():
    for value in ("border", "any_circle"):
        state = at_round_end(1, escape_centre=value)
        put(state, 0, FISH, space="A-C4")
        put(state, 0, FISH, space="A-W7")
        token = {"space": "A-C4", "save": True, "to": 5}
        event = round_end(state, hits={"A": "A-centre"}, save={0: [{"do": "save", "region": "A", "tokens": [token]}]})
        west = {"space": "A-W7", "save": True, "to": 5}
        outer = round_end(state, save={0: [{"do": "save", "region": "A", "tokens": [west]}]})
        assert refusal(state, outer)[0] == "illegal.escape"
        if value == "border":
            assert refusal(state, event)[0] == "illegal.escape"
        else:
            play(state, event)
            assert state.players[0].circle[4 * 5 + FISH] == 1


def test_a_pawn_for_every_turn_needs_enough_spaces():
    with pytest.raises(UnsupportedLog):
        new_state(a_setup(turns_per_round=8))
    assert new_state(a_setup(turns_per_round=8, pawn_availability="not_last")).table.turns == 8


def test_the_rules_key_is_arctica():
    assert RULES.key == "arctica"
