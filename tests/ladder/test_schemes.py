"""Every scheme with the numbers of its worked example, and what weights, repeats and forfeits make of them."""

import random
from fractions import Fraction
from itertools import product

import pytest
from openskill.models import PlackettLuce

from games.scoring.facts import Result, Seat, Unscorable
from games.scoring.forfeits import Forfeits
from games.scoring.place_points import PLACE_TABLES, PlacePoints
from ladder.scoring.elo import UNIT as MILLIONTH
from ladder.scoring.elo import Elo, changes
from ladder.scoring.month import Month, verdict_on
from ladder.scoring.openskill import NEWCOMER, OpenSkill, Skill, rate
from ladder.scoring.rules import Best, Inclusion, Mean, Repeats, Rules, Total, Weights
from ladder.scoring.score_share import ScoreShare
from ladder.scoring.share_beaten import ShareBeaten
from ladder.scoring.units import match_units, obstacles, unit
from ladder.scoring.win_draw_loss import WinDrawLoss
from ladder.standing import ranking

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def a_result(number, *places, flags=(), scores=(), **facts):
    """Players 1, 2, 3 … in these places; `flags` and `scores` by player."""
    flags, scores = dict(flags), dict(scores)
    seats = (Seat(who, place, flags.get(who, "played"), scores.get(who)) for who, place in enumerate(places, 1))
    return Result(number, tuple(seats), **facts)


def rows(rules, *results):
    names = {seat.player: f"p{seat.player:02}" for result in results for seat in result.seats}
    return {row.player: row for row in ranking(rules, results, names, "2026-10")}


def test_three_first_of_four_at_place_points():
    found = PlacePoints().scores([Seat(1, 1), Seat(2, 1), Seat(3, 1), Seat(4, 4)])
    assert [score.points for score in found.values()] == [Fraction(19, 3)] * 3 + [1]


@pytest.mark.parametrize("size", range(2, 7))
def test_whoever_shares_places_shares_their_points_and_the_next_place_is_skipped(size):
    """H15: 1, 2, 2, 4 is 10, 4.5, 4.5, 1; and so for every way in which a table can end."""
    for groups in product([False, True], repeat=size - 1):
        places = [1]
        for number, is_level in enumerate(groups, 2):
            places.append(places[-1] if is_level else number)
        scores = PlacePoints().scores([Seat(who, place) for who, place in enumerate(places, 1)])
        table = PLACE_TABLES[size]
        for who, place in enumerate(places, 1):
            level = places.count(place)
            assert scores[who].points == Fraction(sum(table[place - 1 : place - 1 + level]), level)
        assert sum(score.points for score in scores.values()) == sum(table)


@pytest.mark.parametrize(
    ("size", "table"),
    [(2, "8 2"), (3, "9 4 2"), (4, "10 6 3 1"), (5, "11 7 4 2 1"), (6, "12 8 5 3 1 1")],
)
def test_the_default_tables_are_worth_five_a_seat(size, table):
    assert list(PLACE_TABLES[size]) == list(map(int, table.split()))
    assert PlacePoints().bye(size) == 5
    assert PlacePoints().favoured() == []


def test_a_table_that_favours_a_size_names_it():
    scheme = PlacePoints(tables={2: (Fraction(3), Fraction(1)), 4: tuple(map(Fraction, (10, 6, 3, 1)))})
    assert scheme.favoured() == [4]
    assert scheme.means() == {2: 2, 4: 5}


def test_share_beaten_over_three_matches_is_four_and_a_half_of_eight():
    rules = Rules(scheme=ShareBeaten(), minimum=0)
    one = Result(1, (Seat(1, 1), Seat(2, 2), Seat(3, 3), Seat(4, 4)))
    two = Result(2, (Seat(1, 2), Seat(2, 2), Seat(3, 1), Seat(4, 4)))
    three = Result(3, (Seat(1, 3), Seat(2, 1), Seat(3, 2)))
    assert rows(rules, one, two, three)[1].points == Fraction(225, 4)


def test_four_wins_a_draw_and_two_losses_are_thirteen():
    results = [a_result(number, *places) for number, places in enumerate([(1, 2)] * 4 + [(1, 1)] + [(2, 1)] * 2)]
    rules = Rules(scheme=WinDrawLoss(), aggregation=Total(), participation=None, minimum=1)
    row = rows(rules, *results)[1]
    assert row.match_points == 13
    with pytest.raises(Unscorable, match="table_size"):
        WinDrawLoss().scores([Seat(1, 1), Seat(2, 2), Seat(3, 3)])


