"""How one match counts in a month, and what a player's matches make together: between the facts and the rows."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Any

from games.models import Match, Player
from ladder.models import MatchRuling, RankingRow, ScoreRow, Season, SeasonMatch
from ladder.models.months import held_at
from ladder.scoring import PlacePoints, Score
from ladder.selectors.rankings import reason_against, result_of
from ladder.standing import Row, rank, row_of

UNIT = 27_720
"""Into how many parts a point is cut: every table of up to twelve can be shared out without rest."""


@dataclass(frozen=True)
class Looked:
    """A match as a month sees it now. `digest` says in short what it says; empty where it does not count."""

    match: Match
    belongs: bool
    reason: str = ""
    digest: str = ""
    scores: dict[int, Score] = field(default_factory=dict)

    def columns(self) -> dict[str, Any]:
        version = self.match.version
        return {"version": version, "seen": version, "reason": self.reason, "digest": self.digest}


def look(match: Match, season: Season, rules: PlacePoints, ruling: MatchRuling | None) -> Looked:
    """How a match counts in a month now, a manager's word on it included."""
    games = {game.pk for game in season.ladder.games.all()}
    if (
        match.ended_at is None
        or not season.start <= match.ended_at < season.end
        or (games and match.game_id not in games)
    ):
        return Looked(match, False)
    reason = reason_against(match, season, rules, ruling)
    if reason:
        return Looked(match, True, reason)
    digest = digest_of(match)
    if not season.is_closed and left_out(ruling, digest):
        return Looked(match, True, "left_out")
    return Looked(match, True, "", digest, rules.scores(result_of(match).seats))


def left_out(ruling: MatchRuling | None, digest: str) -> bool:
    """Whether a manager left out just what the match says now."""
    return ruling is not None and ruling.kind == MatchRuling.Kind.OUT and ruling.digest == digest


def digest_of(match: Match) -> str:
    """What a result says, in short: who sat there in which place, and how they left."""
    told = sorted(f"{seat.player_id}:{seat.place or 0}:{seat.flag}" for seat in match.seats.all())
    return hashlib.sha256(" ".join(told).encode()).hexdigest()[:16]


def differs(row: SeasonMatch, item: Looked) -> bool:
    return (row.reason, row.digest) != (item.reason, item.digest)


def rows_of(season: Season, item: Looked, since: int) -> Iterator[ScoreRow]:
    """The rows of a match that counts."""
    if item.reason:
        return
    for seat in item.match.seats.all():
        score = item.scores[seat.player_id]
        unit = lcm(UNIT, score.points.denominator)
        yield ScoreRow(
            season=season,
            match=item.match,
            player_id=seat.player_id,
            since=since,
            told=seat.place,
            flag=seat.flag,
            points=int(score.points * unit),
            unit=unit,
            played=score.played,
            place=score.place,
            size=score.size,
            tied=score.tied,
            beaten=int(score.beaten * 2),
            met=score.met,
        )


def score_of(row: ScoreRow) -> Score:
    """The score that a row keeps."""
    return Score(
        points=Fraction(row.points, row.unit),
        played=row.played,
        place=row.place,
        size=row.size,
        tied=row.tied,
        beaten=Fraction(row.beaten, 2),
        met=row.met,
    )


def rows_held(season: Season, revision: int = 0):
    """The score rows of a revision, or of the live month (0), in order of the matches' ends within each player."""
    rows = ScoreRow.objects.filter(held_at(max(revision, 1)), season=season)
    return rows.order_by("player", "match__ended_at", "match")


def standing_rows(
    season: Season, rules: PlacePoints, revision: int = 0, players: Iterable[int] | None = None
) -> list[Row]:
    """What the counted matches of each player make together, without ranks."""
    rows = rows_held(season, revision)
    if players is not None:
        rows = rows.filter(player__in=list(players))
    return [
        row_of(rules, player, [(row.match_id, score_of(row)) for row in its])
        for player, its in groupby(rows, key=lambda row: row.player_id)
    ]


def aggregated(season: Season, rules: PlacePoints, players: Iterable[int] | None = None) -> list[RankingRow]:
    """The live lines of these players, or of all."""
    return [line_of(season, row) for row in standing_rows(season, rules, players=players)]


def line_of(season: Season, row: Row, revision: int = 0, position: int = 0) -> RankingRow:
    """A player's line as it is stored."""
    return RankingRow(
        season=season,
        revision=revision,
        player_id=row.player,
        position=position,
        rank=row.rank,
        shared=row.shared,
        points=row.points,
        match_points=row.match_points,
        participation=row.participation,
        played=row.played,
        firsts=row.firsts,
        beaten=row.beaten,
        met=row.met,
        missing=row.missing,
    )


def rows_ranked(season: Season, rules: PlacePoints, revision: int = 0) -> list[Row]:
    """All lines of a month in order, ranked, from the matches that it holds, as `ladder.standing` has it."""
    rows = standing_rows(season, rules, revision)
    names = dict(Player.objects.filter(pk__in=[row.player for row in rows]).values_list("pk", "name"))
    rows.sort(key=lambda row: (row.missing > 0, *(-value for value in row.order), names[row.player], row.player))
    rank(rows)
    return rows
