"""A month's ranking from its results, pure: aggregation, minimum, tie-breaks, and the reason of every place."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Literal

import msgspec

from ladder.scoring import PlacePoints, Score, Seat, Unscorable


class Result(msgspec.Struct, frozen=True):
    """A match as a ranking sees it: its number, and who sat in which places."""

    match: int
    seats: tuple[Seat, ...]


class Line(msgspec.Struct, frozen=True):
    """One match of one player. `counts` is False beyond the best ones, and for those who forfeited."""

    match: int
    score: Score
    counts: bool


class TieBreak(msgspec.Struct, frozen=True):
    """Why somebody with the same points stands where he stands, seen from the row below.

    For `share_beaten`, `above` and `mine` are shares; the counts behind them stand in the rows.
    """

    criterion: Literal["first_places", "share_beaten", "shared"]
    above: Fraction
    mine: Fraction


class Row(msgspec.Struct, kw_only=True):
    """One player's month. `rank` is None below the minimum, where `missing` matches are needed."""

    player: int
    points: Fraction
    match_points: Fraction
    participation: int
    played: int
    firsts: int
    beaten: Fraction
    met: int
    lines: tuple[Line, ...]
    missing: int = 0
    rank: int | None = None
    shared: bool = False
    tie_break: TieBreak | None = None
    """Against the row above, where both have the same points."""

    @property
    def share(self) -> Fraction:
        """People beaten by people met, 0 to 1."""
        return self.beaten / self.met if self.met else Fraction(0)

    @property
    def order(self) -> tuple[Fraction, int, Fraction]:
        """What decides the rank, greatest first."""
        return self.points, self.firsts, self.share


def ranking(rules: PlacePoints, results: Iterable[Result], names: Mapping[int, str]) -> list[Row]:
    """All rows of a month: the ranked ones in order, then those below the minimum.

    `results` in order of their end; `names` puts those who are equal in everything in a fixed order.
    """
    scores: dict[int, list[tuple[int, Score]]] = {}
    for result in results:
        try:
            by_player = rules.scores(result.seats)
        except Unscorable:
            continue
        for player, score in by_player.items():
            scores.setdefault(player, []).append((result.match, score))
    rows = [row_of(rules, player, mine) for player, mine in scores.items()]
    rows.sort(key=lambda row: (row.missing > 0, *(-value for value in row.order), names[row.player], row.player))
    rank(rows)
    return rows


def row_of(rules: PlacePoints, player: int, scores: Sequence[tuple[int, Score]]) -> Row:
    """One player's sums: the best matches, and points for taking part."""
    played = [(match, score) for match, score in scores if score.played]
    best = sorted(played, key=lambda line: line[1].points, reverse=True)[: rules.best]
    counted = {match for match, _score in best}
    match_points = sum((score.points for _match, score in best), Fraction(0))
    participation = rules.participation * min(len(played), rules.participation_matches)
    return Row(
        player=player,
        points=match_points + participation,
        match_points=match_points,
        participation=participation,
        played=len(played),
        firsts=sum(score.place == 1 for _match, score in played),
        beaten=sum((score.beaten for _match, score in played), Fraction(0)),
        met=sum(score.met for _match, score in played),
        lines=tuple(Line(match, score, match in counted) for match, score in scores),
        missing=max(0, rules.minimum - len(played)),
    )


def rank(rows: Sequence[Row]) -> None:
    """Number the rows, equal ones alike (1, 1, 3), and say against each row above what parted them."""
    ranked = [row for row in rows if not row.missing]
    place = 1
    for _order, group in groupby(ranked, key=lambda row: row.order):
        equals = list(group)
        for row in equals:
            row.rank, row.shared = place, len(equals) > 1
        place += len(equals)
    for above, row in pairwise(ranked):
        row.tie_break = tie_break(above, row)


def tie_break(above: Row, row: Row) -> TieBreak | None:
    """What parts two rows with the same points; None where the points do."""
    if above.points != row.points:
        return None
    if above.firsts != row.firsts:
        return TieBreak("first_places", Fraction(above.firsts), Fraction(row.firsts))
    if above.share != row.share:
        return TieBreak("share_beaten", above.share, row.share)
    return TieBreak("shared", above.share, row.share)
