"""A month's ranking from its results, pure: aggregation, minimum, tie-breaks, and the reason of every place."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import lcm

import msgspec

from games.scoring.facts import NOTHING, Result, Score
from games.scoring.parting import Criterion, TieBreak, parted
from ladder.scoring.elo import Elo
from ladder.scoring.month import scored
from ladder.scoring.openskill import NEWCOMER, OpenSkill
from ladder.scoring.rules import Mean, Rules, Scheme
from ladder.scoring.score_share import ScoreShare
from ladder.scoring.share_beaten import ShareBeaten
from ladder.tiebreaks import SIMPLE, criteria_of


class Line(msgspec.Struct, frozen=True):
    """One match of one player. Where it does not count, `reason` says why: `forfeit`, `repeat`, `weight` (0) or `not_best`."""

    match: int
    score: Score
    counts: bool
    reason: str = ""


@lru_cache(maxsize=10_000)
def share_of(beaten: Fraction, met: int) -> Fraction:
    """The same few numbers all month long."""
    return beaten / met if met else NOTHING


class Row(msgspec.Struct, kw_only=True):
    """One player's month. `rank` is None below the minimum, where `missing` matches are needed.

    `points` is what the ranking compares: points, a share in per cent, an Elo rating, or 60 (μ − 3σ).
    """

    player: int
    points: Fraction
    match_points: Fraction
    participation: Fraction
    played: int
    firsts: int
    beaten: Fraction
    met: int
    lines: tuple[Line, ...]
    best_result: Fraction = NOTHING
    score_share: Fraction = NOTHING
    """The mean of the own score by the winner's, 0 to 1. These two where a tie-break compares them."""
    spread: Fraction = NOTHING
    """How far off a rating may be, after the last match."""
    missing: int = 0
    rank: int | None = None
    shared: bool = False
    tie_break: TieBreak | None = None
    """Against the row above, where both have the same points."""

    @property
    def share(self) -> Fraction:
        """People beaten by people met, 0 to 1."""
        return share_of(self.beaten, self.met)


def ranking(rules: Rules, results: Iterable[Result], names: Mapping[int, str], month: str = "") -> list[Row]:
    """All rows of a month: the ranked ones in order, then those below the minimum.

    `results` in order of their end; `names` puts those who are equal in everything in a fixed order; `month` is what
    lots are drawn for.
    """
    scores: dict[int, list[tuple[int, Score]]] = {}
    counting = []
    for result, by_player in scored(rules, results):
        counting.append(result)
        for player, score in by_player.items():
            scores.setdefault(player, []).append((result.match, score))
    rows = [row_of(rules, player, mine) for player, mine in scores.items()]
    return ordered(rules, rows, names, counting, month)


def ordered(
    rules: Rules, rows: Iterable[Row], names: Mapping[int, str], results: Iterable[Result] = (), month: str = ""
) -> list[Row]:
    """Rows in order, the ranked ones numbered. `results` are the counting ones, for direct meetings alone."""
    rows = list(rows)
    ranked = [row for row in rows if not row.missing]
    below = [row for row in rows if row.missing]
    keys = [SIMPLE[name] for name in rules.tie_breaks if name in SIMPLE]
    falling = zip(in_parts([row.points for row in below]), *(in_parts(map(key, below)) for key in keys), strict=True)
    order = [
        (*(-value for value in its), names[row.player], row.player) for row, its in zip(below, falling, strict=True)
    ]
    criteria = criteria_of(rules, {row.player: row for row in ranked}, results, month)
    return [
        *rank(ranked, criteria, names),
        *(below[place] for place in sorted(range(len(below)), key=order.__getitem__)),
    ]


