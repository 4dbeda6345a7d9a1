"""Points of one match as whole numbers over a unit that the rules fix, so that a database can add them up exactly.

That works where the points of a match depend on nothing but the match. It does not for

* `elo` and `openskill`, where they depend on the matches before it (`order`),
* `score_share` as the scheme or as a tie-break, where any winner's score may be a denominator (`score_share`),
* repeats that count half or not at all, where they depend on the other matches of the month (`repeats`),
* direct meetings as a tie-break, which depend on who is level at the end (`direct_meetings`); the points still add up.

`obstacles` names those of a league's rules; where it names any of the first three, `unit` is None.
"""

from fractions import Fraction
from math import lcm

import msgspec

from games.scoring.facts import ONE, Result
from games.scoring.place_points import PlacePoints
from ladder.scoring.month import Month
from ladder.scoring.rules import Rules, Scheme
from ladder.scoring.win_draw_loss import WinDrawLoss


def obstacles(rules: Rules) -> list[str]:
    """What in these rules hangs on other matches or has no common denominator."""
    found = {
        "order": rules.scheme.kind == "rating",
        "score_share": rules.compares_scores,
        "repeats": rules.repeats.worth != "full",
        "direct_meetings": "direct_meetings" in rules.tie_breaks,
    }
    return [name for name, there in found.items() if there]


class Unit(msgspec.Struct, frozen=True):
    """The denominators: of points, and of people beaten and met (which carry the weight of a share)."""

    points: int
    people: int


class Units(msgspec.Struct, frozen=True):
    """One player's match in whole units. In `share_beaten` the points follow from `beaten` and `met` in the end.

    `first` is 1 for a first place, shared or not; `played` is 1 where the match counts as played; `bye` is 1 for one
    that is left out of a mean.
    """

    points: int
    played: int
    first: int
    beaten: int
    met: int
    bye: int


def unit(rules: Rules) -> Unit | None:
    """The unit of these rules; None where there is none."""
    if any(name != "direct_meetings" for name in obstacles(rules)):
        return None
    weights = lcm(*(factor.denominator for factor in _factors(rules)))
    points = weights * lcm(*(worth.denominator for worth in _worths(rules.scheme)))
    fixed = [rules.weights.verified, rules.forfeits.bye_points or ONE]
    people = 2 * (weights if rules.scheme.name == "share_beaten" else 1)
    return Unit(points=lcm(points, *(number.denominator * weights for number in fixed)), people=people)


def match_units(rules: Rules, result: Result, one: Unit) -> dict[int, Units]:
    """What a match gives each player, in whole units. Raises `Unscorable`."""
    weighty = rules.scheme.name == "share_beaten"
    found = {}
    for player, score in Month(rules).take(result).items():
        weight = score.weight if weighty else ONE
        found[player] = Units(
            points=0 if weighty else _whole(score.points * one.points),
            played=int(score.played),
            first=int(score.place == 1),
            beaten=_whole(score.beaten * weight * one.people),
            met=_whole(score.met * weight * one.people),
            bye=int(score.bye),
        )
    return found


def _factors(rules: Rules) -> list[Fraction]:
    games = rules.weights.games.values() or [ONE]
    stages = rules.weights.stages.values() or [ONE]
    return [ONE, *games, *stages, *(game * stage for game in games for stage in stages)]


def _worths(scheme: Scheme) -> list[Fraction]:
    """Every number of points that a place can give, shared with any number of people."""
    if isinstance(scheme, WinDrawLoss):
        return [scheme.win, scheme.draw, scheme.loss]
    if not isinstance(scheme, PlacePoints):
        return [ONE]
    return [
        sum(row[before : before + same], Fraction(0)) / same
        for row in scheme.tables.values()
        for before in range(len(row))
        for same in range(1, len(row) - before + 1)
    ]


def _whole(number: Fraction) -> int:
    assert number.denominator == 1
    return number.numerator
