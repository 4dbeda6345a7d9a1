"""Brackets for two: shape for every number of entrants, and what results do. Cases H08, H09, H10, H28."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.bracket_play import (
    NOBODY,
    Bracket,
    Outcome,
    champion,
    correct,
    decide,
    falling,
    losses,
    matches,
    open_matches,
    places,
    seats,
    start,
)
from tournaments.formats.brackets import Plan, double_elimination, seeding, single_elimination
from tournaments.formats.errors import Refused

EVERY = range(2, 257)
SOME = [*range(2, 18), 31, 33, 64, 100, 256]


def begun(plan: Plan) -> Bracket:
    """Entrants are their seeds."""
    return start(plan, tuple(range(1, plan.entrants + 1)))


def won(bracket: Bracket, match: int, winner: int | None) -> Bracket:
    both = seats(bracket)[match]
    return decide(bracket, match, Outcome(both, winner, forfeit=winner is None))


def play(bracket: Bracket, choose) -> Bracket:
    while ready := open_matches(bracket):
        for match in ready:
            bracket = won(bracket, match, choose(*seats(bracket)[match]))
    return bracket


def better(first: int, second: int) -> int:
    return int(second < first)


@pytest.mark.parametrize("make", [single_elimination, double_elimination])
@pytest.mark.parametrize("entrants", EVERY)
def test_the_number_of_matches_is_right_and_every_edge_leads_to_an_open_seat(make, entrants: int) -> None:
    plan = make(entrants)
    assert len(plan.matches) == (entrants - 1 if make is single_elimination else 2 * entrants - 2)
    fed = Counter((edge.match, edge.seat) for one in plan.matches for edge in (one.winner_to, one.loser_to) if edge)
    fed.update((one.id, seat) for one in plan.matches for seat in (0, 1) if one.seeds[seat])
    assert fed == Counter({(one.id, seat): 1 for one in plan.matches for seat in (0, 1)})
    assert sorted(seed for one in plan.matches for seed in one.seeds if seed) == list(range(1, entrants + 1))
    for number, one in enumerate(plan.matches):
        assert one.id == number
        assert all(edge.match > number for edge in (one.winner_to, one.loser_to) if edge)
        if make is double_elimination:
            assert (one.loser_to is not None) == (one.side == "winners")


@pytest.mark.parametrize("entrants", EVERY)
def test_seeds_meet_as_late_as_possible_and_byes_go_to_the_top(entrants: int) -> None:
    """Case H28: two of the best 2^k cannot meet before the k-th round from the end; seeds 1 and 2 in the final only."""
    plan = single_elimination(entrants)
    rounds = max(one.round for one in plan.matches)
    ways: dict[int, list[int]] = {}
    for one in plan.matches:
        for seed in filter(None, one.seeds):
            way, match = [], one
            while True:
                way.append(match.id)
                if match.winner_to is None:
                    break
                match = plan.matches[match.winner_to.match]
            ways[seed] = way
    byes = 2**rounds - entrants
    assert {seed for seed in ways if plan.matches[ways[seed][0]].round > 1} == set(range(1, byes + 1))
    first_round_losers = [max(filter(None, one.seeds)) for one in plan.matches if one.round == 1]
    assert len(first_round_losers) == entrants - 2 ** (rounds - 1)
    for power in range(1, rounds + 1):
        best = range(1, min(entrants, 2**power) + 1)
        for first, second in combinations(best, 2) if power < 4 else ():
            meeting = min(set(ways[first]) & set(ways[second]))
            assert plan.matches[meeting].round >= rounds - power + 1


def test_the_better_seeds_win_by_places() -> None:
    assert seeding(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]
    bracket = play(begun(single_elimination(8, third_place=True)), better)
    assert champion(bracket) == 1
    assert places(bracket) == {1: (1, 1), 2: (2, 2), 3: (3, 3), 4: (4, 4)} | dict.fromkeys(range(5, 9), (5, 8))


@pytest.mark.parametrize("entrants", SOME)
@pytest.mark.parametrize("reset", [True, False])
def test_in_double_elimination_everybody_but_the_champion_loses_twice(entrants: int, reset: bool) -> None:
    """Case H08, with results by lot."""
    lots = random.Random(entrants)
    bracket = play(begun(double_elimination(entrants, reset=reset)), lambda *_: lots.randint(0, 1))
    best = champion(bracket)
    count = losses(bracket)
    final = bracket.outcomes[len(bracket.plan.matches) - 1]
    beaten = final.winner == 1
    assert len(bracket.outcomes) == 2 * entrants - 2 + (reset and beaten)
    assert count.pop(best) in (0, 1)
    if reset or not beaten:
        assert set(count.values()) == {2}
    assert places(bracket)[best] == (1, 1)
    assert sorted(places(bracket).values())[1] == (2, 2)


@pytest.mark.parametrize(("winner", "finals"), [(0, 1), (1, 2)])
def test_a_second_final_exists_only_once_the_unbeaten_finalist_lost(winner: int, finals: int) -> None:
    bracket = begun(double_elimination(4))
    while len(bracket.outcomes) < 5:
        (match, *_) = open_matches(bracket)
        bracket = won(bracket, match, 0)
    assert champion(bracket) is None
    assert [one.side for one in matches(bracket)].count("reset") == 0
    bracket = won(bracket, 5, winner)
    assert len(matches(bracket)) == 5 + finals
    assert (champion(bracket) is None) == (finals == 2)
    assert len(open_matches(bracket)) == finals - 1


@pytest.mark.parametrize("entrants", [4, 8, 16, 32, 64])
def test_who_drops_meets_nobody_again_as_long_as_possible(entrants: int) -> None:
    """No order of results lets two meet again before the third round of the losers' side, and in larger ones later."""
    for seed in range(20):
        lots = random.Random(seed)
        bracket = play(begun(double_elimination(entrants)), lambda *_: lots.randint(0, 1))  # noqa: B023
        last = max(one.round for one in bracket.plan.matches if one.side == "losers")
        met: Counter[frozenset[int]] = Counter()
        for match in matches(bracket):
            pair = frozenset(bracket.outcomes[match.id].entrants)
            if match.side == "losers" and match.round <= last // 2:
                assert not met[pair]
            met[pair] += 1