def test_a_score_share_is_the_own_score_by_the_winners():
    scores = ScoreShare().scores([Seat(1, 1, score=148), Seat(2, 2, score=131)])
    assert scores[2].points == Fraction(13100, 148)
    assert round(float(scores[2].points), 1) == 88.5


@pytest.mark.parametrize(
    ("seats", "shares"),
    [
        ([Seat(1, 1, score=20), Seat(2, 2, score=40)], [1, HALF]),  # the lowest score wins
        ([Seat(1, 1, score=20), Seat(2, 2, score=-4)], [1, 0]),
        ([Seat(1, 1, "played", 20), Seat(2, 2, "conceded", 15)], [None, None]),
        ([Seat(1, 1, "played", 20), Seat(2, 2, "left", 15)], [None, None]),
        ([Seat(1, 1, "played", 20), Seat(2, 2, "played", 15), Seat(3, 3, "left", 2)], [1, Fraction(3, 4), None]),
    ],
)
def test_scores_that_cannot_be_compared_have_no_share(seats, shares):
    assert [score.share for score in ScoreShare().scores(seats).values()] == shares


@pytest.mark.parametrize("scores", [(None, None), (20, None), (0, 0), (-3, -5)])
def test_a_game_without_scores_cannot_be_shared_out(scores):
    with pytest.raises(Unscorable, match="no_scores"):
        ScoreShare().scores([Seat(1, 1, score=scores[0]), Seat(2, 2, score=scores[1])])


def test_elo_of_three_is_that_of_the_example():
    before = {"A": 1620, "B": 1500, "C": 1440}
    millionths = {ord(name): rating * MILLIONTH for name, rating in before.items()}
    found = changes([(ord("B"), 1), (ord("A"), 2), (ord("C"), 3)], millionths, Fraction(32))
    assert {chr(who): round(change / MILLIONTH, 1) for who, change in found.items()} == {
        "A": -6.5,
        "B": 17.3,
        "C": -10.8,
    }
    assert sum(found.values()) == 0


def test_elo_changes_of_any_match_add_up_to_nothing():
    rng = random.Random(7)
    for _match in range(200):
        size = rng.randint(2, 6)
        places = [(who, rng.randint(1, size)) for who in range(size)]
        assert (
            sum(changes(places, {who: rng.randint(8, 24) * 10**8 for who in range(size)}, Fraction(32)).values()) == 0
        )


def test_elo_of_a_month_begins_anew_and_goes_by_the_order_of_the_ends():
    rules = Rules(scheme=Elo(), minimum=1)
    found = rows(rules, a_result(1, 1, 2), a_result(2, 1, 2))
    second = 16 * 2 * (1 - 1 / (1 + 10 ** (-32 / 400)))
    assert found[1].points == pytest.approx(1516 + second, abs=1e-6)
    assert found[1].points + found[2].points == 3000
    assert found[1].lines[0].score.points == 16


def test_openskill_of_four_newcomers_is_that_of_the_example():
    skills = rate([NEWCOMER] * 4, [1, 2, 2, 4])
    assert [round(skill.mu, 3) for skill in skills] == [27.795, 24.689, 24.689, 22.826]
    assert [round(skill.sigma, 3) for skill in skills] == [8.264, 8.180, 8.180, 8.180]
    assert [round(skill.points + skill.spread * 3 / 2) for skill in skills] == [1668, 1481, 1481, 1370]


def test_openskill_is_that_of_the_library():
    model, rng = PlackettLuce(), random.Random(3)
    for _match in range(60):
        size = rng.randint(2, 6)
        skills = [Skill(rng.uniform(5, 45), rng.uniform(1, 9)) for _seat in range(size)]
        told = [rng.randint(1, size) for _seat in range(size)]
        teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
        for mine, [theirs] in zip(rate(skills, told), model.rate(teams, ranks=told), strict=True):
            assert mine.mu == pytest.approx(theirs.mu, abs=1e-9)
            assert mine.sigma == pytest.approx(theirs.sigma, abs=1e-9)


def test_openskill_of_a_month_is_sorted_by_what_is_certain():
    found = rows(Rules(scheme=OpenSkill(), minimum=1), a_result(1, 1, 2, 2, 4), a_result(2, 1, 2))
    skills = rate(rate([NEWCOMER] * 4, [1, 2, 2, 4])[:2], [1, 2])
    assert [found[who].points for who in (1, 2)] == [skill.points for skill in skills]
    assert found[1].spread == skills[0].spread
    assert list(found) == sorted(found, key=lambda who: -found[who].points)


# Forfeits


def test_a_no_show_at_three_leaves_nine_four_nought():
    month = Month(Rules())
    scores = month.take(a_result(1, 1, 2, 3, flags=[(3, "no_show")]))
    assert [(score.points, score.played) for score in scores.values()] == [(9, True), (4, True), (0, False)]


