"""Rankings as they are kept: the live one of a month, and each of its revisions. The facts are in `rankings`."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber
from msgspec.structs import replace

from games.models import Game, Match, Player
from games.models import Seat as MatchSeat
from games.selectors.players import merged_now
from ladder.models import RankingRow, ScoreRow, Season, SeasonMatch
from ladder.models.months import held_at
from ladder.selectors.counting import in_order, rows_held, scores_by_player
from ladder.selectors.rankings import Aside, Played, RankedPlayer, Ranking, rules_of
from ladder.standing import Row, lines_of

LAST = 5
"""How many results the bars of a line show."""
COLUMNS = "player points match_points participation played firsts beaten met missing rank shared extra".split()


def ranking_kept(season: Season, revision: int | None = None, *, played: bool = True) -> Ranking:
    """The ranking of a month as it is kept: at a revision, else the last one, else the live one.

    Without `played` it says nothing of the single matches but how many there are.
    """
    table = lines_kept(season, revision)
    if season.pk is None:
        return table
    held = SeasonMatch.objects.filter(held_at(max(table.revision, 1)), season=season, reason="")
    table.matches = held.count()
    if played:
        played_fill(table, [*table.ranked, *table.below])
    return table


def lines_kept(season: Season, revision: int | None = None) -> Ranking:
    """The lines of a kept ranking and no matches; `played_fill` and `last_fill` tell those of the lines that need them."""
    number = season.revision if revision is None else revision
    table = Ranking(season, rules_of(season), revision=number)
    if season.pk is None:
        return table
    stored = Player.objects.filter(ranking_rows__season=season, ranking_rows__revision=number)
    columns = {f"row_{name}": F(f"ranking_rows__{name}") for name in COLUMNS}
    players = {player.pk: player for player in stored.annotate(**columns).order_by("ranking_rows__position")}
    rows = [_row([getattr(player, name) for name in columns]) for player in players.values()]
    # Who is level stands as it was published, whatever the players are called by now.
    names = {pk: f"{place:09}" if number else player.name for place, (pk, player) in enumerate(players.items())}
    again = in_order(season, table.rules, map(replace, rows), names, number)
    if number:
        broken = {row.player: row.tie_break for row in again}
        for row in rows:
            row.tie_break = broken[row.player]
    else:
        rows = again
    before = ranks_before(season) if rows else {}
    for row in rows:
        line = RankedPlayer(players[row.player], row, [], [])
        if row.rank is None:
            table.below.append(line)
            continue
        line.above = table.ranked[-1] if table.ranked else None
        line.move = before[row.player] - row.rank if row.player in before else None
        table.ranked.append(line)
    return table


def played_fill(table: Ranking, lines: Sequence[RankedPlayer]) -> None:
    """Tell these lines of a kept ranking their matches: those that give points, and those that do not."""
    if not lines:
        return
    season, number = table.season, table.revision
    players = [line.player.pk for line in lines]
    rows = rows_held(season, number).filter(player__in=players)
    its = {player: tuple(lines_of(table.rules, scores)) for player, scores in scores_by_player(rows)}
    played = {one.match for mine in its.values() for one in mine}
    matches = Match.objects.select_related("game").in_bulk(played)
    aside = _aside(season, number, players)
    for line in lines:
        line.row.lines = its.get(line.player.pk, ())
        line.played = [Played(matches[one.match], one.score, one.counts, one.reason) for one in line.row.lines]
        line.last = [one.score for one in line.played[-LAST:]]
        line.aside = aside.get(line.player.pk, [])


def last_fill(table: Ranking, lines: Sequence[RankedPlayer]) -> None:
    """Tell these lines of a kept ranking their last results alone."""
    if not lines:
        return
    rows = rows_held(table.season, table.revision).filter(player__in=[line.player.pk for line in lines])
    newest = Window(RowNumber(), partition_by="player", order_by=[F("match__ended_at").desc(), F("match").desc()])
    last = dict(scores_by_player(rows.annotate(nth=newest).filter(nth__lte=LAST)))
    for line in lines:
        line.last = [score for _match, score in last.get(line.player.pk, ())]


def played_kinds(table: Ranking) -> tuple[list[Game], list[int]]:
    """The games and the sizes of the tables that a kept ranking counts."""
    if table.season.pk is None:
        return [], []
    counted = ScoreRow.objects.filter(held_at(max(table.revision, 1)), season=table.season)
    games = Game.objects.filter(matches__score_rows__in=counted).annotate(size=F("matches__score_rows__size"))
    kinds = list(games.order_by().distinct())
    return sorted(dict.fromkeys(kinds), key=str), sorted({kind.size for kind in kinds})


def ranks_before(season: Season) -> dict[int, int]:
    """The ranks of the month before."""
    before = season.beside.get(-1)
    return ranks_kept(before) if before else {}


def ranks_kept(season: Season) -> dict[int, int]:
    """The ranks of a month by player: of its last revision, else the live ones.

    Who was merged into another since, and stands there apart, has his rank for the other, who keeps a rank of his own.
    """
    rows = RankingRow.objects.filter(season=season.pk, revision=F("season__revision"))
    stored = list(rows.order_by().values_list("revision", "player__name", "player__merged_into", *COLUMNS))
    live = [_row(row) for _revision, _name, _into, *row in stored]
    into = {row.player: told[2] for row, told in zip(live, stored, strict=True)}
    if stored and not stored[0][0]:
        names = {row.player: told[1] for row, told in zip(live, stored, strict=True)}
        live = in_order(season, rules_of(season), live, names)
    ranks = {row.player: row.rank for row in live if row.rank is not None}
    moved = merged_now(into)
    worst_first = sorted(moved.keys() & ranks.keys(), key=lambda player: -ranks[player])
    return {moved[player]: ranks[player] for player in worst_first} | {
        player: rank for player, rank in ranks.items() if player not in moved
    }


def lines_of_player(seasons: Sequence[Season], players: Sequence[int]) -> dict[int, Row]:
    """One player's line in each of these months that has one, by the month's number: of its last revision, else live.

    `players` are his number and those that were merged into it, whose line stands for his where he has none of his own.
    """
    rows = RankingRow.objects.filter(season__in=[season.pk for season in seasons], revision=F("season__revision"))
    rows = rows.filter(Q(revision=0) | Q(player__in=players))
    months: dict[int, list[tuple[str, Row]]] = {}
    for season, name, *row in rows.order_by().values_list("season", "player__name", *COLUMNS):
        months.setdefault(season, []).append((name, _row(row)))
    found: dict[int, Row] = {}
    for season in seasons:
        lines = [row for _name, row in months.get(season.pk or 0, ())]
        if not season.is_closed and any(row.player in players for row in lines):
            names = {row.player: name for name, row in months[season.pk]}
            lines = in_order(season, rules_of(season), lines, names)
        own = {row.player: row for row in lines if row.player in players}
        if own:
            found[season.pk] = own[min(own, key=players.index)]
    return found


def _row(stored: Sequence[Any]) -> Row:
    """A line out of its `COLUMNS`."""
    player, points, match_points, participation, played, firsts, beaten, met, missing, rank, shared, extra = stored
    return Row(
        player=player,
        points=points,
        match_points=match_points,
        participation=participation,
        played=played,
        firsts=firsts,
        beaten=beaten,
        met=met,
        lines=(),
        missing=missing,
        rank=rank,
        shared=shared,
        **{name: Fraction(value) for name, value in (extra or {}).items()},
    )


def _aside(season: Season, number: int, players: list[int]) -> dict[int, list[Aside]]:
    """The matches of each player that give nobody points."""
    rows = SeasonMatch.objects.filter(held_at(max(number, 1)), season=season).exclude(reason="")
    seats = MatchSeat.objects.filter(player__in=players, match__season_matches__in=rows)
    seats = seats.annotate(against=F("match__season_matches__reason")).select_related("match__game")
    aside: dict[int, list[Aside]] = {}
    for seat in seats.order_by("match__ended_at", "match"):
        aside.setdefault(seat.player_id, []).append(Aside(seat.match, seat.against))
    return aside
