"""The numbers of each method, and how they are shown. Pure, without numpy, so that pages may know them.

Every method is shown on one scale with 1500 in its middle: openskill's μ 25 ± 25/3 is 1500 ± 1000.
"""

from dataclasses import dataclass

OPENSKILL_SIGMA = 25.0 / 3.0
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


@dataclass(frozen=True, slots=True)
class Method:
    """How a pool rates. `start` is on the scale that people see; `january` is `keep`, `pull` or `reset`."""

    name: str
    start: float = 1500.0
    k: float = 32.0
    january: str = "keep"

    @property
    def value(self) -> float:
        """The value of somebody new, on the method's own scale."""
        return self.start / OPENSKILL_SHOWN if self.name == "openskill" else self.start

    @property
    def spread(self) -> float:
        return SPREADS[self.name]
