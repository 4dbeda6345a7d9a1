"""The end of the match: A89 to A95, and scores as claims."""

import pytest
from msgspec.structs import replace

from games.rules.arctica.rules import RULES
from games.rules.arctica.scoring import region_points
from tests.rules.arctica.table import (
    BIRDS,
    FISH,
    at_round_end,
    grow,
    hand,
    lay,
    play,
    put,
    refusal,
    round_end,
)


def ended(seats=2):
    return at_round_end(4, seats)


def test_a89_one_point_for_each_animal_on_wheels_and_release_area():
    state = ended()
    put(state, 0, FISH, wheel=(0, 1))
    put(state, 0, BIRDS, wheel=(1, 1))
    put(state, 0, FISH, release=2)
    put(state, 0, FISH, circle=6)
    state.players[0].flora = 0
    play(state, round_end(state))
    assert state.breakdown[-1]["seats"][0] == {"play": 0, "tokens": 4, "flora": 0, "cards": 0, "total": 4}


def test_a50_tokens_on_circle_and_map_score_nothing_at_the_end():
    state = ended()
    put(state, 0, FISH, circle=6)
    put(state, 0, FISH, circle=1)
    play(state, round_end(state))
    assert state.breakdown[-1]["seats"][0]["tokens"] == 0


def test_a90_one_point_for_each_pair_of_flora_on_wheel_and_release_area_together():
    state = ended()
    state.players[0].flora = 2
    grow(state, 0, 0, 5, 3)
    play(state, round_end(state))
    assert state.players[0].points == 2


def test_a91_cards_of_the_ecosystem_score_hand_cards_do_not():
    state = ended()
    state.players[0].flora = 0
    lay(state, 0, "LM10", "MM14")
    hand(state, 0, "LM12")
    play(state, round_end(state))
    assert state.players[0].points == 8


def test_a92_points_gained_in_play_stay():
    state = ended()
    state.players[0].points = 11
    play(state, round_end(state))
    assert state.players[0].points == 12
    assert RULES.is_over(state)


@pytest.mark.parametrize(
    ("points", "cards", "ranks"),
    [
        ((3, 2, 1), (0, 0, 0), (1, 2, 3)),
        ((3, 3, 1), (0, 1, 0), (2, 1, 3)),
        ((3, 3, 1), (1, 1, 5), (1, 1, 3)),
        ((3, 2, 2), (0, 0, 0), (1, 2, 2)),
        ((2, 2, 2), (2, 1, 1), (1, 2, 2)),
    ],
)
def test_a93_a94_a95_points_then_fauna_cards_then_shared(points, cards, ranks):
    state = ended(3)
    names = iter(["BI07", "LM04", "FI01", "IN03", "LM13", "IN12", "FI15", "FI02"])
    for player, value, count in zip(state.players, points, cards, strict=True):
        player.points, player.flora = value, 0
        lay(state, state.players.index(player), *(next(names) for _ in range(count)))
    play(state, round_end(state))
    assert RULES.ranking(state) == ranks


def test_a94_generation_cards_do_not_break_ties_and_the_tie_is_noted():
    state = ended()
    lay(state, 1, "BI07")
    play(state, round_end(state))
    assert RULES.ranking(state) == (2, 1)
    note = {"code": "tie_break", "points": 1, "seats": [0, 1], "fauna_cards": [0, 1]}
    assert RULES.notes(state) == [{"code": "reference_set", "set": "arctica-ref-1", "version": 1}, note]


def test_nothing_comes_after_the_end():
    state = ended()
    last = round_end(state)
    play(state, last)
    assert refusal(state, last) == ("illegal.not_now", "")


def test_scores_of_a_record_are_a_claim():
    state = at_round_end(1)
    put(state, 0, FISH, space="A-C4")
    event = round_end(state)
    assert refusal(state, replace(event, scores=(4, 0))) == ("claim.score", "scores")
    play(state, replace(event, scores=(5, 0)))


def test_scores_of_the_last_record_are_told_with_or_without_the_end():
    state = ended()
    put(state, 0, FISH, release=3)
    event = round_end(state)
    assert refusal(state, replace(event, scores=(3, 1))) == ("claim.score", "scores")
    for scores in ((0, 0), (4, 1)):
        play(state.copy(), replace(event, scores=scores))


@pytest.mark.parametrize(
    ("counts", "ties", "zero", "points"),
    [
        ([4, 4, 2], "share_skip", "none", [6, 6, 1]),
        ([4, 4, 2], "next_lower", "none", [3, 3, 1]),
        ([4, 4, 2], "split_floor", "none", [4, 4, 1]),
        ([1, 1, 1], "next_lower", "none", [1, 1, 1]),
        ([1, 0, 0], "share_skip", "none", [6, 0, 0]),
        ([1, 0, 0], "share_skip", "counts", [6, 3, 3]),
        ([1, 0, 0], "next_lower", "counts", [6, 1, 1]),
        ([1, 0, 0], "split_floor", "counts", [6, 2, 2]),
        ([0, 0, 0], "share_skip", "counts", [6, 6, 6]),
    ],
)
def test_a69_q21_q22_ties_and_empty_hands_by_option(counts, ties, zero, points):
    assert region_points(counts, (6, 3, 1), ties, zero) == points


def test_a69_a_rank_without_a_number_is_worth_nothing():
    assert region_points([3, 2, 1], (6,), "share_skip", "none") == [6, 0, 0]