@pytest.mark.parametrize(("policy", "points"), [(Forfeits(), 5), (Forfeits(bye_points=Fraction(9, 2)), Fraction(9, 2))])
def test_somebody_alone_at_the_table_has_a_bye(policy, points):
    found = rows(Rules(forfeits=policy, minimum=1), a_result(1, 1, 2, flags=[(2, "no_show")]))
    assert found[1].points == points + 1
    assert (found[1].played, found[1].firsts, found[1].met) == (1, 0, 0)
    assert (found[2].points, found[2].missing) == (0, 1)


def test_a_bye_at_win_draw_loss_is_a_win_and_moves_no_rating():
    alone = a_result(1, 1, 2, flags=[(2, "no_show")])
    assert rows(Rules(scheme=WinDrawLoss(), minimum=1), alone)[1].match_points == 3
    assert rows(Rules(scheme=Elo(), minimum=1), alone)[1].points == 1500
    assert rows(Rules(scheme=ShareBeaten(), minimum=1), alone)[1].points == 0


def test_a_bye_is_left_out_of_a_mean():
    rules = Rules(aggregation=Mean(least=1), minimum=1)
    found = rows(rules, a_result(1, 1, 2), a_result(2, 1, 2, flags=[(2, "no_show")]))
    assert found[1].match_points == 8


def test_whose_opponent_leaves_has_the_first_place_of_two():
    scores = Month(Rules()).take(a_result(1, 2, 1, flags=[(2, "left")]))
    assert [(score.points, score.played) for score in scores.values()] == [(8, True), (0, False)]


def test_who_leaves_loses_to_all_in_a_rating_and_where_somebody_did_not_come_nobody_is_rated():
    left = rows(Rules(scheme=Elo(), minimum=1), a_result(1, 1, 2, 3, flags=[(1, "left")]))
    assert {who: row.match_points for who, row in left.items()} == {1: -16, 2: 16, 3: 0}
    absent = rows(Rules(scheme=Elo(), minimum=1), a_result(1, 1, 2, 3, flags=[(3, "no_show")]))
    assert {who: (row.match_points, row.played) for who, row in absent.items()} == {1: (0, 1), 2: (0, 1), 3: (0, 0)}


@pytest.mark.parametrize(("rated", "change"), [(True, -16), (False, 0)])
def test_a_stand_in_is_rated_if_the_league_wants_it(rated, change):
    rules = Rules(scheme=Elo(), minimum=1, forfeits=Forfeits(stand_in_rated=rated))
    assert rows(rules, a_result(1, 1, 2, flags=[(2, "stand_in")]))[2].match_points == change


def test_a_league_may_treat_leaving_and_conceding_the_other_way():
    lenient = Rules(forfeits=Forfeits(left="as_recorded", conceded="no_points"))
    left = Month(lenient).take(a_result(1, 1, 2, 3, flags=[(3, "left")]))
    conceded = Month(lenient).take(a_result(2, 1, 2, 3, flags=[(3, "conceded")]))
    assert [score.points for score in left.values()] == [9, 4, 2]
    assert [(score.points, score.played) for score in conceded.values()] == [(9, True), (4, True), (0, False)]


# Aggregation, weights, repeats


def test_the_sum_and_the_mean():
    results = [a_result(number, *places) for number, places in enumerate([(1, 2), (2, 1), (1, 2)])]
    assert rows(Rules(aggregation=Total()), *results)[1].match_points == 18
    mean = rows(Rules(aggregation=Mean(least=3)), *results)
    assert (mean[1].match_points, mean[1].missing) == (6, 0)
    assert rows(Rules(aggregation=Mean(least=5), minimum=1), *results)[1].missing == 2


def test_the_best_results_are_matches_and_a_worse_one_changes_nothing():
    results = [a_result(number, *places) for number, places in enumerate([(1, 2), (2, 1), (1, 2)])]
    rules = Rules(aggregation=Best(n=2), minimum=1)
    before, after = rows(rules, *results[:1], results[2])[1], rows(rules, *results)[1]
    assert after.match_points == before.match_points == 16
    assert [(line.counts, line.reason) for line in after.lines] == [(True, ""), (False, "not_best"), (True, "")]


@pytest.mark.parametrize(("worth", "points", "played"), [("full", 24, 3), ("half", 20, 3), ("none", 16, 2)])
def test_the_third_match_of_the_same_people(worth, points, played):
    rules = Rules(repeats=Repeats(worth=worth, first=3), minimum=1)
    results = [a_result(1, 1, 2), a_result(2, 1, 2), a_result(3, 1, 2, 3), a_result(4, 1, 2)]
    del results[2]
    row = rows(rules, *results)[1]
    assert (row.match_points, row.played) == (points, played)
    assert row.lines[-1].reason == ("repeat" if worth == "none" else "")


