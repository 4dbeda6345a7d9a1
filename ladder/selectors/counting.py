"""How one match counts in a month, and what a player's matches make together: between the facts and the rows."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet
from msgspec.structs import replace

from games.models import Match, Player
from games.scoring.facts import NOTHING, ONE, Result, Score, Seat, Unscorable
from ladder.models import MatchRuling, RankingRow, ScoreRow, Season, SeasonMatch
from ladder.models.months import held_at
from ladder.scoring.month import Month
from ladder.scoring.rules import Rules
from ladder.selectors.rankings import digest_of, left_out, result_of, rules_of, unheard
from ladder.standing import Row, ordered, row_of
from tournaments.selectors.feeding import stage_of

UNIT = 27_720
"""Into how many parts a point is cut: every table of up to twelve can be shared out without rest."""


@dataclass(frozen=True)
class Looked:
    """A match as a month sees it now.

    `digest` says in short what it says and gives, `said` the first alone; both are empty where it does not count.
    """

    match: Match
    belongs: bool
    reason: str = ""
    digest: str = ""
    scores: dict[int, Score] = field(default_factory=dict)
    said: str = ""

    def columns(self) -> dict[str, Any]:
        version, stage = self.match.version, stage_of(self.match)
        seen = {"version": version, "seen": version, "stage": stage}
        return {**seen, "reason": self.reason, "digest": self.digest}


def look(match: Match, season: Season, rules: Rules, ruling: MatchRuling | None) -> Looked:
    """How a match counts in a month now, a manager's word on it included."""
    if match.ended_at is None or not season.start <= match.ended_at < season.end or not season.ladder.takes(match):
        return Looked(match, False)
    if reason := unheard(match, season, ruling):
        return Looked(match, True, reason)
    try:
        scores = Month(rules).take(result_of(match, rules))
    except Unscorable as problem:
        return Looked(match, True, problem.code)
    if not season.is_closed and left_out(ruling, match):
        return Looked(match, True, "left_out")
    said = digest_of(match)
    if rules.entangled:
        return Looked(match, True, "", said, {}, said)
    return Looked(match, True, "", digest_with(said, scores), scores, said)


def look_at_all(
    season: Season, rules: Rules, matches: Iterable[Match], rulings: Mapping[int, MatchRuling]
) -> list[Looked]:
    """The same for all matches of a month, in the order of their end, where what one gives hangs on the others."""
    month, held = Month(rules), {}
    if season.is_closed:
        held = {result.match: result for result in results_held(season, season.revision)}
    looked = []
    for match in matches:
        item = look(match, season, rules, rulings.get(match.pk))
        if item.said:
            result = result_of(match, rules)
            if stays_out(rulings.get(match.pk), item.said):
                if match.pk not in held:
                    looked.append(item)
                    continue
                result = replace(result, seats=held[match.pk].seats)
            scores = month.take(result)
            item = Looked(match, True, "", digest_with(item.said, scores), scores, item.said)
        looked.append(item)
    return looked


def stays_out(ruling: MatchRuling | None, said: str) -> bool:
    """Whether a manager left out just this, which may be that the match does not count (empty)."""
    return ruling is not None and ruling.kind == MatchRuling.Kind.OUT and ruling.digest == said


def digest_with(said: str, scores: Mapping[int, Score]) -> str:
    """What a result says, in short, and what it gives beyond its places: weights, a bonus, a rating."""
    extras = [(player, score.points, extra_of(score)) for player, score in sorted(scores.items())]
    told = [f"{player}:{points}:{sorted(extra.items())}" for player, points, extra in extras if extra]
    return hashlib.sha256(" ".join([said, *told]).encode()).hexdigest()[:16] if told else said


def differs(row: SeasonMatch, item: Looked) -> bool:
    return (row.reason, row.digest) != (item.reason, item.digest)


def rows_of(season: Season, item: Looked, since: int) -> Iterator[ScoreRow]:
    """The rows of a match that counts."""
    if item.reason:
        return
    for seat in item.match.seats.all():
        score = item.scores[seat.player_id]
        exact = score.points.denominator
        unit = exact if UNIT % exact else UNIT
        yield ScoreRow(
            season_id=season.pk,
            match_id=item.match.pk,
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
            extra=extra_of(score),
        )


USUAL = {"share": None, "bye": False, "bonus": NOTHING, "weight": ONE, "time": 1, "rating": NOTHING, "spread": NOTHING}


