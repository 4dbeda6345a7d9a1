"""What the matches of a month give, one after the other: scheme, weights, bonus and repeats."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec.structs import replace

from games.scoring.facts import NOTHING, Result, Score, Unscorable
from games.scoring.forfeits import ABSENT
from ladder.scoring.elo import Elo, EloBook
from ladder.scoring.inclusion import reason_against
from ladder.scoring.openskill import OpenSkill, SkillBook
from ladder.scoring.rules import Rules

Scores = dict[int, Score]


class Month:
    """The matches of a month under its rules, taken in the order of their end."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.times: Counter[frozenset[int]] = Counter()
        scheme = rules.scheme
        self.book: EloBook | SkillBook | None = scheme.book() if isinstance(scheme, Elo | OpenSkill) else None

    def take(self, result: Result) -> Scores:
        """What the next match gives each player. Raises `Unscorable`, also for what the rules leave out."""
        rules = self.rules
        if reason := reason_against(rules, result):
            raise Unscorable(reason)
        people = frozenset(seat.player for seat in result.seats if seat.flag not in ABSENT)
        time = self.times[people] + 1 if rules.repeats.worth != "full" else 1
        repeated = rules.repeats.weight(time)
        scheme = rules.scheme
        if not isinstance(scheme, Elo | OpenSkill):
            scores = scheme.scores(result.seats, rules.forfeits)
        elif repeated:
            assert self.book is not None
            scores = self.book.scores(result.seats, rules.forfeits)
        else:
            scores = bare(result)
        self.times[people] = time
        weight = repeated * rules.weights.of(result.game, result.stage)
        return {player: self._weighed(score, result, weight, time) for player, score in scores.items()}

    def _weighed(self, score: Score, result: Result, weight: Fraction, time: int) -> Score:
        rules = self.rules
        if not rules.compares_scores:
            score = replace(score, share=None)
        if not score.played:
            return score
        points = score.points
        if score.bye:
            points = rules.scheme.bye(score.size)
            if rules.scheme.kind == "points" and rules.forfeits.bye_points is not None:
                points = rules.forfeits.bye_points
        if rules.scheme.kind != "points":
            return replace(score, points=points, weight=weight, time=time)
        bonus = rules.weights.verified if result.verified and weight else NOTHING
        return replace(score, points=points * weight + bonus, bonus=bonus, weight=weight, time=time)


def bare(result: Result) -> Scores:
    """A match that moves no rating."""
    return {seat.player: Score(NOTHING, True, None, len(result.seats)) for seat in result.seats}


def scored(rules: Rules, results: Iterable[Result]) -> Iterator[tuple[Result, Scores]]:
    """Every match that gives points, with what it gives; those that cannot be scored are passed over.

    `results` in the order of their end.
    """
    month = Month(rules)
    for result in results:
        try:
            yield result, month.take(result)
        except Unscorable:
            continue


def verdict_on(rules: Rules, result: Result) -> str:
    """Why a match gives nothing by itself, whatever else was played; empty if it gives something."""
    try:
        Month(rules).take(result)
    except Unscorable as problem:
        return problem.code
    return ""