def test_a_correction_puts_the_new_winner_in_the_place_of_the_old_one_on_both_sides() -> None:
    """Case H09, before the next round was played."""
    bracket = won(begun(double_elimination(4)), 0, 0)
    assert seats(bracket)[2][0] == 1
    bracket = correct(bracket, 0, Outcome((1, 4), 1))
    assert seats(bracket)[2][0] == 4
    assert seats(bracket)[3][0] == 1


def test_a_correction_with_later_results_names_them_and_wants_them_confirmed() -> None:
    """Case H09, after the next round was played."""
    bracket = begun(single_elimination(8))
    for match in range(7):
        bracket = won(bracket, match, 0)
    other = Outcome((1, 8), 1)
    assert falling(bracket, 0, other) == (4, 6)
    with pytest.raises(Refused) as refused:
        correct(bracket, 0, other)
    assert refused.value.code == "format.results_fall"
    assert refused.value.facts["expected"] == [4, 6]
    corrected = correct(bracket, 0, other, confirmed=(4, 6))
    assert seats(corrected)[4] == (8, 4)
    assert open_matches(corrected) == (4,)
    assert corrected.outcomes[5] == bracket.outcomes[5]


def test_the_same_winner_with_other_wins_lets_nothing_fall() -> None:
    bracket = begun(single_elimination(4, best_of=3))
    bracket = decide(bracket, 0, Outcome((1, 4), 0, (2, 0)))
    bracket = decide(bracket, 1, Outcome((2, 3), 0, (2, 1)))
    bracket = decide(bracket, 2, Outcome((1, 2), 1, (1, 2)))
    assert falling(bracket, 0, Outcome((1, 4), 0, (2, 1))) == ()
    assert champion(correct(bracket, 0, Outcome((1, 4), 0, (2, 1)))) == 2


def test_taking_a_result_back_opens_the_match_again() -> None:
    bracket = won(won(begun(single_elimination(4)), 0, 0), 1, 0)
    assert open_matches(correct(bracket, 1, None)) == (1,)