def test_others_at_the_table_make_it_another_set_of_people():
    rules = Rules(repeats=Repeats(worth="none", first=2), minimum=1)
    assert rows(rules, a_result(1, 1, 2), a_result(2, 1, 2, 3), a_result(3, 2, 1))[1].played == 2


def test_weights_and_the_bonus():
    weights = Weights(games={"azul": HALF}, stages={"swiss": Fraction(2)}, verified=Fraction(1))
    month = Month(Rules(weights=weights))
    assert month.take(a_result(1, 1, 2, game="azul"))[1].points == 4
    assert month.take(a_result(2, 1, 2, game="azul", stage="swiss", verified=True))[1].points == 9
    found = rows(Rules(weights=Weights(games={"azul": Fraction(0)}), minimum=0), a_result(1, 1, 2, game="azul"))
    assert (found[1].points, found[1].lines[0].reason) == (0, "weight")


@pytest.mark.parametrize(
    ("wanted", "facts", "reason"),
    [
        (Inclusion(games=("azul",)), {"game": "revive"}, "game"),
        (Inclusion(games=("azul",)), {"game": "azul"}, ""),
        (Inclusion(sizes=(3, 4)), {}, "size"),
        (Inclusion(), {"training": True}, "training"),
        (Inclusion(training=True), {"training": True}, ""),
        (Inclusion(only_verified=True), {}, "unverified"),
        (Inclusion(only_verified=True), {"verified": True}, ""),
        (Inclusion(rule_set="official"), {"rule_set": "bga"}, "rule_set"),
        (Inclusion(rule_set="official"), {"rule_set": "official"}, ""),
        (Inclusion(witness=True), {}, "witness"),
        (Inclusion(witness=True), {"witnesses": 1}, ""),
        (Inclusion(free=False), {}, "free"),
        (Inclusion(free=False), {"stage": "swiss"}, ""),
        (Inclusion(tournaments=False), {"stage": "swiss"}, "tournament"),
    ],
)
def test_a_match_that_the_rules_leave_out_says_why(wanted, facts, reason):
    assert verdict_on(Rules(inclusion=wanted), a_result(1, 1, 2, **facts)) == reason


# Whole units for the database


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(scheme=WinDrawLoss(draw=HALF)),
        Rules(scheme=ShareBeaten(), weights=Weights(games={"azul": THIRD})),
        Rules(
            weights=Weights(games={"azul": THIRD}, stages={"swiss": Fraction(3, 7)}, verified=Fraction(1, 11)),
            forfeits=Forfeits(bye_points=Fraction(9, 4)),
        ),
    ],
)
def test_points_in_whole_units_are_the_points(rules):
    rng = random.Random(5)
    one = unit(rules)
    for number in range(80):
        size = 2 if isinstance(rules.scheme, WinDrawLoss) else rng.randint(2, 6)
        flags = [(who, rng.choice(["played", "left", "no_show"])) for who in range(1, size + 1) if rng.random() < 0.2]
        facts = {"game": rng.choice(["azul", ""]), "stage": rng.choice(["swiss", ""]), "verified": rng.random() < 0.5}
        places = [rng.randint(1, size) for _seat in range(size)]
        result = a_result(number, *places, flags=flags, **facts)
        try:
            scores = Month(rules).take(result)
        except Unscorable:
            continue
        for player, units in match_units(rules, result, one).items():
            score = scores[player]
            if rules.scheme.kind == "points":
                assert Fraction(units.points, one.points) == score.points
            weight = score.weight if rules.scheme.kind == "share" else 1
            assert Fraction(units.beaten, one.people) == score.beaten * weight
            assert (units.played, units.first, units.bye) == (score.played, score.place == 1, score.bye)


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (Rules(), []),
        (Rules(scheme=Elo()), ["order"]),
        (Rules(scheme=OpenSkill()), ["order"]),
        (Rules(scheme=ScoreShare()), ["score_share"]),
        (Rules(tie_breaks=("score_share",)), ["score_share"]),
        (Rules(repeats=Repeats(worth="half")), ["repeats"]),
    ],
)
def test_what_has_no_unit_says_why(rules, why):
    assert obstacles(rules) == why
    assert (unit(rules) is None) == bool(why)


def test_direct_meetings_leave_the_points_summable():
    rules = Rules(tie_breaks=("direct_meetings",))
    assert obstacles(rules) == ["direct_meetings"]
    assert unit(rules) is not None
