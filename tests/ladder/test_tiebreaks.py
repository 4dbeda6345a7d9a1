"""Ties: every criterion, whole groups at once, and an order that no input order changes."""

import itertools
import random
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.utils.translation import override

from games.scoring.facts import Result, Seat
from games.scoring.parting import TieBreak
from games.scoring.place_points import PlacePoints
from ladder.explain import why
from ladder.scoring.rules import NO_PARTICIPATION, Rules, Total
from ladder.scoring.win_draw_loss import WinDrawLoss
from ladder.selectors.rankings import RankedPlayer
from ladder.standing import ranking
from ladder.tiebreaks import lot

NAMES = dict(enumerate("ada bea cleo dora eva".split(), 1))
OTHERS = itertools.count(100)


@pytest.fixture(autouse=True)
def _in_english():
    with override("en"):
        yield


def duel(number, winner, loser, flag="played"):
    return Result(number, (Seat(winner, 1), Seat(loser, 2, flag)))


def alone(number, player, place, size, score=None, best=None):
    """A match of one player against people who turn up nowhere else."""
    others = [(next(OTHERS), other) for other in range(1, size + 1) if other != place]
    seats = [Seat(who, other, "played", best if other == 1 else score) for who, other in others]
    return Result(number, (Seat(player, place, "played", best if place == 1 else score), *seats))


def rules_with(*tie_breaks, seed="", scheme=None):
    return Rules(
        scheme=scheme or WinDrawLoss(),
        aggregation=Total(),
        minimum=0,
        participation=NO_PARTICIPATION,
        tie_breaks=tie_breaks,
        lot_seed=seed,
    )


def order(rules, results, month="2026-10"):
    names = {seat.player: NAMES.get(seat.player, f"z{seat.player}") for result in results for seat in result.seats}
    return ranking(rules, results, names, month)


def placed(found):
    return [(row.rank, row.player) for row in found]


def reasons(rules, found):
    """What the panel of each row says about the row above it."""
    lines = [RankedPlayer(SimpleNamespace(name=NAMES.get(row.player, "z")), row, [], []) for row in found]
    for above, line in itertools.pairwise(lines):
        line.above = above
    return [why(line, None, rules, NAMES).against for line in lines]


def test_equal_in_everything_is_the_same_place_in_the_order_of_the_names():
    """H11."""
    results = [duel(1, 2, 9), duel(2, 1, 9), duel(3, 5, 9)]
    rules = rules_with("first_places", "share_beaten")
    for some in itertools.permutations(results):
        assert placed(order(rules, some)) == [(1, 1), (1, 2), (1, 5), (4, 9)]
    found = order(rules, results)
    assert [row.shared for row in found] == [True, True, True, False]
    assert found[1].tie_break == TieBreak("shared")
    elsewhere = {1: "eva", 2: "bea", 5: "ada", 9: "zoe"}
    assert placed(ranking(rules, results, elsewhere, "2026-10")) == [(1, 5), (1, 2), (1, 1), (4, 9)]
    assert reasons(rules, found)[1] == [
        "Level with ada in points, first places (1) and opponents beaten (1 of 1): the rank is shared."
    ]


def test_the_present_player_stands_ahead_of_the_one_who_stayed_away():
    """H12: both have three points, and 2 did not come to the match with 1."""
    rules = rules_with("direct_meetings", "share_beaten")
    found = order(rules, [duel(1, 1, 2, "no_show"), duel(2, 2, 3)])
    assert placed(found)[:2] == [(1, 1), (2, 2)]
    assert found[1].tie_break == TieBreak("direct_meetings", Fraction(1), Fraction(0), (1, 2))
    assert reasons(rules, found)[1] == [
        "Behind ada, who has 3 as well: direct meetings 0 to 1. That is the first tie-break of the rules."
    ]


def test_a_forfeit_win_beats_nobody_for_the_share_of_opponents():
    [first, *_others] = order(rules_with("share_beaten"), [duel(1, 1, 2, "no_show")])
    assert (first.player, first.met, first.beaten, first.firsts) == (1, 0, 0, 0)


def test_a_circle_of_meetings_goes_to_the_next_criterion():
    """H13: 1 beat 2, 2 beat 3, 3 beat 1, and 4 is level as well."""
    results = [duel(1, 1, 2), duel(2, 2, 3), duel(3, 3, 1), alone(4, 4, 1, 2)]
    for some in itertools.permutations(results):
        assert placed(order(rules_with("direct_meetings"), some))[:4] == [(1, 1), (1, 2), (1, 3), (1, 4)]
        # 4 beat everybody he met, the others half of them.
        found = order(rules_with("direct_meetings", "share_beaten"), some)
        level = [(row.rank, row.player) for row in found if row.points == 3 and row.player < 100]
        assert level == [(1, 4), (2, 1), (2, 2), (2, 3)]


