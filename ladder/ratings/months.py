"""One month of a pool: results and what everybody was worth before it, rated. Pure; brings numba with it."""

from collections.abc import Collection

import numpy as np

from ladder.ratings import kernels
from ladder.ratings.arrays import Floats
from ladder.ratings.facts import Facts
from ladder.ratings.lines import MOVE_FORMATS, Move
from ladder.ratings.scales import SHOWN, Method
from ladder.ratings.state import State

_MOVE = np.dtype(list(zip(Move._fields, MOVE_FORMATS, strict=True)))


def rate_month(method: Method, facts: Facts, state: State) -> tuple[State, Floats]:
    """Rate a month. The second part has a line for each seat, as in `kernels`, on the scale that people see."""
    state = state.with_people(facts.people, method)
    players = np.searchsorted(state.people, facts.people)[facts.seats].astype(np.int32)
    out = np.empty((len(players), 6))
    values = state.values, state.spreads
    if method.name == "glicko2":
        kernels.rate_period(facts.starts, players, facts.places, facts.left, *values, state.volatilities, out)
    else:
        kind = kernels.ELO if method.name == "elo" else kernels.OPENSKILL
        kernels.rate_matches(kind, method.k, facts.starts, players, facts.places, facts.left, *values, out)
    scale, spread_scale = SHOWN[method.name]
    out[:, [0, 2]] *= scale
    out[:, [1, 3]] *= spread_scale
    np.add.at(state.played, players, 1)
    state.changes[players] = out[:, 2] - out[:, 0]  # of several lines of one player the last one stays
    state.last[players] = np.repeat(facts.ended, np.diff(facts.starts))
    return state, out


def rate_idle_month(method: Method, state: State) -> None:
    """A month without results: under Glicko-2 everybody becomes less certain."""
    if method.name == "glicko2" and len(state.people):
        nothing = np.zeros(0, np.int32)
        none = nothing.astype(np.uint8)
        values = state.values, state.spreads, state.volatilities
        kernels.rate_period(np.zeros(1, np.int64), nothing, none, none, *values, np.empty((0, 6)))


def moves(before: State, after: State, method: Method, least: float, apart: Collection[int]) -> bytes:
    """Those, `apart` apart, whose shown value differs by at least so much, packed as `ladder.ratings.lines` reads it."""
    both = np.setdiff1d(np.intersect1d(before.people, after.people), list(apart)).astype(np.int64)
    old = before.shown(method)[0][np.searchsorted(before.people, both)]
    new = after.shown(method)[0][np.searchsorted(after.people, both)]
    changed = np.abs(new - old) >= least
    rows = np.zeros(int(changed.sum()), _MOVE)
    rows["player"], rows["before"], rows["after"] = both[changed], old[changed], new[changed]
    return rows.tobytes()
