"""What each list page gives away, as a table."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import limits
from games.models import Match, Player, Seat
from games.selectors.meetings import opponents
from games.selectors.players import players_list
from ladder import formats
from ladder.exports.table import Column, Table
from ladder.models import Ladder, Season
from ladder.selectors.archive import Month, ranks_over_time, year_of
from ladder.selectors.kept import ranking_kept
from ladder.selectors.players import ALL_RESULTS, Wanted
from ladder.selectors.published import as_published
from ladder.selectors.rankings import Ranking, Standing, where_they_count
from ladder.selectors.seasons import SeasonBook, default_zone
from tournaments.selectors.feeding import matches_at, stage_as

MONTHS = 120
"""Sheets of an archive: its latest ten years."""


def month_table(season: Season, revision: int | None = None) -> Table:
    """A month's ranking, or one of its revisions. Points are exact: `points` is a fraction, `value` the nearest number."""
    found = ranking_kept(season, revision, played=False)
    ladder = season.ladder
    return Table(
        title=f"{ladder.name}, {formats.month(formats.first_day(season))}",
        name=f"{ladder.slug}-{season.key}",
        zone=ladder.time_zone,
        columns=[
            Column("rank", _("Rank"), "number"),
            Column("shared", _("Shared"), "flag", for_programs=True),
            Column("move", _("Move"), "number"),
            Column("player", _("Player")),
            Column("slug", _("Address"), for_programs=True),
            Column("matches", _("Matches"), "number"),
            Column("firsts", _("First places"), "number"),
            Column("beaten", _("Beaten"), "points"),
            Column("met", _("Met"), "number"),
            Column("points", _("Points"), "points"),
            Column("value", _("Points"), "number", for_programs=True),
        ],
        rows=list(month_rows(found)),
        facts={
            "league": ladder.slug,
            "month": season.key,
            "time_zone": ladder.time_zone,
            "rules": season.rules.version,
            "revision": season.revision if revision is None else revision,
            "matches": found.matches,
        },
    )


def month_rows(found: Ranking) -> Iterable[dict[str, Any]]:
    for line in (*found.ranked, *found.below):
        yield {
            "rank": line.rank,
            "shared": line.shared,
            "move": line.move,
            "player": line.player.name,
            "slug": line.player.slug,
            "matches": line.row.played,
            "firsts": line.row.firsts,
            "beaten": line.row.beaten,
            "met": line.row.met,
            "points": line.points,
            "value": float(line.points),
        }


def archive_table(ladder: Ladder, months: Sequence[Month]) -> Table:
    """The list of a league's months, newest first."""
    return Table(
        title=_("Months"),
        name=f"{ladder.slug}-archive",
        zone=ladder.time_zone,
        columns=[
            Column("month", _("Month"), "month"),
            Column("winner", _("Winner")),
            Column("players", _("Players"), "number"),
            Column("matches", _("Matches"), "number"),
            Column("revision", _("Revision"), "number"),
            Column("start", _("Begins"), "instant"),
            Column("end", _("Ends"), "instant"),
        ],
        rows=[
            {
                "month": month.season.key,
                "winner": ", ".join(player.name for player in month.winners),
                "players": month.players,
                "matches": month.matches,
                "revision": month.season.revision,
                "start": month.season.start,
                "end": month.season.end,
            }
            for month in months
        ],
        facts={"league": ladder.slug, "time_zone": ladder.time_zone},
    )


def year_table(ladder: Ladder, number: int) -> Table:
    """A year's table: the sum that counts, and the points of each month."""
    found = year_of(ladder, number)
    months = [season.month for season in found.months]
    return Table(
        title=f"{ladder.name}, {number}",
        name=f"{ladder.slug}-{number}",
        zone=ladder.time_zone,
        columns=[
            Column("rank", _("Rank"), "number"),
            Column("player", _("Player")),
            Column("slug", _("Address"), for_programs=True),
            Column("points", _("Points"), "points"),
            *(Column(season.key, formats.month(formats.first_day(season)), "points") for season in found.months),
        ],
        rows=[
            {"rank": row.rank, "player": row.player.name, "slug": row.player.slug, "points": row.total}
            | {f"{number}-{month:02}": row.points.get(month) for month in months}
            for row in found.rows
        ],
        facts={"league": ladder.slug, "year": number, "best": found.best},
    )


def history_table(ladder: Ladder, players: Sequence[Player]) -> Table:
    """The rank of each of these players by closed month; empty where he had none."""
    seasons, ranks = ranks_over_time(ladder, players)
    return Table(
        title=_("Ranks over time"),
        name=f"{ladder.slug}-history",
        zone=ladder.time_zone,
        columns=[
            Column("player", _("Player")),
            Column("slug", _("Address"), for_programs=True),
            *(Column(season.key, formats.month(formats.first_day(season)), "number") for season in seasons),
        ],
        rows=[
            {"player": player.name, "slug": player.slug}
            | {season.key: ranks[player].get(season.pk) for season in seasons}
            for player in players
        ],
        facts={"league": ladder.slug},
    )


def month_sheets(seasons: Sequence[Season]) -> list[Table]:
    """The rankings of the latest months, under short titles."""
    sheets = [month_table(season) for season in seasons[:MONTHS]]
    for season, sheet in zip(seasons, sheets, strict=False):
        sheet.title = season.key
    return sheets


