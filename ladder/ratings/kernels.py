"""Rating of whole months of results, compiled by numba: Elo for n players, Plackett-Luce, Glicko-2. Pure.

Results come as flat arrays: the seats of match `m` are `starts[m]:starts[m + 1]`; `players` are positions in the arrays
of values, `places` may be shared, and `left` marks who did not play to the end. He loses to all who did; they are rated
among themselves. Values change in place; `out` gets a line for each seat: value and spread before, after, expected and
scored. Both count opponents: 1 for each one beaten, ½ for a draw.
"""

import math

import numpy as np
from numba import njit

from ladder.ratings.arrays import Floats, Ints
from ladder.ratings.scales import (
    GLICKO_SCALE,
    GLICKO_SPREAD,
    GLICKO_TAU,
    OPENSKILL_BETA,
    OPENSKILL_KAPPA,
    OPENSKILL_TAU,
)

ELO, OPENSKILL = 0, 1
MOST_SEATS = 64
"""More never sit at one table; a longer result is a mistake of the caller."""
_CLOSE = 1e-9
"""How near to its limit the volatility of Glicko-2 is brought."""


@njit(cache=True)
def rate_matches(
    method: int,
    k: float,
    starts: Ints,
    players: Ints,
    places: Ints,
    left: Ints,
    values: Floats,
    spreads: Floats,
    out: Floats,
) -> None:
    """Rate matches one after another by `ELO` or `OPENSKILL`."""
    who = np.empty(MOST_SEATS, np.int64)
    work = np.empty((9, MOST_SEATS))
    for match in range(len(starts) - 1):
        first, end = starts[match], starts[match + 1]
        stayed = 0
        for seat in range(first, end):
            player = players[seat]
            out[seat, 0] = out[seat, 2] = values[player]
            out[seat, 1] = out[seat, 3] = spreads[player]
            out[seat, 4] = out[seat, 5] = 0.0
            if not left[seat]:
                who[stayed] = seat
                stayed += 1
        if stayed > 1:
            _rate_table(method, k, who, stayed, places, left, work, out)
            for number in range(stayed):
                _take(who[number], number, work, out)
        for seat in range(first, end):
            if left[seat] and stayed:
                who[stayed] = seat
                _rate_table(method, k, who, stayed + 1, places, left, work, out)
                _take(seat, stayed, work, out)
        for seat in range(first, end):
            values[players[seat]] = out[seat, 2]
            spreads[players[seat]] = out[seat, 3]


@njit(cache=True)
def _take(seat: int, number: int, work: Floats, out: Floats) -> None:
    for column in range(4):
        out[seat, 2 + column] = work[2 + column, number]


@njit(cache=True)
def _rate_table(
    method: int, k: float, who: Ints, size: int, places: Ints, left: Ints, work: Floats, out: Floats
) -> None:
    """Rate those at one table from what they had before it; `work` gets value, spread, expected, scored from row 2 on."""
    for number in range(size):
        work[0, number], work[1, number] = out[who[number], 0], out[who[number], 1]
    if method == ELO:
        _elo(k, who, size, places, left, work)
    else:
        _plackett_luce(who, size, places, left, work)


@njit(cache=True)
def _versus(one: int, other: int, places: Ints, left: Ints) -> float:
    """What a seat scored against another: 1, ½ or 0."""
    if left[one] != left[other]:
        return float(left[other])
    return float(0.5 * (np.sign(float(places[other]) - float(places[one])) + 1.0))


@njit(cache=True)
def _elo(k: float, who: Ints, size: int, places: Ints, left: Ints, work: Floats) -> None:
    for one in range(size):
        expected, scored = 0.0, 0.0
        for other in range(size):
            if one != other:
                expected += 1.0 / (1.0 + 10.0 ** ((work[0, other] - work[0, one]) / 400.0))
                scored += _versus(who[one], who[other], places, left)
        work[2, one] = work[0, one] + k / (size - 1) * (scored - expected)
        work[3, one] = 0.0
        work[4, one], work[5, one] = expected, scored


