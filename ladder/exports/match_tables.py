"""Matches to take away: the list of them, and those of two players."""

from django.utils.translation import gettext as _

from games import limits
from games.models import Player
from games.selectors.meetings import meetings
from ladder.exports.table import Column, Table
from ladder.selectors.match_list import MatchFilter, matches_list
from ladder.selectors.seasons import default_zone


def matches_table(asked: MatchFilter) -> Table:
    """The list of matches: one row a seat, so that nothing of a result is lost."""
    matches = matches_list(asked)[: limits.EXPORT_ROWS // 4]
    return Table(
        title=_("Matches"),
        name="matches",
        zone=asked.ladder.time_zone if asked.ladder else default_zone(),
        columns=[
            Column("match", _("Match")),
            Column("ended", _("Date"), "instant"),
            Column("game", _("Game")),
            Column("table", _("BGA table")),
            Column("state", _("State")),
            Column("ending", _("How it ended")),
            Column("version", _("Version"), "number", for_programs=True),
            Column("place", _("Place"), "number"),
            Column("player", _("Player")),
            Column("slug", _("Address"), for_programs=True),
            Column("score", _("Score"), "number"),
            Column("flag", _("Flag"), for_programs=True),
        ],
        rows=[
            {
                "match": match.slug,
                "ended": match.ended_at,
                "game": str(match.game),
                "table": match.table_id,
                "state": match.state,
                "ending": match.ending,
                "version": match.version,
                "place": seat.place,
                "player": seat.player.name,
                "slug": seat.player.slug,
                "score": seat.score,
                "flag": seat.flag,
            }
            for match in matches
            for seat in match.seats.all()
        ],
    )


def versus_table(player: Player, rival: Player) -> Table:
    """Every match at which both sat, newest first, with the place and the score of each."""
    return Table(
        title=_("%(one)s and %(other)s") % {"one": player.name, "other": rival.name},
        name=f"player-{player.slug}-vs-{rival.slug}",
        zone=default_zone(),
        columns=[
            Column("match", _("Match")),
            Column("ended", _("Date"), "instant"),
            Column("game", _("Game")),
            Column("place", _("Place of %(name)s") % {"name": player.name}, "number"),
            Column("score", _("Score of %(name)s") % {"name": player.name}, "number"),
            Column("rival_place", _("Place of %(name)s") % {"name": rival.name}, "number"),
            Column("rival_score", _("Score of %(name)s") % {"name": rival.name}, "number"),
        ],
        rows=[
            {
                "match": match.slug,
                "ended": match.ended_at,
                "game": str(match.game),
                "place": mine.place,
                "score": mine.score,
                "rival_place": theirs.place,
                "rival_score": theirs.score,
            }
            for match, mine, theirs in meetings(player, rival, most=limits.EXPORT_ROWS)
        ],
        facts={"player": player.slug, "rival": rival.slug},
    )