def leagues_table(ladders: Iterable[Ladder]) -> Table:
    return Table(
        title=_("Leagues"),
        name="leagues",
        columns=[Column("league", _("League")), Column("slug", _("Address")), Column("time_zone", _("Time zone"))],
        rows=[{"league": ladder.name, "slug": ladder.slug, "time_zone": ladder.time_zone} for ladder in ladders],
    )


def players_table(query: str, *, provisional: bool) -> Table:
    people = players_list(query, provisional=provisional)[: limits.EXPORT_ROWS]
    return Table(
        title=_("Players"),
        name="players",
        zone=default_zone(),
        columns=[
            Column("player", _("Player")),
            Column("slug", _("Address"), for_programs=True),
            Column("provisional", _("Name not checked"), "flag"),
            Column("matches", _("Matches"), "number"),
            Column("last_match", _("Last match"), "instant"),
        ],
        rows=[
            {
                "player": person.name,
                "slug": person.slug,
                "provisional": person.is_provisional,
                "matches": person.matches,
                "last_match": person.last_match,
            }
            for person in people
        ],
    )


RESULTS = 5_000
"""Matches of one player in one export, newest first."""


def player_table(player: Player, wanted: Wanted = ALL_RESULTS) -> Table:
    """A player's matches: a row for each league that takes the match, with points or the reason why not."""
    seats = (
        wanted.among(Seat.objects.filter(player=player))
        .select_related("match__game")
        .prefetch_related(Prefetch("match__seats", Seat.objects.select_related("player")))
        .annotate(as_stage=stage_as("match__"))
        .order_by("-match__ended_at", "-match")[:RESULTS]
    )
    book = SeasonBook()
    standings = as_published(where_they_count(matches_at(seats), book))
    return Table(
        title=_("Results of %(name)s") % {"name": player.name},
        name=f"player-{player.slug}",
        zone=book.zone,
        columns=[*_match_columns(), *_seat_columns(), *_standing_columns()],
        rows=[row for seat in seats for row in _result_rows(seat, standings[seat.match_id])],
        facts={"player": player.name, "slug": player.slug},
    )


def against_table(player: Player) -> Table:
    """The people whom a player met most often, and how it went."""
    return Table(
        title=_("%(name)s head to head") % {"name": player.name},
        name=f"player-{player.slug}-against",
        zone=default_zone(),
        columns=[
            Column("player", _("Player")),
            Column("slug", _("Address"), for_programs=True),
            Column("met", _("Tables"), "number"),
            Column("ahead", _("Ahead"), "number"),
            Column("level", pgettext("head to head", "Level"), "number"),
            Column("behind", _("Behind"), "number"),
            Column("last", _("Last match"), "instant"),
        ],
        rows=[
            {
                "player": row.player.name,
                "slug": row.player.slug,
                "met": row.met,
                "ahead": row.ahead,
                "level": row.level,
                "behind": row.behind,
                "last": row.last,
            }
            for row in opponents(player)
        ],
        facts={"player": player.name, "slug": player.slug},
    )


def match_table(match: Match) -> Table:
    """A match: one row a seat, by place."""
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place is None, seat.place or 0, seat.number))
    standings = as_published(where_they_count([match]))[match.pk]
    return Table(
        title=f"{match.game}, {match.slug}",
        name=f"match-{match.slug}",
        zone=standings[0].ladder.time_zone if standings else default_zone(),
        columns=[
            *_match_columns(),
            Column("player", _("Player")),
            Column("slug", _("Address"), for_programs=True),
            *_seat_columns(),
            *_standing_columns(),
        ],
        rows=[
            {"player": seat.player.name, "slug": seat.player.slug, **row}
            for seat in seats
            for row in _result_rows(seat, standings, match)
        ],
        facts={"match": match.slug, "game": match.game.key, "state": match.state, "version": match.version},
    )


def _match_columns() -> list[Column]:
    return [
        Column("match", _("Match"), for_programs=True),
        Column("ended", _("Date"), "instant"),
        Column("game", _("Game")),
        Column("state", _("State")),
    ]


def _seat_columns() -> list[Column]:
    return [
        Column("place", _("Place"), "number"),
        Column("size", _("Players"), "number"),
        Column("score", _("Score"), "number"),
        Column("flag", _("How it ended"), for_programs=True),
    ]


def _standing_columns() -> list[Column]:
    return [
        Column("league", _("League")),
        Column("month", _("Month"), "month"),
        Column("points", _("Points"), "points"),
        Column("reason", _("Why it does not count"), for_programs=True),
    ]


def _result_rows(seat: Seat, standings: Iterable[Standing], match: Match | None = None) -> list[dict[str, Any]]:
    match = match or seat.match
    told = {
        "match": match.slug,
        "ended": match.ended_at,
        "game": match.game.key,
        "state": match.state,
        "place": seat.place,
        "size": len(match.seats.all()),
        "score": seat.score,
        "flag": seat.flag,
    }
    rows = []
    for standing in standings:
        if standing.reason == "game":
            continue
        score = standing.scores.get(seat.player_id)
        where = {
            "league": standing.ladder.slug,
            "month": standing.season.key if standing.season else None,
            "points": score.points if score and score.played else None,
            "reason": standing.reason_for(seat.player_id),
        }
        rows.append(told | where)
    return rows or [told]