def in_parts(values: Iterable[Fraction]) -> list[int]:
    """The same numbers, exactly, as multiples of one common part: whole numbers are compared much faster.

    >>> in_parts([Fraction(9, 2), Fraction(19, 3), Fraction(4)])
    [27, 38, 24]
    """
    values = list(values)
    parts = lcm(*{value.denominator for value in values})
    return [value.numerator * (parts // value.denominator) for value in values]


def row_of(rules: Rules, player: int, scores: Sequence[tuple[int, Score]]) -> Row:
    """One player's sums: the matches that count, and points for taking part."""
    lines = lines_of(rules, scores)
    played = [score for _match, score in scores if score.played and score.weight]
    match_points = together(rules, [line.score for line in lines if line.counts])
    takes_part = rules.takes_part
    participation = takes_part.points * min(len(played), takes_part.matches)
    shares = [score.share for score in played if score.share is not None and "score_share" in rules.tie_breaks]
    results = [score.points for score in played if "best_result" in rules.tie_breaks]
    return Row(
        player=player,
        points=start_of(rules.scheme) + match_points + participation,
        match_points=match_points,
        participation=participation,
        played=len(played),
        firsts=sum(score.place == 1 for score in played),
        beaten=sum((score.beaten for score in played), NOTHING),
        met=sum(score.met for score in played),
        lines=tuple(lines),
        best_result=max(results, default=NOTHING),
        score_share=sum(shares, NOTHING) / len(shares) if shares else NOTHING,
        spread=next((score.spread for _match, score in reversed(scores) if score.spread), newcomer_spread(rules)),
        missing=max(0, rules.needed - len(played)),
    )


def lines_of(rules: Rules, scores: Sequence[tuple[int, Score]]) -> list[Line]:
    """A player's matches in their order, each with whether it counts, and why not."""
    moved = rules.scheme.kind == "rating"  # also by leaving
    able = [(match, score) for match, score in scores if (score.played or moved) and score.weight]
    best = sorted(able, key=lambda line: line[1].points, reverse=True)[: rules.best]
    counted = {match for match, _score in best}
    lines = []
    for match, score in scores:
        reason = "" if match in counted else "not_best"
        if not score.played and not (moved and score.points):
            reason = "forfeit"
        elif not score.weight:
            reason = "repeat" if not rules.repeats.weight(score.time) else "weight"
        lines.append(Line(match, score, not reason, reason))
    return lines


def together(rules: Rules, scores: Sequence[Score]) -> Fraction:
    """What the matches that count are worth together."""
    scheme = rules.scheme
    if isinstance(scheme, ShareBeaten | ScoreShare):
        parts = [scheme.parts(score) for score in scores]
        whole = sum((below for _above, below in parts), NOTHING)
        return 100 * sum((above for above, _below in parts), NOTHING) / whole if whole else NOTHING
    if isinstance(rules.aggregation, Mean):
        scores = [score for score in scores if not score.bye]
        return sum((score.points for score in scores), NOTHING) / max(len(scores), 1)
    return sum((score.points for score in scores), NOTHING)


def newcomer_spread(rules: Rules) -> Fraction:
    return NEWCOMER.spread if isinstance(rules.scheme, OpenSkill) else NOTHING


def start_of(scheme: Scheme) -> Fraction:
    """What everybody has before the first match."""
    if isinstance(scheme, OpenSkill):
        return NEWCOMER.points
    return scheme.start if isinstance(scheme, Elo) else NOTHING


def rank(rows: Sequence[Row], criteria: Mapping[str, Criterion], names: Mapping[int, str]) -> list[Row]:
    """The rows in order and numbered, equal ones alike (1, 1, 3), each with what parted it from the row above."""
    ordered: list[Row] = []
    by_player = {row.player: row for row in rows}
    points = {row.player: value for row, value in zip(rows, in_parts(row.points for row in rows), strict=True)}
    by_points = sorted(rows, key=lambda row: (-points[row.player], names[row.player], row.player))
    for _points, level in groupby(by_points, key=lambda row: points[row.player]):
        for equals in parted([row.player for row in level], criteria):
            place = len(ordered) + 1
            for number, player in enumerate(equals.members):
                row = by_player[player]
                row.rank, row.shared = place, len(equals.members) > 1
                row.tie_break = TieBreak("shared") if number else equals.tie_break
                ordered.append(row)
    return ordered
