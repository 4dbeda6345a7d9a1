"""The numbers of each method, and how they are shown. Pure, without numba.

Every method is shown on one scale with 1500 in its middle: openskill's μ 25 ± 25/3 is 1500 ± 1000.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.signedinteger[Any]]

OPENSKILL_MU, OPENSKILL_SIGMA = 25.0, 25.0 / 3.0
OPENSKILL_BETA, OPENSKILL_KAPPA, OPENSKILL_TAU = 25.0 / 6.0, 0.0001, 25.0 / 300.0
OPENSKILL_SHOWN, OPENSKILL_SPREAD_SHOWN = 60.0, 120.0

GLICKO_SCALE = 173.7178
GLICKO_SPREAD, GLICKO_VOLATILITY, GLICKO_TAU = 350.0, 0.06, 0.5

SHOWN = {"elo": (1.0, 1.0), "openskill": (OPENSKILL_SHOWN, OPENSKILL_SPREAD_SHOWN), "glicko2": (1.0, 1.0)}
"""By which the value and the spread are multiplied where people see them."""
SPREADS = {"elo": 0.0, "openskill": OPENSKILL_SIGMA, "glicko2": GLICKO_SPREAD}
"""The spread of somebody new."""
PULLED = 0.25
"""How far towards the start a season policy of that name brings everybody each January."""