@given(entrants=st.integers(2, 12), seed=st.integers(0, 9999), double=st.booleans())
@settings(max_examples=40)
def test_a_corrected_bracket_is_as_if_it_had_been_right_from_the_start(entrants: int, seed: int, double: bool) -> None:
    lots = random.Random(seed)
    plan = double_elimination(entrants) if double else single_elimination(entrants)
    bracket = play(begun(plan), lambda *_: lots.choice((0, 1)))
    match = lots.choice(sorted(bracket.outcomes))
    both = bracket.outcomes[match].entrants
    other = Outcome(both, 1 - (bracket.outcomes[match].winner or 0))
    falls = falling(bracket, match, other)
    corrected = correct(bracket, match, other, falls)
    fresh = begun(plan)
    for number in sorted(corrected.outcomes):
        fresh = decide(fresh, number, corrected.outcomes[number])
    assert fresh == corrected
    assert set(corrected.outcomes) == set(bracket.outcomes) - set(falls)


def test_when_both_forfeit_the_next_goes_through_as_by_a_bye() -> None:
    """Case H10, in a quarter-final."""
    bracket = begun(single_elimination(8))
    bracket = won(bracket, 0, None)
    bracket = won(bracket, 1, 0)
    assert seats(bracket)[4] == (NOBODY, 4)
    assert seats(bracket)[6][0] == 4
    assert 4 not in open_matches(bracket)
    assert (losses(bracket)[1], losses(bracket)[8]) == (1, 1)


@pytest.mark.parametrize("make", [single_elimination, double_elimination])
def test_when_both_forfeit_the_final_there_is_no_champion(make) -> None:
    """Case H10, in the final."""
    bracket = begun(make(4))
    last = len(bracket.plan.matches) - 1
    while last not in open_matches(bracket):
        bracket = won(bracket, open_matches(bracket)[0], 0)
    bracket = won(bracket, last, None)
    assert champion(bracket) == NOBODY
    assert open_matches(bracket) == ()
    assert sorted(places(bracket).values())[:2] == [(2, 2), (2, 2)]


@pytest.mark.parametrize(
    ("match", "outcome", "code"),
    [
        (9, Outcome((1, 4), 0), "format.unknown_match"),
        (2, Outcome((1, 2), 0), "format.not_ready"),
        (0, Outcome((1, 3), 0, (2, 0)), "format.other_people"),
        (0, Outcome((4, 1), 0, (2, 0)), "format.other_people"),
        (0, Outcome((1, 4), None, (2, 0)), "format.winner"),
        (0, Outcome((1, 4), 2, (2, 0)), "format.winner"),
        (0, Outcome((1, 4), 0, (1, 0)), "format.wins"),
        (0, Outcome((1, 4), 0, (2, 2)), "format.wins"),
        (0, Outcome((1, 4), 1, (2, 1)), "format.wins"),
    ],
)
def test_a_wrong_result_is_refused(match: int, outcome: Outcome, code: str) -> None:
    with pytest.raises(Refused) as refused:
        decide(begun(single_elimination(4, best_of=3)), match, outcome)
    assert refused.value.code == code


def test_a_result_is_reported_once() -> None:
    bracket = won(begun(single_elimination(4)), 0, 0)
    with pytest.raises(Refused) as refused:
        decide(bracket, 0, Outcome((1, 4), 0))
    assert refused.value.code == "format.already_decided"
    with pytest.raises(Refused) as refused:
        correct(bracket, 1, None)
    assert refused.value.code == "format.not_decided"


def test_the_final_may_be_longer() -> None:
    assert [one.best_of for one in single_elimination(4, third_place=True, best_of=3, best_of_final=5).matches] == [
        3,
        3,
        5,
        3,
    ]


def test_entrants_must_fit_the_plan() -> None:
    with pytest.raises(Refused):
        start(single_elimination(4), (1, 2, 3))
    with pytest.raises(Refused):
        start(single_elimination(3), (1, 2, 2))
    with pytest.raises(ValueError, match="two"):
        single_elimination(1)


def test_a_place_is_a_span_as_long_as_others_may_still_share_it():
    bracket = won(begun(single_elimination(4, third_place=True)), 0, 0)
    assert places(bracket) == dict.fromkeys((1, 2, 3, 4), (1, 4))
    bracket = won(bracket, 1, 0)
    assert places(bracket) == {1: (1, 2), 2: (1, 2), 3: (3, 4), 4: (3, 4)}
    assert places(won(bracket, 2, 0)) == {1: (1, 1), 2: (2, 2), 3: (3, 4), 4: (3, 4)}
    assert places(won(bracket, 3, 0)) == {1: (1, 2), 2: (1, 2), 3: (4, 4), 4: (3, 3)}
    assert places(won(begun(single_elimination(8)), 0, 0))[8] == (5, 8)
