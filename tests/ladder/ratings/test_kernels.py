"""The kernels against published examples, the openskill library, and sums that must hold."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from ladder.ratings import kernels
from ladder.ratings.scales import OPENSKILL_SIGMA

Table = Sequence[tuple[int, int, bool]]
"""Player, place, left."""


def arrays(tables: Sequence[Table]) -> tuple[np.ndarray, ...]:
    seats = [seat for table in tables for seat in table]
    starts = np.cumsum([0, *map(len, tables)]).astype(np.int64)
    columns = zip(*seats, strict=True)
    return starts, *(
        np.array(list(column), kind) for column, kind in zip(columns, (np.int32, np.uint8, np.uint8), strict=True)
    )


def rated(kind: int, tables: Sequence[Table], values: Sequence[float], spread: float = 0.0):
    """Values and spreads afterwards, and the lines."""
    now, spreads = np.array(values, float), np.full(len(values), spread)
    flat = arrays(tables)
    out = np.empty((flat[0][-1], 6))
    kernels.rate_matches(kind, 32.0, *flat, now, spreads, out)
    return now, spreads, out


def test_elo_for_three_is_that_of_the_rules():
    values, _spreads, out = rated(kernels.ELO, [[(0, 2, False), (1, 1, False), (2, 3, False)]], [1620, 1500, 1440])
    assert (values - [1620, 1500, 1440]).round(1).tolist() == [-6.5, 17.3, -10.8]
    assert out[:, 5].tolist() == [1, 2, 0]
    assert (out[:, 5] - out[:, 4]).round(3).tolist() == [-0.404, 1.081, -0.676]


def test_openskill_for_four_newcomers_is_that_of_the_rules():
    table = [(0, 1, False), (1, 2, False), (2, 2, False), (3, 4, False)]
    values, spreads, _out = rated(kernels.OPENSKILL, [table], [25.0] * 4, OPENSKILL_SIGMA)
    assert values.round(3).tolist() == [27.795, 24.689, 24.689, 22.826]
    assert spreads.round(3).tolist() == [8.264, 8.180, 8.180, 8.180]
    assert (values * 60).round().tolist() == [1668, 1481, 1481, 1370]


@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_openskill_equals_the_library_with_ties(seed: int):
    rng = random.Random(seed)
    people = 12
    tables = [
        [(player, rng.randint(1, 3), False) for player in rng.sample(range(people), rng.randint(2, 7))]
        for _match in range(25)
    ]
    values, spreads, _out = rated(kernels.OPENSKILL, tables, [25.0] * people, OPENSKILL_SIGMA)
    library = PlackettLuce()
    ratings = [library.rating() for _player in range(people)]
    for table in tables:
        teams = library.rate(
            [[ratings[player]] for player, _place, _left in table], ranks=[float(seat[1]) for seat in table]
        )
        for (player, _place, _left), [rating] in zip(table, teams, strict=True):
            ratings[player] = rating
    assert np.allclose(values, [rating.mu for rating in ratings], rtol=0, atol=1e-9)
    assert np.allclose(spreads, [rating.sigma for rating in ratings], rtol=0, atol=1e-9)


def glicko(games: Sequence[Table], values: Sequence[float], spreads: Sequence[float]):
    now, deviations, volatilities = np.array(values, float), np.array(spreads, float), np.full(len(values), 0.06)
    flat = arrays(games)
    out = np.empty((flat[0][-1], 6))
    kernels.rate_period(*flat, now, deviations, volatilities, out)
    return now, deviations, volatilities, out


def test_glicko_is_that_of_its_author():
    """Glickman, Example of the Glicko-2 system: 1500/200 beats 1400/30 and loses to 1550/100 and 1700/300."""
    games = [[(0, 1, False), (1, 2, False)], [(0, 2, False), (2, 1, False)], [(0, 2, False), (3, 1, False)]]
    values, spreads, volatilities, out = glicko(games, [1500, 1400, 1550, 1700], [200, 30, 100, 300])
    assert round(values[0], 2) == 1464.05  # 1464.06 by the hand of the author, who rounds on the way
    assert round(spreads[0], 2) == 151.52
    assert round(volatilities[0], 5) == pytest.approx(0.05999, abs=1e-5)
    assert out[[0, 2, 4], 4].round(3).tolist() == [0.639, 0.432, 0.303]
    assert sum(out[[0, 2, 4], 2] - out[[0, 2, 4], 0]) == pytest.approx(values[0] - 1500)


def test_under_glicko_the_order_of_games_in_a_month_does_not_matter():
    games = [[(0, 1, False), (1, 2, False)], [(1, 1, False), (2, 1, False)], [(2, 2, False), (0, 1, False)]]
    one = glicko(games, [1500, 1600, 1400], [200, 100, 50])
    other = glicko(games[::-1], [1500, 1600, 1400], [200, 100, 50])
    assert all(np.allclose(a, b, rtol=0, atol=1e-9) for a, b in zip(one[:3], other[:3], strict=True))


def test_under_glicko_who_does_not_play_becomes_less_certain_but_never_less_than_a_newcomer():
    _values, spreads, _volatilities, _out = glicko([[(0, 1, False), (1, 2, False)]], [1500] * 4, [50, 50, 50, 350])
    assert 50 < spreads[2] < 52
    assert spreads[3] == 350


@pytest.mark.parametrize("kind", [kernels.ELO, kernels.OPENSKILL])
def test_who_left_loses_to_all_and_the_others_are_rated_among_themselves(kind: int):
    spread = OPENSKILL_SIGMA if kind == kernels.OPENSKILL else 0.0
    start = [25.0 if kind == kernels.OPENSKILL else 1500.0] * 4
    full, _s, out = rated(kind, [[(0, 1, False), (1, 0, True), (2, 2, False), (3, 3, False)]], start, spread)
    among, _s, _out = rated(kind, [[(0, 1, False), (2, 2, False), (3, 3, False)]], start, spread)
    last, _s, _out = rated(kind, [[(0, 1, False), (1, 4, False), (2, 2, False), (3, 3, False)]], start, spread)
    assert full[[0, 2, 3]].tolist() == among[[0, 2, 3]].tolist()
    assert full[1] == pytest.approx(last[1])
    assert out[:, 5].tolist() == [2, 0, 1, 0]


def test_who_stays_alone_neither_wins_nor_loses():
    values, _spreads, out = rated(kernels.ELO, [[(0, 1, False), (1, 0, True)]], [1500, 1500])
    assert values.tolist() == [1500, 1484]
    assert out[0, 4:].tolist() == [0, 0]


@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_under_elo_nothing_is_won_that_nobody_loses(seed: int):
    rng = random.Random(seed)
    tables = [
        [(player, rng.randint(1, 4), False) for player in rng.sample(range(8), rng.randint(2, 6))] for _m in range(20)
    ]
    values, _spreads, _out = rated(kernels.ELO, tables, [1500.0] * 8)
    assert values.sum() == pytest.approx(8 * 1500)
