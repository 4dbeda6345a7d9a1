"""Sensible terms to begin with, by plan, table size and number of people."""

from fractions import Fraction
from typing import Literal

from games.scoring.place_points import PLACE_TABLES
from tournaments.terms import StageTerms, Terms

Plan = Literal[
    "swiss", "dutch", "swiss_final", "single", "double", "round_robin", "groups_final", "challenge", "divisions"
]

CHESS = {2: (1, 0)}
MOST = 6
"""The largest table for which points by place are known."""


def terms_for(plan: Plan, people: int, size: int) -> tuple[Terms, tuple[StageTerms, ...]]:
    """Terms and stages for so many people at tables of `size`; FIDE's Dutch system is for two."""
    size = 2 if plan == "dutch" else max(2, min(size, MOST))
    if plan == "dutch":
        half = Fraction(1, 2)
        terms = Terms(wanted=2, least=2, most=2, points=dict(CHESS), draw=half, fide="2026", tie_breaks=FIDE_TIE_BREAKS)
    elif size == 2:
        terms = Terms(wanted=2, least=2, most=2, points=dict(CHESS), tie_breaks=TWO_TIE_BREAKS)
    else:
        least = max(3, size - 1)
        terms = Terms(wanted=size, least=least, most=size, points={n: PLACE_TABLES[n] for n in range(least, size + 1)})
    return terms, stages_for(plan, max(people, 2), size)


FIDE_TIE_BREAKS = ("BH/C1", "BH", "SB", "WIN")
TWO_TIE_BREAKS = ("median_buchholz", "sonneborn_berger", "direct_meetings", "lot")


def stages_for(plan: Plan, people: int, size: int) -> tuple[StageTerms, ...]:
    """The stages of a plan."""
    swiss = StageTerms(format="swiss", rounds=rounds_for(people, size))
    match plan:
        case "swiss":
            return (swiss,)
        case "dutch":
            return (StageTerms(format="swiss", rounds=swiss.rounds, pairing="dutch"),)
        case "swiss_final":
            wanted = 2 * size if people >= 3 * size else size
            qualify = StageTerms(format="swiss", rounds=rounds_for(people, size), qualify=wanted)
            return (qualify, StageTerms(format="single"))
        case "groups_final":
            groups = min(max(2, people // (4 if size == 2 else 2 * size)), people // 2)
            each = max(2, -(-max(2, size - 1) // groups))  # enough for a table of the play-off
            return (StageTerms(format="groups", groups=groups, per_group=each), StageTerms(format="single"))
    return (StageTerms(format=plan),)


def rounds_for(people: int, size: int) -> int:
    """Rounds of a Swiss: enough for one of two at each step, fewer at larger tables, at least three."""
    if size == 2:
        return max(3, (people - 1).bit_length())
    return 3 if people <= 16 else 4 if people <= 40 else 5