@njit(cache=True)
def _plackett_luce(who: Ints, size: int, places: Ints, left: Ints, work: Floats) -> None:
    """Weng and Lin's algorithm 4 for tables of single players.

    Rows 6 to 8 of `work`: strength, strength of all who are not before somebody, and how many share his place.
    """
    total = 0.0
    for one in range(size):
        work[1, one] = math.sqrt(work[1, one] ** 2 + OPENSKILL_TAU**2)
        total += work[1, one] ** 2 + OPENSKILL_BETA**2
    c = math.sqrt(total)
    for one in range(size):
        work[6, one] = math.exp(work[0, one] / c)
    for one in range(size):
        work[7, one], work[8, one] = work[6, one], 1.0
        for other in range(size):
            if one != other:
                versus = _versus(who[one], who[other], places, left)
                work[7, one] += work[6, other] * (versus >= 0.5)
                work[8, one] += versus == 0.5
    for one in range(size):
        omega, delta = 0.0, 0.0
        work[4, one] = work[5, one] = 0.0
        for other in range(size):
            versus = 0.5
            if other != one:
                versus = _versus(who[one], who[other], places, left)
                work[4, one] += _win_chance(work[0, one] - work[0, other], work[1, one], work[1, other])
                work[5, one] += versus
            if versus <= 0.5:
                share = work[6, one] / work[7, other]
                delta += share * (1.0 - share) / work[8, other]
                omega += ((other == one) - share) / work[8, other]
        squared = work[1, one] ** 2
        delta *= squared / (c * c) * work[1, one] / c
        work[2, one] = work[0, one] + omega * squared / c
        work[3, one] = work[1, one] * math.sqrt(max(1.0 - delta, OPENSKILL_KAPPA))


@njit(cache=True)
def _win_chance(apart: float, spread: float, other_spread: float) -> float:
    scale = math.sqrt(2.0 * OPENSKILL_BETA**2 + spread**2 + other_spread**2)
    return 0.5 * (1.0 + math.erf(apart / scale / math.sqrt(2.0)))


@njit(cache=True)
def rate_period(
    starts: Ints,
    players: Ints,
    places: Ints,
    left: Ints,
    values: Floats,
    spreads: Floats,
    volatilities: Floats,
    out: Floats,
) -> None:
    """Rate a period of games of two by Glicko-2: all of them from the ratings at its beginning.

    Whoever played none becomes less certain. Lines of `out` tell what each game added, so that they sum to the whole.
    """
    count = len(values)
    certainty, surprise = np.zeros(count), np.zeros(count)
    for first in starts[:-1]:
        for seat, other in ((first, first + 1), (first + 1, first)):
            one, two = players[seat], players[other]
            phi = spreads[two] / GLICKO_SCALE
            g = 1.0 / math.sqrt(1.0 + 3.0 * phi * phi / math.pi**2)
            expected = 1.0 / (1.0 + math.exp(-g * (values[one] - values[two]) / GLICKO_SCALE))
            scored = _versus(seat, other, places, left)
            out[seat, 4], out[seat, 5] = expected, scored
            out[seat, 0] = out[seat, 2] = values[one]
            out[seat, 1] = out[seat, 3] = spreads[one]
            if not left[other]:
                certainty[one] += g * g * expected * (1.0 - expected)
                surprise[one] += g * (scored - expected)
                out[seat, 2] = g * (scored - expected)
    rated = np.zeros(count)
    for player in range(count):
        phi = spreads[player] / GLICKO_SCALE
        if certainty[player] > 0.0:
            sigma = _volatility(volatilities[player], phi, certainty[player], surprise[player])
            volatilities[player] = sigma
            phi = 1.0 / math.sqrt(1.0 / (phi * phi + sigma * sigma) + certainty[player])
            rated[player] = phi * phi * GLICKO_SCALE
        else:
            phi = math.sqrt(phi * phi + volatilities[player] ** 2)
        spreads[player] = min(phi * GLICKO_SCALE, GLICKO_SPREAD)
    for first in starts[:-1]:
        for seat, other in ((first, first + 1), (first + 1, first)):
            player = players[seat]
            if left[other]:
                out[seat, 0] = out[seat, 2] = values[player]
                out[seat, 4] = out[seat, 5] = 0.0
            else:
                out[seat, 0] = values[player]
                values[player] += rated[player] * out[seat, 2]
                out[seat, 2] = values[player]
            out[seat, 3] = spreads[player]


@njit(cache=True)
def _volatility(sigma: float, phi: float, certainty: float, surprise: float) -> float:
    """Step 5 of Glickman's description: the root of f between brackets, by the Illinois method."""
    v = 1.0 / certainty
    delta = v * surprise
    a = math.log(sigma * sigma)
    low = a
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
    else:
        steps = 1
        while _f(a - steps * GLICKO_TAU, a, delta, phi, v) < 0.0:
            steps += 1
        high = a - steps * GLICKO_TAU
    f_low, f_high = _f(low, a, delta, phi, v), _f(high, a, delta, phi, v)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = _f(middle, a, delta, phi, v)
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)


@njit(cache=True)
def _f(x: float, a: float, delta: float, phi: float, v: float) -> float:
    power = math.exp(x)
    known = phi * phi + v + power
    return power * (delta * delta - known) / (2.0 * known * known) - (x - a) / GLICKO_TAU**2