def test_after_somebody_is_parted_the_rest_begins_again():
    # Among the four: 1 has 2, 2 and 3 have 1½ each, 4 has 1. Between 2 and 3 alone, 2 is ahead.
    results = [duel(1, 1, 2), duel(2, 2, 3), duel(3, 3, 4), alone(4, 4, 1, 2)]
    rules = rules_with("direct_meetings", "lot", seed="x")
    for some in itertools.permutations(results):
        found = [row for row in order(rules, some) if row.player < 100]
        assert placed(found) == [(1, 1), (2, 2), (3, 3), (4, 4)] or found[0].points != 3
        breaks = [row.tie_break for row in found]
        assert breaks[1] == TieBreak("direct_meetings", Fraction(2), Fraction(3, 2), (1, 2, 3, 4))
        assert breaks[2] == TieBreak("direct_meetings", Fraction(1), Fraction(0), (2, 3))
        assert breaks[3] == TieBreak("direct_meetings", Fraction(3, 2), Fraction(1), (1, 2, 3, 4))
    [told] = reasons(rules, found)[1]
    assert told.startswith(
        "Behind ada, who has 3 as well: direct meetings 1.5 to 2. Level were ada, bea, cleo and dora:"
    )


def test_more_meetings_of_two_weigh_no_more_than_one():
    results = [duel(1, 1, 2), duel(2, 1, 2), duel(3, 2, 3), duel(4, 3, 1), duel(5, 2, 9), duel(6, 3, 9)]
    found = [row for row in order(rules_with("direct_meetings"), results) if row.points == 6]
    assert [row.rank for row in found] == [1, 1, 1]


@pytest.mark.parametrize("seed", range(6))
def test_no_order_of_the_input_changes_a_place(seed):
    rng = random.Random(seed)
    flags = ["played", "no_show", "left"]
    results = [duel(number, *rng.sample(range(1, 7), 2), rng.choice(flags)) for number in range(14)]
    rules = rules_with("direct_meetings", "first_places", "share_beaten", "fewer_matches")
    want = placed(order(rules, results))
    for _again in range(5):
        rng.shuffle(results)
        assert placed(order(rules, results)) == want


@pytest.mark.parametrize(
    ("criterion", "above", "mine", "said"),
    [
        ("first_places", 1, 0, "0 first places to 1"),
        ("share_beaten", 1, Fraction(1, 3), "opponents beaten 2 of 6 to 3 of 3"),
        ("best_result", 10, 6, "the best single result 6 to 10"),
        ("score_share", 1, Fraction(1, 2), "50 % of the winner’s score on average to 100 %"),
        ("fewer_matches", -1, -3, "3 matches to 1"),
    ],
)
def test_each_criterion_parts_and_says_so(criterion, above, mine, said):
    # One first place at four is ten points, and so are a second of four, a third of three and a loss of two.
    one = [alone(1, 1, 1, 4, 40, 80)]
    two = [alone(2, 2, 2, 4, 40, 80), alone(3, 2, 3, 3, 40, 80), alone(4, 2, 2, 2, 40, 80)]
    rules = rules_with(criterion, scheme=PlacePoints())
    found = [row for row in order(rules, two + one) if row.player < 100]
    assert [row.player for row in found] == [1, 2]
    assert found[0].points == found[1].points == 10
    broken = next(row.tie_break for row in found if row.player == 2)
    assert broken is not None
    assert (broken.criterion, broken.above, broken.mine) == (criterion, above, mine)
    [told] = reasons(rules, found)[1]
    assert told == f"Behind ada, who has 10 as well: {said}. That is the first tie-break of the rules."


def test_lots_are_drawn_anew_each_month_and_stay_as_they_are():
    results = [duel(1, 1, 9), duel(2, 2, 9), duel(3, 3, 9)]
    rules = rules_with("lot", seed="tortoise")
    found = order(rules, results)
    assert [row.rank for row in found] == [1, 2, 3, 4]
    assert placed(found) == placed(order(rules, results[::-1]))
    assert [row.player for row in found[:3]] == sorted((1, 2, 3), key=lambda who: -lot("tortoise", "2026-10", who))
    assert "the drawn lot" in reasons(rules, found)[1][0]
    orders = {tuple(row.player for row in order(rules, results, f"2026-{month:02}")) for month in range(1, 13)}
    assert len(orders) > 1