def extra_of(score: Score) -> dict[str, Any] | None:
    """What a score holds beyond its columns, as far as it is out of the ordinary."""
    found = {name: getattr(score, name) for name, value in USUAL.items() if getattr(score, name) != value}
    return {name: str(value) if isinstance(value, Fraction) else value for name, value in found.items()} or None


SCORE = ("points", "unit", "played", "place", "size", "tied", "beaten", "met", "extra")
"""The columns of a row that keep its score."""
fraction = lru_cache(maxsize=10_000)(Fraction)
"""The points of a month are the same few numbers."""


def score_of(row: Sequence[Any]) -> Score:
    """The score that these columns keep."""
    points, unit, played, place, size, tied, beaten, met, extra = row
    more = {name: Fraction(value) if isinstance(value, str) else value for name, value in (extra or {}).items()}
    return Score(fraction(points, unit), played, place, size, tied, fraction(beaten, 2), met, **more)


def scores_by_player(rows: QuerySet[ScoreRow]) -> Iterator[tuple[int, list[tuple[int, Score]]]]:
    """The scores that rows keep, by player, each with the number of its match; in the order of the rows."""
    told = rows.values_list("player", "match", *SCORE)
    for player, its in groupby(told, key=itemgetter(0)):
        yield player, [(match, score_of(score)) for _player, match, *score in its]


def results_held(season: Season, revision: int = 0) -> list[Result]:
    """The matches of a revision, or of the live month (0), as they were told: people, places and flags."""
    rows = rows_held(season, revision).order_by("match__ended_at", "match", "player")
    told = rows.values_list("match", "player", "told", "flag")
    return [
        Result(match, tuple(Seat(player, place, flag) for _match, player, place, flag in its))
        for match, its in groupby(told, key=lambda row: row[0])
    ]


def rows_held(season: Season, revision: int = 0):
    """The score rows of a revision, or of the live month (0), in order of the matches' ends within each player."""
    rows = ScoreRow.objects.filter(held_at(max(revision, 1)), season=season)
    return rows.order_by("player", "match__ended_at", "match")


def standing_rows(season: Season, rules: Rules, revision: int = 0, players: Iterable[int] | None = None) -> list[Row]:
    """What the counted matches of each player make together, without ranks."""
    rows = rows_held(season, revision)
    if players is not None:
        rows = rows.filter(player__in=list(players))
    return [row_of(rules, player, scores) for player, scores in scores_by_player(rows)]


def aggregated(season: Season, rules: Rules, players: Iterable[int] | None = None) -> list[RankingRow]:
    """The live lines of these players, or of all."""
    return [line_of(season, row) for row in standing_rows(season, rules, players=players)]


def line_of(season: Season, row: Row, revision: int = 0, position: int = 0) -> RankingRow:
    """A player's line as it is stored."""
    return RankingRow(
        season_id=season.pk,
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
        extra=line_extra(rules_of(season), row),
    )


def line_extra(rules: Rules, row: Row) -> dict[str, str] | None:
    """What tie-breaks and the rating need beyond the columns."""
    found = {"spread": row.spread}
    if "best_result" in rules.tie_breaks:
        found["best_result"] = row.best_result
    if "score_share" in rules.tie_breaks:
        found["score_share"] = row.score_share
    return {name: str(value) for name, value in found.items() if value} or None


def rows_ranked(season: Season, rules: Rules, revision: int = 0) -> list[Row]:
    """All lines of a month in order, ranked, from the matches that it holds, as `ladder.standing` has it."""
    rows = standing_rows(season, rules, revision)
    return in_order(season, rules, rows, names_at(season, revision, [row.player for row in rows]), revision)


def names_at(season: Season, revision: int, players: Sequence[int]) -> dict[int, str]:
    """By what those who are level in everything stand in order: their names, and once published the order of then."""
    names = dict(Player.objects.filter(pk__in=players).values_list("pk", "name"))
    if revision:
        stood = RankingRow.objects.filter(season=season, revision=revision)
        names |= {player: f"{place:09}" for player, place in stood.values_list("player", "position")}
    return names


def in_order(
    season: Season, rules: Rules, rows: Iterable[Row], names: Mapping[int, str], revision: int = 0
) -> list[Row]:
    """Rows of a revision, or of the live month (0), in their order and numbered."""
    results = results_held(season, revision) if "direct_meetings" in rules.tie_breaks else ()
    return ordered(rules, rows, names, results, season.key)
