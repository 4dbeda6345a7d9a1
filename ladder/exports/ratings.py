"""Ratings to take away."""

import datetime as dt

from django.utils.translation import gettext as _

from games import limits
from games.models import Match, Player
from ladder.exports.table import Column, Table
from ladder.models import Ladder, RatingPool
from ladder.selectors.ratings import player_lines, pools_counted, ratings_of

DIGITS = 3


def pools_table(ladder: Ladder) -> Table:
    """The pools of a league."""
    return Table(
        title=_("Ratings"),
        name=f"{ladder.slug}-ratings",
        zone=ladder.time_zone,
        columns=[
            Column("pool", _("Ratings")),
            Column("slug", _("Address"), for_programs=True),
            Column("method", _("Method"), for_programs=True),
            Column("players", _("Players"), "number"),
            Column("paused", _("Paused"), "flag"),
        ],
        rows=[
            {"pool": pool.name, "slug": pool.slug, "method": pool.method, "players": pool.rated, "paused": pool.paused}
            for pool in pools_counted(ladder)
        ],
        facts={"league": ladder.slug},
    )


def pool_table(pool: RatingPool, query: str = "") -> Table:
    """A pool's ratings: those rated for good in order, then the provisional ones, which have no rank."""
    return Table(
        title=f"{pool.ladder.name}, {pool.name}",
        name=f"{pool.ladder.slug}-{pool.slug}",
        zone=pool.ladder.time_zone,
        columns=[
            Column("rank", _("Rank"), "number"),
            Column("player", _("Player")),
            Column("slug", _("Address"), for_programs=True),
            Column("rating", _("Rating"), "number"),
            Column("spread", _("Spread"), "number"),
            Column("provisional", _("Provisional"), "flag"),
            Column("matches", _("Matches"), "number"),
            Column("change", _("Last change"), "number"),
            Column("last", _("Last match"), "instant"),
        ],
        rows=[
            {
                "rank": None if row.is_provisional else row.rank,
                "player": row.player.name,
                "slug": row.player.slug,
                "rating": round(row.value, DIGITS),
                "spread": round(row.spread, DIGITS),
                "provisional": row.is_provisional,
                "matches": row.played,
                "change": round(row.change, DIGITS),
                "last": row.last_at,
            }
            for row in ratings_of(pool, query)[: limits.EXPORT_ROWS]
        ],
        facts={"league": pool.ladder.slug, "pool": pool.slug, "method": pool.method, "start": pool.start},
    )


def player_table(pool: RatingPool, player: Player) -> Table:
    """What each match did to a player's rating, newest first."""
    lines = player_lines(pool, player)[::-1][: limits.EXPORT_ROWS]
    matches = Match.objects.select_related("game").in_bulk([line.match for line in lines])
    return Table(
        title=f"{player.name}, {pool.name}",
        name=f"player-{player.slug}-{pool.ladder.slug}-{pool.slug}",
        zone=pool.ladder.time_zone,
        columns=[
            Column("ended", _("Ended"), "instant"),
            Column("match", _("Match")),
            Column("game", _("Game")),
            Column("place", _("Place"), "number"),
            Column("size", _("Table size"), "number"),
            Column("before", _("Before"), "number"),
            Column("expected", _("Expected"), "number"),
            Column("result", _("Result"), "number"),
            Column("change", _("Change"), "number"),
            Column("after", _("After"), "number"),
            Column("spread", _("Spread"), "number"),
        ],
        rows=[
            {
                "ended": dt.datetime.fromtimestamp(line.ended, dt.UTC),
                "match": matches[line.match].slug if line.match in matches else "",
                "game": str(matches[line.match].game) if line.match in matches else "",
                "place": line.place or None,
                "size": line.size,
                "before": round(line.before, DIGITS),
                "expected": round(line.expected, DIGITS),
                "result": line.scored,
                "change": round(line.change, DIGITS),
                "after": round(line.after, DIGITS),
                "spread": round(line.spread, DIGITS),
            }
            for line in lines
        ],
        facts={"player": player.slug, "league": pool.ladder.slug, "pool": pool.slug},
    )
