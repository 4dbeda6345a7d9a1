"""Groups, the challenge ladder and divisions, as state in and state out."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats import challenge
from tournaments.formats.brackets import single_elimination
from tournaments.formats.challenge import Challenge, Lapse, Standing
from tournaments.formats.divisions import (
    Changes,
    Divisions,
    Move,
    Rules,
    next_season,
    play_offs,
    substituted,
)
from tournaments.formats.errors import Refused
from tournaments.formats.groups import Row, bracket_seeds, drawn, qualified

LADDER = challenge.Rules()


def rows(*entrants: int, points: int = 10) -> list[Row]:
    return [Row(one, Fraction(points - place), 2) for place, one in enumerate(entrants)]


def refused(code: str):
    return pytest.raises(Refused, check=lambda error: error.code == f"format.{code}")


def test_groups_are_dealt_by_snake() -> None:
    assert drawn(range(1, 11), 3) == [[1, 6, 7, 10], [2, 5, 8], [3, 4, 9]]
    with refused("groups"):
        drawn(range(1, 6), 3)


def test_best_next_of_the_groups_by_place_rate_share_and_seed() -> None:
    standings = [
        [Row(1, Fraction(9), 3), Row(2, Fraction(6), 3), Row(3, Fraction(3), 3)],
        [Row(4, Fraction(6), 2), Row(5, Fraction(5), 2), Row(6, Fraction(1), 2)],
        [Row(7, Fraction(6), 2), Row(8, Fraction(4), 2, Fraction(1, 2)), Row(9, Fraction(0), 2)],
    ]
    found = qualified(standings, 1, 5, seeds=range(1, 10))
    assert found.seeds == (1, 4, 7, 5, 8)
    assert found.best_next == (5, 8)
    with refused("qualifiers"):
        qualified(standings, 2, 5, seeds=range(1, 10))


@given(groups=st.integers(2, 8), each=st.integers(1, 3), seed=st.integers(0, 99))
@settings(max_examples=40)
def test_the_first_play_off_matches_part_people_of_a_group(groups: int, each: int, seed: int) -> None:
    lots = random.Random(seed)
    people = list(range(groups * 4))
    lots.shuffle(people)
    standings = [rows(*people[4 * number : 4 * number + 4], points=lots.randint(5, 20)) for number in range(groups)]
    found = qualified(standings, each, groups * each, seeds=people)
    seeds = bracket_seeds(found)
    assert sorted(seeds) == sorted(found.seeds)
    assert seeds[:groups] == found.seeds[:groups] or each == 1
    if each == 2:
        for match in single_elimination(len(seeds)).matches:
            if all(match.seeds):
                first, second = (seeds[seed - 1] for seed in match.seeds if seed)
                assert found.group[first] != found.group[second]


def test_a_challenger_who_wins_takes_the_place_and_the_rest_shift() -> None:
    state = challenge.challenge(Standing((1, 2, 3, 4, 5)), LADDER, 4, 1, day=100)
    assert state.open == (Challenge(4, 1, 107),)
    state = challenge.accept(state, LADDER, 1, day=103)
    assert state.open == (Challenge(4, 1, 117, accepted=True),)
    assert challenge.played(state, 1, winner=4) == Standing((4, 1, 2, 3, 5))
    assert challenge.played(state, 1, winner=1).order == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("challenger", "challenged", "code"),
    [(5, 1, "out_of_reach"), (1, 2, "out_of_reach"), (2, 2, "out_of_reach"), (9, 1, "unknown_entrant")],
)
def test_a_challenge_that_reaches_too_far_is_refused(challenger: int, challenged: int, code: str) -> None:
    with refused(code):
        challenge.challenge(Standing((1, 2, 3, 4, 5)), LADDER, challenger, challenged, day=1)


def test_one_challenge_at_a_time() -> None:
    state = challenge.challenge(Standing((1, 2, 3, 4, 5)), LADDER, 4, 2, day=1)
    for pair in ((3, 2), (5, 4), (4, 3)):
        with refused("busy"):
            challenge.challenge(state, LADDER, *pair, day=1)


def test_the_second_refusal_costs_a_place_and_accepting_clears_the_first() -> None:
    state = Standing((1, 2, 3, 4))
    for expected in ((1, 2, 3, 4), (2, 1, 3, 4)):
        state = challenge.refuse(challenge.challenge(state, LADDER, 3, 1, day=1), LADDER, 1)
        assert state.order == expected
    state = challenge.refuse(challenge.challenge(state, LADDER, 3, 1, day=1), LADDER, 1)
    state = challenge.challenge(state, LADDER, 3, 1, day=1)
    state = challenge.played(challenge.accept(state, LADDER, 1, day=1), 1, winner=1)
    state = challenge.refuse(challenge.challenge(state, LADDER, 3, 1, day=1), LADDER, 1)
    assert state.order == (2, 1, 3, 4)


def test_silence_is_a_refusal_and_an_unplayed_match_changes_nothing() -> None:
    asked = challenge.challenge(Standing((1, 2, 3)), LADDER, 3, 1, day=1)
    assert challenge.expired(asked, LADDER, day=8) == (asked, ())
    state, lapses = challenge.expired(asked, LADDER, day=9)
    assert lapses == (Lapse(asked.open[0], "not_accepted"),)
    assert state == Standing((1, 2, 3), (), {1: 1})
    taken = challenge.accept(asked, LADDER, 1, day=2)
    state, lapses = challenge.expired(taken, LADDER, day=17)
    assert (state, lapses[0].why) == (Standing((1, 2, 3)), "not_played")


def test_results_need_an_accepted_challenge() -> None:
    state = challenge.challenge(Standing((1, 2, 3)), LADDER, 3, 1, day=1)
    for act in (
        lambda: challenge.played(state, 1, winner=3),
        lambda: challenge.accept(state, LADDER, 3, day=1),
        lambda: challenge.refuse(state, LADDER, 2),
    ):
        with refused("no_challenge"):
            act()
    with refused("other_people"):
        challenge.played(challenge.accept(state, LADDER, 1, day=1), 1, winner=2)


def test_a_table_shares_out_its_own_places() -> None:
    assert challenge.table_played(Standing((1, 2, 3, 4, 5)), (5, 2, 3)).order == (1, 5, 2, 4, 3)
    with refused("entrants"):
        challenge.table_played(Standing((1, 2, 3)), (1, 1))


def test_who_joins_stands_last_and_who_leaves_takes_the_challenge_along() -> None:
    state = challenge.joined(challenge.challenge(Standing((1, 2, 3)), LADDER, 3, 1, day=1), 4)
    assert state.order == (1, 2, 3, 4)
    assert challenge.left(state, 1) == Standing((2, 3, 4))
    with refused("entered_already"):
        challenge.joined(state, 2)


THREE = Divisions(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))


ONE_CHANGES = Rules(change=1, size=4)


def season(state: Divisions = THREE, rules: Rules = ONE_CHANGES, **changes):
    return next_season(state, state.tiers, rules, Changes(**changes))


def test_the_best_go_up_and_the_last_go_down() -> None:
    state, moves = season()
    assert state.tiers == ((1, 2, 3, 5), (4, 6, 7, 9), (8, 10, 11, 12))
    assert set(moves) == {Move(5, 1, 0, "up"), Move(4, 0, 1, "down"), Move(9, 2, 1, "up"), Move(8, 1, 2, "down")}


def test_a_play_off_decides_about_the_next_places() -> None:
    rules = Rules(change=1, play_off=1, size=4)
    assert play_offs(THREE, THREE.tiers, rules) == ((3, 6), (7, 10))
    with refused("play_off_open"):
        season(rules=rules)
    state, moves = season(rules=rules, play_off_winners=(6, 7))
    assert state.tiers[0] == (1, 2, 5, 6)
    assert Move(6, 1, 0, "play_off_up") in moves
    assert Move(3, 0, 1, "play_off_down") in moves
    assert not [move for move in moves if move.entrant == 7]


def test_free_places_are_filled_from_below_and_newcomers_start_at_the_bottom() -> None:
    state, moves = season(leaving=(1,), newcomers=(20,))
    assert state.tiers == ((2, 3, 5, 4), (6, 7, 9, 8), (10, 11, 12, 20))
    assert Move(1, 0, None, "left") in moves
    assert Move(20, None, 2, "new") in moves


def test_leave_of_one_season_keeps_the_division() -> None:
    state, _moves = season(on_leave=(2,))
    assert state.away == {2: 0}
    assert 2 not in [one for tier in state.tiers for one in tier]
    back, moves = season(state, newcomers=(20, 21))
    assert 2 in back.tiers[0]
    assert Move(2, None, 0, "back") in moves


def test_a_last_division_under_four_is_merged_upward() -> None:
    state, moves = season(leaving=(10, 11))
    assert len(state.tiers) == 2
    assert len(state.tiers[1]) == 6
    assert {move.why for move in moves if move.entrant in (8, 12)} == {"merged"}


def test_a_last_division_that_grows_is_cut() -> None:
    state, _moves = season(newcomers=tuple(range(20, 24)))
    assert list(map(len, state.tiers)) == [4, 4, 4, 4]
    assert state.tiers[-1] == (20, 21, 22, 23)


def test_who_does_not_check_in_is_replaced() -> None:
    state, instead = substituted(THREE, absent=(7, 1), reserves=(30,))
    assert state.tiers == ((30, 2, 3, 4), (5, 6, 8), (9, 10, 11, 12))
    assert instead == {1: 30}
    with refused("entered_already"):
        substituted(THREE, (1,), (2,))
    with refused("unknown_entrant"):
        substituted(THREE, (99,), ())


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"leaving": (99,)}, "unknown_entrant"), ({"newcomers": (3,)}, "entered_already")],
)
def test_impossible_changes_are_refused(changes: dict, code: str) -> None:
    with refused(code):
        season(**changes)


def test_standings_of_other_people_are_refused() -> None:
    with refused("other_people"):
        next_season(THREE, ((1, 2, 3, 5), (4, 6, 7, 8), (9, 10, 11, 12)), Rules(), Changes())


@given(
    sizes=st.lists(st.integers(4, 9), min_size=1, max_size=5),
    change=st.integers(0, 4),
    seed=st.integers(0, 999),
    new=st.integers(0, 6),
)
def test_nobody_is_lost_or_doubled_over_a_season(sizes: list[int], change: int, seed: int, new: int) -> None:
    lots = random.Random(seed)
    people = iter(range(1000))
    state = Divisions(tuple(tuple(next(people) for _seat in range(size)) for size in sizes))
    everybody = [one for tier in state.tiers for one in tier]
    leaving, pausing = (tuple(lots.sample(everybody, lots.randint(0, 2))) for _kind in range(2))
    newcomers = tuple(range(2000, 2000 + new))
    standings = [lots.sample(tier, len(tier)) for tier in state.tiers]
    after, moves = next_season(
        state, standings, Rules(change=change), Changes(leaving=leaving, on_leave=pausing, newcomers=newcomers)
    )
    now = [one for tier in after.tiers for one in tier]
    assert sorted([*now, *after.away]) == sorted({*everybody, *newcomers} - set(leaving))
    assert len(after.tiers) == 1 or len(after.tiers[-1]) >= 4
    where = {one: number for number, tier in enumerate(after.tiers) for one in tier}
    assert all(where.get(move.entrant) == move.after for move in moves)
    if not leaving and not pausing and not newcomers:
        assert tuple(map(len, after.tiers)) == tuple(sizes) or sizes[-1] >= 12


def test_moves_between_neighbours_only() -> None:
    state, moves = season(rules=Rules(change=2, size=4))
    assert all(abs((move.before or 0) - (move.after or 0)) == 1 for move in moves)
    assert [len(tier) for tier in state.tiers] == [4, 4, 4]
    assert all(first != second for first, second in pairwise(state.tiers))
