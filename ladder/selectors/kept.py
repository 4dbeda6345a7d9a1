"""Rankings as they are kept: the live one of a month, and each of its revisions. The facts are in `rankings`."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from django.db.models import F, QuerySet
from msgspec.structs import replace

from games.models import Match
from games.models import Seat as MatchSeat
from ladder.formats import first_day, month_after
from ladder.models import RankingRow, ScoreRow, Season, SeasonMatch
from ladder.models.months import held_at
from ladder.scoring.rules import Rules
from ladder.selectors.counting import in_order, rows_held, score_of
from ladder.selectors.rankings import Aside, Played, RankedPlayer, Ranking, rules_of
from ladder.standing import Line, Row, row_of


def ranking_kept(season: Season, revision: int | None = None, *, aside: bool = True) -> Ranking:
    """The ranking of a month as it is kept: at a revision, else the last one, else the live one.

    Without `aside` it says nothing of the matches that give no points.
    """
    number = season.revision if revision is None else revision
    rules = rules_of(season)
    table = Ranking(season, rules)
    if season.pk is None:
        return table
    stored = list(RankingRow.objects.filter(season=season, revision=number).select_related("player"))
    players = {row.player_id: row.player for row in stored}
    lines, matches = _lines(season, rules, number, list(players))
    rows = [_row(row, lines.get(row.player_id, ())) for row in stored]
    names = {pk: player.name for pk, player in players.items()}
    again = in_order(season, rules, map(replace, rows), names, number)
    if number:
        broken = {row.player: row.tie_break for row in again}
        for row in rows:
            row.tie_break = broken[row.player]
    else:
        rows = again
    before = ranks_before(season) if rows else {}
    left = _aside(season, number, list(players)) if aside else {}
    table.matches = len(matches)
    for row in rows:
        played = [Played(matches[line.match], line.score, line.counts, line.reason) for line in row.lines]
        line = RankedPlayer(players[row.player], row, played, left.get(row.player, []))
        if row.rank is None:
            table.below.append(line)
            continue
        line.above = table.ranked[-1] if table.ranked else None
        line.move = before[row.player] - row.rank if row.player in before else None
        table.ranked.append(line)
    return table


def ranks_kept(season: Season) -> dict[int, int]:
    """The ranks of a month by player: of its last revision, else the live ones."""
    return _ranks(RankingRow.objects.filter(season=season.pk, revision=F("season__revision")))


def ranks_before(season: Season) -> dict[int, int]:
    """The ranks of the month before."""
    first = month_after(first_day(season), -1)
    month = {"season__ladder": season.ladder, "season__year": first.year, "season__month": first.month}
    return _ranks(RankingRow.objects.filter(**month, revision=F("season__revision")))


def _ranks(rows: QuerySet[RankingRow]) -> dict[int, int]:
    """The ranks in the lines of one month."""
    stored = list(rows.select_related("player", "season__rules").order_by())
    if not stored or stored[0].revision:
        return {row.player_id: row.rank for row in stored if row.rank is not None}
    season = stored[0].season
    names = {row.player_id: row.player.name for row in stored}
    live = in_order(season, rules_of(season), map(_row, stored), names)
    return {row.player: row.rank for row in live if row.rank is not None}


def _row(stored: RankingRow, lines: Sequence[Line] = ()) -> Row:
    return Row(
        player=stored.player_id,
        points=stored.points,
        match_points=stored.match_points,
        participation=stored.participation,
        played=stored.played,
        firsts=stored.firsts,
        beaten=stored.beaten,
        met=stored.met,
        lines=tuple(lines),
        missing=stored.missing,
        rank=stored.rank,
        shared=stored.shared,
        **{name: Fraction(value) for name, value in (stored.extra or {}).items()},
    )


def _lines(
    season: Season, rules: Rules, number: int, players: list[int]
) -> tuple[dict[int, tuple[Line, ...]], dict[int, Match]]:
    """The matches of each player with what they gave, and the matches themselves."""
    rows: Sequence[ScoreRow] = rows_held(season, number).filter(player__in=players).select_related("match__game")
    matches = {row.match_id: row.match for row in rows}
    lines = {
        player: row_of(rules, player, [(row.match_id, score_of(row)) for row in its]).lines
        for player, its in groupby(rows, key=lambda row: row.player_id)
    }
    return lines, matches


def _aside(season: Season, number: int, players: list[int]) -> dict[int, list[Aside]]:
    """The matches of each player that give nobody points."""
    rows = SeasonMatch.objects.filter(held_at(max(number, 1)), season=season).exclude(reason="")
    seats = MatchSeat.objects.filter(player__in=players, match__season_matches__in=rows)
    seats = seats.annotate(against=F("match__season_matches__reason")).select_related("match__game")
    aside: dict[int, list[Aside]] = {}
    for seat in seats.order_by("match__ended_at", "match"):
        aside.setdefault(seat.player_id, []).append(Aside(seat.match, seat.against))
    return aside
