"""OpenSkill (Plackett-Luce) as the scheme of a month: everybody begins the month at μ 25, σ 25/3.

The update is that of the openskill library's `PlackettLuce` with its defaults, for tables of single players. Reproducible:
μ and σ are rounded to nine decimals after each match.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import exp, sqrt
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from games.scoring.facts import NOTHING, Score, Seat
from games.scoring.forfeits import DEFAULT, Forfeits, rated, table

MU, SIGMA = 25.0, 25.0 / 3
BETA, TAU, KAPPA = SIGMA / 2, MU / 300, 0.0001
DECIMALS = 9
UNIT = 10**DECIMALS


class Skill(msgspec.Struct, frozen=True):
    """What is believed of a player's strength: μ, and how far off it may be."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def points(self) -> Fraction:
        """What the ranking is sorted by: 60 (μ − 3σ); a newcomer has 0, but for the rounding of σ."""
        return 60 * Fraction(round(self.mu * UNIT), UNIT) - 3 * self.spread / 2

    @property
    def spread(self) -> Fraction:
        """120 σ, as shown behind ±; points and 1½ of it make the 60 μ before it."""
        return 120 * Fraction(round(self.sigma * UNIT), UNIT)


NEWCOMER = Skill()


class OpenSkill(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="openskill"):
    """Strength by Plackett-Luce from all places of a table at once; sorted by μ − 3σ, shown as 60 μ ± 120 σ."""

    name: ClassVar[str] = "openskill"
    kind: ClassVar[str] = "rating"

    def book(self) -> "SkillBook":
        """The skills of a month, before its first match."""
        return SkillBook()

    def bye(self, size: int) -> Fraction:
        """Without opponents no rating moves."""
        return NOTHING


class SkillBook:
    """Skills by player, brought forward match by match in the order of their end."""

    def __init__(self) -> None:
        self.skills: dict[int, Skill] = {}

    def scores(self, seats: Sequence[Seat], forfeits: Forfeits = DEFAULT) -> dict[int, Score]:
        """How each player's points move by this match, which is then in the book."""
        scores = table(seats, forfeits)
        places = rated(seats, forfeits)
        before = [self.skills.get(player, NEWCOMER) for player, _place in places]
        after = rate(before, [place for _player, place in places])
        for (player, _place), old, new in zip(places, before, after, strict=True):
            self.skills[player] = new
            scores[player] = replace(
                scores[player], points=new.points - old.points, rating=new.points, spread=new.spread
            )
        return scores


def rate(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skills after a match, in the order given.

    >>> [round(skill.mu, 3) for skill in rate([Skill()] * 2, [1, 2])]
    [27.635, 22.365]
    """
    variances = [skill.sigma**2 + TAU**2 for skill in skills]
    c = sqrt(sum(variance + BETA**2 for variance in variances))
    strengths = [exp(skill.mu / c) for skill in skills]
    chosen = [(rival, sum(strengths[one] for one, behind in enumerate(places) if behind >= rival)) for rival in places]
    after = []
    for number, (skill, variance, place) in enumerate(zip(skills, variances, places, strict=True)):
        omega = delta = 0.0
        for other, (rival, weak) in enumerate(chosen):
            if rival <= place:
                chance, same = strengths[number] / weak, places.count(rival)
                omega += ((other == number) - chance) / same
                delta += chance * (1 - chance) / same
        mu = skill.mu + omega * variance / c
        sigma = sqrt(variance * max(1 - delta * variance / c**2 * sqrt(variance) / c, KAPPA))
        after.append(Skill(round(mu, DECIMALS), round(sigma, DECIMALS)))
    return after
