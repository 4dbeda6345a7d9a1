"""Sensible terms to begin with, by plan, table size and number of people."""

from typing import Literal

from games.scoring.place_points import PLACE_TABLES
from tournaments.terms import StageTerms, Terms

Plan = Literal["swiss", "swiss_final", "single", "double", "round_robin"]

CHESS = {2: (1, 0)}
MOST = 6
"""The largest table for which points by place are known."""


def terms_for(plan: Plan, people: int, size: int) -> tuple[Terms, tuple[StageTerms, ...]]:
    """Terms and stages for so many people at tables of `size`. Double elimination is always for two."""
    size = 2 if plan == "double" else max(2, min(size, MOST))
    if size == 2:
        terms = Terms(wanted=2, least=2, most=2, points=dict(CHESS), tie_breaks=TWO_TIE_BREAKS)
    else:
        least = max(3, size - 1)
        terms = Terms(wanted=size, least=least, most=size, points={n: PLACE_TABLES[n] for n in range(least, size + 1)})
    return terms, stages_for(plan, max(people, 2), size)


TWO_TIE_BREAKS = ("median_buchholz", "sonneborn_berger", "direct_meetings", "lot")


def stages_for(plan: Plan, people: int, size: int) -> tuple[StageTerms, ...]:
    """The stages of a plan."""
    swiss = StageTerms(format="swiss", rounds=rounds_for(people, size))
    if plan == "swiss":
        return (swiss,)
    if plan == "swiss_final":
        wanted = 2 * size if people >= 3 * size else size
        qualify = StageTerms(format="swiss", rounds=rounds_for(people, size), qualify=wanted)
        return (qualify, StageTerms(format="single"))
    if plan == "single":
        return (StageTerms(format="single"),)
    if plan == "double":
        return (StageTerms(format="double"),)
    return (StageTerms(format="round_robin"),)


def rounds_for(people: int, size: int) -> int:
    """Rounds of a Swiss: enough for one of two at each step, fewer at larger tables, at least three."""
    if size == 2:
        return max(3, (people - 1).bit_length())
    return 3 if people <= 16 else 4 if people <= 40 else 5
